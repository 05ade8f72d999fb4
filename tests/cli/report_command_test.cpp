// SPDX-License-Identifier: MIT
// `rtm report`: what it prints, what it ends with, and what happens when nobody can take what it prints.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "files.hpp"
#include "program.hpp"

namespace rtm::test {
namespace {

const std::string cases = RTM_TESTS_DIR "/timeline/cases/";
const std::string good_script = cases + "o01_isr_chain_is_not_idle.timeline";
const std::string faulty_script = cases + "o03_switch_inside_isr.timeline";

/// 2000 windows of 10 ticks.
std::string long_script() {
  std::string text = "rtm-timeline 1\nwindow 10\nstart 0 idle\n";
  for (int i = 1; i <= 2000; ++i) text += std::to_string(i * 10) + (i % 2 == 0 ? " idle\n" : " task 1\n");
  return text;
}

std::size_t windows_in(const run_result& ran) {
  return nlohmann::json::parse(ran.output).at("cores").at(0).at("epochs").at(0).at("windows").size();
}

TEST(report_command, valid_epochs_exit_with_0) {
  const run_result ran = run_rtm({"report", good_script});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.error, "");
  EXPECT_NE(ran.output.find("load 44.0 %"), std::string::npos) << ran.output;
}

TEST(report_command, invalid_epoch_is_a_finding_and_is_shown) {
  const run_result ran = run_rtm({"report", faulty_script});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.error, "");
  EXPECT_NE(ran.output.find("invalid since tick 60: task_switch to task 2: isr 7 is still active"), std::string::npos)
      << ran.output;
}

TEST(report_command, json_option_and_view_json_are_the_same_numbers) {
  const run_result ran = run_rtm({"report", good_script, "--json"});
  const auto expected = nlohmann::json::parse(read_file(cases + "o01_isr_chain_is_not_idle.json"));
  EXPECT_EQ(nlohmann::json::parse(ran.output), expected);
  EXPECT_EQ(ran.output, run_rtm({"report", "--view", "json", good_script}).output);
  EXPECT_EQ(run_rtm({"report", faulty_script, "--json"}).exit_code, 1);
}

TEST(report_command, part_in_which_there_is_nothing_is_refused) {
  for (const auto& part : std::vector<std::vector<std::string>>{{"--core", "7"}, {"--from", "500s"}}) {
    const run_result ran = run_rtm({"report", good_script, part[0], part[1]});
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.output, "");
    EXPECT_NE(ran.error.find("found nothing of the part that --core, --from and --to select"), std::string::npos);
  }
}

TEST(report_command, dash_reads_standard_input) {
  EXPECT_EQ(run_rtm({"report", "-"}, {read_file(good_script), {}}).output, run_rtm({"report", good_script}).output);
}

TEST(report_command, windows_option_picks_the_last) {
  const run_options script{long_script(), {}};
  EXPECT_EQ(windows_in(run_rtm({"report", "-", "--json"}, script)), 2000U);
  EXPECT_EQ(windows_in(run_rtm({"report", "-", "--json", "--windows", "all"}, script)), 2000U);
  EXPECT_EQ(windows_in(run_rtm({"report", "-", "--json", "--windows", "3"}, script)), 3U);
  EXPECT_EQ(windows_in(run_rtm({"report", "-", "--json", "--windows", "none"}, script)), 0U);
  EXPECT_EQ(windows_in(run_rtm({"report", "-", "--json", "--windows", "5000"}, script)), 2000U);
}

TEST(report_command, text_of_many_windows_shows_the_last_20_and_says_so) {
  const run_result ran = run_rtm({"report", "-"}, {long_script(), {}});
  EXPECT_NE(ran.output.find("2000 windows, the last 20 shown (--windows all shows all)"), std::string::npos);
  EXPECT_NE(ran.output.find("\n1980  "), std::string::npos) << ran.output;
  EXPECT_EQ(ran.output.find("\n1979  "), std::string::npos);
}

TEST(report_command, text_without_windows_says_that_there_are_some) {
  const run_result ran = run_rtm({"report", "-", "--windows", "none"}, {long_script(), {}});
  EXPECT_NE(ran.output.find("\n2000 windows, none shown (--windows all shows all)\n"), std::string::npos) << ran.output;
}

TEST(report_command, load_of_all_windows_is_told_however_few_are_shown) {
  const std::string late = "rtm-timeline 1\nwindow 10\nstart 0 task 1\n10 idle\n20 poll\n30 poll\n40 poll\n50 poll\n";
  for (const char* count : {"all", "1", "none"}) {  // the task owns all of window 0 and nothing of the others
    const run_result ran = run_rtm({"report", "-", "--view", "load", "--windows", count}, {late, {}});
    EXPECT_NE(ran.output.find("task 1     10  20.0 %    0 %  100 %"), std::string::npos) << count << '\n' << ran.output;
  }
}

TEST(report_command, reader_that_has_gone_is_no_error) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const run_result ran = run_rtm_into(ends[1], {"report", "-", "--json"}, {long_script(), {}});
  close(ends[1]);
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.error, "");
}

TEST(report_command, full_device_is_an_error) {
  const int full = open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "no /dev/full here";
  const run_result ran = run_rtm_into(full, {"report", good_script});
  close(full);
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.error, "rtm: <stdout>: found \"No space left on device\"; expected room for the output\n");
}

}  // namespace
}  // namespace rtm::test
