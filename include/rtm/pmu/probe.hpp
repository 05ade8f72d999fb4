// SPDX-License-Identifier: MIT
// Does a counter really count? It may be absent and read as a constant (no fault, no error bit), wait for a debugger,
// or stop in sleep. Start-up asks these before anybody believes a count, and a poll asks again.
#pragma once

#include <stdint.h>

#include "rtm/pmu/backend.hpp"

namespace rtm::pmu {

/// Whether counter `n`, which is counting cycles, moves: reads it up to `tries` times.
/// @retval ok
/// @retval no_pmu  it reads the same every time: not there, or nobody enabled it
template <class Backend>
status probe_counter(Backend& pmu, unsigned n, unsigned tries = 64) {
  const uint64_t first = pmu.read(n);
  for (unsigned i = 0; i < tries; ++i) {
    if (pmu.read(n) != first) return status::ok;
  }
  return status::no_pmu;
}

/// What a cycle counter does while the core sleeps. Take both readings of both around one sleep that a timer ends.
enum class idle_behaviour : uint8_t {
  keeps_counting,  ///< In this sleep, on this chip. Still not a clock: a deeper sleep may stop it.
  stops,           ///< It counts work, not time.
  cannot_tell,     ///< The clock did not advance far enough.
};

/// `expected` events in `clock_ticks` of a core that never sleeps. Stops: if less than half of them were counted.
constexpr idle_behaviour in_idle(uint64_t counted, uint64_t expected, uint64_t clock_ticks) {
  if (clock_ticks == 0 || expected < 16) return idle_behaviour::cannot_tell;
  return counted < expected / 2 ? idle_behaviour::stops : idle_behaviour::keeps_counting;
}

/// For every poll: a counter of cycles against another clock, over a time in which the core was active.
/// @retval ok
/// @retval counter_stopped  no cycle in `active_ticks`: a debugger halted or disconnected, firmware took it, power went
constexpr status check_advance(uint64_t counted_cycles, uint64_t active_ticks) {
  return counted_cycles == 0 && active_ticks != 0 ? status::counter_stopped : status::ok;
}

}  // namespace rtm::pmu
