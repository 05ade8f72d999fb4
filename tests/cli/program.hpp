// SPDX-License-Identifier: MIT
// Runs the program rtm as a shell would, and says what it printed and how it ended.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace rtm::test {

struct run_options {
  std::string input;                                             ///< Standard input.
  std::vector<std::pair<std::string, std::string>> environment;  ///< Beside a plain one without COLUMNS and NO_COLOR.
};

struct run_result {
  int exit_code = -1;  ///< -1: ended by a signal.
  std::string output;
  std::string error;
};

/// Standard output and standard error go to files.
[[nodiscard]] run_result run_rtm(const std::vector<std::string>& arguments, const run_options& options = {});

/// Standard output goes to `descriptor`, which may be a closed pipe, a full device or a terminal.
[[nodiscard]] run_result run_rtm_into(int descriptor, const std::vector<std::string>& arguments,
                                      const run_options& options = {});

}  // namespace rtm::test
