// SPDX-License-Identifier: MIT
// `rtm check`: what keeps a budget, what breaks it, and what cannot be known.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "files.hpp"
#include "program.hpp"

namespace rtm::test {
namespace {

//   t         0    50   100  150  200
//   task 1    ==        ===                 20 of 0..100, 30 of 100..200
//   isr 3        =         ==               10, 20
const std::string script =
    "rtm-timeline 1\nclock hz=1000\nwindow 100\ntask 1 Control\nisr 3 CAN_RX\nstart 0 idle\n"
    "0 task 1\n20 terminate 1\n20 idle\n30 isr_enter 3\n40 isr_exit 3\n"
    "100 task 1\n130 terminate 1\n130 idle\n140 isr_enter 3\n160 isr_exit 3\n200 poll\n";

class check_command : public testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  run_result check(const std::string& budget, const std::vector<std::string>& more = {},
                   const std::string& input = script) {
    budget_ = file("budget.toml", budget);
    std::vector<std::string> words = {"check", "-", "--budget", budget_, "--width", "100"};
    words.insert(words.end(), more.begin(), more.end());
    return run_rtm(words, {input, {}});
  }
  nlohmann::json checked(const std::string& budget, const std::string& input = script) {
    return nlohmann::json::parse(check(budget, {"--json"}, input).output);
  }
  /// "rtm: BUDGET:" and the message.
  std::string refused(const std::string& message) { return "rtm: " + budget_ + ":" + message + "\n"; }

  scratch_folder folder_;
  std::string budget_;
};

TEST_F(check_command, what_is_taken_exactly_is_kept) {
  const run_result ran = check(
      "[core]\nmax_window = \"50%\"\n[task.Control]\nmax_window = \"30ms\"\nmax_cet = 30\n[isr.3]\nmax_window = 20\n");
  EXPECT_EQ(ran.output, "4 limits kept\n");
  EXPECT_EQ(ran.error, "");
  EXPECT_EQ(ran.exit_code, 0);
}

TEST_F(check_command, one_tick_more_is_a_breach_with_its_window) {
  const run_result ran = check(
      "[core]\nmax_window = \"49.9%\"\n[task.Control]\nmax_window = 29\nmax_cet = \"29ms\"\n[isr.CAN_RX]\nmax_window = "
      "19\n");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.output,
            "who                  limit  core  epoch  window     found   allowed\n"
            "core 0          max_window     0      0       1  50.00 ms  49.00 ms  breach\n"
            "task 1 Control  max_window     0      0       1  30.00 ms  29.00 ms  breach\n"
            "task 1 Control     max_cet     0      0       1  30.00 ms  29.00 ms  breach\n"
            "isr 3 CAN_RX    max_window     0      0       1  20.00 ms  19.00 ms  breach\n"
            "4 limits: 4 breaches, 0 possible\n");
}

TEST_F(check_command, row_of_windows_must_be_long_enough) {
  const std::string budget = "[isr.3]\nmax_window = 5\nconsecutive = ";
  EXPECT_EQ(check(budget + "3\n").exit_code, 0) << "only two windows in a row";
  const auto found = checked(budget + "2\n");
  EXPECT_EQ(found.at("breaches"), 1);
  EXPECT_EQ(found.at("limits").at(0).at("breaches").at(0).at("window"), 1);
  EXPECT_EQ(found.at("limits").at(0).at("breaches").at(0).at("in_a_row"), 2);
}

// Task 1 owns 30 of the window, and somebody 20 more: between 30 and 50.
TEST_F(check_command, unknown_time_makes_a_breach_possible) {
  const std::string input =
      "rtm-timeline 1\nclock hz=1000\nwindow 100\nstart 0 task 1\n30 unknown\n50 idle\n100 poll\n";
  const std::string at_50 = "[task.1]\nmax_window = 50\n";
  const std::string at_40 = "[task.1]\nmax_window = 40\n";
  const std::string at_29 = "[task.1]\nmax_window = 29\n";
  EXPECT_EQ(check(at_50, {}, input).exit_code, 0);
  EXPECT_EQ(check(at_40, {}, input).exit_code, 1);
  const std::string xml = (folder_ / "check.xml").string();
  EXPECT_EQ(check(at_40, {"--allow-possible", "--junit", xml}, input).exit_code, 0);
  EXPECT_NE(read_file(xml).find("failures=\"0\""), std::string::npos) << read_file(xml);
  EXPECT_NE(read_file(xml).find("possible\n</system-out>"), std::string::npos) << read_file(xml);
  EXPECT_EQ(check(at_29, {"--allow-possible"}, input).exit_code, 1);
  const auto possible = checked(at_40, input).at("limits").at(0).at("breaches").at(0);
  EXPECT_EQ(possible.at("certain"), false);
  EXPECT_EQ(possible.at("found"), 30);
  EXPECT_EQ(possible.at("at_most"), 50);
  EXPECT_EQ(checked(at_29, input).at("limits").at(0).at("breaches").at(0).at("certain"), true);
}

// One whole call of 5, and one that has taken 40 when the recording ends: more than 10 for certain, how much nobody
// knows.
TEST_F(check_command, call_that_never_ends_is_a_breach_as_soon_as_it_is_over) {
  const std::string input =
      "rtm-timeline 1\nclock hz=1000\nisr 3 CAN_RX\nstart 0 idle\n10 isr_enter 3\n15 isr_exit 3\n60 isr_enter 3\n100 "
      "poll\n";
  EXPECT_EQ(check("[isr.3]\nmax_cet = 10\n", {}, input).exit_code, 1);
  const auto result = checked("[isr.3]\nmax_cet = 10\n", input);
  EXPECT_EQ(result.at("breaches"), 1) << result.dump();
  EXPECT_EQ(result.at("limits").at(0).at("breaches").at(0).at("found"), 40);
  EXPECT_EQ(check("[isr.3]\nmax_cet = 40\n", {}, input).output, "1 limit kept\n");
}

// One whole instance of 5, and one that has run 40 when the recording ends, an interrupt of 10 on top of it not
// counted.
//   t       0  10   60             110
//   task 1     =    ====  ====
//   isr 3               ==
TEST_F(check_command, instance_that_never_ends_is_a_breach_as_soon_as_it_is_over) {
  const std::string input =
      "rtm-timeline 1\nclock hz=1000\nstart 0 idle\n10 task 1\n15 terminate 1\n15 idle\n60 task 1\n80 isr_enter 3\n"
      "90 isr_exit 3\n110 poll\n";
  const run_result ran = check("[task.1]\nmax_cet = 39\n", {}, input);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.output,
            "who       limit  core  epoch  window              found   allowed\n"
            "task 1  max_cet     0      0       -  at least 40.00 ms  39.00 ms  breach\n"
            "1 limit: 1 breach, 0 possible\n");
  EXPECT_EQ(check("[task.1]\nmax_cet = 40\n", {}, input).output, "1 limit kept\n");
}

// The instance runs 10, then nobody knows for 5, then runs 20 and ends: 20 for certain, 30 if it is one. The next one
// is another, of which 25 are seen.
TEST_F(check_command, instance_that_unknown_time_cuts_is_judged_by_its_parts) {
  const std::string input =
      "rtm-timeline 1\nclock hz=1000\nstart 0 idle\n10 task 1\n20 unknown\n25 task 1\n45 terminate 1\n45 idle\n"
      "50 task 1\n75 poll\n";
  EXPECT_EQ(check("[task.1]\nmax_cet = 24\n", {"--allow-possible"}, input).exit_code, 1);
  const auto possible = checked("[task.1]\nmax_cet = 25\n", input);
  EXPECT_EQ(possible.at("breaches"), 0) << possible.dump();
  EXPECT_EQ(possible.at("possible"), 1);
  const auto breach = possible.at("limits").at(0).at("breaches").at(0);
  EXPECT_EQ(breach.at("found"), 25);
  EXPECT_EQ(breach.at("at_most"), 30);
  EXPECT_EQ(breach.at("whole"), false);
  EXPECT_NE(check("[task.1]\nmax_cet = 30\n", {}, input).output.find("nothing"), std::string::npos);
}

// Task 1 owns the core when the recording begins: 30 at least, whenever it began.
TEST_F(check_command, instance_that_began_before_the_recording_has_at_least_what_is_seen) {
  const std::string input = "rtm-timeline 1\nclock hz=1000\nstart 0 task 1\n30 terminate 1\n30 idle\n40 poll\n";
  EXPECT_EQ(checked("[task.1]\nmax_cet = 29\n", input).at("breaches"), 1);
}

// 50 on core 0 and 40 on core 1 are one instance of 90, of which neither core knows.
TEST_F(check_command, instances_of_a_task_that_moves_between_cores_are_not_judged) {
  const std::string input =
      "rtm-timeline 1\nclock hz=1000\nstart 0 idle\n@1 start 0 idle\n0 task 1\n50 idle\n@1 50 task 1\n@1 90 terminate "
      "1\n@1 90 idle\n100 poll\n@1 100 poll\n";
  const run_result ran = check("[task.1]\nmax_cet = 60\n", {}, input);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find("2 limits: 0 breaches, 2 possible"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("nothing"), std::string::npos) << ran.output;
}

// No complete window: nobody knows what half of it would be.
TEST_F(check_command, share_with_nothing_to_judge_allows_no_number) {
  const std::string input = "rtm-timeline 1\nclock hz=1000\nwindow 100\nstart 0 task 1\n50 poll\n";
  const auto share = checked("[task.1]\nmax_window = \"50%\"\n", input).at("limits").at(0).at("breaches").at(0);
  EXPECT_TRUE(share.at("allowed").is_null()) << share.dump();
  EXPECT_EQ(checked("[task.1]\nmax_window = 50\n", input).at("limits").at(0).at("breaches").at(0).at("allowed"), 50);
}

// A task without life-cycle marks has no instance that ends: its CET was never seen to be kept.
TEST_F(check_command, limit_with_nothing_to_judge_is_not_kept) {
  const std::string input = "rtm-timeline 1\nwindow 100\nstart 0 idle\n10 task 1\n20 idle\n100 poll\n";
  const run_result ran = check("[task.1]\nmax_cet = 100\n", {}, input);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find("nothing"), std::string::npos) << ran.output;
  const auto nothing = checked("[task.1]\nmax_cet = 100\n", input).at("limits").at(0).at("breaches").at(0);
  EXPECT_TRUE(nothing.at("in_a_row").is_null()) << "no window was judged: " << nothing.dump();
}

TEST_F(check_command, invalid_epoch_is_a_finding) {
  const run_result ran = check("[core]\nmax_window = \"100%\"\n", {},
                               "rtm-timeline 1\nwindow 100\nstart 0 idle\n100 poll\n150 isr_exit 3\n");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find("1 epoch invalid since a fault"), std::string::npos) << ran.output;
}

TEST_F(check_command, window_of_the_budget_is_used_and_the_option_goes_before_it) {
  const std::string budget = "window = \"50ms\"\n[isr.3]\nmax_window = 1\n";
  EXPECT_EQ(checked(budget).at("limits").at(0).at("judged"), 4);
  EXPECT_EQ(nlohmann::json::parse(check(budget, {"--json", "--window", "20ms"}).output).at("limits").at(0).at("judged"),
            10);
}

TEST_F(check_command, limit_of_each_core_and_of_one) {
  const std::string input = "rtm-timeline 1\nwindow 100\nstart 0 task 1\n@1 start 0 idle\n100 poll\n@1 100 poll\n";
  EXPECT_EQ(checked("[core]\nmax_window = 10\n", input).at("limits").size(), 2U);
  EXPECT_EQ(checked("[core.1]\nmax_window = 10\n", input).at("breaches"), 0);
  EXPECT_EQ(checked("[core.0]\nmax_window = 10\n", input).at("breaches"), 1);
}

TEST_F(check_command, junit_file_has_a_case_a_limit) {
  const std::string xml = (folder_ / "check.xml").string();
  const std::string budget = "[task.Control]\nmax_window = 29\n[isr.CAN_RX]\nmax_window = 20\n";
  EXPECT_EQ(check(budget, {"--junit", xml}).exit_code, 1);
  EXPECT_EQ(read_file(xml),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
            " <testsuite name=\"rtm check -\" tests=\"2\" failures=\"1\" errors=\"0\">\n"
            "  <testcase classname=\"core 0\" name=\"task 1 Control max_window\">\n"
            "   <failure message=\"" +
                budget_ +
                ":2: epoch 0, window 1: found 30.00 ms (30 ticks), allowed 29.00 ms (29 ticks), breach\">"
                "epoch 0, window 1: found 30.00 ms (30 ticks), allowed 29.00 ms (29 ticks), breach\n</failure>\n"
                "  </testcase>\n"
                "  <testcase classname=\"core 0\" name=\"isr 3 CAN_RX max_window\"/>\n"
                " </testsuite>\n</testsuites>\n");
  EXPECT_EQ(check(budget, {"--junit", "/nowhere/check.xml"}).exit_code, 2);
}

TEST_F(check_command, junit_file_escapes_names) {
  const std::string xml = (folder_ / "check.xml").string();
  const std::string input = "rtm-timeline 1\nwindow 100\ntask 1 A<\"&>\nstart 0 task 1\n100 poll\n";
  (void)check("[task.1]\nmax_window = 100\n", {"--junit", xml}, input);
  EXPECT_NE(read_file(xml).find("name=\"task 1 A&lt;&quot;&amp;&gt; max_window\""), std::string::npos)
      << read_file(xml);
}

struct wrong_budget {
  const char* name;
  std::string text;
  std::string message;
};
class bad_budget : public check_command, public testing::WithParamInterface<wrong_budget> {};

TEST_P(bad_budget, is_refused_with_its_line) {
  const run_result ran = check(GetParam().text);
  EXPECT_EQ(ran.error, refused(GetParam().message));
  EXPECT_EQ(ran.output, "");
  EXPECT_EQ(ran.exit_code, 2);
}

INSTANTIATE_TEST_SUITE_P(
    check, bad_budget,
    testing::Values(
        wrong_budget{"empty", "", "1: found no budget; expected a table core, task, isr or swi with a limit"},
        wrong_budget{"unknown_table", "\n[tasks.1]\nmax_cet = 1\n",
                     "2: found \"tasks\"; expected window, or a table core, task, isr or swi"},
        wrong_budget{"unknown_key", "[task.1]\nmax_wcet = 1\n",
                     "2: found \"max_wcet\"; expected max_window, max_cet or consecutive"},
        wrong_budget{"core_has_no_cet", "[core]\nmax_cet = 1\n",
                     "2: found \"max_cet\"; expected max_window or consecutive"},
        wrong_budget{"unknown_name", "[task.1]\nmax_cet = 50\n\n[isr.LIN]\nmax_window = 1\n",
                     "4: found isr \"LIN\"; expected an isr of the input"},
        wrong_budget{"unknown_id", "[task.7]\nmax_cet = 50\n", "1: found task \"7\"; expected a task of the input"},
        wrong_budget{"unknown_core", "[core.4]\nmax_window = 50\n",
                     "1: found core \"4\"; expected a core of the input"},
        wrong_budget{"no_limit", "[task.1]\nconsecutive = 2\n", "1: found no limit; expected max_window or max_cet"},
        wrong_budget{"zero", "[task.1]\nmax_cet = 0\n",
                     "2: found 0; expected max_cet as a time such as \"2ms\", or ticks above 0"},
        wrong_budget{"share_above_all", "[task.1]\nmax_window = \"100.1%\"\n",
                     "2: found \"100.1%\"; expected max_window of 0% to 100%, with up to 6 decimals"},
        wrong_budget{"no_whole_ticks", "[task.1]\nmax_cet = \"10us\"\n",
                     "2: max_cet: found 10us, which is no whole number of ticks of 1000 Hz; expected a time such as "
                     "10ms, 1.5s or 250 (ticks)"},
        wrong_budget{"consecutive_of_calls", "[task.1]\nmax_cet = 50\nconsecutive = 2\n",
                     "1: found consecutive without max_window; expected both: it counts windows"},
        wrong_budget{"consecutive_0", "[task.1]\nmax_window = 50\nconsecutive = 0\n",
                     "3: found 0; expected consecutive, 1..1000000"}),
    [](const auto& of) { return std::string(of.param.name); });

TEST_F(check_command, text_that_is_no_toml_is_refused_with_its_line) {
  const run_result ran = check("[task.1]\nmax_cet = = 1\n");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.error.find("rtm: " + budget_ + ":2: found what is no TOML ("), 0U) << ran.error;
}

TEST_F(check_command, limit_of_windows_needs_windows) {
  const run_result ran = check("[core]\nmax_window = \"50%\"\n", {}, "rtm-timeline 1\nstart 0 idle\n100 poll\n");
  EXPECT_EQ(ran.error,
            refused("2: found max_window and an input without windows; expected window = \"10ms\" before the "
                    "first table, or --window"));
}

TEST_F(check_command, budget_that_is_not_there_is_unreadable) {
  EXPECT_EQ(run_rtm({"check", "-", "--budget", "nowhere.toml"}, {script, {}}).exit_code, 2);
  EXPECT_EQ(run_rtm({"check", "-", "--budget", "-"}, {script, {}}).exit_code, 2);
  EXPECT_EQ(run_rtm({"check", "-"}, {script, {}}).exit_code, 2);
}

}  // namespace
}  // namespace rtm::test
