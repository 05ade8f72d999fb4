// SPDX-License-Identifier: MIT
// How is a hardware register read and written? Through these functions only, so that every access is one plain load or
// store that the compiler neither removes nor splits. Ports take this type as a policy: tests put a model in its place.
#pragma once

#include <stdint.h>

namespace rtm {

struct mmio {
  static uint32_t read(uintptr_t address) { return *reinterpret_cast<const volatile uint32_t*>(address); }
  static void write(uintptr_t address, uint32_t value) { *reinterpret_cast<volatile uint32_t*>(address) = value; }
  static uint8_t read_byte(uintptr_t address) { return *reinterpret_cast<const volatile uint8_t*>(address); }
  static void write_byte(uintptr_t address, uint8_t value) { *reinterpret_cast<volatile uint8_t*>(address) = value; }
};

}  // namespace rtm
