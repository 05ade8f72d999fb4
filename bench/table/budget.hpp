// SPDX-License-Identifier: MIT
// What may be spent: a CSV file that people edit, one line a row and capacity. `limit` is what the gate holds a figure
// to; `target` is what was aimed at, empty where nothing was; `measured` is what was found last, for the reader of a
// diff. Only `measured` and the compiler are ever rewritten by a program.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "figures.hpp"

namespace rtm::bench {

struct budget_row {
  std::string row;
  std::string capacity;
  std::optional<std::int64_t> target;
  std::int64_t limit = 0;
  std::int64_t measured = 0;
};

struct budget {
  std::vector<std::string> comments;  ///< The lines before the header, as they stand.
  std::string compiler;
  std::vector<budget_row> rows;
};

/// Throws std::runtime_error: file:line, what was found, what was expected.
[[nodiscard]] budget read_budget(const std::string& path);
void write_budget(const std::string& path, const budget& what);

/// Every line of the budget that is not kept: over its limit, or not measured at all.
[[nodiscard]] std::vector<std::string> broken_limits(const budget& limits, const figures& found);
/// `measured` and the compiler as found.
[[nodiscard]] budget updated(budget limits, const figures& found);

}  // namespace rtm::bench
