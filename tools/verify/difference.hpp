// SPDX-License-Identifier: MIT
// Two accounts of the same window, epoch or fault, field by field: that of the target and that of the replay.
#pragma once

#include <optional>
#include <string>

#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::host {

/// The first field that is not the same. `owner` is empty if the field is not about one.
struct difference {
  std::string owner;
  std::string field;
  std::string target;
  std::string replay;
};

/// Compares start, length, and every owner's ticks and counts. Rows that are all zero may be absent. Names of owners
/// are taken from `names`.
[[nodiscard]] std::optional<difference> first_difference(const window_row& target, const window_row& replay,
                                                         const source_info& names);

/// The same of an epoch, with the extremes of calls; these are left out if `has_extremes` is false. Its windows and the
/// details of its fault are not looked at: a target tells them apart.
[[nodiscard]] std::optional<difference> first_difference(const epoch_row& target, bool is_target_valid,
                                                         const epoch_row& replay, bool has_extremes,
                                                         const source_info& names);

/// Every field of a fault; absent: no fault.
[[nodiscard]] std::optional<difference> first_difference(const std::optional<fault_row>& target,
                                                         const std::optional<fault_row>& replay);

}  // namespace rtm::host
