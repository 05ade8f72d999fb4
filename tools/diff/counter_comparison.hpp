// SPDX-License-Identifier: MIT
// Counters of a core side by side, as a plain value: of each column and owner how many events a second, before and
// after, and whether there are more of them than chance makes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diff/owners.hpp"
#include "diff/sample.hpp"
#include "report/report.hpp"

namespace rtm::host {

/// One owner in one report: all windows with counts together.
struct diff_count_side {
  std::uint64_t events = 0;  ///< Exclusive.
  double rate = 0;           ///< A second of the core's time.
  sample window_rates;
  std::vector<std::uint64_t> ids;  ///< Ascending.
};

struct diff_count_row {
  diff_kind kind = diff_kind::idle;
  std::optional<std::string> name;
  std::optional<diff_count_side> a, b;  ///< At least one of them.
  double change = 0;                    ///< Rate in b less that in a, as a share of the rate of all owners in a.
  std::optional<double> p;
  bool is_regression = false;
};

struct diff_counter {
  std::string column;
  double rate_a = 0, rate_b = 0;  ///< Of all owners.
  std::optional<double> p;
  std::vector<diff_count_row> rows;  ///< The largest change first.
};

struct diff_counters {
  std::uint64_t windows_a = 0, windows_b = 0;  ///< With counts.
  std::string not_compared;                    ///< Why not; empty if they are, or if neither has any.
  std::vector<diff_counter> columns;           ///< That both have.
};

/// How much is too much: see diff_options and diff::significant_p.
struct diff_limits {
  double threshold = 0.01;
  double significant_p = 0.01;
  /// Rounding must not make a regression of a change that is the threshold exactly.
  [[nodiscard]] bool is_regression(double change, const std::optional<double>& p) const {
    return change > threshold + 1e-12 && (!p || *p < significant_p);
  }
};

[[nodiscard]] diff_counters compare_counters(const core_report& a, std::uint64_t hz_a, const core_report& b,
                                             std::uint64_t hz_b, const diff_limits& limits);

}  // namespace rtm::host
