// SPDX-License-Identifier: MIT
// How a Cortex-M reaches its debug and PMU registers: memory, privileged. The masking is PRIMASK; a port that masks by
// BASEPRI derives from this and replaces lock and unlock.
#pragma once

#include <stdint.h>

namespace rtm::pmu::access {

struct cortex_m {
  static uint32_t read(uint32_t address) { return *at(address); }
  static void write(uint32_t address, uint32_t value) { *at(address) = value; }
  /// What was written has arrived before anything after it.
  static void sync() { asm volatile("dsb\n\tisb" ::: "memory"); }

  static uint32_t lock() {
    uint32_t before;
    asm volatile("mrs %0, primask\n\tcpsid i" : "=r"(before)::"memory");
    return before;
  }
  static void unlock(uint32_t before) { asm volatile("msr primask, %0" ::"r"(before) : "memory"); }

 private:
  static volatile uint32_t* at(uint32_t address) {
    return reinterpret_cast<volatile uint32_t*>(static_cast<uintptr_t>(address));
  }
};

}  // namespace rtm::pmu::access
