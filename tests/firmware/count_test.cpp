// SPDX-License-Identifier: MIT
// Can the budgets trust the plugin insn_count? Against firmware/count_check, whose instructions are known.
#include <gmock/gmock.h>

#include <sstream>
#include <string>
#include <vector>

#include "runs.hpp"

namespace truth {
namespace {

struct counts {
  std::vector<std::uint64_t> differences;
  std::string last_line;
};

counts counts_of(const std::string& text) {
  counts result;
  std::istringstream in(text);
  std::uint64_t previous = 0;
  for (std::string line; std::getline(in, line); result.last_line = line) {
    std::istringstream words(line);
    std::uint64_t index = 0;
    std::uint64_t instructions = 0;
    if (!(words >> index >> instructions)) continue;
    if (index > 0) result.differences.push_back(instructions - previous);
    previous = instructions;
  }
  return result;
}

TEST(firmware_count, plugin_counts_every_instruction_once_devices_or_not) {
  const counts found = counts_of(file_of("counts", "counts.txt"));
  ASSERT_EQ(found.differences.size(), 3U);
  EXPECT_EQ(found.differences[0], 2U) << "an empty pair";
  EXPECT_EQ(found.differences[1], 2U + 10U);
  EXPECT_EQ(found.differences[2], 2U + 10U + 1U) << "ten readings of a device, and the loading of its address";
  EXPECT_THAT(found.last_line, ::testing::StartsWith("end 4 "));
}

TEST(firmware_count, plugin_counts_the_same_with_and_without_icount) {
  EXPECT_EQ(counts_of(file_of("counts", "counts.txt")).differences,
            counts_of(file_of("counts_without_icount", "counts.txt")).differences);
}

}  // namespace
}  // namespace truth
