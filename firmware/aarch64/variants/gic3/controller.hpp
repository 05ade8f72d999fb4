// SPDX-License-Identifier: MIT
// The machine with a GICv3: set up, enable, and an interrupt from core to core.
#pragma once

#include "board.hpp"

namespace board {

using gic = rtm::aarch64::gic_v3<distributor, redistributors>;

namespace controller {

/// Once, on core 0: affinity routing, group 1.
inline void set_up_distributor() { hardware::write(distributor, 0x12); }

inline uintptr_t redistributor() { return redistributors + uintptr_t{0x2'0000} * cores::core_index(); }

/// On each core: wake its redistributor, then the system registers, every priority, group 1.
inline void set_up_core() {
  const uintptr_t waker = redistributor() + 0x14;
  hardware::write(waker, hardware::read(waker) & ~2U);
  while ((hardware::read(waker) & 4U) != 0) yield();
  uint64_t sre;
  asm volatile("mrs %0, S3_0_C12_C12_5" : "=r"(sre));
  asm volatile("msr S3_0_C12_C12_5, %0\n\tisb" ::"r"(sre | 1));
  asm volatile("msr S3_0_C4_C6_0, %0\n\tmsr S3_0_C12_C12_7, %1\n\tisb" ::"r"(uint64_t{0xFF}), "r"(uint64_t{1}));
}
/// An interrupt of this core alone (INTID below 32).
inline void enable(uint32_t id, uint8_t priority) {
  const uintptr_t private_interrupts = redistributor() + 0x1'0000;
  hardware::write_byte(private_interrupts + 0x400 + id, priority);
  hardware::write(private_interrupts + 0x80, hardware::read(private_interrupts + 0x80) | 1U << id);
  hardware::write(private_interrupts + 0x100, 1U << id);
}
/// The opposite of `enable`. What was pending is forgotten.
inline void disable(uint32_t id) {
  hardware::write(redistributor() + 0x1'0180, 1U << id);
  hardware::write(redistributor() + 0x1'0280, 1U << id);
}
/// How the line of a private interrupt (INTID 16 .. 31) is understood.
inline void set_edge_triggered(uint32_t id, bool is_edge) {
  const uintptr_t configuration = redistributor() + 0x1'0C04;
  const uint32_t bit = 2U << 2 * (id - 16);
  const uint32_t before = hardware::read(configuration) & ~bit;
  hardware::write(configuration, is_edge ? before | bit : before);
}
inline bool is_edge_triggered(uint32_t id) {
  return (hardware::read(redistributor() + 0x1'0C04) >> 2 * (id - 16) & 2U) != 0;
}
inline void send(uint32_t core, uint32_t id) {
  asm volatile("dsb sy\n\tmsr S3_0_C12_C11_5, %0\n\tisb" ::"r"(uint64_t{id} << 24 | uint64_t{1} << core) : "memory");
}

}  // namespace controller
}  // namespace board
