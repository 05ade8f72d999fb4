// SPDX-License-Identifier: MIT
// `rtm report --timing`: where the numbers stand, and what is refused. The numbers themselves: tests/timing.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program.hpp"

namespace rtm::test {
namespace {

// task 1 starts at 10, 112 and 208: DT 102 and 96, so JIT is 6.
const run_options script{
    "rtm-timeline 1\nclock hz=1000\ntask 1 Control\nisr 3 CAN_RX\nstart 0 idle\n"
    "10 activate 1\n10 task 1\n20 isr_enter 3\n25 isr_exit 3\n40 terminate 1\n40 idle\n"
    "110 activate 1\n112 task 1\n140 terminate 1\n140 idle\n"
    "208 task 1\n220 terminate 1\n220 idle\n300 poll\n",
    {}};

nlohmann::json timing(const std::vector<std::string>& more) {
  std::vector<std::string> words = {"report", "-", "--json", "--timing"};
  words.insert(words.end(), more.begin(), more.end());
  const run_result ran = run_rtm(words, script);
  EXPECT_EQ(ran.error, "");
  return nlohmann::json::parse(ran.output).at("cores").at(0).at("epochs").at(0).at("timing");
}

TEST(timing_option, report_without_it_is_as_it_was) {
  EXPECT_EQ(run_rtm({"report", "-", "--json"}, script).output.find("timing"), std::string::npos);
}

TEST(timing_option, every_parameter_has_its_member) {
  const auto task = timing({}).at("tasks").at(0);
  EXPECT_EQ(task, nlohmann::json::parse(R"({"id": 1, "name": "Control",
    "cet": {"count": 3, "min": 12, "max": 28, "sum": 65}, "get": {"count": 3, "min": 12, "max": 30, "sum": 70},
    "ipt": {"count": 2, "min": 0, "max": 2, "sum": 2}, "rt": {"count": 2, "min": 30, "max": 30, "sum": 60},
    "wt": {"count": 3, "min": 0, "max": 0, "sum": 0}, "pre": {"count": 3, "min": 0, "max": 5, "sum": 5},
    "dt": {"count": 2, "min": 96, "max": 102, "sum": 198}, "st": {"count": 1, "min": 70, "max": 70, "sum": 70},
    "early": 0, "jit": {"spread": 6, "period": null, "earliest": null, "latest": null}, "cut": 0, "open": 0})"));
  const auto isr = timing({}).at("isrs").at(0);
  EXPECT_EQ(isr, nlohmann::json::parse(R"({"id": 3, "name": "CAN_RX",
    "cet": {"count": 1, "min": 5, "max": 5, "sum": 5}, "get": {"count": 1, "min": 5, "max": 5, "sum": 5},
    "pre": {"count": 1, "min": 0, "max": 0, "sum": 0}, "dt": null, "jit": null, "cut": 0, "open": 0})"));
}

TEST(timing_option, period_is_given_by_name_or_id) {
  for (const std::string who : {"task:1=100ms", "task:Control=100"}) {
    const auto jit = timing({"--period", who}).at("tasks").at(0).at("jit");
    EXPECT_EQ(jit.at("period"), 100);
    EXPECT_EQ(jit.at("earliest"), -4);
    EXPECT_EQ(jit.at("latest"), 2);
  }
}

TEST(timing_option, table_shows_what_was_counted) {
  const run_result ran = run_rtm({"report", "-", "--timing", "--period", "task:1=100ms"}, script);
  EXPECT_NE(ran.output.find("timing           count        min      mean        max\n"
                            "task 1 Control\n"
                            "  CET                3   12.00 ms  21.67 ms   28.00 ms\n"),
            std::string::npos)
      << ran.output;
  EXPECT_NE(ran.output.find("  JIT                                         6.000 ms\n"
                            "  DT - 100.0 ms         -4.000 ms            +2.000 ms\n"),
            std::string::npos)
      << ran.output;
}

TEST(timing_option, epochs_of_a_followed_input_have_it_too) {
  const run_result ran = run_rtm({"report", "-f", RTM_TESTS_DIR "/trace/streams/v1/sample.rtmt", "--json", "--timing"});
  EXPECT_NE(ran.output.find("\"timing\":{\"tasks\":[{\"id\":1"), std::string::npos) << ran.output;
}

// An instance of task 1 begins on core 0 and ends on core 1, where its start was never seen; task 2 stays on core 1.
//   core 0   11111
//   core 1        1111 2222
const run_options two_cores = {
    "rtm-timeline 1\nclock hz=1000\ntask 1 Control\nstart 0 idle\n@1 start 0 idle\n0 activate 1\n0 task 1\n50 idle\n"
    "@1 50 task 1\n@1 90 terminate 1\n@1 90 idle\n@1 100 task 2\n@1 140 terminate 2\n@1 140 idle\n140 poll\n",
    {}};

TEST(timing_option, task_that_moves_to_another_core_has_no_numbers) {
  const auto report = nlohmann::json::parse(run_rtm({"report", "-", "--json", "--timing"}, two_cores).output);
  for (const std::size_t core : {0U, 1U}) {
    const auto row = report.at("cores").at(core).at("epochs").at(0).at("timing").at("tasks").at(0);
    EXPECT_EQ(row.at("id"), 1);
    EXPECT_EQ(row.at("migrates"), true);
    for (const char* const each : {"cet", "get", "ipt", "rt", "wt", "pre", "dt", "st", "jit", "early", "cut", "open"})
      EXPECT_TRUE(row.at(each).is_null()) << each;
  }
  const auto stays = report.at("cores").at(1).at("epochs").at(0).at("timing").at("tasks").at(1);
  EXPECT_EQ(stays.at("cet").at("max"), 40);
  EXPECT_FALSE(stays.contains("migrates"));
}

TEST(timing_option, table_says_that_a_task_moves) {
  const run_result ran = run_rtm({"report", "-", "--timing"}, two_cores);
  EXPECT_NE(ran.output.find("task 1 Control\n  n/a: ran on several cores\n"), std::string::npos) << ran.output;
}

struct misuse {
  const char* name;
  std::vector<std::string> words;
  const char* message;
};
class bad_timing : public testing::TestWithParam<misuse> {};

TEST_P(bad_timing, is_refused) {
  std::vector<std::string> words = {"report", "-"};
  words.insert(words.end(), GetParam().words.begin(), GetParam().words.end());
  const run_result ran = run_rtm(words, script);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output, "");
  EXPECT_NE(ran.error.find(GetParam().message), std::string::npos) << ran.error;
}

INSTANTIATE_TEST_SUITE_P(
    timing_option, bad_timing,
    testing::Values(
        misuse{"of_the_load_view", {"--timing", "--view", "load"}, "found --view load too, expected text or json"},
        misuse{"period_alone", {"--period", "task:1=1ms"}, "--period: found no --timing, expected it too"},
        misuse{"period_of_nobody",
               {"--timing", "--period", "task:9=1ms"},
               "--period: found \"task 9\"; expected a task with a start in the input"},
        misuse{"period_twice",
               {"--timing", "--period", "task:1=1ms", "--period", "task:Control=2ms"},
               "--period: found task Control twice; expected one period of each"},
        misuse{"period_of_what",
               {"--timing", "--period", "core:1=1ms"},
               "--period: found \"core\"; expected task, isr, swi or point"},
        misuse{"no_period",
               {"--timing", "--period", "task:1"},
               "--period: found \"task:1\"; expected task:3=10ms, with a name or an id"},
        misuse{"period_0", {"--timing", "--period", "task:1=0"}, "--period: found 0; expected a time that is not 0"}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace rtm::test
