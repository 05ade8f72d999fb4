// SPDX-License-Identifier: MIT
// Test data in files: which are there, and what is in them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace rtm::test {

/// The whole file. Throws std::runtime_error if it cannot be read.
[[nodiscard]] std::string read_file(const std::filesystem::path& path);

/// Files of `folder` whose names end in `extension` (".timeline"), in order. Throws if the folder is missing.
[[nodiscard]] std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                                          std::string_view extension);

}  // namespace rtm::test
