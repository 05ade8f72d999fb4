// SPDX-License-Identifier: MIT
// Where is what on the Arm MPS2 board with the AN385 image (Cortex-M3), as QEMU's machine `mps2-an385` models it?
// Addresses, interrupt numbers and the clock: Arm application note AN385 and the CMSDK (DDI 0479) timer chapters.
// Not modelled by QEMU 7.2: DWT.CYCCNT (reads 0), wait states, the time that exception entry and exit take.
#pragma once

#include <stdint.h>

#include "mmio.hpp"

namespace board {

inline constexpr uint32_t clock_hz = 25'000'000;  // core and peripherals: 40 ns a tick
inline constexpr uint32_t ticks_per_us = clock_hz / 1'000'000;
inline constexpr uint32_t external_interrupts = 32;

inline constexpr uint32_t timer0_irq = 8;
inline constexpr uint32_t timer1_irq = 9;
inline constexpr uint32_t dual_timer_irq = 10;

/// Block 1 of the dual timer, free-running, 32 bits, no interrupt. It counts down; its complement counts up.
struct free_running_clock {
  static constexpr uint32_t base = 0x4000'2000U;
  static constexpr uint32_t value = base + 0x4;  // the register whose reads QEMU can trace

  /// `first_reading`: what `now` gives first. The counter starts at its complement and wraps like any other.
  static void start(uint32_t first_reading) {
    mmio::write(base + 0x8, 0);
    mmio::write(base + 0x0, ~first_reading);
    mmio::write(base + 0x8, 0x82);  // enabled, 32 bits, free-running, interrupt off
  }

  static uint32_t now() { return ~mmio::read(value); }
};

/// A CMSDK timer used for one interrupt after `ticks`, then armed again by its handler.
struct cmsdk_timer {
  uint32_t base;

  void arm(uint32_t ticks) const {
    mmio::write(base + 0x0, 0);
    mmio::write(base + 0x8, 0);  // no reload: one shot
    mmio::write(base + 0x4, ticks);
    mmio::write(base + 0x0, 0x9);  // enabled, interrupt on
  }
  void acknowledge() const { mmio::write(base + 0xC, 1); }
};

/// Block 2 of the dual timer as a one-shot. It shares the interrupt with block 1, whose interrupt stays off.
struct dual_timer_block2 {
  static constexpr uint32_t base = 0x4000'2020U;

  static void arm(uint32_t ticks) {
    mmio::write(base + 0x8, 0);
    mmio::write(base + 0x0, ticks);
    mmio::write(base + 0x8, 0xA3);  // enabled, interrupt on, 32 bits, one shot
  }
  static void acknowledge() { mmio::write(base + 0xC, 1); }
};

inline constexpr cmsdk_timer timer0{0x4000'0000U};
inline constexpr cmsdk_timer timer1{0x4000'1000U};

inline constexpr uint32_t uart0_base = 0x4000'4000U;  // QEMU's first -serial
inline constexpr uint32_t uart1_base = 0x4000'5000U;  // QEMU's second -serial
inline constexpr uint32_t uart2_base = 0x4000'6000U;  // QEMU's third -serial

}  // namespace board
