// SPDX-License-Identifier: MIT
// What a source says of an input in memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "sources/source.hpp"

namespace rtm::test {

struct reading {
  host::report report;
  host::source_info info;
  std::vector<host::source_completeness> completeness;

  [[nodiscard]] const host::epoch_row& core(std::uint64_t number) const {
    for (const auto& core : report.cores)
      if (core.core == number) return core.epochs.at(0);
    throw std::out_of_range("no such core");
  }
  [[nodiscard]] std::string problem(std::size_t index) const {
    const auto& problem = report.problems.at(index);
    return "found " + problem.found + "; expected " + problem.expected;
  }
};

inline reading reading_of(host::source& from) {
  reading all;
  all.report = host::make_report(from);
  all.info = from.info();
  all.completeness = from.completeness();
  return all;
}

inline reading reading_of(std::string_view bytes) { return reading_of(*host::open_source(host::input("test", bytes))); }

/// Ticks of the row that has this name; rows that are not there have none.
template <class Row>
const Row& named(const std::vector<Row>& rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.name == name; });
  if (found == rows.end()) throw std::out_of_range("no row " + std::string(name));
  return *found;
}

/// What opening it is refused with; empty if it is not.
inline std::string refusal_of(std::string_view bytes) {
  try {
    (void)reading_of(bytes);
  } catch (const host::source_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace rtm::test
