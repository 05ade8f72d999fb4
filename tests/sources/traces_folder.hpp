// SPDX-License-Identifier: MIT
// A folder of traces that are not part of the project: the environment variable RTM_TRACES, or what CMake was told.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace rtm::test {

/// Absent: there is none here; then a test skips.
inline std::optional<std::filesystem::path> traces_folder() {
  const char* const told = std::getenv("RTM_TRACES");
  const std::filesystem::path folder = told != nullptr ? told : RTM_TRACES_DIR;
  if (!std::filesystem::is_directory(folder)) return std::nullopt;
  return folder;
}

}  // namespace rtm::test
