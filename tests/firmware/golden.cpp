// SPDX-License-Identifier: MIT
#include "golden.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

namespace truth {

void compare_with_golden(const std::string& file, const std::string& text, const std::string& compiler) {
  const std::string path = std::string(RTM_TESTS_DIR) + "/firmware/golden/" + file;
  const std::string found = "# " + compiler + "\n" + text;
  if (const char* update = std::getenv("RTM_UPDATE_GOLDEN"); update != nullptr && std::string(update) == "1") {
    std::ofstream(path) << found;
    FAIL() << path << " written anew: look at the difference, then run without RTM_UPDATE_GOLDEN";
  }
  std::ifstream in(path);
  const std::string expected{std::istreambuf_iterator<char>(in), {}};
  if (expected.substr(0, expected.find('\n')) != found.substr(0, found.find('\n'))) {
    GTEST_SKIP() << "found compiler " << compiler << ", expected that of " << path;
  }
  std::istringstream a(expected);
  std::istringstream b(found);
  std::string line_a;
  std::string line_b;
  for (int number = 1; std::getline(a, line_a) && std::getline(b, line_b); ++number) {
    ASSERT_EQ(line_b, line_a) << path << ":" << number << "; RTM_UPDATE_GOLDEN=1 accepts the new text";
  }
  EXPECT_EQ(found.size(), expected.size()) << path << "; RTM_UPDATE_GOLDEN=1 accepts the new text";
}

}  // namespace truth
