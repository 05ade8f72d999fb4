// SPDX-License-Identifier: MIT
#include "golden.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "files.hpp"

namespace rtm::test {
namespace {

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

}  // namespace

void expect_golden(const std::string& name, const std::string& actual) {
  const std::filesystem::path file = std::filesystem::path(RTM_TESTS_DIR) / "golden" / "expected" / name;
  const std::string expected = std::filesystem::exists(file) ? read_file(file) : std::string();
  EXPECT_EQ(expected, actual) << "expected is " << file << ", RTM_UPDATE_GOLDEN=1 rewrites it";
  if (!is_set("RTM_UPDATE_GOLDEN")) return;
  if (is_set("CI")) {
    ADD_FAILURE() << "found RTM_UPDATE_GOLDEN with CI set, expected a person who looks at the difference";
    return;
  }
  if (expected != actual) std::ofstream(file, std::ios::binary) << actual;
}

}  // namespace rtm::test
