// SPDX-License-Identifier: MIT
// Which interrupt is it, and which are enabled? The two GICs, as far as telling facts needs them. Setting a controller
// up is not a port's business.
#pragma once

#include <stdint.h>

#include "hardware.hpp"

namespace rtm::aarch64 {

/// From here on an acknowledge answered that there is nothing (or nothing for this security state).
inline constexpr uint32_t first_special_id = 1020;

namespace detail {

/// What both have in the distributor.
template <uintptr_t Distributor, class Hardware>
struct distributor {
  /// Words of 32 interrupts, private ones included.
  static uint32_t words() { return (Hardware::read(Distributor + 0x004) & 0x1FU) + 1; }  // GICD_TYPER.ITLinesNumber
  static uint32_t enabled(uint32_t word) { return Hardware::read(Distributor + 0x100 + 4 * word); }  // GICD_ISENABLER
};

}  // namespace detail

/// GICv2. `Interface`: its CPU interface. Private interrupts are banked: each core sees its own.
template <uintptr_t Distributor, uintptr_t Interface, class Hardware = hardware>
struct gic_v2 : detail::distributor<Distributor, Hardware> {
  /// What `end` wants back: for an SGI it holds the sender too.
  static uint32_t acknowledge() { return Hardware::read(Interface + 0x00C); }
  static constexpr uint32_t id_of(uint32_t acknowledged) { return acknowledged & 0x3FFU; }
  static void end(uint32_t acknowledged) { Hardware::write(Interface + 0x010, acknowledged); }
  static uint32_t enabled_word(uint32_t /*core*/, uint32_t word) {
    return detail::distributor<Distributor, Hardware>::enabled(word);
  }
};

/// GICv3, its system registers, group 1. `Redistributors`: the first of them; `Stride` apart, in the order of the
/// cores.
template <uintptr_t Distributor, uintptr_t Redistributors, uintptr_t Stride = 0x2'0000, class Hardware = hardware>
struct gic_v3 : detail::distributor<Distributor, Hardware> {
  static uint32_t acknowledge() { return Hardware::acknowledge_group1(); }
  static constexpr uint32_t id_of(uint32_t acknowledged) { return acknowledged & 0xFF'FFFFU; }
  static void end(uint32_t acknowledged) { Hardware::end_group1(acknowledged); }
  /// Private interrupts are in the core's redistributor, in its second frame.
  static uint32_t enabled_word(uint32_t core, uint32_t word) {
    if (word != 0) return detail::distributor<Distributor, Hardware>::enabled(word);
    return Hardware::read(Redistributors + core * Stride + 0x1'0100);
  }
};

}  // namespace rtm::aarch64
