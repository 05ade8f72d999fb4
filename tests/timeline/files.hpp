// SPDX-License-Identifier: MIT
// Test data in files: which are there, what is in them, and a place for new ones.
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

/// A new folder for one test, removed with this object.
class scratch_folder {
 public:
  scratch_folder();
  scratch_folder(const scratch_folder&) = delete;
  scratch_folder& operator=(const scratch_folder&) = delete;
  ~scratch_folder();
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

}  // namespace rtm::test
