// SPDX-License-Identifier: MIT
// Whatever a script tells, an export that is read back gives each owner and point what the ledger gave it: to the tick,
// call by call, epoch by epoch, window by window.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "exported.hpp"
#include "files.hpp"
#include "tool.hpp"

namespace rtm::test {
namespace {

const std::filesystem::path tests = RTM_TESTS_DIR;

std::vector<std::filesystem::path> all_scripts() {
  std::vector<std::filesystem::path> all;
  for (const char* folder : {"timeline/cases", "timeline/scenarios", "golden/scripts", "exports/scripts"})
    for (const auto& script : files_in(tests / folder, ".timeline")) all.push_back(script);
  return all;
}

/// One line a script whose export does not tell what the ledger does, or cannot be read.
std::string check_all(told (*through)(const std::string&)) {
  std::string wrong;
  for (const auto& script : all_scripts())
    if (const std::string text = check(through, read_file(script)); !text.empty())
      wrong += script.filename().string() + ": " + text + "\n";
  return wrong;
}

TEST(exports_of_every_script, give_perfetto_what_the_ledger_gave) {
  if (!has_tool("protoc")) GTEST_SKIP() << "no protoc here";
  EXPECT_EQ(check_all(through_perfetto), "");
}

TEST(exports_of_every_script, give_chrome_what_the_ledger_gave) { EXPECT_EQ(check_all(through_chrome), ""); }

TEST(exports_of_every_script, give_babeltrace_what_the_ledger_gave) {
  if (!has_tool("babeltrace2")) GTEST_SKIP() << "no babeltrace2 here";
  EXPECT_EQ(check_all(through_ctf), "");
}

}  // namespace
}  // namespace rtm::test
