// SPDX-License-Identifier: MIT
// Lines of a text input, one at a time in bounded memory. A line that is too long, holds a NUL or is not UTF-8 is
// refused with its place, so that readers of text formats need not think of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sources/input.hpp"

namespace rtm::host {

class line_reader {
 public:
  /// Longest accepted line in bytes, its end not counted.
  static constexpr std::size_t max_line = 4096;

  explicit line_reader(input in);

  /// The next line without its end (LF or CRLF) and, on the first line, without a byte order mark. False at the end of
  /// the input. `line` is valid until the next call. Throws source_error.
  bool next(std::string_view& line);

  /// Number of the line that `next` returned last, from 1; 0 before the first.
  [[nodiscard]] std::uint64_t line_number() const { return line_number_; }
  [[nodiscard]] const std::string& name() const { return in_.name(); }

  /// Throws source_error: "<name>:<line>: found <found>; expected <expected>".
  [[noreturn]] void refuse(std::string_view found, std::string_view expected) const;

 private:
  bool refill();
  void take(std::string_view& line, std::size_t length, std::size_t with_end);
  void check(std::string_view line) const;

  input in_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< Unread bytes of the buffer: begin_ .. end_.
  std::size_t end_ = 0;
  std::uint64_t line_number_ = 0;
};

}  // namespace rtm::host
