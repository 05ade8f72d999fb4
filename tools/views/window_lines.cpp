// SPDX-License-Identifier: MIT
#include "views/window_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "text/text.hpp"
#include "views/numbers.hpp"

namespace rtm::host {
namespace {

constexpr std::string_view bar_letters = "tisk?.";
constexpr std::size_t shortest_bar = 10;
constexpr std::size_t longest_bar = 50;
constexpr std::size_t column_gap = 2;

template <class Rows>
std::uint64_t exclusive_sum(const Rows& rows) {
  std::uint64_t sum = 0;
  for (const auto& row : rows) sum += row.exclusive;
  return sum;
}

std::string load_text(const window_row& window) {
  const std::uint64_t known = window.length - window.base.unknown;
  return window.cut_by_fault ? "n/a" : percent(known - window.base.idle, known);
}

template <std::size_t Class>
std::string share_of(const window_row& window) {
  return percent(classes_of(window).ticks[Class], window.length);
}

char mark_of(const window_row& window) { return !window.covered ? '!' : window.complete ? ' ' : '*'; }

struct column {
  std::string_view title;
  std::string (*cell)(const window_row&);
  unsigned give_up;  ///< The largest goes first when the line is too long; 0 never.
  /// Left out if every window shown has a 0 here: most systems have no Swis and know all of their time.
  bool left_out_if_zero = false;
  std::size_t width = 0;
};

constexpr std::array all_columns = {
    column{"# ", [](const window_row& w) { return fmt::format("{}{}", w.index, mark_of(w)); }, 0},
    column{"start", [](const window_row& w) { return fmt::format("{}", w.start); }, 8},
    column{"length", [](const window_row& w) { return fmt::format("{}", w.length); }, 7},
    column{"tasks", share_of<0>, 1},
    column{"isrs", share_of<1>, 2},
    column{"swis", share_of<2>, 3, true},
    column{"kernel", share_of<3>, 4, true},
    column{"unknown", share_of<4>, 5, true},
    column{"idle", share_of<5>, 6},
    column{"load", load_text, 0},
};

struct layout {
  std::vector<column> columns;
  std::size_t bar = 0;

  [[nodiscard]] std::size_t width() const {
    return std::accumulate(columns.begin(), columns.end(), std::size_t{0}, [](std::size_t sum, const column& c) {
      return sum + (sum == 0 ? 0 : column_gap) + c.width;
    });
  }
};

layout layout_of(std::span<const window_row> shown, std::size_t width) {
  layout l;
  for (column c : all_columns) {
    c.width = c.title.size();
    bool all_zero = c.left_out_if_zero;
    for (const window_row& w : shown) {
      const std::string cell = c.cell(w);
      c.width = std::max(c.width, cell.size());
      all_zero = all_zero && cell == "0";
    }
    if (!all_zero) l.columns.push_back(c);
  }
  while (l.width() > width) {
    const auto next = std::max_element(l.columns.begin(), l.columns.end(),
                                       [](const column& a, const column& b) { return a.give_up < b.give_up; });
    if (next->give_up == 0) break;
    l.columns.erase(next);
  }
  const std::size_t frame = column_gap + 2;
  const std::size_t room = width > l.width() + frame ? width - l.width() - frame : 0;
  l.bar = room < shortest_bar ? 0 : std::min(room, longest_bar);
  return l;
}

template <class Text>
std::string line_of(const layout& l, Text text) {
  std::string line;
  for (const column& c : l.columns) line += fmt::format("{:>{}}", text(c), (line.empty() ? 0 : column_gap) + c.width);
  return line;
}

/// Which complete windows were the most and the least loaded? The question that the mean hides.
void print_range(std::ostream& out, const epoch_row& epoch, std::size_t width) {
  window_history all = epoch.history;
  if (all.count == 0)
    for (const window_row& window : epoch.windows) all.add(window);
  if (all.complete < 2) return;
  out << wrapped(fmt::format("load of complete windows: least {} % (#{}), most {} % (#{})",
                             percent(all.least->busy, all.least->known), all.least->index,
                             percent(all.most->busy, all.most->known), all.most->index),
                 width);
}

}  // namespace

class_ticks classes_of(const window_row& window) {
  return {{exclusive_sum(window.tasks), exclusive_sum(window.isrs), exclusive_sum(window.swis), window.base.kernel,
           window.base.unknown, window.base.idle}};
}

std::string bar_of(const class_ticks& classes, std::size_t columns) {
  const std::uint64_t total = std::accumulate(std::begin(classes.ticks), std::end(classes.ticks), std::uint64_t{0});
  if (total == 0) return std::string(columns, ' ');
  __extension__ using wide = unsigned __int128;
  std::array<std::size_t, class_ticks::count> length{};
  std::array<std::uint64_t, class_ticks::count> remainder{};
  std::size_t used = 0;
  for (std::size_t i = 0; i < class_ticks::count; ++i) {
    const wide scaled = wide{classes.ticks[i]} * columns;
    length[i] = static_cast<std::size_t>(scaled / total);
    remainder[i] = static_cast<std::uint64_t>(scaled % total);
    used += length[i];
  }
  for (; used < columns; ++used) {
    const auto largest = std::max_element(remainder.begin(), remainder.end());
    ++length[static_cast<std::size_t>(largest - remainder.begin())];
    *largest = 0;
  }
  std::string bar;
  for (std::size_t i = 0; i < class_ticks::count; ++i) bar.append(length[i], bar_letters[i]);
  return bar;
}

void print_windows(std::ostream& out, const epoch_row& epoch, std::span<const window_row> shown, std::size_t width,
                   style how) {
  print_range(out, epoch, width);
  if (shown.empty()) return;
  const layout l = layout_of(shown, width);
  out << how.bold(line_of(l, [](const column& c) { return c.title; })) << '\n';
  bool any_partial = false;
  bool any_uncovered = false;
  for (const window_row& w : shown) {
    out << line_of(l, [&](const column& c) { return c.cell(w); });
    if (l.bar != 0) out << "  |" << bar_of(classes_of(w), l.bar) << '|';
    out << '\n';
    any_partial = any_partial || mark_of(w) == '*';
    any_uncovered = any_uncovered || !w.covered;
  }
  std::string legend = "shares in %, start and length in ticks";
  if (any_partial) legend += "; * not complete";
  if (any_uncovered) legend += "; ! facts are missing in it";
  if (l.bar != 0) legend += "; bar: t task, i isr, s swi, k kernel, ? unknown, . idle";
  out << how.dim(wrapped(legend, width));
}

}  // namespace rtm::host
