// SPDX-License-Identifier: MIT
// What rows of a comparison have in common, of time and of counters: who it is about, on both sides, and their order.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "diff/owners.hpp"

namespace rtm::host {

/// `a`, `b`: what was found in each report, with an `index` and, by its numbers, `sides`.
template <class Row, class Found>
[[nodiscard]] Row row_of(const Found& a, const Found& b, const owner_index::pair& match) {
  const auto& [of_a, of_b] = match;
  Row row;
  const owner_index::owner& first = of_a ? a.index.owners()[*of_a] : b.index.owners()[*of_b];
  row.kind = first.kind;
  row.name = first.name;
  if (!row.name && of_b) row.name = b.index.owners()[*of_b].name;
  if (of_a) row.a = a.sides[*of_a];
  if (of_b) row.b = b.sides[*of_b];
  return row;
}

/// The largest change first. What differs by rounding alone is the same size; then what is worse comes first.
template <class Row>
void sort_rows(std::vector<Row>& rows) {
  const auto key = [](const Row& r) {
    return std::tuple(-std::llround(std::fabs(r.change) * 1e12), !r.is_regression, r.kind, r.name,
                      (r.a ? *r.a : *r.b).ids);
  };
  std::sort(rows.begin(), rows.end(), [&key](const Row& x, const Row& y) { return key(x) < key(y); });
}

}  // namespace rtm::host
