// SPDX-License-Identifier: MIT
// What a target says beside its facts, as it says it: who caused the events of counters, what its checks have found,
// and which clock each core reads (docs/trace-format.md: columns, counts, finding, clock). Nothing here is made of
// facts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtm/sync/alignment.hpp"
#include "rtm/trace/wire.hpp"

namespace rtm::host {

/// Events of one owner, one number a column.
struct counter_row {
  trace::wire::row_class of = trace::wire::row_class::base;
  std::uint64_t id = 0;
  std::vector<std::uint64_t> exclusive;
  std::vector<std::uint64_t> inclusive;  ///< Of interrupts, Swis and points of an epoch; else empty.
  bool operator==(const counter_row&) const = default;
};

/// Of one epoch so far, or of one window. The epoch is numbered as the target counts.
struct counter_table {
  std::uint64_t epoch = 0;
  std::optional<std::uint64_t> window;
  std::string status;                ///< "ok", or why there are no numbers: then there are no rows.
  std::vector<std::uint64_t> total;  ///< What the counters themselves advanced: the sum of all owners.
  std::vector<counter_row> rows;     ///< As they came: owners, tasks, interrupts, Swis, points.
  bool operator==(const counter_table&) const = default;
};

/// All that is known of the counters of a core.
struct core_counters {
  std::vector<std::string> columns;
  std::uint64_t group = 0;  ///< 0: no group, so ratios of columns mean nothing.
  std::vector<counter_table> epochs;
  std::vector<counter_table> windows;

  /// Which column it is, if there is one of that name.
  [[nodiscard]] std::optional<std::size_t> find(const std::string& name) const;
  bool operator==(const core_counters&) const = default;
};

/// A check of the target.
struct finding_row {
  std::string of;      ///< "clock", "core", "pmu", "sync", "coverage".
  std::string status;  ///< The word of the module that found it.
  bool is_good = false;
  std::uint64_t subject = 0;
  std::uint64_t detail = 0;
  bool operator==(const finding_row&) const = default;
};

/// An exchange of stamps, told by a core that reads `clock` with one that reads `other`.
struct exchange_row {
  std::uint64_t clock = 0;
  std::uint64_t other = 0;
  sync::exchange stamps;
};

/// What one packet adds to what is known of a core.
struct core_extras {
  std::uint32_t core = 0;
  std::optional<core_counters> counters;  ///< Its tables are new; columns that are empty are as they were.
  std::vector<finding_row> findings;
  std::optional<std::uint64_t> clock;
  std::vector<exchange_row> exchanges;
};

/// Words of a finding. A number that this version does not know is "status N".
[[nodiscard]] finding_row to_finding(trace::wire::finder of, std::uint64_t status);

}  // namespace rtm::host
