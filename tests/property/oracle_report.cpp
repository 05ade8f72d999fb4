// SPDX-License-Identifier: MIT
// The oracle's counters in the form of the report (contract 12): names, order, and what is left out.
#include <utility>

#include "oracle.hpp"

namespace rtm::property {
namespace {

using names = std::map<source_id, std::string>;

std::optional<std::string> name_of(const names& known, source_id id) {
  const auto found = known.find(id);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

host::task_row to_task_row(source_id id, std::optional<std::string> name, const counters& from) {
  host::task_row row;
  row.id = id;
  row.name = std::move(name);
  row.exclusive = from.exclusive;
  row.dispatches = from.dispatches;
  return row;
}

host::call_row to_call_row(source_id id, std::optional<std::string> name, const counters& from) {
  host::call_row row;
  row.id = id;
  row.name = std::move(name);
  row.exclusive = from.exclusive;
  row.inclusive = from.inclusive;
  row.calls = from.calls;
  row.abandoned = from.abandoned;
  row.exclusive_call = from.exclusive_call;
  row.inclusive_call = from.inclusive_call;
  return row;
}

template <class Row>
std::vector<Row> listed(counter_table table, const names& known,
                        Row (*to_row)(source_id, std::optional<std::string>, const counters&)) {
  for (const auto& [id, name] : known) table[id];
  std::vector<Row> rows;
  for (const auto& [id, from] : table) rows.push_back(to_row(id, name_of(known, id), from));
  return rows;
}

bool is_zero(const counters& of) {
  return of.exclusive == 0 && of.inclusive == 0 && of.calls == 0 && of.dispatches == 0 && of.abandoned == 0;
}

template <class Row>
std::vector<Row> listed_in_window(const counter_table& table,
                                  Row (*to_row)(source_id, std::optional<std::string>, const counters&)) {
  std::vector<Row> rows;
  for (const auto& [id, from] : table) {
    if (!is_zero(from)) rows.push_back(to_row(id, std::nullopt, from));
  }
  return rows;
}

host::window_row window_row(const epoch_state& epoch, std::uint64_t index, std::uint64_t window_ticks) {
  const std::uint64_t begin = index * window_ticks;
  host::window_row row;
  row.index = index;
  row.start = epoch.start + begin;
  row.complete = epoch.elapsed - begin >= window_ticks;
  row.length = row.complete ? window_ticks : epoch.elapsed - begin;
  row.cut_by_fault = !row.complete && epoch.fault.has_value();
  if (index >= epoch.windows.size()) return row;
  const account& from = epoch.windows[index];
  row.base = from.base;
  row.tasks = listed_in_window(from.tasks, to_task_row);
  row.isrs = listed_in_window(from.isrs, to_call_row);
  row.swis = listed_in_window(from.swis, to_call_row);
  row.points = listed_in_window(from.points, to_call_row);
  return row;
}

void count_open(source_id id, std::vector<host::call_row>& rows) {
  for (host::call_row& row : rows) {
    if (row.id == id) ++row.open;
  }
}

void count_open_calls(const epoch_state& epoch, host::epoch_row& row) {
  for (const open_frame& frame : epoch.frames) {
    count_open(frame.id, frame.is_swi ? row.swis : row.isrs);
    for (const open_point& point : frame.points) count_open(point.id, row.points);
  }
  for (const auto& [owner, points] : epoch.suspended) {
    for (const open_point& point : points) count_open(point.id, row.points);
  }
}

}  // namespace

host::epoch_row oracle::epoch_row(std::uint64_t number, const epoch_state& epoch) const {
  host::epoch_row row;
  row.epoch = number;
  row.start = epoch.start;
  row.total = epoch.elapsed;
  row.ignored = epoch.ignored;
  row.fault = epoch.fault;
  row.base = epoch.sum.base;
  row.tasks = listed(epoch.sum.tasks, info_.tasks, to_task_row);
  row.isrs = listed(epoch.sum.isrs, info_.isrs, to_call_row);
  row.swis = listed(epoch.sum.swis, info_.swis, to_call_row);
  row.points = listed(epoch.sum.points, info_.points, to_call_row);
  count_open_calls(epoch, row);
  if (info_.window_ticks == 0) return row;
  for (std::uint64_t index = 0; index * info_.window_ticks < epoch.elapsed; ++index) {
    row.windows.push_back(window_row(epoch, index, info_.window_ticks));
  }
  return row;
}

host::core_report oracle::result(std::uint64_t core) const {
  host::core_report report;
  report.core = core;
  for (const epoch_state& epoch : epochs_) report.epochs.push_back(epoch_row(report.epochs.size(), epoch));
  return report;
}

}  // namespace rtm::property
