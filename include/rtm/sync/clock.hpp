// SPDX-License-Identifier: MIT
// What several cores need for a common window: a clock that runs whatever the core does. A counter of core cycles is
// none: it stops in sleep, and each core has its own. So a type says of itself whether it runs in idle, and one that
// does not is refused when it is compiled.
//
//   struct port {
//     static constexpr bool runs_in_idle = true;
//     uint64_t now();                 // ticks of the clock `id()`; on AArch64 CNTVCT with an ISB before it
//     uint32_t id();                  // the same on all cores that read the same clock
//     uint32_t lock(); void unlock(uint32_t);   // masks interrupts of this core; nests
//   };
#pragma once

#include <stdint.h>

namespace rtm::sync {

namespace detail {
template <class Clock, class = void>
inline constexpr bool says_whether_it_runs = false;
template <class Clock>
inline constexpr bool says_whether_it_runs<Clock, decltype(void(Clock::runs_in_idle))> = true;
}  // namespace detail

/// Refuses a type that is no time base.
template <class Clock>
constexpr bool check_time_base() {
  static_assert(detail::says_whether_it_runs<Clock>, "time base: needs `static constexpr bool runs_in_idle`");
  static_assert(Clock::runs_in_idle, "time base: a clock that stops in idle measures work, not time");
  return true;
}

}  // namespace rtm::sync
