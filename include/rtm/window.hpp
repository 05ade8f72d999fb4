// SPDX-License-Identifier: MIT
// What a reader gets: sums of one id in one window, and where that window lies. Ticks and counts only; percentages
// are made where they are shown.
#pragma once

#include <stdint.h>

namespace rtm {

/// A task or another base owner in one window, or in an epoch.
struct task_sums {
  uint64_t exclusive = 0;   ///< Ticks owned.
  uint64_t dispatches = 0;  ///< Changes of the base owner to it.
};

/// An interrupt, a Swi or a point in one window, or in an epoch.
struct call_sums {
  uint64_t exclusive = 0;  ///< Ticks as the topmost frame (innermost point) only.
  uint64_t inclusive = 0;  ///< Ticks of its calls, nested ones included; the sum over calls, so recursion counts twice.
  uint64_t calls = 0;      ///< Calls that ended.
  uint64_t abandoned = 0;  ///< Points only: open when their task terminated.
};

/// Shortest and longest completed call of an epoch, in ticks. Meaningful if `calls` is not 0.
/// With 32-bit words a call of 2^32 - 2 ticks or more is kept as 2^32 - 2.
struct call_extremes {
  uint64_t exclusive_min = 0;
  uint64_t exclusive_max = 0;
  uint64_t inclusive_min = 0;
  uint64_t inclusive_max = 0;
};

/// Which window was read. Complete: the latest closed one. Not complete: the one in progress.
struct window_header {
  uint64_t index = 0;         ///< 0, 1, 2, ... in the epoch. A jump tells the reader what he missed.
  uint64_t start_ticks = 0;   ///< Extended time.
  uint64_t length_ticks = 0;  ///< Of the window in progress: so far.
  uint32_t epoch = 0;
  bool complete = false;
  uint32_t sequence = 0;  ///< For `ledger::is_latest`; changes whenever a window closes or an epoch begins.
  uint32_t stamp = 0;     ///< For the ledger.
};

/// The epoch up to the last settled fact.
struct epoch_header {
  uint64_t start_ticks = 0;  ///< Extended time; the first epoch starts at its raw reading.
  uint64_t total_ticks = 0;  ///< Settled since.
  uint32_t epoch = 0;        ///< 0, 1, 2, ... counted by `reset`.
  uint32_t ignored = 0;      ///< Facts since the fault. Saturates at 2^32 - 1.
  bool valid = false;        ///< No fault so far.
};

}  // namespace rtm
