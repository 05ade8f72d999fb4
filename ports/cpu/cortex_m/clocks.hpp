// SPDX-License-Identifier: MIT
// The two clocks that are part of a Cortex-M core. Both may stop in sleep, and both may be missing or in use, so both
// are asked first. A timer of the part (../timer_clock.hpp) is better where one is free.
#pragma once

#include <stdint.h>

#include "hardware.hpp"

namespace rtm::cortex_m {

enum class [[nodiscard]] clock_presence : uint8_t{
    started,   ///< It was told to count. Whether it does, `test_clock` finds out.
    absent,    ///< This core has none, or software may not have it.
    occupied,  ///< Somebody else runs it with a period of his own: as a clock it would jump.
};

/// DWT.CYCCNT, 32 bits, core cycles. Not on Armv6-M and Armv8-M Baseline. It stands still while the core's clock is
/// gated (WFI on most parts, unless a debugger is attached) and in debug state: it measures work. Say `RunsInIdle` only
/// of a part on which `test_clock` proved it without a debugger.
template <uint64_t Hz, bool RunsInIdle = false, class Hardware = hardware>
struct cycle_counter {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = RunsInIdle;
  static constexpr uint64_t rate_hz() { return Hz; }
  static word now() { return Hardware::read(registers::dwt_cycles); }

  /// Sets TRCENA, without which DWT does not answer (until a debugger sets it, which is why it works on the desk only);
  /// opens the software lock of Cortex-M7 where there is one; never writes the count, which may be shared.
  /// @retval started, absent
  static clock_presence start() {
    namespace r = registers;
    Hardware::write(r::debug_control, Hardware::read(r::debug_control) | r::trace_enable);
    if ((Hardware::read(r::debug_control) & r::trace_enable) == 0) return clock_presence::absent;
    if ((Hardware::read(r::dwt_lock_status) & r::lock_present_and_closed) == r::lock_present_and_closed) {
      Hardware::write(r::dwt_lock, r::lock_key);
    }
    const uint32_t control = Hardware::read(r::dwt_control);
    if ((control & r::dwt_no_counter) != 0) return clock_presence::absent;
    Hardware::write(r::dwt_control, control | r::dwt_count_cycles);
    // A core without one, and a lock that did not open, ignore the write.
    const bool counts = (Hardware::read(r::dwt_control) & r::dwt_count_cycles) != 0;
    return counts ? clock_presence::started : clock_presence::absent;
  }
};

/// SysTick over its full 24 bits, without its interrupt. Only where no OS uses it. It stops in deep sleep, and on some
/// parts in sleep.
template <uint64_t Hz, bool RunsInIdle = false, class Hardware = hardware>
struct sys_tick_counter {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 24;
  static constexpr bool runs_in_idle = RunsInIdle;
  static constexpr uint64_t rate_hz() { return Hz; }
  static constexpr uint32_t full_range = 0x00FF'FFFFU;

  static word now() { return ~Hardware::read(registers::systick_value) & full_range; }

  /// Counts core cycles from here on. Any write of the value clears it, and the first tick reloads it.
  /// @retval started, absent (it is optional on Armv6-M), occupied
  static clock_presence start() {
    namespace r = registers;
    const uint32_t control = Hardware::read(r::systick_control);
    const bool is_free_running =
        Hardware::read(r::systick_reload) == full_range && (control & r::systick_interrupt) == 0;
    if ((control & r::systick_enable) != 0) {
      return is_free_running ? clock_presence::started : clock_presence::occupied;
    }
    Hardware::write(r::systick_reload, full_range);
    if (Hardware::read(r::systick_reload) != full_range) return clock_presence::absent;
    Hardware::write(r::systick_value, 0);
    Hardware::write(r::systick_control, r::systick_enable | r::systick_core_clock);
    return clock_presence::started;
  }
};

}  // namespace rtm::cortex_m
