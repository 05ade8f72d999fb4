// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "laws.hpp"

namespace rtm::property {
namespace {

/// total = idle + kernel + unknown + all exclusive time, of epochs and windows.
template <class Row>
std::uint64_t owned(const Row& row) {
  const auto add = [](std::uint64_t sum, const auto& of) { return sum + of.exclusive; };
  return row.base.idle + row.base.kernel + row.base.unknown +
         std::accumulate(row.tasks.begin(), row.tasks.end(), std::uint64_t{0}, add) +
         std::accumulate(row.isrs.begin(), row.isrs.end(), std::uint64_t{0}, add) +
         std::accumulate(row.swis.begin(), row.swis.end(), std::uint64_t{0}, add);
}

std::optional<difference> differ(const std::string& place, std::uint64_t expected, std::uint64_t actual) {
  if (expected == actual) return std::nullopt;
  return difference{place, std::to_string(expected), std::to_string(actual)};
}

std::optional<difference> every_tick_has_one_owner(engine& tested, const scenario& given, prng&) {
  for (const host::core_report& core : tested.run(given.info, given.facts).cores) {
    for (const host::epoch_row& epoch : core.epochs) {
      const std::string place = "epoch " + std::to_string(epoch.epoch);
      if (const auto broken = differ(place, epoch.total, owned(epoch))) return broken;
      for (const host::window_row& window : epoch.windows) {
        const auto broken = differ(place + ", window " + std::to_string(window.index), window.length, owned(window));
        if (broken) return broken;
      }
    }
  }
  return std::nullopt;
}

/// Adds the rows of a window to those of the sum.
template <class Row, class Add>
void add_rows(std::vector<Row>& to, const std::vector<Row>& from, Add add) {
  for (const Row& row : from) {
    auto found = std::find_if(to.begin(), to.end(), [&](const Row& known) { return known.id == row.id; });
    if (found == to.end()) {
      to.emplace_back();
      to.back().id = row.id;
      found = to.end() - 1;
    }
    add(*found, row);
  }
  std::sort(to.begin(), to.end(), [](const Row& a, const Row& b) { return a.id < b.id; });
}

void add_call(host::call_row& to, const host::call_row& from) {
  to.exclusive += from.exclusive;
  to.inclusive += from.inclusive;
  to.calls += from.calls;
  to.abandoned += from.abandoned;
}

/// The epoch as its windows make it.
host::epoch_row sum_of_windows(const host::epoch_row& epoch) {
  host::epoch_row sum;
  for (const host::window_row& window : epoch.windows) {
    sum.total += window.length;
    sum.base.idle += window.base.idle;
    sum.base.kernel += window.base.kernel;
    sum.base.unknown += window.base.unknown;
    add_rows(sum.tasks, window.tasks, [](host::task_row& to, const host::task_row& from) {
      to.exclusive += from.exclusive;
      to.dispatches += from.dispatches;
    });
    add_rows(sum.isrs, window.isrs, add_call);
    add_rows(sum.swis, window.swis, add_call);
    add_rows(sum.points, window.points, add_call);
  }
  return sum;
}

/// What windows can say about an epoch.
host::epoch_row what_windows_show(host::epoch_row epoch) {
  host::epoch_row shown;
  shown.total = epoch.total;
  shown.base = epoch.base;
  shown.tasks = epoch.tasks;
  shown.isrs = epoch.isrs;
  shown.swis = epoch.swis;
  shown.points = epoch.points;
  for (host::task_row& row : shown.tasks) row.name.reset();
  return shown;
}

host::report as_report(const host::epoch_row& epoch) {
  host::report report{0, {{0, {epoch}}}};
  drop_empty_rows(report);
  drop_extremes(report);
  drop_open_calls(report);
  for (auto* rows :
       {&report.cores[0].epochs[0].isrs, &report.cores[0].epochs[0].swis, &report.cores[0].epochs[0].points}) {
    for (host::call_row& row : *rows) row.name.reset();
  }
  return report;
}

/// A last window without time is not listed, and what was counted in it is in no window: such epochs say nothing.
std::optional<difference> windows_add_up_to_their_epoch(engine& tested, const scenario& given, prng&) {
  if (given.info.window_ticks == 0) return std::nullopt;
  for (const host::core_report& core : tested.run(given.info, given.facts).cores) {
    for (const host::epoch_row& epoch : core.epochs) {
      if (epoch.total % given.info.window_ticks == 0) continue;
      const auto broken = first_difference(as_report(what_windows_show(epoch)), as_report(sum_of_windows(epoch)));
      if (broken) return broken;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<law> laws_of_sums() {
  return {{"every_tick_has_one_owner", every_tick_has_one_owner, "totals_have_32_bits", false},
          {"windows_add_up_to_their_epoch", windows_add_up_to_their_epoch, "terminate_forgets_time", false}};
}

}  // namespace rtm::property
