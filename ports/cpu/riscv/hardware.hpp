// SPDX-License-Identifier: MIT
// What instructions does the RISC-V port use, and which registers? Machine mode, RV32 and RV64. The instructions are
// the policy `Hardware` of the rest of the port, so that tests can put a model in their place. Source: The RISC-V
// Instruction Set Manual, volume II, privileged architecture 1.12.
#pragma once

#include <stdint.h>

#include "../mmio.hpp"

namespace rtm::riscv {

/// Bits of mstatus.
inline constexpr uintptr_t mstatus_mie = 1U << 3;
/// Bits of misa: S-mode, and with it mideleg.
inline constexpr uintptr_t misa_s = uintptr_t{1} << ('S' - 'A');

struct hardware : mmio {
  /// One instruction: nothing comes between the reading and the masking.
  static uintptr_t mask_interrupts() {
    uintptr_t before;
    asm volatile("csrrci %0, mstatus, 8" : "=r"(before)::"memory");
    return before;
  }
  static void set_in_mstatus(uintptr_t bits) { asm volatile("csrs mstatus, %0" ::"r"(bits) : "memory"); }

  static uintptr_t mcycle() {
    uintptr_t value;
    asm volatile("csrr %0, mcycle" : "=r"(value)::"memory");
    return value;
  }
  static uintptr_t hart() {
    uintptr_t value;
    asm volatile("csrr %0, mhartid" : "=r"(value));
    return value;
  }
  static uintptr_t trap_vector() {
    uintptr_t value;
    asm volatile("csrr %0, mtvec" : "=r"(value)::"memory");
    return value;
  }
  static void set_trap_vector(uintptr_t value) { asm volatile("csrw mtvec, %0" ::"r"(value) : "memory"); }
  static uintptr_t interrupts_enabled() {
    uintptr_t value;
    asm volatile("csrr %0, mie" : "=r"(value)::"memory");
    return value;
  }
  static uintptr_t extensions() {
    uintptr_t value;
    asm volatile("csrr %0, misa" : "=r"(value));
    return value;
  }
  /// Only where there is an S-mode: an illegal instruction elsewhere.
  static uintptr_t delegated() {
    uintptr_t value;
    asm volatile("csrr %0, mideleg" : "=r"(value)::"memory");
    return value;
  }
};

}  // namespace rtm::riscv
