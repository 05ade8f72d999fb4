// SPDX-License-Identifier: MIT
// Help, version, and what a wrong command line is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "program.hpp"
#include "rtm/version.h"

namespace rtm::test {
namespace {

TEST(usage, version_is_that_of_the_library) {
  const run_result ran = run_rtm({"--version"});
  EXPECT_EQ(ran.output, "rtm " RTM_VERSION "\n");
  EXPECT_EQ(ran.exit_code, 0);
}

TEST(usage, help_command_says_what_the_help_option_says) {
  EXPECT_EQ(run_rtm({"help"}).output, run_rtm({"--help"}).output);
  EXPECT_EQ(run_rtm({"help", "report"}).output, run_rtm({"report", "--help"}).output);
  EXPECT_EQ(run_rtm({"help"}).exit_code, 0);
}

TEST(usage, help_of_every_command_fits_the_terminal) {
  for (const std::size_t width : {60U, 80U}) {
    const run_options narrow{"", {{"COLUMNS", std::to_string(width)}}};
    for (const std::string command : {"", "record", "top", "report", "diff", "export", "verify", "check", "evidence",
                                      "replay", "dump", "probe", "help"}) {
      std::vector<std::string> words = {"help"};
      if (!command.empty()) words.push_back(command);
      std::istringstream help(run_rtm(words, narrow).output);
      for (std::string line; std::getline(help, line);) EXPECT_LE(line.size(), width) << command << ": " << line;
    }
  }
}

TEST(usage, help_goes_on_under_its_description_and_is_as_it_was_where_there_is_room) {
  const std::string wide = run_rtm({"help", "report"}, {"", {{"COLUMNS", "200"}}}).output;
  EXPECT_NE(
      wide.find("\n  --width N                   Columns of the text view; default: those of the terminal, or 80\n"),
      std::string::npos)
      << wide;
  const std::string narrow = run_rtm({"help", "report"}, {"", {{"COLUMNS", "70"}}}).output;
  EXPECT_NE(narrow.find("\n  --width N                   Columns of the text view; default: those\n"
                        "                              of the terminal, or 80\n"),
            std::string::npos)
      << narrow;
  EXPECT_NE(narrow.find("\nExamples:\n  rtm report run.timeline\n"), std::string::npos) << narrow;
}

struct misuse {
  const char* name;
  std::vector<std::string> arguments;
  const char* message;
};

class refused_usage : public testing::TestWithParam<misuse> {};

TEST_P(refused_usage, says_one_line_and_exits_with_2) {
  const run_result ran = run_rtm(GetParam().arguments, {"rtm-timeline 1\nstart 0 idle\n", {}});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output, "");
  EXPECT_EQ(ran.error, std::string(GetParam().message) + '\n');
}

INSTANTIATE_TEST_SUITE_P(
    usage, refused_usage,
    testing::Values(misuse{"nothing", {}, "rtm: found none, expected the name of a command (see rtm --help)"},
                    misuse{"unknown_command",
                           {"reprot", "-"},
                           "rtm: found \"reprot\", expected the name of a command (see rtm --help)"},
                    misuse{"unknown_option_without_command",
                           {"--wdith"},
                           "rtm: found \"--wdith\", expected the name of a command (see rtm --help)"},
                    misuse{"unknown_topic",
                           {"help", "x"},
                           "rtm: help: found x, expected the name of a command (see rtm help --help)"},
                    misuse{"no_file", {"report"}, "rtm: FILE is required (see rtm report --help)"},
                    misuse{"two_files",
                           {"report", "a", "b"},
                           "rtm: The following argument was not expected: b (see rtm report --help)"},
                    misuse{"unknown_option",
                           {"report", "-", "--wdith", "3"},
                           "rtm: The following arguments were not expected: 3 --wdith (see rtm report --help)"},
                    misuse{"unknown_view",
                           {"report", "-", "--view", "xml"},
                           "rtm: --view: xml not in {text,load,json} (see rtm report --help)"},
                    misuse{"two_views",
                           {"report", "-", "--view", "text", "--json"},
                           "rtm: --json: found --view text too, expected one of them (see rtm report --help)"},
                    misuse{"narrow",
                           {"report", "-", "--width", "19"},
                           "rtm: --width: Value 19 not in range 20 to 1000 (see rtm report --help)"},
                    misuse{"windows_of_a_word",
                           {"report", "-", "--windows", "some"},
                           "rtm: --windows: found some, expected all, none or a number (see rtm report --help)"}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace rtm::test
