// SPDX-License-Identifier: MIT
// How AArch32 reaches coprocessor 15, in a privileged mode. For code that is compiled for that CPU; elsewhere it can be
// included, not used.
#pragma once

#include <stdint.h>

namespace rtm::pmu::access {

struct aarch32 {
  template <uint32_t Register>
  static uint32_t read() {
    uint32_t value;
    asm volatile("mrc p15, %c1, %0, c%c2, c%c3, %c4"
                 : "=r"(value)
                 : "i"(Register >> 11 & 7U), "i"(Register >> 7 & 15U), "i"(Register >> 3 & 15U), "i"(Register & 7U)
                 : "memory");
    return value;
  }
  template <uint32_t Register>
  static void write(uint32_t value) {
    asm volatile("mcr p15, %c1, %0, c%c2, c%c3, %c4"
                 :
                 : "r"(value), "i"(Register >> 11 & 7U), "i"(Register >> 7 & 15U), "i"(Register >> 3 & 15U),
                   "i"(Register & 7U)
                 : "memory");
  }
  static void sync() { asm volatile("isb" ::: "memory"); }

  static uint32_t lock() {
    uint32_t before;
    asm volatile("mrs %0, cpsr\n\tcpsid i" : "=r"(before)::"memory");
    return before;
  }
  static void unlock(uint32_t before) { asm volatile("msr cpsr_c, %0" ::"r"(before) : "memory"); }
};

}  // namespace rtm::pmu::access
