// SPDX-License-Identifier: MIT
// Lines of a text whose beginning is read twice, also where it comes through a pipe. A line that is refused ends the
// text: what stood before it is sound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sources/line_reader.hpp"

namespace rtm::host::kernel {

class held_lines {
 public:
  /// No more than so much is kept in memory.
  static constexpr std::size_t most_lines = 64 * 1024;
  static constexpr std::size_t most_bytes = 8 * 1024 * 1024;

  explicit held_lines(input in) : reader_(std::move(in), line_reader::bytes::any) {}

  /// False: the end, or a line that is refused (see `cut`). `line` is valid until the next call.
  bool next(std::string_view& line);
  /// Lines that `next` returned are kept until there are too many of them.
  [[nodiscard]] bool can_hold() const { return held_.size() < most_lines && text_.size() < most_bytes; }
  /// Once: `next` begins again with the first line.
  void rewind() { is_holding_ = false; }

  /// Has `next` returned the latest line before `rewind` too?
  [[nodiscard]] bool is_held() const { return !is_behind(); }
  /// Of the line that `next` returned last.
  [[nodiscard]] std::uint64_t offset() const { return is_behind() ? reader_.offset() : held_[taken_ - 1].offset; }
  [[nodiscard]] std::uint64_t line_number() const { return is_behind() ? reader_.line_number() : taken_; }
  /// The line behind which nothing is read.
  [[nodiscard]] const std::optional<source_problem>& cut() const { return cut_; }
  [[nodiscard]] line_reader& reader() { return reader_; }

 private:
  struct place {
    std::size_t begin = 0;
    std::size_t length = 0;
    std::uint64_t offset = 0;
  };

  bool read(std::string_view& line);
  [[nodiscard]] bool is_behind() const { return is_holding_ || taken_ == 0; }

  line_reader reader_;
  std::string text_;
  std::vector<place> held_;
  std::size_t taken_ = 0;  ///< Of held_, from 1 on after `rewind`; 0 again behind the last.
  bool is_holding_ = true;
  std::optional<source_problem> cut_;
};

}  // namespace rtm::host::kernel
