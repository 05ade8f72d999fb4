// SPDX-License-Identifier: MIT
#include "views/table.hpp"

#include <algorithm>
#include <numeric>
#include <ostream>
#include <utility>

#include "text/text.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t gap = 2;
/// A name is cut down to this before a column is given up, and further only when no column is left to give up.
constexpr std::size_t readable_name = 16;
constexpr std::size_t shortest_name = 4;

/// An empty column takes no gap either.
std::size_t line_width(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin() + 1, widths.end(), widths[0],
                         [](std::size_t sum, std::size_t w) { return w == 0 ? sum : sum + gap + w; });
}

}  // namespace

void table::add(std::vector<std::string> cells, row_kind kind) {
  cells.resize(give_up_.size());
  rows_.push_back({std::move(cells), kind});
}

std::vector<std::size_t> table::natural_widths() const {
  std::vector<std::size_t> widths(give_up_.size(), 0);
  for (const row& r : rows_)
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], width_of(r.cells[i]));
  return widths;
}

std::vector<std::size_t> table::fitted_widths(std::size_t width) const {
  std::vector<std::size_t> widths = natural_widths();
  std::vector<unsigned> give_up = give_up_;
  const std::size_t whole_name = widths[0];
  widths[0] = std::min(whole_name, readable_name);
  while (line_width(widths) > width) {
    const auto next = std::max_element(give_up.begin(), give_up.end());
    if (*next == 0) break;
    widths[static_cast<std::size_t>(next - give_up.begin())] = 0;
    *next = 0;
  }
  const std::size_t others = line_width(widths) - widths[0];
  const std::size_t room = width > others ? width - others : 0;
  widths[0] = std::min(whole_name, std::max(room, shortest_name));
  return widths;
}

void table::print(std::ostream& out, std::size_t width, style how) const {
  const std::vector<std::size_t> widths = fitted_widths(width);
  for (const row& r : rows_) {
    const std::string name = shortened(r.cells[0], widths[0]);
    std::string line = name + std::string(widths[0] - width_of(name), ' ');
    for (std::size_t i = 1; i < widths.size(); ++i) {
      if (widths[i] == 0) continue;
      line.append(gap + widths[i] - width_of(r.cells[i]), ' ');
      line += r.cells[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << (r.kind == row_kind::heading ? how.bold(line) : line) << '\n';
  }
}

}  // namespace rtm::host
