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
constexpr std::array<std::string_view, class_ticks::count> class_titles = {"tasks",  "isrs",    "swis",
                                                                           "kernel", "unknown", "idle"};
constexpr std::size_t shortest_bar = 10;
constexpr std::size_t longest_bar = 50;
constexpr std::size_t share_width = 5;  // ">99.9"

template <class Rows>
std::uint64_t exclusive_sum(const Rows& rows) {
  std::uint64_t sum = 0;
  for (const auto& row : rows) sum += row.exclusive;
  return sum;
}

/// Widths of the columns and which classes have one. A class that owned nothing in any window shown has none.
struct layout {
  std::size_t index = 1, start = 5, length = 6;
  std::array<bool, class_ticks::count> classes{};
  std::size_t bar = 0;

  [[nodiscard]] std::size_t class_width(std::size_t i) const { return std::max(class_titles[i].size(), share_width); }
};

layout layout_of(std::span<const window_row> shown, std::size_t width) {
  layout l;
  l.classes[0] = l.classes[1] = l.classes[class_ticks::count - 1] = true;
  for (const window_row& w : shown) {
    l.index = std::max(l.index, fmt::formatted_size("{}", w.index));
    l.start = std::max(l.start, fmt::formatted_size("{}", w.start));
    l.length = std::max(l.length, fmt::formatted_size("{}", w.length));
    const class_ticks c = classes_of(w);
    for (std::size_t i = 0; i < class_ticks::count; ++i) l.classes[i] = l.classes[i] || c.ticks[i] != 0;
  }
  std::size_t used = l.index + 2 + l.start + 2 + l.length + 1 + 2 + share_width;
  for (std::size_t i = 0; i < class_ticks::count; ++i)
    if (l.classes[i]) used += 2 + l.class_width(i);
  const std::size_t room = width > used + 4 ? width - used - 4 : 0;  // two blanks and the frame of the bar
  l.bar = room < shortest_bar ? 0 : std::min(room, longest_bar);
  return l;
}

std::string heading(const layout& l) {
  std::string line = fmt::format("{:>{}}  {:>{}}  {:>{}} ", "#", l.index, "start", l.start, "length", l.length);
  for (std::size_t i = 0; i < class_ticks::count; ++i)
    if (l.classes[i]) line += fmt::format("  {:>{}}", class_titles[i], l.class_width(i));
  return line + fmt::format("  {:>{}}", "load", share_width);
}

std::string load_text(const window_row& window) {
  const std::uint64_t known = window.length - window.base.unknown;
  return window.cut_by_fault ? "n/a" : percent(known - window.base.idle, known);
}

std::string line_of(const window_row& window, const layout& l) {
  const class_ticks classes = classes_of(window);
  std::string line = fmt::format("{:>{}}  {:>{}}  {:>{}}{}", window.index, l.index, window.start, l.start,
                                 window.length, l.length, window.complete ? ' ' : '*');
  for (std::size_t i = 0; i < class_ticks::count; ++i)
    if (l.classes[i]) line += fmt::format("  {:>{}}", percent(classes.ticks[i], window.length), l.class_width(i));
  line += fmt::format("  {:>{}}", load_text(window), share_width);
  if (l.bar != 0) line += fmt::format("  |{}|", bar_of(classes, l.bar));
  return line;
}

/// Which complete windows were the most and the least loaded? The question that the mean hides.
void print_range(std::ostream& out, const epoch_row& epoch) {
  const window_row* least = nullptr;
  const window_row* most = nullptr;
  std::size_t complete = 0;
  for (const window_row& w : epoch.windows) {
    const auto load = load_of(w);
    if (!w.complete || !load) continue;
    ++complete;
    if (least == nullptr || *load < *load_of(*least)) least = &w;
    if (most == nullptr || *load > *load_of(*most)) most = &w;
  }
  if (complete < 2) return;
  out << fmt::format("load of complete windows: least {} % (#{}), most {} % (#{})\n", load_text(*least), least->index,
                     load_text(*most), most->index);
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
  print_range(out, epoch);
  if (shown.empty()) return;
  const layout l = layout_of(shown, width);
  out << how.bold(heading(l)) << '\n';
  bool any_partial = false;
  for (const window_row& w : shown) {
    out << line_of(w, l) << '\n';
    any_partial = any_partial || !w.complete;
  }
  std::string legend = "shares in %, start and length in ticks";
  if (any_partial) legend += "; * not complete";
  if (l.bar != 0) legend += "; bar: t task, i isr, s swi, k kernel, ? unknown, . idle";
  out << how.dim(wrapped(legend, width));
}

}  // namespace rtm::host
