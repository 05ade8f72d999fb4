// SPDX-License-Identifier: MIT
// A clock out of any free-running timer of up to 32 bits whose count is one register: the usual choice where the core's
// own counter stops in sleep. Whoever owns the timer starts it, over its full range, and nobody changes it afterwards.
#pragma once

#include <stdint.h>

#include "mmio.hpp"

namespace rtm {

enum class counts : uint8_t { up, down };

/// `Address`: the register that holds the count. `Hz`: its rate. `RunsInIdle`: it counts in every sleep that the idle
/// loop uses; `test_clock` finds out. `Bits`: it wraps after 2^Bits ticks (a timer that reloads another value does
/// not).
template <uintptr_t Address, counts Direction, uint64_t Hz, bool RunsInIdle, uint32_t Bits = 32, class Access = mmio>
struct timer_clock {
  static_assert(Bits >= 16 && Bits <= 32, "a timer of 16 to 32 bits");

  using word = uint32_t;
  static constexpr uint32_t clock_bits = Bits;
  static constexpr bool runs_in_idle = RunsInIdle;
  static constexpr uint64_t rate_hz() { return Hz; }

  static word now() {
    const word count = Access::read(Address);
    // What counts down is seen as its complement, which counts up and wraps like any other.
    return (Direction == counts::down ? ~count : count) & (~word{0} >> (32 - Bits));
  }
};

}  // namespace rtm
