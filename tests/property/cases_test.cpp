// SPDX-License-Identifier: MIT
// The oracle against cases from practice that were worked out by hand. A judge that fails here is no judge.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "compare.hpp"
#include "expected_json.hpp"
#include "oracle.hpp"
#include "scenario.hpp"

namespace rtm::property {
namespace {

std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> scripts() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(RTM_TESTS_DIR) / "timeline" / "cases")) {
    if (entry.path().extension() == ".timeline") found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

TEST(property_cases, oracle_on_every_worked_case_reports_the_worked_numbers) {
  std::size_t compared = 0;
  for (const auto& file : scripts()) {
    SCOPED_TRACE(file.filename().string());
    auto result = file;
    if (!std::filesystem::exists(result.replace_extension(".json"))) continue;
    const scenario given = from_script(read(file));
    const expected_report expected = from_json(read(result));
    EXPECT_TRUE(expected.loads_agree);
    for (const pace how : {pace::ticks, pace::runs}) {
      if (how == pace::ticks && expected.report.cores[0].epochs[0].total > 1'000'000) continue;  // takes too long
      host::report judged = oracle_report(given.info, given.facts, {how, {}});
      drop_open_calls(judged);
      const auto found = first_difference(expected.report, judged);
      EXPECT_FALSE(found) << found->place << ": expected " << found->expected << ", the oracle says " << found->actual;
    }
    ++compared;
  }
  EXPECT_GE(compared, 42U);
}

TEST(property_cases, script_of_every_worked_case_survives_being_written_and_read) {
  for (const auto& file : scripts()) {
    SCOPED_TRACE(file.filename().string());
    const scenario given = from_script(read(file));
    const scenario again = from_script(to_script(given));
    EXPECT_EQ(given.facts, again.facts);
    EXPECT_EQ(to_script(given), to_script(again));
  }
}

}  // namespace
}  // namespace rtm::property
