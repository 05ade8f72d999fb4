// SPDX-License-Identifier: MIT
// How a RISC-V hart reaches its CSRs, in M-mode, RV32 and RV64. For code that is compiled for that CPU; elsewhere it
// can be included, not used.
#pragma once

#include <stdint.h>

namespace rtm::pmu::access {

struct riscv {
  using word = uintptr_t;

  template <uint32_t Csr>
  static word read() {
    word value;
    asm volatile("csrr %0, %1" : "=r"(value) : "i"(Csr) : "memory");
    return value;
  }
  template <uint32_t Csr>
  static void write(word value) {
    asm volatile("csrw %0, %1" ::"i"(Csr), "r"(value) : "memory");
  }
  template <uint32_t Csr>
  static void set(word bits) {
    asm volatile("csrs %0, %1" ::"i"(Csr), "r"(bits) : "memory");
  }
  template <uint32_t Csr>
  static void clear(word bits) {
    asm volatile("csrc %0, %1" ::"i"(Csr), "r"(bits) : "memory");
  }
  /// CSR accesses of a hart happen in program order: the compiler is all there is to hold.
  static void sync() { asm volatile("" ::: "memory"); }

  static uint32_t lock() {
    word before;
    asm volatile("csrrci %0, mstatus, 8" : "=r"(before)::"memory");
    return uint32_t(before & 8U);
  }
  static void unlock(uint32_t before) { asm volatile("csrs mstatus, %0" ::"r"(word{before}) : "memory"); }
};

}  // namespace rtm::pmu::access
