// SPDX-License-Identifier: MIT
// How a TriCore reaches its core registers. Written from the manual and not run: no TriCore compiler or simulator with
// counters is at hand. For code that is compiled for that CPU; elsewhere it can be included, not used.
#pragma once

#include <stdint.h>

namespace rtm::pmu::access {

struct tricore {
  template <uint32_t Register>
  static uint32_t read() {
    uint32_t value;
    asm volatile("mfcr %0, %1" : "=d"(value) : "i"(Register) : "memory");
    return value;
  }
  template <uint32_t Register>
  static void write(uint32_t value) {
    asm volatile("mtcr %0, %1" ::"i"(Register), "d"(value) : "memory");
  }
  static void sync() { asm volatile("isync" ::: "memory"); }

  /// ICR.IE is bit 15.
  static uint32_t lock() {
    const uint32_t before = read<0xFE2C>() & 1U << 15;
    asm volatile("disable" ::: "memory");
    sync();
    return before;
  }
  static void unlock(uint32_t before) {
    if (before != 0) asm volatile("enable" ::: "memory");
  }
};

}  // namespace rtm::pmu::access
