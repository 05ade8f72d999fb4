// SPDX-License-Identifier: MIT
// Takes a line apart from left to right. Every step either takes what it is asked for or leaves the cursor where it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace rtm::host::kernel {

class text_cursor {
 public:
  explicit text_cursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

  [[nodiscard]] bool at_end() const { return at_ == end_; }
  /// The next character; NUL at the end.
  [[nodiscard]] char peek() const { return at_ != end_ ? *at_ : '\0'; }
  [[nodiscard]] bool at_digit() const { return is_digit(peek()); }
  [[nodiscard]] std::string_view rest() const { return {at_, static_cast<std::size_t>(end_ - at_)}; }

  bool skip(char c) {
    if (peek() != c || at_end()) return false;
    ++at_;
    return true;
  }
  bool skip(std::string_view word) {
    if (!rest().starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  /// False: there is none.
  bool skip_blanks() {
    const char* const from = at_;
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t')) ++at_;
    return at_ != from;
  }
  /// Up to the next space; for words that are long enough to be worth a search.
  std::string_view long_word() {
    const std::string_view all = rest();
    const std::size_t length = all.find(' ');
    const std::string_view word = length == all.npos ? all : all.substr(0, length);
    at_ += word.size();
    return word;
  }
  /// Up to the next blank.
  std::string_view word() {
    const char* const from = at_;
    while (at_ != end_ && *at_ != ' ' && *at_ != '\t') ++at_;
    return {from, static_cast<std::size_t>(at_ - from)};
  }
  /// Decimal digits, at most 18; returns how many, 0: there is no such number.
  std::size_t number(std::uint64_t& value) {
    const char* const from = at_;
    const char* to = from;
    std::uint64_t sum = 0;
    for (; to != end_ && is_digit(*to); ++to) sum = sum * 10 + static_cast<std::uint64_t>(*to - '0');
    const auto digits = static_cast<std::size_t>(to - from);
    if (digits == 0 || digits > 18) return 0;
    value = sum;
    at_ = to;
    return digits;
  }
  /// Seconds with 6 or 9 digits behind the point, in ns; returns how many digits, 0: there is no such stamp.
  std::size_t stamp(std::uint64_t& ns) {
    constexpr std::uint64_t most_seconds = 9'000'000'000;  // A ledger takes a step of half the range for one back.
    const char* const from = at_;
    std::uint64_t seconds = 0;
    std::uint64_t fraction = 0;
    if (number(seconds) != 0 && seconds <= most_seconds && skip('.'))
      if (const std::size_t digits = number(fraction); digits == 6 || digits == 9) {
        ns = seconds * 1'000'000'000 + (digits == 6 ? fraction * 1000 : fraction);
        return digits;
      }
    at_ = from;
    return 0;
  }

  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

 private:
  const char* at_;
  const char* end_;
};

}  // namespace rtm::host::kernel
