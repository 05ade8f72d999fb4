// SPDX-License-Identifier: MIT
// Lines of a text input, one at a time in bounded memory. A line that is too long, holds a NUL or is not UTF-8 is
// refused with its place, so that readers of text formats need not think of it. Who reads what others print, names of
// programs above all, takes any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/input.hpp"
#include "sources/source.hpp"

namespace rtm::host {

/// A line that is refused, in parts: for who keeps what stood before it.
class line_error : public source_error {
 public:
  line_error(const std::string& what, source_problem its_problem)
      : source_error(what), problem_(std::move(its_problem)) {}
  [[nodiscard]] const source_problem& problem() const { return problem_; }

 private:
  source_problem problem_;
};

class line_reader {
 public:
  enum class bytes : unsigned char { utf8, any };
  /// A line longer than max_line is refused, or comes as its beginning (`is_cut`).
  enum class long_lines : unsigned char { refused, cut };

  /// Longest accepted line in bytes, its end not counted.
  static constexpr std::size_t max_line = 4096;

  /// `accepted`: with `any` only the length of a line is checked.
  explicit line_reader(input in, bytes accepted = bytes::utf8, long_lines how = long_lines::refused);

  /// The next line without its end (LF or CRLF) and, on the first line, without a byte order mark. False at the end of
  /// the input. `line` is valid until the next call. Throws line_error, and source_error if the input cannot be read.
  bool next(std::string_view& line);

  /// Number of the line that `next` returned last, from 1; 0 before the first.
  [[nodiscard]] std::uint64_t line_number() const { return line_number_; }
  /// Of its first byte.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// It is longer than max_line.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  [[nodiscard]] const std::string& name() const { return in_.name(); }
  [[nodiscard]] bool is_live() const { return in_.is_live(); }
  /// The next line would have to be waited for: of what grows, who has something to show shows it first.
  [[nodiscard]] bool must_wait() const;

  /// Throws line_error: "<name>:<line>: found <found>; expected <expected>".
  [[noreturn]] void refuse(std::string_view found, std::string_view expected) const;

 private:
  bool refill();
  void skip_rest();
  void take(std::string_view& line, std::size_t length, std::size_t with_end);
  void check(std::string_view line) const;

  input in_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  ///< Unread bytes of the buffer: begin_ .. end_.
  std::size_t end_ = 0;
  std::uint64_t line_number_ = 0;
  std::uint64_t offset_ = 0;       ///< Of the line returned last.
  std::uint64_t next_offset_ = 0;  ///< Of buffer_[begin_].
  bytes accepted_;
  long_lines how_;
  bool is_cut_ = false;
};

}  // namespace rtm::host
