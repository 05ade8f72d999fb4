// SPDX-License-Identifier: MIT
// Rows of one kind of all cores' windows, added up by id and put in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "text/text.hpp"
#include "top/board.hpp"
#include "top/top_view.hpp"

namespace rtm::host {

struct top_row {
  std::uint64_t id = 0;
  std::string name;
  std::uint64_t ticks = 0;         ///< Exclusive, of all cores.
  std::uint64_t calls = 0;         ///< Dispatches of a task.
  std::uint64_t window_ticks = 0;  ///< Of the longest window: what 100 % of a core is.
  std::vector<std::uint64_t> ticks_of_core;
  [[nodiscard]] std::string label() const {
    return name.empty() ? std::to_string(id) : std::to_string(id) + ' ' + printable(name);
  }
};

[[nodiscard]] inline std::uint64_t calls_of(const task_row& row) { return row.dispatches; }
[[nodiscard]] inline std::uint64_t calls_of(const call_row& row) { return row.calls; }

inline void put_in_order(std::vector<top_row>& rows, top_order order) {
  const auto key = [order](const top_row& row) { return order == top_order::calls ? row.calls : row.ticks; };
  std::stable_sort(rows.begin(), rows.end(), [&](const top_row& a, const top_row& b) {
    return order == top_order::name ? a.name < b.name : key(a) > key(b);
  });
}

/// `kind`: which rows of a window. Sorted by id where the order leaves it open.
template <class Row>
[[nodiscard]] std::vector<top_row> top_rows_of(const board_frame& frame, std::vector<Row> window_row::*kind,
                                               top_order order) {
  std::map<std::uint64_t, top_row> by_id;
  std::uint64_t window_ticks = 0;
  for (std::size_t core = 0; core < frame.cores.size(); ++core) {
    const window_row& window = frame.cores[core].window;
    window_ticks = std::max(window_ticks, window.length);
    for (const Row& row : window.*kind) {
      if (row.exclusive == 0 && calls_of(row) == 0) continue;
      top_row& of = by_id[row.id];
      of.id = row.id;
      if (row.name) of.name = *row.name;
      of.ticks += row.exclusive;
      of.calls += calls_of(row);
      of.ticks_of_core.resize(frame.cores.size());
      of.ticks_of_core[core] += row.exclusive;
    }
  }
  std::vector<top_row> rows;
  for (auto& [id, row] : by_id) {
    row.window_ticks = window_ticks;
    rows.push_back(std::move(row));
  }
  put_in_order(rows, order);
  return rows;
}

}  // namespace rtm::host
