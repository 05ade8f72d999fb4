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
inline void send(uint32_t core, uint32_t id) {
  asm volatile("dsb sy" ::: "memory");
  hardware::write(distributor + 0xF00, 1U << (16 + core) | id);
}

}  // namespace controller
}  // namespace board
