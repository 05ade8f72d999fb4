// SPDX-License-Identifier: MIT
#include "sources/line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "text/text.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t block_size = 64 * 1024;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// True if every byte is ASCII and none is NUL: eight bytes a step, because this looks at every byte of the input.
bool is_plain(std::string_view line) {
  constexpr std::uint64_t ones = 0x0101'0101'0101'0101U;
  constexpr std::uint64_t tops = ones << 7;
  std::uint64_t suspicious = 0;
  std::size_t i = 0;
  for (; i + 8 <= line.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, line.data() + i, 8);
    suspicious |= word | (word - ones);  // A top bit: not ASCII, or (possibly) a zero byte.
  }
  bool plain = (suspicious & tops) == 0;
  for (; i < line.size(); ++i) plain &= static_cast<signed char>(line[i]) > 0;
  return plain;
}

}  // namespace

line_reader::line_reader(input in, bytes accepted, long_lines how)
    : in_(std::move(in)), buffer_(block_size + max_line + 2), accepted_(accepted), how_(how) {}

bool line_reader::next(std::string_view& line) {
  if (is_cut_) skip_rest();
  std::size_t searched = 0;
  while (true) {
    const char* const first = buffer_.data() + begin_;
    const void* const found = std::memchr(first + searched, '\n', end_ - begin_ - searched);
    if (found != nullptr) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(found) - first);
      take(line, length, length + 1);
      return true;
    }
    searched = end_ - begin_;
    if (searched > max_line + 1) {
      take(line, searched, searched);  // Cuts, or refuses: then the rest of the line is never read.
      return true;
    }
    if (!refill()) break;
  }
  if (searched == 0) return false;
  take(line, searched, searched);
  return true;
}

bool line_reader::must_wait() const {
  return is_live() && std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) == nullptr;
}

/// Moves the unread bytes to the front and reads more behind them.
bool line_reader::refill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t n = in_.read(std::span(buffer_).subspan(end_));
  end_ += n;
  return n != 0;
}

/// Of a line that was cut.
void line_reader::skip_rest() {
  is_cut_ = false;
  do {
    const char* const first = buffer_.data() + begin_;
    const void* const found = std::memchr(first, '\n', end_ - begin_);
    const std::size_t n =
        found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - first) + 1 : end_ - begin_;
    begin_ += n;
    next_offset_ += n;
    if (found != nullptr) return;
  } while (refill());
}

void line_reader::take(std::string_view& line, std::size_t length, std::size_t with_end) {
  line = std::string_view(buffer_.data() + begin_, length);
  if (how_ == long_lines::cut && length > max_line && !(length == max_line + 1 && line.back() == '\r')) {
    line = line.substr(0, max_line);
    with_end = max_line;
    is_cut_ = true;
  }
  begin_ += with_end;
  offset_ = next_offset_;
  next_offset_ += with_end;
  ++line_number_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line_number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  check(line);
}

void line_reader::check(std::string_view line) const {
  if (line.size() > max_line)
    refuse(fmt::format("a line of more than {} bytes", max_line), fmt::format("at most {} bytes a line", max_line));
  if (accepted_ == bytes::any || is_plain(line)) return;
  if (const auto at = line.find('\0'); at != line.npos)
    refuse(fmt::format("a NUL byte at byte {} of the line", at + 1), "UTF-8 text");
  if (const auto at = first_bad_utf8(line))
    refuse(fmt::format("byte 0x{:02x} at byte {} of the line", static_cast<unsigned char>(line[*at]), *at + 1),
           "UTF-8 text");
}

void line_reader::refuse(std::string_view found, std::string_view expected) const {
  const std::uint64_t line = std::max<std::uint64_t>(line_number_, 1);  // An empty file has no line at all.
  throw line_error(fmt::format("{}:{}: found {}; expected {}", name(), line, found, expected),
                   {offset_, std::string(found), std::string(expected), line});
}

}  // namespace rtm::host
