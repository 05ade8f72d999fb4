// SPDX-License-Identifier: MIT
// How are facts held back on a Cortex-M? By PRIMASK, which holds back everything but NMI and HardFault; or by BASEPRI,
// which lets the most urgent interrupts through: they must then report nothing, and nobody sees their time.
#pragma once

#include <stdint.h>

#include "hardware.hpp"

namespace rtm::cortex_m {

template <class Hardware = hardware>
struct primask {
  using mask_state = uint32_t;
  /// Also what the trampoline of vectors.hpp needs: it reports every interrupt.
  static constexpr bool holds_back_all = true;

  static mask_state lock() {
    const uint32_t before = Hardware::primask();
    Hardware::mask_interrupts();
    return before;
  }
  static void unlock(mask_state before) { Hardware::set_primask(before); }
};

/// Armv7-M and Armv8-M Mainline. `Level`: the most urgent priority that may report, as it stands in the priority
/// register (so in its upper bits: 0x40 with 4 bits implemented is priority 4). More urgent ones are not held back.
/// An interrupt between the two accesses of `lock` restores what it changed, so the value read stays right.
/// Not for Cortex-M7 r0p0 and r0p1, where raising BASEPRI can come too late (erratum 837070): use `primask`.
template <uint8_t Level, class Hardware = hardware>
struct basepri {
  static_assert(Level != 0, "basepri: level 0 masks nothing");
  using mask_state = uint32_t;
  static constexpr bool holds_back_all = false;

  static mask_state lock() {
    const uint32_t before = Hardware::basepri();
    Hardware::raise_basepri(Level);
    return before;
  }
  static void unlock(mask_state before) { Hardware::set_basepri(before); }
};

}  // namespace rtm::cortex_m
