// SPDX-License-Identifier: MIT
// Combines the windows of several cores (report/system.hpp), by include/rtm/sync: cores of one clock directly, cores of
// different clocks by an alignment that exchanges of stamps have calibrated. Clocks that nobody has calibrated are
// never called synchronous: then the verdict says so, and there are no numbers.
#pragma once

#include <optional>
#include <vector>

#include "report/report.hpp"

namespace rtm::host {

/// Absent: there are fewer than two cores. A core without a clock is one of which nobody knows.
[[nodiscard]] std::optional<system_view> combine_cores(const std::vector<core_report>& cores,
                                                       const std::vector<exchange_row>& exchanges);

}  // namespace rtm::host
