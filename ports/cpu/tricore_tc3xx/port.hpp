// SPDX-License-Identifier: MIT
// Clocks, mask and cores of an AURIX TC3xx. Never run on silicon by this project: see README.md.
#pragma once

#include <stdint.h>

#include "hardware.hpp"
#include "rtm/types.hpp"

namespace rtm::tricore_tc3xx {

/// TIM0 of one system timer: 32 bits, one load, and the usual choice; the ledger extends it to 64 bits. At 100 MHz it
/// wraps after 42.9 s, so max_gap must be below 21.4 s. `Hz`: what CCUCON0 really says, read back, not what a comment
/// in the start-up code says. A system timer goes on in idle and in sleep; a debugger may suspend it (OCS.SUS).
template <uint32_t Stm, uint64_t Hz, class Hardware = hardware>
struct stm_low {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = true;
  static constexpr uint64_t rate_hz() { return Hz; }
  static word now() { return Hardware::read(registers::stm(Stm) + registers::stm_tim0); }
};

/// All 64 bits: TIM0, which latches the upper half, THEN CAP. Nobody else may read TIM0 of this system timer in
/// between: so under the mask (`report` reads it there), and with one system timer a core. A second core, a driver or a
/// debugger that reads the same one makes halves that do not belong together; then use `stm_low`.
template <uint32_t Stm, uint64_t Hz, class Hardware = hardware>
struct stm_wide {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 64;
  static constexpr bool runs_in_idle = true;
  static constexpr uint64_t rate_hz() { return Hz; }
  static word now() {
    const uint32_t low = Hardware::read(registers::stm(Stm) + registers::stm_tim0);
    const uint32_t high = Hardware::read(registers::stm(Stm) + registers::stm_cap);
    return word{high} << 32 | low;
  }
};

/// ICR.IE: holds back every interrupt, of category 1 too, and no trap. Raising CCPN as an OS does is not enough:
/// category 1 interrupts above it report as well. An interrupt between the two instructions of `lock` returns with IE
/// as it found it, so what was read stays right.
template <class Hardware = hardware>
struct ie_mask {
  using mask_state = uint32_t;
  static mask_state lock() {
    const uint32_t before = Hardware::icr() & registers::icr_ie;
    Hardware::disable();
    return before;
  }
  /// Never a blind enable: what was masked before stays so.
  static void unlock(mask_state before) {
    if (before != 0) Hardware::enable();
  }
};

/// The cores of a TC39x and its smaller relatives: CORE_ID counts 0 .. 4 and then 6, so it is no index.
template <uint32_t Cores = 6, class Hardware = hardware>
struct cores_of_tc3xx {
  static_assert(Cores >= 1 && Cores <= 6, "a TC3xx has 1 to 6 cores");
  static constexpr uint32_t cores = Cores;

  static constexpr uint32_t index_of(uint32_t core_id) {
    const uint32_t index = core_id == 6 ? 5 : core_id < 5 ? core_id : no_id;
    return index < Cores ? index : no_id;
  }
  static uint32_t core_index() { return index_of(Hardware::core_id() & registers::core_id_bits); }

  /// The SRPN of the interrupt that runs, as long as nobody else raises CCPN (an OS does, for its locks: then ask the
  /// OS). no_id in a task.
  static uint32_t active_exception() {
    const uint32_t priority = Hardware::icr() & registers::icr_priority;
    return priority == 0 ? no_id : priority;
  }
};

}  // namespace rtm::tricore_tc3xx
