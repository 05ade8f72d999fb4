// SPDX-License-Identifier: MIT
// Every timeline script here has the report that it must give beside it, worked out by hand.
// cases/ are from public reports of people who measured load, scenarios/ are what those do not reach.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "files.hpp"
#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "views/view.hpp"

namespace rtm::test {
namespace {

const std::filesystem::path here = std::filesystem::path(RTM_TESTS_DIR) / "timeline";

nlohmann::json reported(const std::filesystem::path& script) {
  const auto from = host::open_source(script.string());
  std::ostringstream out;
  host::find_view("json")->render(host::make_report(*from), {}, out);
  return nlohmann::json::parse(out.str());
}

class script : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(script, reports_what_was_worked_out) {
  std::filesystem::path expected_file = GetParam();
  expected_file.replace_extension(".json");
  const auto expected = nlohmann::json::parse(read_file(expected_file));
  const auto actual = reported(GetParam());
  EXPECT_EQ(expected, actual) << "differences, as JSON patch: " << nlohmann::json::diff(expected, actual).dump(1)
                              << '\n'
                              << read_file(GetParam());
}

std::string name_of(const testing::TestParamInfo<std::filesystem::path>& info) { return info.param.stem().string(); }

INSTANTIATE_TEST_SUITE_P(cases, script, testing::ValuesIn(files_in(here / "cases", ".timeline")), name_of);
INSTANTIATE_TEST_SUITE_P(scenarios, script, testing::ValuesIn(files_in(here / "scenarios", ".timeline")), name_of);

TEST(scripts, no_expectation_is_left_without_its_script) {
  for (const char* const folder : {"cases", "scenarios"})
    for (auto file : files_in(here / folder, ".json"))
      EXPECT_TRUE(std::filesystem::exists(file.replace_extension(".timeline"))) << file;
  EXPECT_EQ(files_in(here / "cases", ".json").size(), 42U);
}

}  // namespace
}  // namespace rtm::test
