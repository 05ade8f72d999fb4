// SPDX-License-Identifier: MIT
// Numbers from public reports that are formulas rather than scripts.
#include <gtest/gtest.h>

#include <cstdint>
#include <sstream>
#include <string>

#include "replay/replay.hpp"
#include "sources/source.hpp"
#include "views/numbers.hpp"
#include "views/view.hpp"

namespace rtm::test {
namespace {

constexpr std::uint64_t wrap = std::uint64_t{1} << 32;

// threadx#165, basic_framework#4: a wrap counted as 2^32 - 1 loses a tick each time.
TEST(formulas, ten_wraps_of_32_bits_are_ten_times_2_to_the_32) {
  host::source_info info;
  info.clock_bits = 32;
  host::replay run(info);
  constexpr std::uint64_t step = wrap / 4;
  std::vector<host::source_fact> facts = {{fact_kind::reset, 0, 0, 1}};
  for (std::uint64_t i = 1; i <= 40; ++i) facts.push_back({fact_kind::poll, 0, i * step % wrap, 0});
  run.tell(facts);
  const host::report made = run.finish(info);
  EXPECT_EQ(made.cores.at(0).epochs.at(0).total, 10 * wrap);
  EXPECT_EQ(made.cores.at(0).epochs.at(0).tasks.at(0).exclusive, 10 * wrap);
}

TEST(formulas, one_wrap_at_168_mhz_is_25_565_seconds) {
  EXPECT_EQ(host::duration(wrap, 168'000'000), "25.57 s");
  EXPECT_EQ(host::duration(2 * wrap, 168'000'000), "51.13 s");
}

// esp-idf#9359: a total that had wrapped made an idle share of 585616 %.
TEST(formulas, shares_of_a_64_bit_total_stay_below_100_percent) {
  constexpr std::uint64_t elapsed_us = wrap + 599'700;
  EXPECT_EQ(host::percent(3'511'941'474, elapsed_us), "81.8");
  EXPECT_EQ(host::percent(3'852'805'379, elapsed_us), "89.7");
  EXPECT_EQ(host::percent(146'607'611, elapsed_us), "3.4");
  EXPECT_EQ(host::percent(62'321'713, elapsed_us), "1.5");
}

TEST(formulas, idle_of_a_64_bit_total_shows_in_the_report) {
  host::source_info info;
  info.clock_hz = 1'000'000;
  host::replay run(info);
  const std::vector<host::source_fact> facts = {{fact_kind::reset, 0, 0, host::idle_owner},
                                                {fact_kind::task_switch, 0, 3'511'941'474, 1},
                                                {fact_kind::poll, 0, wrap + 599'700, 0}};
  run.tell(facts);
  std::ostringstream out;
  host::find_view("text")->render(run.finish(info), {}, out);
  EXPECT_NE(out.str().find("3511941474  3511.9 s  81.8 %"), std::string::npos) << out.str();
}

}  // namespace
}  // namespace rtm::test
