// SPDX-License-Identifier: MIT
// How is a hardware register read and written? Through these two functions only, so that every access is one plain
// 32-bit load or store that the compiler neither removes nor splits.
#pragma once

#include <stdint.h>

namespace mmio {

inline uint32_t read(uint32_t address) { return *reinterpret_cast<const volatile uint32_t*>(address); }

inline void write(uint32_t address, uint32_t value) { *reinterpret_cast<volatile uint32_t*>(address) = value; }

inline void write_byte(uint32_t address, uint8_t value) { *reinterpret_cast<volatile uint8_t*>(address) = value; }

}  // namespace mmio
