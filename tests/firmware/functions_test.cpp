// SPDX-License-Identifier: MIT
// CPU time of functions on target, by the compiler's hooks: the host makes names of addresses and counts the same.
#include <gtest/gtest.h>

#include <map>
#include <sstream>
#include <string>

#include "elf/function_names.hpp"
#include "replay/replay.hpp"
#include "runs.hpp"
#include "sources/registry.hpp"

namespace {

struct sums {
  std::uint64_t calls = 0, exclusive = 0, inclusive = 0;
  bool operator==(const sums&) const = default;
};

/// By point, as the target printed them.
std::map<std::uint64_t, sums> of_target() {
  std::istringstream lines(truth::file_of("functions", "uart.txt"));
  std::map<std::uint64_t, sums> all;
  std::string word;
  for (std::uint64_t id = 0; lines >> word && word == "point" && lines >> id;) {
    sums& one = all[id];
    lines >> word >> one.calls >> word >> one.exclusive >> word >> one.inclusive;
  }
  return all;
}

TEST(functions_on_target, host_names_them_and_counts_what_the_target_counted) {
  const auto facts = rtm::host::with_function_names(
      rtm::host::open_source(rtm::host::input("facts.timeline", truth::file_of("functions", "facts.timeline"))),
      RTM_FIRMWARE_IMAGES_DIR "/functions.elf");
  const rtm::host::report report = rtm::host::make_report(*facts);
  const rtm::host::epoch_row& epoch = report.cores.at(0).epochs.at(0);
  ASSERT_TRUE(epoch.valid());
  const auto target = of_target();
  ASSERT_EQ(target.size(), epoch.points.size());
  std::map<std::string, std::uint64_t> calls;
  for (const rtm::host::call_row& point : epoch.points) {
    EXPECT_EQ(target.at(point.id), (sums{point.calls, point.exclusive, point.inclusive}));
    const std::string name = point.name.value_or("");
    calls[name.substr(0, name.find(" ("))] = point.calls;
    EXPECT_NE(name.find(" (application.cpp:"), std::string::npos) << name;
  }
  // 200 steps, each with an interrupt: see firmware/functions. uint32_t is an unsigned long there.
  const std::map<std::string, std::uint64_t> expected{
      {"application::control_step()", 200},
      {"application::on_timer()", 200},
      {"application::(anonymous namespace)::sample()", 400},
      {"application::(anonymous namespace)::filter(unsigned long)", 600}};
  EXPECT_EQ(calls, expected);
  EXPECT_EQ(epoch.isrs.at(0).calls, 200U);
}

TEST(functions_on_target, nothing_was_left_out) {
  EXPECT_NE(truth::file_of("functions", "uart.txt").find("unrecorded 0 unmatched 0\n"), std::string::npos);
}

}  // namespace
