// SPDX-License-Identifier: MIT
// With -icount every run of an image is the same, to the byte: all that it leaves behind, three times. Images whose own
// tests ask that are not in this list, which is that of rtm_run_thrice in CMakeLists.txt.
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "runs.hpp"

namespace truth {
namespace {

std::vector<std::string> run_thrice() {
  std::vector<std::string> names;
  std::istringstream list(RTM_FIRMWARE_RUN_THRICE);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

class firmware_same_every_time : public ::testing::TestWithParam<std::string> {};

TEST_P(firmware_same_every_time, all_that_a_run_leaves_behind) {
  unsigned files = 0;
  for (const std::string file : {"uart.txt", "facts.timeline", "trace.rtmt", "counts.txt"}) {
    const std::string folder = std::string(RTM_FIRMWARE_RUNS_DIR) + "/";
    if (!std::filesystem::exists(folder + GetParam() + "/" + file)) continue;
    ++files;
    const std::string first = file_of(GetParam(), file);
    for (const char* turn : {"_2", "_3"})
      EXPECT_TRUE(file_of(GetParam() + turn, file) == first) << file << " of " << turn;
  }
  EXPECT_GE(files, 1U);
}

INSTANTIATE_TEST_SUITE_P(images, firmware_same_every_time, ::testing::ValuesIn(run_thrice()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace truth
