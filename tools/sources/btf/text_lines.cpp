// SPDX-License-Identifier: MIT
#include "sources/btf/text_lines.hpp"

#include <cstring>
#include <span>
#include <utility>

namespace rtm::host::btf {
namespace {

constexpr std::size_t block_size = std::size_t{256} * 1024;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

text_lines::text_lines(input in) : in_(std::move(in)), buffer_(block_size + max_line) {}

bool text_lines::next(std::string_view& line) {
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
    if (searched >= max_line) {
      is_cut_ = true;
      take(line, max_line, max_line);
      return true;
    }
    if (!refill()) break;
  }
  if (searched == 0) return false;
  take(line, searched, searched);
  return true;
}

/// Moves the unread bytes to the front and reads more behind them.
bool text_lines::refill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  const std::size_t n = in_.read(std::span(buffer_).subspan(end_));
  end_ += n;
  return n != 0;
}

void text_lines::take(std::string_view& line, std::size_t length, std::size_t with_end) {
  line = std::string_view(buffer_.data() + begin_, length);
  offset_ = passed_;
  begin_ += with_end;
  passed_ += with_end;
  ++number_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
}

void text_lines::skip_rest() {
  is_cut_ = false;
  do {
    const void* const found = std::memchr(buffer_.data() + begin_, '\n', end_ - begin_);
    const std::size_t n = found != nullptr
                              ? static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data()) + 1 - begin_
                              : end_ - begin_;
    begin_ += n;
    passed_ += n;
    if (found != nullptr) return;
  } while (refill());
}

}  // namespace rtm::host::btf
