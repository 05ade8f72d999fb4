// SPDX-License-Identifier: MIT
// The files of a CTF trace: a folder with one called `metadata`, beside the streams.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rtm::host::ctf {

/// A file in memory that is mapped, not read. The file must not shrink meanwhile.
class mapped_file {
 public:
  /// Throws source_error if it cannot be read.
  explicit mapped_file(const std::filesystem::path& path);
  mapped_file(mapped_file&& other) noexcept;
  mapped_file& operator=(mapped_file&&) = delete;
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;
  ~mapped_file();
  [[nodiscard]] std::string_view bytes() const { return {begin_, size_}; }

 private:
  const char* begin_ = nullptr;
  std::size_t size_ = 0;
};

/// The folder of the only CTF trace in `folder`: itself, or one some levels below, as LTTng lays them out. Absent:
/// there is none. Throws source_error if there are several.
[[nodiscard]] std::optional<std::filesystem::path> find_trace(const std::filesystem::path& folder);

/// Stream files of a trace, sorted by name: all in it that do not begin with a dot and are no metadata.
[[nodiscard]] std::vector<std::filesystem::path> stream_files(const std::filesystem::path& folder);

}  // namespace rtm::host::ctf
