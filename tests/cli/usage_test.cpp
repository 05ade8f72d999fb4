// SPDX-License-Identifier: MIT
// Help, version, and what a wrong command line is told.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
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
    testing::Values(
        misuse{"nothing", {}, "rtm: found none, expected the name of a command (see rtm --help)"},
        misuse{"unknown_command",
               {"reprot", "-"},
               "rtm: found \"reprot\", expected the name of a command (see rtm --help)"},
        misuse{"unknown_option_without_command",
               {"--wdith"},
               "rtm: found \"--wdith\", expected the name of a command (see rtm --help)"},
        misuse{
            "unknown_topic", {"help", "x"}, "rtm: help: found x, expected the name of a command (see rtm help --help)"},
        misuse{"no_command_of_evidence",
               {"evidence"},
               "rtm: evidence: found none, expected check or template (see rtm evidence --help)"},
        misuse{"no_file", {"report"}, "rtm: FILE: found none, expected one (see rtm report --help)"},
        misuse{"no_budget", {"check", "-"}, "rtm: --budget: found none, expected TOML (see rtm check --help)"},
        misuse{"two_files", {"report", "a", "b"}, "rtm: found \"b\", expected no more (see rtm report --help)"},
        misuse{"unknown_option",
               {"report", "-", "--wdith", "3"},
               "rtm: found \"--wdith\", expected an option of report (see rtm report --help)"},
        misuse{"unknown_view",
               {"report", "-", "--view", "xml"},
               "rtm: --view: found xml, expected text, load or json (see rtm report --help)"},
        misuse{"unknown_order",
               {"top", "--once", "--sort", "nope", "-f", "-"},
               "rtm: --sort: found nope, expected time, calls or name (see rtm top --help)"},
        misuse{"core_of_a_word",
               {"report", "-", "--core", "x"},
               "rtm: --core: found x, expected a whole number below 2^32 (see rtm report --help)"},
        misuse{"window_twice",
               {"report", "-", "--window", "1ms", "--window", "2ms"},
               "rtm: --window: found it more than once, expected it once (see rtm report --help)"},
        misuse{"window_of_nothing",
               {"report", "-", "--window"},
               "rtm: --window: found no value, expected TIME (see rtm report --help)"},
        misuse{"value_of_a_flag",
               {"report", "-", "--follow=x"},
               "rtm: --follow: found x, expected no value (see rtm report --help)"},
        misuse{"part_that_ends_before_it_begins",
               {"export", "-", "--to", "ctf", "-o", "x", "--from", "5", "--until", "3"},
               "rtm: --until: found 3; expected a time after --from"},
        misuse{"duration_without_a_unit",
               {"record", "--duration", "5"},
               "rtm: --duration: found 5; expected a time such as 500ms or 5s"},
        misuse{"duration_of_a_word",
               {"record", "--duration", "xs"},
               "rtm: --duration: found xs; expected a time such as 500ms or 5s"},
        misuse{"two_views",
               {"report", "-", "--view", "text", "--json"},
               "rtm: --json: found --view text too, expected one of them (see rtm report --help)"},
        misuse{"narrow",
               {"report", "-", "--width", "19"},
               "rtm: --width: found 19, expected 20 to 1000 (see rtm report --help)"},
        misuse{"windows_of_a_word",
               {"report", "-", "--windows", "some"},
               "rtm: --windows: found some, expected all, none or a number (see rtm report --help)"}),
    [](const auto& of) { return std::string(of.param.name); });

const std::string stream = RTM_TESTS_DIR "/trace/streams/v1/sample.rtmt";
const std::string faulty = RTM_TESTS_DIR "/trace/streams/v1/faulty.rtmt";

/// By everything that opens files of its own, one of which could have become standard output.
TEST(closed_output, is_told_in_one_line_by_whatever_prints) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"report", stream, "--json"},
                                             {"report", "-f", stream, "--json"},
                                             {"diff", stream, stream, "--json"},
                                             {"top", "--once", "--json", "-f", stream},
                                             {"dump", stream},
                                             {"verify", stream},
                                             {"replay", stream},
                                             {"evidence", "template"},
                                             {"--help"}}) {
    const run_result ran = run_rtm_into(-1, words);
    EXPECT_EQ(ran.exit_code, 2) << words.front();
    EXPECT_EQ(ran.error, "rtm: <stdout>: found \"Bad file descriptor\"; expected room for the output\n")
        << words.front();
  }
}

/// A reader that has seen enough, as `head`, is no failure; the exit code is that of what was found.
TEST(closed_pipe, ends_json_without_a_word) {
  int ends[2] = {};
  ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
  close(ends[0]);
  for (const auto& [words, code] :
       std::vector<std::pair<std::vector<std::string>, int>>{{{"report", stream, "--json"}, 0},
                                                             {{"report", faulty, "--json"}, 1},
                                                             {{"diff", stream, stream, "--json"}, 0},
                                                             {{"top", "--once", "--json", "-f", stream}, 0},
                                                             {{"dump", stream}, 0}}) {
    const run_result ran = run_rtm_into(ends[1], words);
    EXPECT_EQ(ran.exit_code, code) << words.front();
    EXPECT_EQ(ran.error, "") << words.front();
  }
  close(ends[1]);
}

}  // namespace
}  // namespace rtm::test
