// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "files.hpp"
#include "golden.hpp"
#include "program.hpp"

namespace rtm::test {
namespace {

const std::filesystem::path scripts = std::filesystem::path(RTM_TESTS_DIR) / "golden" / "scripts";

TEST(golden, help_of_the_program) { expect_golden("help.txt", run_rtm({"--help"}).output); }
TEST(golden, help_of_report) { expect_golden("help_report.txt", run_rtm({"help", "report"}).output); }

class text_view : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(text_view, is_as_expected_at_80_and_120_columns) {
  for (const std::string width : {"80", "120"})
    expect_golden(GetParam().stem().string() + "_" + width + ".txt",
                  run_rtm({"report", GetParam().string(), "--width", width}).output);
}

INSTANTIATE_TEST_SUITE_P(golden, text_view, testing::ValuesIn(files_in(scripts, ".timeline")),
                         [](const auto& of) { return of.param.stem().string(); });

TEST(golden, json_keeps_its_layout) {
  expect_golden("engine_control.json",
                run_rtm({"report", (scripts / "engine_control.timeline").string(), "--json"}).output);
}

TEST(golden, load_view_of_every_class_and_of_a_fault) {
  for (const std::string script : {"engine_control", "broken_port"})
    expect_golden(
        script + "_load.txt",
        run_rtm({"report", (scripts / (script + ".timeline")).string(), "--view", "load", "--width", "80"}).output);
}

TEST(golden, colour_marks_titles_and_faults) {
  const std::string script = (scripts / "broken_port.timeline").string();
  expect_golden("broken_port_colour.txt", run_rtm({"report", script, "--color", "always", "--width", "80"}).output);
}

}  // namespace
}  // namespace rtm::test
