// SPDX-License-Identifier: MIT
// How AArch64 reaches its system registers, at EL1. For code that is compiled for that CPU; elsewhere it can be
// included, not used. The masking is that of a port without nested priorities: PSTATE.I.
#pragma once

#include <stdint.h>

namespace rtm::pmu::access {

struct aarch64 {
  /// Overflow after 32 bits. (The simulator's is narrower.)
  static constexpr uint32_t narrow_bits() { return 32; }

  template <uint32_t Register>
  static uint64_t read() {
    uint64_t value;
    asm volatile("mrs %0, S%c1_%c2_C%c3_C%c4_%c5"
                 : "=r"(value)
                 : "i"(Register >> 14), "i"(Register >> 11 & 7U), "i"(Register >> 7 & 15U), "i"(Register >> 3 & 15U),
                   "i"(Register & 7U)
                 : "memory");
    return value;
  }
  template <uint32_t Register>
  static void write(uint64_t value) {
    asm volatile("msr S%c1_%c2_C%c3_C%c4_%c5, %0"
                 :
                 : "r"(value), "i"(Register >> 14), "i"(Register >> 11 & 7U), "i"(Register >> 7 & 15U),
                   "i"(Register >> 3 & 15U), "i"(Register & 7U)
                 : "memory");
  }
  static void sync() { asm volatile("isb" ::: "memory"); }

  static uint32_t lock() {
    uint64_t before;
    asm volatile("mrs %0, daif\n\tmsr daifset, #2" : "=r"(before)::"memory");
    return uint32_t(before);
  }
  static void unlock(uint32_t before) { asm volatile("msr daif, %0" ::"r"(uint64_t{before}) : "memory"); }
};

}  // namespace rtm::pmu::access
