// SPDX-License-Identifier: MIT
// What does the firmware need from an Armv7-M core beside its port? The interrupt controller, PendSV and SysTick.
// Register addresses: Armv7-M Architecture Reference Manual, sections B3.2 to B3.4.
#pragma once

#include <stdint.h>

#include "mmio.hpp"

namespace cortex_m3 {

/// Number of an exception as the core counts: SysTick is 15, external interrupt n is 16 + n.
enum class exception : uint32_t { reset = 1, nmi = 2, hard_fault = 3, svc = 11, pend_sv = 14, sys_tick = 15 };

constexpr exception external(uint32_t irq) { return exception{16 + irq}; }

/// After this, the effect of a register write (an interrupt made pending) has happened.
inline void settle() { asm volatile("dsb\n\tisb" ::: "memory"); }

/// Waits for an event. QEMU treats it as a yield and returns at once, which is wanted here: with WFI and `-icount
/// sleep=off` it wakes for every second period of a periodic timer only.
inline void wait_for_event() { asm volatile("wfe" ::: "memory"); }

inline void enable_interrupt(uint32_t irq) { mmio::write(0xE000'E100U + 4 * (irq / 32), 1U << (irq % 32)); }

inline void pend_interrupt(uint32_t irq) { mmio::write(0xE000'E200U + 4 * (irq / 32), 1U << (irq % 32)); }

/// A smaller number is more urgent. Real parts implement only the top 2 (Armv6-M) to 4 bits.
inline void set_priority(exception number, uint8_t priority) {
  const auto n = static_cast<uint32_t>(number);
#if __ARM_ARCH == 6  // takes whole words only
  const uint32_t word = n >= 16 ? 0xE000'E400U + ((n - 16) & ~3U) : 0xE000'ED18U + ((n - 4) & ~3U);
  const uint32_t shift = 8 * (n & 3U);
  mmio::write(word, (mmio::read(word) & ~(0xFFU << shift)) | uint32_t{priority} << shift);
#else
  if (n >= 16) {
    mmio::write_byte(0xE000'E400U + (n - 16), priority);
  } else {
    mmio::write_byte(0xE000'ED18U + (n - 4), priority);
  }
#endif
}

/// PendSV runs as soon as no more urgent exception is active or pending and interrupts are not masked.
inline void pend_pend_sv() { mmio::write(0xE000'ED04U, 1U << 28); }

inline void pend_sys_tick() { mmio::write(0xE000'ED04U, 1U << 26); }

/// SysTick from the core clock, with its interrupt, every `period_ticks` (2 .. 2^24).
inline void start_sys_tick(uint32_t period_ticks) {
  mmio::write(0xE000'E014U, period_ticks - 1);
  mmio::write(0xE000'E018U, 0);
  mmio::write(0xE000'E010U, 7);
}

/// Resets the core and its peripherals; memory keeps what it holds.
[[noreturn]] inline void reset_system() {
  settle();
  mmio::write(0xE000'ED0CU, 0x05FA'0004U);  // AIRCR: key and SYSRESETREQ
  settle();
  while (true) {
  }
}

inline void stop_sys_tick() { mmio::write(0xE000'E010U, 0); }

}  // namespace cortex_m3
