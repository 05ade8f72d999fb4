// SPDX-License-Identifier: MIT
// Bytes of a file or of standard input, read once, in order, with a look ahead. Sources read through it, so that every
// refusal of a directory, a missing file or a read error says the same thing in the same form.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rtm::host {

class input {
 public:
  /// Opens `path`; "-" is standard input. Throws source_error for what cannot be read: missing, forbidden, a directory.
  explicit input(const std::string& path);
  /// Bytes in memory, for tests and fuzzing. They must outlive the input.
  input(std::string name, std::string_view bytes);
  input(input&& other) noexcept;
  input& operator=(input&&) = delete;
  input(const input&) = delete;
  input& operator=(const input&) = delete;
  ~input();

  /// How messages call it: the path, or <stdin>.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The first bytes, at most `prefix_size`, fewer only if the input is shorter. Only before the first `read`.
  [[nodiscard]] std::string_view prefix();
  /// Fills the front of `out` and returns how many bytes; 0 means: the end. Throws source_error if the system fails.
  std::size_t read(std::span<char> out);

  static constexpr std::size_t prefix_size = 64 * 1024;

 private:
  std::size_t read_some(std::span<char> out);

  std::string name_;
  int fd_ = -1;
  std::string_view memory_;
  std::vector<char> ahead_;
  std::size_t ahead_used_ = 0;
};

}  // namespace rtm::host
