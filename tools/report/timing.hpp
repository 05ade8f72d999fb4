// SPDX-License-Identifier: MIT
// The part of a report that is made only when asked for: timing parameters (rtm/os/times.hpp) of one epoch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtm/os/times.hpp"

namespace rtm::host {

template <class Times>
struct timing_row {
  std::uint64_t id = 0;
  std::optional<std::string> name = std::nullopt;
  Times times = {};
  std::optional<std::uint64_t> period = std::nullopt;  ///< Ticks from start to start that somebody expects.
  bool migrates = false;  ///< Of a task that ran on several cores: nothing is counted, see replay/migration.hpp.
};

/// What is known of the CET of instances of a task that were not seen whole.
struct unfinished_row {
  std::uint64_t id = 0;
  std::uint64_t longest = 0;  ///< Ticks that one instance has had for certain.
  std::uint64_t most = 0;     ///< Ticks that one may have had: parts between which no end was seen.
};

/// Rows in which something was counted, sorted by id.
struct epoch_timing {
  std::vector<timing_row<os::task_times>> tasks;
  std::vector<timing_row<os::call_times>> isrs, swis;
  std::vector<timing_row<os::point_times>> points;
  std::vector<unfinished_row> unfinished;  ///< For budgets; reports do not show it.
};

}  // namespace rtm::host
