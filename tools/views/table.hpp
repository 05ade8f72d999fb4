// SPDX-License-Identifier: MIT
// Aligned columns for a terminal of a given width. What does not fit is given up in a stated order: first the columns
// that say so, then the end of long names.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>
#include <vector>

namespace rtm::host {

/// Escape sequences, or nothing at all.
struct style {
  bool colour = false;
  [[nodiscard]] std::string bold(const std::string& text) const { return wrap("1", text); }
  [[nodiscard]] std::string dim(const std::string& text) const { return wrap("2", text); }
  [[nodiscard]] std::string alarm(const std::string& text) const { return wrap("1;31", text); }

 private:
  [[nodiscard]] std::string wrap(const char* code, const std::string& text) const {
    return colour ? std::string("\x1b[") + code + 'm' + text + "\x1b[0m" : text;
  }
};

class table {
 public:
  /// The first column holds names: left-aligned, shortened if need be. All others are right-aligned and never cut, but
  /// given up as a whole: those with the largest `give_up` first, 0 never.
  explicit table(std::vector<unsigned> give_up) : give_up_(std::move(give_up)) {}

  enum class row_kind { normal, heading };
  /// As many cells as columns; fewer are filled up with empty ones.
  void add(std::vector<std::string> cells, row_kind kind = row_kind::normal);

  void print(std::ostream& out, std::size_t width, style how) const;

 private:
  struct row {
    std::vector<std::string> cells;
    row_kind kind;
  };
  [[nodiscard]] std::vector<std::size_t> natural_widths() const;
  [[nodiscard]] std::vector<std::size_t> fitted_widths(std::size_t width) const;

  std::vector<unsigned> give_up_;
  std::vector<row> rows_;
};

}  // namespace rtm::host
