// SPDX-License-Identifier: MIT
// Does a report keep a budget? Each limit is judged for each core that has whom it is of. Where a window holds time
// that is unknown, what was taken lies between two bounds, and so does the judgement: a breach is certain or possible.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/budget_file.hpp"
#include "report/report.hpp"

namespace rtm::host {

enum class budget_rule { max_window, max_cet };
[[nodiscard]] const char* word_of(budget_rule rule);

/// Of a limit for which there is nothing to judge: `found` is absent, and it is not certain.
struct breach_row {
  std::uint64_t epoch = 0;
  std::optional<std::uint64_t> window;  ///< In which it happened, or, of an instance, ended.
  std::uint64_t time = 0;  ///< Extended ticks: start of that window; end of that instance or call, or of the epoch.
  std::optional<std::uint64_t> found;    ///< Ticks, at least so many.
  std::uint64_t at_most = 0;             ///< If all unknown time were his.
  std::optional<std::uint64_t> allowed;  ///< Ticks; absent if a share of windows had none to be a share of.
  std::uint64_t in_a_row = 1;            ///< Windows.
  bool is_certain = true;
  bool is_whole = true;  ///< False: of an instance or call of which only `found` is known.
};

/// One limit and one core.
struct verdict {
  std::uint64_t core = 0;
  budget_kind kind = budget_kind::core;
  budget_rule rule = budget_rule::max_window;
  std::uint64_t id = 0;
  std::optional<std::string> name;
  std::uint64_t line = 0;
  std::uint64_t judged = 0;  ///< Complete windows, or instances and calls that were seen whole.
  std::vector<breach_row> breaches;
};

struct check_result {
  std::vector<verdict> verdicts;  ///< In the order of the file, by core and id.
  std::uint64_t invalid_epochs = 0;
  bool is_incomplete = false;  ///< Facts are missing in the input.

  [[nodiscard]] std::uint64_t certain() const;
  [[nodiscard]] std::uint64_t possible() const;
};

/// `of` has all windows and timing. Throws source_error with file and line: an id, name or core that is not in the
/// report, a limit of windows where there are none.
[[nodiscard]] check_result check_budget(const budget_file& budget, const report& of);

}  // namespace rtm::host
