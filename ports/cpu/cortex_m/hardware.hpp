// SPDX-License-Identifier: MIT
// What instructions does the Cortex-M port use, and which registers? The instructions are the policy `Hardware` of the
// rest of the port, so that tests can put a model in their place. Armv6-M to Armv8.1-M; BASEPRI not on Armv6-M and
// Armv8-M Baseline. Sources: Armv6-M, Armv7-M and Armv8-M Architecture Reference Manuals.
#pragma once

#include <stdint.h>

#include "../mmio.hpp"

namespace rtm::cortex_m {

/// Addresses in the system control space, the same on all profiles, and what is in them.
namespace registers {

inline constexpr uint32_t interrupt_lines = 0xE000'E004U;  // ICTR[3:0]: banks of 32 lines, less one
inline constexpr uint32_t systick_control = 0xE000'E010U;
inline constexpr uint32_t systick_enable = 1U << 0;
inline constexpr uint32_t systick_interrupt = 1U << 1;
inline constexpr uint32_t systick_core_clock = 1U << 2;
inline constexpr uint32_t systick_reload = 0xE000'E014U;
inline constexpr uint32_t systick_value = 0xE000'E018U;
inline constexpr uint32_t interrupts_enabled = 0xE000'E100U;  // NVIC_ISER0, one word for 32 lines
inline constexpr uint32_t vector_table = 0xE000'ED08U;        // VTOR

inline constexpr uint32_t debug_control = 0xE000'EDFCU;  // DEMCR
inline constexpr uint32_t trace_enable = 1U << 24;       // TRCENA
inline constexpr uint32_t dwt_control = 0xE000'1000U;
inline constexpr uint32_t dwt_count_cycles = 1U << 0;      // CYCCNTENA
inline constexpr uint32_t dwt_no_counter = 1U << 25;       // NOCYCCNT
inline constexpr uint32_t dwt_cycles = 0xE000'1004U;       // CYCCNT
inline constexpr uint32_t dwt_lock = 0xE000'1FB0U;         // LAR
inline constexpr uint32_t dwt_lock_status = 0xE000'1FB4U;  // LSR
inline constexpr uint32_t lock_present_and_closed = 3U;
inline constexpr uint32_t lock_key = 0xC5AC'CE55U;

}  // namespace registers

struct hardware : mmio {
  static uint32_t primask() {
    uint32_t value;
    asm volatile("mrs %0, primask" : "=r"(value)::"memory");
    return value;
  }
  /// Takes effect before the next instruction. The "memory" clobbers keep what is masked from being moved out.
  static void mask_interrupts() { asm volatile("cpsid i" ::: "memory"); }
  static void set_primask(uint32_t value) { asm volatile("msr primask, %0" ::"r"(value) : "memory"); }

  static uint32_t basepri() {
    uint32_t value;
    asm volatile("mrs %0, basepri" : "=r"(value)::"memory");
    return value;
  }
  /// BASEPRI_MAX ignores what would lower the mask. Unlike CPSID it needs the barrier to take effect at once.
  static void raise_basepri(uint32_t level) { asm volatile("msr basepri_max, %0\n\tisb" ::"r"(level) : "memory"); }
  static void set_basepri(uint32_t value) { asm volatile("msr basepri, %0" ::"r"(value) : "memory"); }

  static uint32_t ipsr() {
    uint32_t value;
    asm volatile("mrs %0, ipsr" : "=r"(value));
    return value;
  }
  /// After this, the effect of a register write has happened.
  static void settle() { asm volatile("dsb\n\tisb" ::: "memory"); }
};

}  // namespace rtm::cortex_m
