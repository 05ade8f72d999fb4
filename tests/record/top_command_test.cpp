// SPDX-License-Identifier: MIT
// `rtm top` for scripts: what it prints, and what it says when it cannot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>
#include <string>

#include "program.hpp"
#include "record/real_tracefs.hpp"

namespace rtm::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::string stream = RTM_TESTS_DIR "/trace/streams/v1/sample.rtmt";

TEST(top_command, prints_a_window_of_a_stream_once) {
  const run_result ran = run_rtm({"top", "-f", stream, "--once"});
  EXPECT_THAT(ran.output, HasSubstr("rtm top: " + stream + ", window "));
  EXPECT_THAT(ran.output, HasSubstr("\ncore"));
  EXPECT_THAT(ran.output, HasSubstr("1 Control"));
}

TEST(top_command, prints_json_that_adds_up) {
  const run_result ran = run_rtm({"top", "-f", stream, "--once", "--json"});
  const auto made = nlohmann::json::parse(ran.output);
  for (const auto& core : made["cores"]) {
    const auto& window = core["window"];
    std::uint64_t sum = window["idle"].get<std::uint64_t>() + window["kernel"].get<std::uint64_t>() +
                        window["unknown"].get<std::uint64_t>();
    for (const char* const kind : {"tasks", "isrs", "swis"})
      for (const auto& row : window[kind]) sum += row["exclusive"].get<std::uint64_t>();
    EXPECT_EQ(sum, window["length"].get<std::uint64_t>());
  }
}

TEST(top_command, cuts_a_stream_into_the_windows_that_are_asked_for) {
  const run_result ran = run_rtm({"top", "-f", stream, "--once", "--json", "--window", "50ms"});
  EXPECT_EQ(nlohmann::json::parse(ran.output)["cores"][0]["window"]["length"], 50);
}

TEST(top_command, without_a_terminal_asks_for_an_output) {
  const run_result ran = run_rtm({"top", "-f", stream});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.output, IsEmpty());
  EXPECT_EQ(ran.error, "rtm: <stdout>: found no terminal; expected one, or the option --once or --json\n");
}

TEST(top_command, refuses_what_makes_no_sense) {
  EXPECT_THAT(run_rtm({"top", "-f", "no/such/file", "--once"}).error,
              HasSubstr("no/such/file: found \"No such file or directory\"; expected a readable file"));
  EXPECT_THAT(run_rtm({"top", "-f", stream, "--once", "--window", "0s"}).error,
              HasSubstr("--window: found 0; expected a time that is not 0"));
  EXPECT_THAT(run_rtm({"top", "--once", "--tracefs", "/no/such"}).error,
              HasSubstr("/no/such: found \"No such file or directory\"; expected a tracefs"));
  EXPECT_EQ(run_rtm({"top", "--sort", "size", "--once"}).exit_code, 2);
}

TEST(top_command, refuses_a_core_that_this_machine_does_not_have_at_once) {
  RTM_NEED_TRACEFS();
  running_rtm ran({"top", "--once", "--core", "0,9999"});
  const pid_t process = ran.process();
  const run_result result = ran.finish();
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.output, HasSubstr("rtm: --core: found 9999; expected CPUs of this machine: 0"));
  EXPECT_THAT(instances_of(process), IsEmpty());
}

TEST(top_command, prints_a_window_of_this_machine_and_leaves_no_instance) {
  RTM_NEED_TRACEFS();
  running_rtm ran({"top", "--once", "--json", "--window", "300ms"});
  const pid_t process = ran.process();
  const run_result result = ran.finish();
  EXPECT_THAT(instances_of(process), IsEmpty());
  const auto made = nlohmann::json::parse(result.output.substr(result.output.find('{')));
  for (const auto& core : made["cores"]) {
    const auto& window = core["window"];
    EXPECT_EQ(window["length"], 300'000'000);
    std::uint64_t sum = window["idle"].get<std::uint64_t>() + window["unknown"].get<std::uint64_t>();
    for (const char* const kind : {"tasks", "isrs", "swis"})
      for (const auto& row : window[kind]) sum += row["exclusive"].get<std::uint64_t>();
    EXPECT_EQ(sum, 300'000'000U);
  }
}

TEST(top_command, leaves_no_instance_after_a_signal) {
  RTM_NEED_TRACEFS();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    running_rtm ran({"top", "--json", "--window", "50ms"});
    const pid_t process = ran.process();
    EXPECT_TRUE(ran.wait_for("rtm.top/1"));
    ran.send(signal);
    EXPECT_EQ(ran.finish().exit_code, 0);
    EXPECT_THAT(instances_of(process), IsEmpty()) << signal;
  }
}

}  // namespace
}  // namespace rtm::test
