// SPDX-License-Identifier: MIT
// Two reports side by side, as a plain value: of each core and owner the share of time, calls and their lengths, before
// and after, and whether what became worse is more than chance. Shown by diff_text and diff_json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diff/counter_comparison.hpp"
#include "diff/owners.hpp"
#include "diff/sample.hpp"
#include "report/report.hpp"

namespace rtm::host {

/// One owner in one report: all epochs of a core together, and all rows of one kind that have the same name.
struct diff_side {
  std::uint64_t ticks = 0;       ///< Exclusive.
  double share = 0;              ///< Of the core's time.
  std::uint64_t dispatches = 0;  ///< Tasks only.
  // Interrupts and points: completed calls. Length of a call: exclusive of an interrupt, inclusive of a point.
  std::uint64_t calls = 0;
  std::uint64_t call_ticks = 0;
  std::optional<extremes> call;
  sample window_shares;
  std::vector<std::uint64_t> ids;  ///< Ascending.
};

struct diff_row {
  diff_kind kind = diff_kind::idle;
  std::optional<std::string> name;
  std::optional<diff_side> a, b;  ///< At least one of them.
  double change = 0;              ///< Share in b less that in a.
  std::optional<double> p;        ///< See diff::no_test.
  bool is_regression = false;
};

/// Loads of a core, between 0 and 1; absent if nothing is known of it.
struct diff_load {
  std::optional<double> a, b;
  std::optional<double> p;
  bool is_regression = false;
};

struct diff_core {
  std::uint64_t core = 0;
  std::uint64_t ticks_a = 0, ticks_b = 0;
  std::uint64_t windows_a = 0, windows_b = 0;  ///< Complete ones in which nothing is missing.
  diff_load load;
  std::vector<diff_row> rows;  ///< The largest change first.
  std::string no_test;         ///< Why there is no `p`; empty if there is.
  diff_counters counters;
};

struct diff_options {
  double threshold = 0.01;  ///< Share of a core's time, or of its events: more than that is a regression.
};

struct diff {
  /// A difference is called significant if chance makes one at least as large in less than one of a hundred cases.
  static constexpr double significant_p = 0.01;
  std::uint64_t hz_a = 0, hz_b = 0;
  double threshold = 0;
  std::vector<diff_core> cores;                           ///< That both have.
  std::vector<std::uint64_t> only_a, only_b;              ///< Cores that one has.
  bool is_a_incomplete = false, is_b_incomplete = false;  ///< Facts are missing, or an epoch is invalid.
  std::uint64_t regressions = 0;                          ///< Of loads, of rows and of rows of counters.
};

/// `a` is what was, `b` what is. Tasks, interrupts and points are matched by name, those without one by their id.
[[nodiscard]] diff compare(const report& a, const report& b, const diff_options& how);

}  // namespace rtm::host
