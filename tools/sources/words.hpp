// SPDX-License-Identifier: MIT
// The words of one line of a text format, taken from left to right: separated by blanks and tabs, `#` ends the line.
#pragma once

#include <cstddef>
#include <string_view>

namespace rtm::host {

class words {
 public:
  words() = default;
  explicit words(std::string_view line) : rest_(line.substr(0, line.find('#'))) { skip_blanks(); }

  /// The next word, empty at the end of the line.
  std::string_view next() {
    std::size_t n = 0;
    while (n < rest_.size() && !is_blank(rest_[n])) ++n;
    const std::string_view word = rest_.substr(0, n);
    rest_.remove_prefix(n);
    skip_blanks();
    return word;
  }
  /// All that is left, without the blanks at both ends.
  std::string_view rest() {
    std::string_view all = rest_;
    while (!all.empty() && is_blank(all.back())) all.remove_suffix(1);
    rest_ = {};
    return all;
  }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  void skip_blanks() {
    std::size_t n = 0;
    while (n < rest_.size() && is_blank(rest_[n])) ++n;
    rest_.remove_prefix(n);
  }

  std::string_view rest_;
};

}  // namespace rtm::host
