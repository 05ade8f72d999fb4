// SPDX-License-Identifier: MIT
#include "diff/counter_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "diff/rows.hpp"

namespace rtm::host {
namespace {

using trace::wire::row_class;

/// Kinds of the first owners; the rest by their class.
diff_kind kind_of(const counter_row& row) {
  switch (row.of) {
    case row_class::base: return static_cast<diff_kind>(std::min<std::uint64_t>(row.id, 2));
    case row_class::task: return diff_kind::task;
    case row_class::isr: return diff_kind::isr;
    case row_class::swi: return diff_kind::swi;
    case row_class::point:
    case row_class::no_more: break;
  }
  return diff_kind::point;
}

/// Counts are of complete windows, and those of a core are of one length. 0: there is none.
std::uint64_t window_ticks_of(const core_report& of) {
  for (const epoch_row& epoch : of.epochs)
    for (const window_row& window : epoch.windows)
      if (window.complete) return window.length;
  return 0;
}

/// How long a window is.
struct window_time {
  std::uint64_t ticks = 0;
  std::uint64_t hz = 0;
  /// A second, of so many events in so many windows.
  [[nodiscard]] double rate(std::uint64_t events, std::uint64_t windows) const {
    return static_cast<double>(events) * static_cast<double>(hz) /
           (static_cast<double>(ticks) * static_cast<double>(windows));
  }
};

/// One column of one core.
class counted_side {
 public:
  counted_side(const core_report& of, std::size_t column, const window_time& window) : index(of) {
    for (const counter_table& table : of.counters->windows)
      if (table.status == "ok") add(table, column, window);
    for (std::size_t i = 0; i < sides.size(); ++i) {
      fill(sides[i].window_rates, windows);
      sides[i].rate = window.rate(sides[i].events, windows);
      sides[i].ids = index.owners()[i].ids;
      std::sort(sides[i].ids.begin(), sides[i].ids.end());
    }
  }

  /// What appears late, or not at all, had none.
  static void fill(sample& of, std::uint64_t windows) {
    while (of.count() < windows) of.add(0);
  }

  owner_index index;
  std::vector<diff_count_side> sides;  ///< By number.
  sample totals;
  std::uint64_t windows = 0;

 private:
  void add(const counter_table& table, std::size_t column, const window_time& window) {
    std::vector<std::uint64_t> sums(sides.size());
    for (const counter_row& row : table.rows) {
      const std::size_t at = index.number_of(kind_of(row), row.of == row_class::base ? 0 : row.id);
      if (at >= sums.size()) sums.resize(at + 1);
      sums[at] += row.exclusive[column];
    }
    sides.resize(sums.size());
    for (std::size_t i = 0; i < sums.size(); ++i) {
      fill(sides[i].window_rates, windows);
      sides[i].events += sums[i];
      sides[i].window_rates.add(window.rate(sums[i], 1));
    }
    totals.add(window.rate(table.total[column], 1));
    ++windows;
  }
};

class column_comparison {
 public:
  column_comparison(const counted_side& a, const counted_side& b, const diff_limits& limits)
      : a_(a), b_(b), limits_(limits) {}

  diff_counter compare(std::string column) {
    made_.column = std::move(column);
    made_.rate_a = a_.totals.mean();
    made_.rate_b = b_.totals.mean();
    made_.p = welch_p(a_.totals, b_.totals);
    for (const owner_index::pair& match : owner_index::match(a_.index, b_.index)) add_row(match);
    sort_rows(made_.rows);
    return std::move(made_);
  }

 private:
  void add_row(const owner_index::pair& match) {
    auto row = row_of<diff_count_row>(a_, b_, match);
    if ((!row.a || row.a->events == 0) && (!row.b || row.b->events == 0)) return;
    // Of a counter that did not move before, all is new.
    const double whole = made_.rate_a != 0 ? made_.rate_a : made_.rate_b;
    row.change = ((row.b ? row.b->rate : 0) - (row.a ? row.a->rate : 0)) / whole;
    row.p = welch_p(rates_of(row.a, a_.windows), rates_of(row.b, b_.windows));
    row.is_regression = may_regress(row.kind) && limits_.is_regression(row.change, row.p);
    made_.rows.push_back(std::move(row));
  }

  static sample rates_of(const std::optional<diff_count_side>& side, std::uint64_t windows) {
    sample rates = side ? side->window_rates : sample();
    counted_side::fill(rates, windows);
    return rates;
  }

  const counted_side& a_;
  const counted_side& b_;
  const diff_limits& limits_;
  diff_counter made_;
};

}  // namespace

diff_counters compare_counters(const core_report& a, std::uint64_t hz_a, const core_report& b, std::uint64_t hz_b,
                               const diff_limits& limits) {
  diff_counters made;
  if (!a.counters && !b.counters) return made;
  if (!a.counters || !b.counters) {
    made.not_compared = fmt::format("found counters in {} only, expected them in both", a.counters ? 'A' : 'B');
    return made;
  }
  const window_time window_a{window_ticks_of(a), hz_a}, window_b{window_ticks_of(b), hz_b};
  const auto windows_of = [](const core_report& of, const window_time& window) {
    return window.ticks == 0 ? 0
                             : static_cast<std::uint64_t>(
                                   std::count_if(of.counters->windows.begin(), of.counters->windows.end(),
                                                 [](const counter_table& table) { return table.status == "ok"; }));
  };
  made.windows_a = windows_of(a, window_a);
  made.windows_b = windows_of(b, window_b);
  if (made.windows_a == 0 || made.windows_b == 0) {
    made.not_compared =
        fmt::format("found {} and {} complete windows with counts, expected 1 of each", made.windows_a, made.windows_b);
    return made;
  }
  for (std::size_t column = 0; column < a.counters->columns.size(); ++column) {
    const std::string& name = a.counters->columns[column];
    const auto other = b.counters->find(name);
    if (!other) continue;
    const counted_side of_a(a, column, window_a), of_b(b, *other, window_b);
    made.columns.push_back(column_comparison(of_a, of_b, limits).compare(name));
  }
  if (made.columns.empty()) made.not_compared = "found no column that both have, expected one";
  return made;
}

}  // namespace rtm::host
