// SPDX-License-Identifier: MIT
#include "diff/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "diff/rows.hpp"

namespace rtm::host {
namespace {

/// The owners of one core in one report, before anything is compared.
class side_of_core {
 public:
  explicit side_of_core(const core_report& of) : index(of) {
    for (const epoch_row& epoch : of.epochs) add(epoch);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      sides[i].share = share_of(sides[i].ticks, ticks);
      sides[i].ids = index.owners()[i].ids;
      std::sort(sides[i].ids.begin(), sides[i].ids.end());
    }
  }

  owner_index index;
  std::vector<diff_side> sides;  ///< By number.
  std::uint64_t ticks = 0, idle = 0, unknown = 0, windows = 0;
  sample window_loads;

 private:
  static double share_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  }

  diff_side& side_of(diff_kind kind, std::uint64_t id) {
    const std::size_t number = index.number_of(kind, id);
    if (number >= sides.size()) sides.resize(number + 1);
    return sides[number];
  }

  /// Calls `take(kind, id, ticks)` for every owner of an epoch or a window.
  template <class Part, class Take>
  static void each_owner(const Part& part, Take take) {
    take(diff_kind::idle, 0, part.base.idle);
    take(diff_kind::kernel, 0, part.base.kernel);
    take(diff_kind::unknown, 0, part.base.unknown);
    for (const task_row& row : part.tasks) take(diff_kind::task, row.id, row.exclusive);
    for (const call_row& row : part.isrs) take(diff_kind::isr, row.id, row.exclusive);
    for (const call_row& row : part.swis) take(diff_kind::swi, row.id, row.exclusive);
    for (const call_row& row : part.points) take(diff_kind::point, row.id, row.exclusive);
  }

  void add(const epoch_row& epoch) {
    ticks += epoch.total;
    idle += epoch.base.idle;
    unknown += epoch.base.unknown;
    each_owner(epoch, [&](diff_kind kind, std::uint64_t id, std::uint64_t n) { side_of(kind, id).ticks += n; });
    for (const task_row& row : epoch.tasks) side_of(diff_kind::task, row.id).dispatches += row.dispatches;
    add_calls(diff_kind::isr, epoch.isrs);
    add_calls(diff_kind::swi, epoch.swis);
    add_calls(diff_kind::point, epoch.points);
    for (const window_row& window : epoch.windows)
      if (window.complete && window.covered && !window.cut_by_fault && window.length != 0) add(window);
  }

  void add_calls(diff_kind kind, const std::vector<call_row>& rows) {
    const bool is_point = kind == diff_kind::point;
    for (const call_row& row : rows) {
      diff_side& to = side_of(kind, row.id);
      to.calls += row.calls;
      to.call_ticks += is_point ? row.inclusive : row.exclusive;
      const auto& call = is_point ? row.inclusive_call : row.exclusive_call;
      if (call && to.call)
        to.call = extremes{std::min(to.call->min, call->min), std::max(to.call->max, call->max)};
      else if (call)
        to.call = call;
    }
  }

  /// One value for each owner, also for those that the window leaves out.
  void add(const window_row& window) {
    std::vector<std::uint64_t> sums(sides.size());
    each_owner(window, [&](diff_kind kind, std::uint64_t id, std::uint64_t n) {
      const std::size_t at = index.number_of(kind, id);
      if (at >= sums.size()) sums.resize(at + 1);
      sums[at] += n;
    });
    if (sums.size() > sides.size()) sides.resize(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
      // What appears late had no time before.
      while (sides[i].window_shares.count() < windows) sides[i].window_shares.add(0);
      sides[i].window_shares.add(share_of(sums[i], window.length));
    }
    ++windows;
    const std::uint64_t known = window.length - window.base.unknown;
    if (known != 0) window_loads.add(share_of(known - window.base.idle, known));
  }
};

class core_comparison {
 public:
  core_comparison(const core_report& a, const core_report& b, const diff_limits& limits)
      : a_(a), b_(b), limits_(limits) {
    made_.core = a.core;
    made_.ticks_a = a_.ticks;
    made_.ticks_b = b_.ticks;
    made_.windows_a = a_.windows;
    made_.windows_b = b_.windows;
    if (std::min(a_.windows, b_.windows) < 2)
      made_.no_test = fmt::format("found {} and {} complete windows, expected 2 of each", a_.windows, b_.windows);
  }

  diff_core compare() {
    for (const owner_index::pair& match : owner_index::match(a_.index, b_.index)) add_row(match);
    add_load();
    sort_rows(made_.rows);
    return std::move(made_);
  }

 private:
  void add_row(const owner_index::pair& match) {
    auto row = row_of<diff_row>(a_, b_, match);
    row.change = (row.b ? row.b->share : 0) - (row.a ? row.a->share : 0);
    row.p = p_of(row.a ? row.a->window_shares : sample(), row.b ? row.b->window_shares : sample());
    row.is_regression = may_regress(row.kind) && limits_.is_regression(row.change, row.p);
    const bool is_empty = row.change == 0 && (!row.a || row.a->ticks == 0) && (!row.b || row.b->ticks == 0);
    if (!is_empty || has_calls(row)) made_.rows.push_back(std::move(row));
  }

  static bool has_calls(const diff_row& row) { return (row.a && row.a->calls != 0) || (row.b && row.b->calls != 0); }

  void add_load() {
    const auto load_of = [](const side_of_core& of) -> std::optional<double> {
      const std::uint64_t known = of.ticks - of.unknown;
      if (known == 0) return std::nullopt;
      return static_cast<double>(known - of.idle) / static_cast<double>(known);
    };
    made_.load.a = load_of(a_);
    made_.load.b = load_of(b_);
    if (!made_.load.a || !made_.load.b) return;
    if (made_.no_test.empty()) made_.load.p = welch_p(a_.window_loads, b_.window_loads);
    made_.load.is_regression = limits_.is_regression(*made_.load.b - *made_.load.a, made_.load.p);
  }

  std::optional<double> p_of(sample a, sample b) const {
    if (!made_.no_test.empty()) return std::nullopt;
    while (a.count() < a_.windows) a.add(0);
    while (b.count() < b_.windows) b.add(0);
    return welch_p(a, b);
  }

  side_of_core a_, b_;
  diff_limits limits_;
  diff_core made_;
};

bool lacks_something(const report& of) {
  return of.is_incomplete() || std::any_of(of.cores.begin(), of.cores.end(), [](const core_report& core) {
           return std::any_of(core.epochs.begin(), core.epochs.end(), [](const epoch_row& e) { return !e.valid(); });
         });
}

}  // namespace

diff compare(const report& a, const report& b, const diff_options& how) {
  diff made;
  made.hz_a = a.clock_hz;
  made.hz_b = b.clock_hz;
  made.threshold = how.threshold;
  made.is_a_incomplete = lacks_something(a);
  made.is_b_incomplete = lacks_something(b);
  const diff_limits limits{how.threshold, diff::significant_p};
  const auto of_number = [](const report& in, std::uint64_t number) {
    return std::find_if(in.cores.begin(), in.cores.end(), [&](const core_report& c) { return c.core == number; });
  };
  for (const core_report& core : a.cores) {
    const auto other = of_number(b, core.core);
    if (other == b.cores.end()) {
      made.only_a.push_back(core.core);
      continue;
    }
    made.cores.push_back(core_comparison(core, *other, limits).compare());
    made.cores.back().counters = compare_counters(core, a.clock_hz, *other, b.clock_hz, limits);
  }
  for (const core_report& core : b.cores)
    if (of_number(a, core.core) == a.cores.end()) made.only_b.push_back(core.core);
  for (const diff_core& core : made.cores) {
    made.regressions += core.load.is_regression ? 1 : 0;
    for (const diff_row& row : core.rows) made.regressions += row.is_regression ? 1 : 0;
    for (const diff_counter& column : core.counters.columns)
      for (const diff_count_row& row : column.rows) made.regressions += row.is_regression ? 1 : 0;
  }
  return made;
}

}  // namespace rtm::host
