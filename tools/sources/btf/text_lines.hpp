// SPDX-License-Identifier: MIT
// Lines of a text that may hold anything, with their places: nothing is refused here. A line that is too long comes as
// its beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sources/input.hpp"

namespace rtm::host::btf {

class text_lines {
 public:
  static constexpr std::size_t max_line = std::size_t{64} * 1024;

  explicit text_lines(input in);

  /// The next line without its end (LF or CRLF) and, at the beginning, without a byte order mark. False at the end of
  /// the input. `line` is valid until the next call. Throws source_error if the system cannot read.
  bool next(std::string_view& line);

  [[nodiscard]] std::uint64_t number() const { return number_; }  ///< Of the latest line, from 1.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }  ///< Of its first byte.
  [[nodiscard]] bool is_cut() const { return is_cut_; }           ///< It is longer than max_line.
  [[nodiscard]] const std::string& name() const { return in_.name(); }

 private:
  bool refill();
  void take(std::string_view& line, std::size_t length, std::size_t with_end);
  void skip_rest();

  input in_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< Unread bytes of the buffer: begin_ .. end_.
  std::size_t end_ = 0;
  std::uint64_t passed_ = 0;  ///< Bytes of the input before begin_.
  std::uint64_t number_ = 0;
  std::uint64_t offset_ = 0;
  bool is_cut_ = false;
};

}  // namespace rtm::host::btf
