// SPDX-License-Identifier: MIT
// One core's share of a common window: what it counted, and when it really began and ended. Nobody pretends that cores
// start at once; each says how late it was.
#pragma once

#include <stdint.h>

#include "rtm/sync/status.hpp"

namespace rtm::sync {

/// How a core finds the boundaries of a window.
enum class strategy : uint8_t {
  software,      ///< An IPI arms; every core waits, masked, for a common deadline of the shared clock.
  periodic,      ///< Every core closes at common boundaries, at its next poll.
  hardware,      ///< A trigger captures the counters of all cores (cross trigger, snapshot registers).
  global_clock,  ///< Every core samples when it likes; counts at the boundaries are interpolated.
};

/// What is planned, in ticks of the clock of the core that it is given to.
struct plan {
  strategy how = strategy::periodic;
  uint32_t number = 0;  ///< The same on all cores. Periodic windows count up from it.
  uint64_t start_ticks = 0;
  uint64_t length_ticks = 0;
  /// software: how long a core may wait masked for a boundary. A poll that is earlier answers `waiting`.
  uint64_t most_wait_ticks = 0;
  /// software: readings of the clock in one wait, after which it is called stuck.
  uint32_t most_readings = 1'000'000;
  /// So many windows come first and are marked: the first pass runs on cold caches.
  uint32_t warm_up = 0;
};

/// `Columns` counters of one group of one core.
template <unsigned Columns>
struct core_window {
  uint32_t core = 0;
  uint32_t epoch = 0;  ///< Of the core's ledger.
  uint32_t number = 0;
  uint32_t clock = 0;  ///< Whose ticks these are; see alignment.hpp.
  uint32_t group = 0;  ///< Of the counters; 0: they are no group.
  strategy how = strategy::periodic;
  bool is_warm_up = false;
  bool is_lost = false;
  uint64_t start_ticks = 0;       ///< When the counters were first read,
  uint64_t stop_ticks = 0;        ///< and when last.
  uint64_t start_late_ticks = 0;  ///< After the planned boundary.
  uint64_t stop_late_ticks = 0;
  /// How long the readings took: the counts were taken within that time after start and stop. For `hardware`, what
  /// the trigger is said to need.
  uint64_t start_taken_ticks = 0;
  uint64_t stop_taken_ticks = 0;
  /// `global_clock`: between the samples before and after each boundary.
  uint64_t start_spacing_ticks = 0;
  uint64_t stop_spacing_ticks = 0;
  uint64_t clock_bound_ticks = 0;  ///< Of the alignment to `clock`. 0: it is the core's own.
  uint64_t count[Columns] = {};
};

}  // namespace rtm::sync
