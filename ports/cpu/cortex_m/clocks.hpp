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
    /// SysTick runs, but from another source than the one whose rate the port says: every time would be wrong by a
    /// factor.
    other_source,
};

/// The presence as a word, for a report.
constexpr const char* name_of(clock_presence what) {
  switch (what) {
    case clock_presence::started: return "started";
    case clock_presence::absent: return "absent";
    case clock_presence::occupied: return "occupied";
    case clock_presence::other_source: return "other_source";
  }
  return "no presence";
}

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

/// What SysTick counts (SYST_CSR.CLKSOURCE). The reference is what the part has connected, often a fraction of the core
/// clock, or nothing: then the bit always says `core`.
enum class sys_tick_source : uint8_t { core, reference };

/// SysTick over its full 24 bits, without its interrupt. Only where no OS uses it. It stops in deep sleep, and on some
/// parts in sleep. `Hz` is the rate of `Source`.
template <uint64_t Hz, bool RunsInIdle = false, class Hardware = hardware,
          sys_tick_source Source = sys_tick_source::core>
struct sys_tick_counter {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 24;
  static constexpr bool runs_in_idle = RunsInIdle;
  static constexpr uint64_t rate_hz() { return Hz; }
  static constexpr uint32_t full_range = 0x00FF'FFFFU;

  static word now() { return ~Hardware::read(registers::systick_value) & full_range; }

  /// Counts from here on. Any write of the value clears it, and the first tick reloads it. One that runs free already
  /// is not touched: somebody else may read it.
  /// @retval started, absent (it is optional on Armv6-M), occupied, other_source
  static clock_presence start() {
    namespace r = registers;
    const uint32_t control = Hardware::read(r::systick_control);
    const bool is_free_running =
        Hardware::read(r::systick_reload) == full_range && (control & r::systick_interrupt) == 0;
    if ((control & r::systick_enable) != 0) {
      return is_free_running ? presence_with(control) : clock_presence::occupied;
    }
    Hardware::write(r::systick_reload, full_range);
    if (Hardware::read(r::systick_reload) != full_range) return clock_presence::absent;
    Hardware::write(r::systick_value, 0);
    Hardware::write(r::systick_control, r::systick_enable | source_bit);
    return presence_with(Hardware::read(r::systick_control));  // the bit may be fixed, either way
  }

 private:
  static constexpr uint32_t source_bit = Source == sys_tick_source::core ? registers::systick_core_clock : 0;

  static clock_presence presence_with(uint32_t control) {
    const bool is_said_source = (control & registers::systick_core_clock) == source_bit;
    return is_said_source ? clock_presence::started : clock_presence::other_source;
  }
};

}  // namespace rtm::cortex_m
