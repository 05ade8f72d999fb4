// SPDX-License-Identifier: MIT
#include "top/top_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "text/text.hpp"
#include "top/top_rows.hpp"
#include "views/numbers.hpp"
#include "views/table.hpp"
#include "views/window_lines.hpp"

namespace rtm::host {
namespace {

/// Without a screen so many tasks are shown; interrupts are few.
constexpr std::size_t usual_tasks = 20;
constexpr std::size_t most_interrupts = 6;

std::vector<std::string> printed(const table& of, const top_look& look) {
  std::ostringstream text;
  of.print(text, look.width, {look.colour});
  std::vector<std::string> lines;
  std::istringstream in(text.str());
  for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
  return lines;
}

/// What is unknown may have been idle or not.
std::string load_text(const window_row& window) {
  if (window.cut_by_fault) return "n/a";
  const std::uint64_t busy = window.length - window.base.idle - window.base.unknown;
  const std::string least = percent(busy, window.length);
  const std::string most = percent(busy + window.base.unknown, window.length);
  return least == most ? least : least + '-' + most;
}

std::vector<std::string> core_lines(const board_frame& frame, const top_look& look) {
  table cores({0, 0, 1, 2, 3, 4, 6, 5});
  cores.add({"core", "load %", "idle", "tasks", "irqs", "softirqs", "kernel", "unknown"}, table::row_kind::heading);
  for (const board_core& of : frame.cores) {
    const class_ticks classes = classes_of(of.window);
    const auto share = [&](std::size_t i) { return percent(classes.ticks[i], of.window.length); };
    const std::string mark = of.is_faulty ? " invalid" : !of.window.covered ? " !" : "";
    cores.add({fmt::format("{}{}", of.core, mark), load_text(of.window), share(5), share(0), share(1), share(2),
               share(3), share(4)});
  }
  std::vector<std::string> lines = printed(cores, look);
  for (const board_core& of : frame.cores)
    if (of.counts && of.counts->window)
      lines.push_back(
          shortened(fmt::format("core {} #{}: {}", of.core, *of.counts->window, of.counts_line), look.width));
  return lines;
}

std::vector<std::string> row_lines(const board_frame& frame, const std::vector<top_row>& rows, std::size_t count,
                                   const char* title, const char* calls, const top_look& look) {
  std::vector<unsigned> give_up = {0, 0, 1, 2};
  std::vector<std::string> heading = {title, "% of a core", "time", calls};
  if (look.is_by_core)
    for (const board_core& of : frame.cores) {
      give_up.push_back(3 + of.core);
      heading.push_back(fmt::format("core {}", of.core));
    }
  table all(give_up);
  all.add(heading, table::row_kind::heading);
  for (std::size_t i = 0; i < std::min(count, rows.size()); ++i) {
    const top_row& row = rows[i];
    std::vector<std::string> cells = {row.label(), percent(row.ticks, row.window_ticks),
                                      duration(row.ticks, frame.clock_hz), fmt::format("{}", row.calls)};
    if (look.is_by_core)
      for (std::size_t core = 0; core < frame.cores.size(); ++core)
        cells.push_back(percent(row.ticks_of_core[core], frame.cores[core].window.length));
    all.add(cells);
  }
  return printed(all, look);
}

std::string headline(const board_frame& frame, const top_look& look) {
  std::string line = "rtm top: " + look.title;
  if (!frame.cores.empty()) {
    const window_row& window = frame.cores.front().window;
    line +=
        fmt::format(", window {} of {}, {} facts", window.index, duration(window.length, frame.clock_hz), frame.facts);
  }
  if (frame.lost != 0) line += fmt::format(", {} lost", frame.lost);
  if (look.is_frozen) line += " [frozen]";
  return line;
}

std::string key_line(const top_look& look) {
  return fmt::format("q quit  s sort: {}  f {}  c {}", word_of(look.order), look.is_frozen ? "go on" : "freeze",
                     look.is_by_core ? "all cores together" : "each core");
}

void append(std::vector<std::string>& to, std::vector<std::string> lines) {
  to.insert(to.end(), std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
}

/// Headings and rows come fitted from their tables; only the lines that are written here may be too long.
std::vector<std::string> on_screen(std::vector<std::string> lines, const top_look& look) {
  if (!look.height) return lines;
  const std::size_t room = *look.height == 0 ? 0 : *look.height - 1;
  lines.resize(room);
  if (*look.height != 0) lines.push_back(style{look.colour}.dim(shortened(key_line(look), look.width)));
  return lines;
}

}  // namespace

std::string_view word_of(top_order order) {
  return order == top_order::time ? "time" : order == top_order::calls ? "calls" : "name";
}

top_order next_of(top_order order) {
  return order == top_order::time ? top_order::calls : order == top_order::calls ? top_order::name : top_order::time;
}

std::vector<std::string> lines_of(const board_frame& frame, const top_look& look) {
  std::vector<std::string> lines = {style{look.colour}.bold(shortened(headline(frame, look), look.width))};
  append(lines, core_lines(frame, look));
  const auto tasks = top_rows_of(frame, &window_row::tasks, look.order);
  const auto isrs = top_rows_of(frame, &window_row::isrs, look.order);
  const auto swis = top_rows_of(frame, &window_row::swis, look.order);
  const std::size_t irq_count = std::min(isrs.size(), most_interrupts);
  const std::size_t swi_count = std::min(swis.size(), most_interrupts);
  // What interrupts and the line of keys leave, with a heading and an empty line above each table.
  std::size_t task_count = usual_tasks;
  if (look.height) {
    const std::size_t others =
        lines.size() + (irq_count == 0 ? 0 : irq_count + 2) + (swi_count == 0 ? 0 : swi_count + 2) + 2 + 1;
    task_count = *look.height > others ? *look.height - others : 1;
  }
  const auto add = [&](const std::vector<top_row>& rows, std::size_t count, const char* title, const char* calls) {
    if (rows.empty()) return;
    lines.emplace_back();
    append(lines, row_lines(frame, rows, count, title, calls, look));
  };
  add(tasks, task_count, "task", "dispatches");
  add(isrs, irq_count, "irq", "calls");
  add(swis, swi_count, "softirq", "calls");
  return on_screen(std::move(lines), look);
}

std::vector<std::string> lines_of_waiting(const top_look& look) {
  return on_screen(
      {style{look.colour}.bold(shortened("rtm top: " + look.title + ", the first window is not over yet", look.width))},
      look);
}

}  // namespace rtm::host
