// SPDX-License-Identifier: MIT
// Runs a program that is not ours, to read what we wrote.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rtm::test {

struct tool_result {
  int exit_code = -1;  ///< 127: not installed.
  std::string output;
  std::string error;
};

/// The program is looked for in PATH. Standard input is `input`, a file.
[[nodiscard]] tool_result run_tool(const std::vector<std::string>& words,
                                   const std::filesystem::path& input = "/dev/null");

/// True if `name` is in PATH. A missing tool is a failure where RTM_REQUIRE_TOOLS is set, elsewhere a skipped test.
[[nodiscard]] bool has_tool(const std::string& name);

}  // namespace rtm::test
