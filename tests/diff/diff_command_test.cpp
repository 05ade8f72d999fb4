// SPDX-License-Identifier: MIT
// `rtm diff` from outside: what it prints, its exit codes, and inputs that it cannot use.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "program.hpp"

namespace rtm::test {
namespace {

/// Three windows of 100 us; the interrupt takes 10, 9 and 11 us, and `more` us in addition.
std::string script(int more, int task = 1) {
  std::string text = "rtm-timeline 1\nclock bits=32 hz=1000000\nwindow 100\ntask " + std::to_string(task) +
                     " Control\nisr 3 CAN_RX\nstart 0 idle\n";
  const int isr[] = {10, 9, 11};
  for (int w = 0; w < 3; ++w) {
    const auto at = [&](int offset) { return std::to_string(w * 100 + offset); };
    text += at(10) + " task " + std::to_string(task) + "\n" + at(30) + " idle\n" + at(50) + " isr_enter 3\n" +
            at(50 + isr[w] + more) + " isr_exit 3\n";
  }
  return text + "300 poll\n";
}

class diff_command : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("rtm_diff_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string file(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }
  std::filesystem::path folder_;
};

TEST_F(diff_command, same_input_twice_has_no_regression) {
  const std::string a = file("a", script(0));
  const run_result ran = run_rtm({"diff", a, a});
  EXPECT_EQ(ran.exit_code, 0) << ran.error;
  EXPECT_NE(ran.output.find("core 0: load 30.00 % -> 30.00 % (0), p 1.000\n"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("\nno regression of more than 1 % of a core's time\n"), std::string::npos) << ran.output;
}

TEST_F(diff_command, regression_beyond_the_threshold_exits_with_1_and_is_first) {
  const run_result ran = run_rtm({"diff", file("a", script(0)), file("b", script(10, 7)), "--threshold", "2%"});
  EXPECT_EQ(ran.exit_code, 1);
  // 30 of 300 become 60 of 300: t = 0.1 / sqrt(2 * 0.0001 / 3) = 12.2 with 4 degrees of freedom, p = 0.00026.
  EXPECT_NE(ran.output.find("isr CAN_RX    10.00  20.00  +10.00  <0.001  regression\n"), std::string::npos)
      << ran.output;
  EXPECT_NE(ran.output.find("task Control  20.00  20.00       0   1.000\n"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("isr CAN_RX  3  3  9.000/10.00/11.00 us  19.00/20.00/21.00 us\n"), std::string::npos)
      << ran.output;
  EXPECT_NE(ran.output.find("\n2 regressions of more than 2 % of a core's time\n"), std::string::npos) << ran.output;
  EXPECT_EQ(run_rtm({"diff", file("a", script(0)), file("b", script(10)), "--threshold", "10"}).exit_code, 0);
}

TEST_F(diff_command, improvement_is_none) {
  EXPECT_EQ(run_rtm({"diff", file("a", script(10)), file("b", script(0))}).exit_code, 0);
}

TEST_F(diff_command, kept_report_is_as_good_as_its_input) {
  const std::string a = file("a", script(0));
  const std::string b = file("b", script(10));
  const std::string kept = file("a.json", run_rtm({"report", a, "--json"}).output);
  auto of_kept = nlohmann::json::parse(run_rtm({"diff", kept, b, "--json"}).output);
  auto of_input = nlohmann::json::parse(run_rtm({"diff", a, b, "--json"}).output);
  EXPECT_EQ(of_kept["a"]["input"], kept);
  of_kept["a"].erase("input");
  of_input["a"].erase("input");
  EXPECT_EQ(of_kept, of_input);
}

TEST_F(diff_command, json_has_ticks_and_says_what_is_worse) {
  const run_result ran = run_rtm({"diff", file("a", script(0)), file("b", script(10)), "--json"});
  EXPECT_EQ(ran.exit_code, 1);
  const auto made = nlohmann::json::parse(ran.output);
  EXPECT_EQ(made.at("schema"), "rtm.diff/1");
  EXPECT_EQ(made.at("regressions"), 2);
  const auto& core = made.at("cores").at(0);
  EXPECT_EQ(core.at("windows_a"), 3);
  EXPECT_EQ(core.at("no_test"), nullptr);
  EXPECT_EQ(core.at("load").at("regression"), true);
  const auto& isr = core.at("rows").at(0);  // idle changed as much, but is not worse
  EXPECT_EQ(isr.at("kind"), "isr");
  EXPECT_EQ(isr.at("a").at("exclusive"), 30);
  EXPECT_EQ(isr.at("b").at("call_max"), 21);
  EXPECT_EQ(isr.at("regression"), true);
}

TEST_F(diff_command, only_regressions_leaves_out_the_rest) {
  const std::string a = file("a", script(0));
  const run_result ran = run_rtm({"diff", a, file("b", script(10)), "--only", "regressions"});
  EXPECT_EQ(ran.output.find("Control"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("CAN_RX"), std::string::npos) << ran.output;
  EXPECT_EQ(run_rtm({"diff", a, a, "--only", "regressions"}).output.find("core 0"), std::string::npos);
}

TEST_F(diff_command, without_windows_it_says_why_there_is_no_significance) {
  std::string a = script(0);
  a.erase(a.find("window 100\n"), 11);
  std::string b = script(10);
  b.erase(b.find("window 100\n"), 11);
  const run_result ran = run_rtm({"diff", file("a", a), file("b", b)});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find("\nno significance: found 0 and 0 complete windows, expected 2 of each; the\n"
                            "threshold alone decides\n"),
            std::string::npos)
      << ran.output;
  EXPECT_NE(ran.output.find("isr CAN_RX    10.00  20.00  +10.00  regression\n"), std::string::npos) << ran.output;
}

TEST_F(diff_command, takes_a_folder_and_windows_of_a_length_as_report_does) {
  const std::string a = file("a", script(0)), b = file("b", script(10)), folder = (folder_ / "a.ctf").string();
  ASSERT_EQ(run_rtm({"export", a, "--to", "ctf", "-o", folder}).exit_code, 0);
  const run_result same = run_rtm({"diff", folder, a, "--window", "50us", "--json"});
  EXPECT_EQ(same.exit_code, 0) << same.error;
  const auto core = nlohmann::json::parse(same.output).at("cores").at(0);
  EXPECT_EQ(core.at("windows_a"), 6);
  EXPECT_EQ(core.at("windows_b"), 6);
  for (const auto& row : core.at("rows")) EXPECT_EQ(row.at("change"), 0.0) << row;
  EXPECT_EQ(run_rtm({"diff", folder, b, "--window", "100us"}).exit_code, 1);
}

TEST_F(diff_command, compares_the_part_that_is_selected) {
  // Of 40 to 100 us the interrupt takes 10 in a and 20 in b, the task nothing.
  const std::string a = file("a", script(0)), b = file("b", script(10));
  const auto made = nlohmann::json::parse(run_rtm({"diff", a, b, "--from", "40us", "--to", "100us", "--json"}).output);
  const auto& core = made.at("cores").at(0);
  EXPECT_EQ(core.at("ticks_a"), 60);
  EXPECT_EQ(core.at("rows").size(), 2U) << core;
  EXPECT_EQ(core.at("rows").at(0).at("a").at("exclusive"), 10);
  EXPECT_EQ(core.at("rows").at(0).at("b").at("exclusive"), 20);
}

TEST_F(diff_command, cores_are_selected_of_a_kept_report_too_but_no_times) {
  const std::string two = "rtm-timeline 1\nwindow 100\nstart 0 idle\n@1 start 0 idle\n300 poll\n@1 300 poll\n";
  const std::string a = file("a", two);
  const std::string kept = file("a.json", run_rtm({"report", a, "--json"}).output);
  const auto made = nlohmann::json::parse(run_rtm({"diff", kept, a, "--core", "1", "--json"}).output);
  ASSERT_EQ(made.at("cores").size(), 1U);
  EXPECT_EQ(made.at("cores").at(0).at("core"), 1);
  const run_result refused = run_rtm({"diff", kept, a, "--window", "50"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(refused.error, "rtm: " + kept +
                               ": found a kept report; expected an input with facts, as --window, --from and --to "
                               "need\n");
  EXPECT_EQ(run_rtm({"diff", kept, a, "--core", "9"}).error,
            "rtm: " + kept +
                ": found nothing of the part that --core, --from and --to select; expected a core and a time of the "
                "input\n");
}

TEST_F(diff_command, tables_fit_80_columns) {
  const std::string name = "A task with a name that is as long as a name in a real system may be";
  std::string a = script(0);
  std::string b = script(10);
  for (std::string* text : {&a, &b}) text->replace(text->find("CAN_RX"), 6, name);
  std::istringstream lines(run_rtm({"diff", file("a", a), file("b", b)}).output);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("A  ") || line.starts_with("B  ")) continue;
    EXPECT_LE(line.size(), 80U + 2) << line << ": an ellipsis has 3 bytes";
  }
}

TEST_F(diff_command, what_cannot_be_used_is_told_in_one_line) {
  const std::string a = file("a", script(0));
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const run_result ran = run_rtm(arguments);
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_EQ(ran.output, "");
    return ran.error;
  };
  EXPECT_EQ(refused({"diff", a, "/nowhere"}),
            "rtm: /nowhere: found \"No such file or directory\"; expected a readable file\n");
  const std::string bad = file("bad.json", "{\"schema\":\"other\"}");
  EXPECT_EQ(refused({"diff", bad, a}), "rtm: " + bad + ": /schema: found \"other\"; expected \"rtm.report/1\"\n");
  EXPECT_EQ(refused({"diff", "-", "-"}),
            "rtm: diff: found - twice, expected two different inputs (see rtm diff --help)\n");
  EXPECT_EQ(refused({"diff", a, a, "--threshold", "two"}),
            "rtm: --threshold: found two, expected 0% to 100% (see rtm diff --help)\n");
  const std::string other = file("other", "rtm-timeline 1\n@1 start 0 idle\n@1 5 poll\n");
  EXPECT_EQ(refused({"diff", a, other}), "rtm: " + other + ": found no core that " + a + " has too; expected one\n");
}

TEST_F(diff_command, input_that_lacks_something_is_said_to) {
  const run_result ran = run_rtm({"diff", RTM_TESTS_DIR "/trace/streams/v1/lossy.rtmt", file("a", script(0))});
  EXPECT_NE(ran.output.find("  not all that happened is in it\nB  "), std::string::npos) << ran.output;
}

}  // namespace
}  // namespace rtm::test
