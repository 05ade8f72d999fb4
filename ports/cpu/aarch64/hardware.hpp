// SPDX-License-Identifier: MIT
// What instructions does the AArch64 port use, and which registers? EL1. The instructions are the policy `Hardware` of
// the rest of the port, so that tests can put a model in their place.
// Sources: Arm Architecture Reference Manual for A-profile (DDI 0487); GIC architecture (IHI 0048, IHI 0069).
#pragma once

#include <stdint.h>

#include "../mmio.hpp"

namespace rtm::aarch64 {

struct hardware : mmio {
  static uint64_t daif() {
    uint64_t value;
    asm volatile("mrs %0, daif" : "=r"(value)::"memory");
    return value;
  }
  /// IRQ and FIQ. Writes to PSTATE are seen by the next instruction: no barrier.
  static void mask_interrupts() { asm volatile("msr daifset, #3" ::: "memory"); }
  static void set_daif(uint64_t value) { asm volatile("msr daif, %0" ::"r"(value) : "memory"); }

  /// The barrier keeps the counter from being read before what stands before it.
  static uint64_t virtual_count() {
    uint64_t value;
    asm volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(value)::"memory");
    return value;
  }
  static uint64_t count_frequency() {
    uint64_t value;
    asm volatile("mrs %0, cntfrq_el0" : "=r"(value));
    return value;
  }
  static uint64_t affinity() {
    uint64_t value;
    asm volatile("mrs %0, mpidr_el1" : "=r"(value));
    return value;
  }
  static uint64_t vector_base() {
    uint64_t value;
    asm volatile("mrs %0, vbar_el1" : "=r"(value)::"memory");
    return value;
  }
  static void set_vector_base(uint64_t value) { asm volatile("msr vbar_el1, %0\n\tisb" ::"r"(value) : "memory"); }

  // GICv3 CPU interface. By encoding: older assemblers do not know the names.

  /// ICC_IAR1_EL1. The barrier: what the device wrote before its interrupt is seen after this.
  static uint32_t acknowledge_group1() {
    uint64_t value;
    asm volatile("mrs %0, S3_0_C12_C12_0\n\tdsb sy" : "=r"(value)::"memory");
    return static_cast<uint32_t>(value);
  }
  /// ICC_EOIR1_EL1. The barrier: the device's line has fallen before the priority drops.
  static void end_group1(uint32_t id) {
    asm volatile("dsb sy\n\tmsr S3_0_C12_C12_1, %0\n\tisb" ::"r"(uint64_t{id}) : "memory");
  }
};

}  // namespace rtm::aarch64
