// SPDX-License-Identifier: MIT
// The instructions behind the TC3xx port, for GCC for TriCore (and compilers that take its extended assembly). WRITTEN,
// NOT RUN: this project has neither the compiler nor the part. Everything else of the port is tested on the host with a
// model in place of this type.
#pragma once

#include <stdint.h>

#include "../mmio.hpp"
#include "registers.hpp"

namespace rtm::tricore_tc3xx {

struct hardware : mmio {
  static uint32_t icr() {
    uint32_t value;
    asm volatile("mfcr %0, 0xFE2C" : "=d"(value)::"memory");
    return value;
  }
  static uint32_t core_id() {
    uint32_t value;
    asm volatile("mfcr %0, 0xFE1C" : "=d"(value));
    return value;
  }
  /// Takes effect before the next instruction. The "memory" clobbers keep what is masked from being moved out.
  static void disable() { asm volatile("disable" ::: "memory"); }
  static void enable() { asm volatile("enable" ::: "memory"); }
};

}  // namespace rtm::tricore_tc3xx
