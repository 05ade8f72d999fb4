// SPDX-License-Identifier: MIT
// The machine with a GICv2: set up, enable, and an interrupt from core to core.
#pragma once

#include "board.hpp"

namespace board {

using gic = rtm::aarch64::gic_v2<distributor, cpu_interface>;

namespace controller {

/// Once, on core 0.
inline void set_up_distributor() { hardware::write(distributor, 1); }
/// On each core.
inline void set_up_core() {
  hardware::write(cpu_interface + 0x4, 0xFF);  // every priority
  hardware::write(cpu_interface, 1);
}
/// An interrupt of this core alone (INTID below 32).
inline void enable(uint32_t id, uint8_t priority) {
  hardware::write_byte(distributor + 0x400 + id, priority);
  hardware::write(distributor + 0x100, 1U << id);
}
/// The opposite of `enable`. What was pending is forgotten.
inline void disable(uint32_t id) {
  hardware::write(distributor + 0x180, 1U << id);
  hardware::write(distributor + 0x280, 1U << id);
}
/// How the line of a private interrupt (INTID 16 .. 31) is understood.
inline void set_edge_triggered(uint32_t id, bool is_edge) {
  const uint32_t bit = 2U << 2 * (id - 16);
  const uint32_t before = hardware::read(distributor + 0xC04) & ~bit;
  hardware::write(distributor + 0xC04, is_edge ? before | bit : before);
}
inline bool is_edge_triggered(uint32_t id) { return (hardware::read(distributor + 0xC04) >> 2 * (id - 16) & 2U) != 0; }
inline void send(uint32_t core, uint32_t id) {
  asm volatile("dsb sy" ::: "memory");
  hardware::write(distributor + 0xF00, 1U << (16 + core) | id);
}

}  // namespace controller
}  // namespace board
