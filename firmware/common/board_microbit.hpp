// SPDX-License-Identifier: MIT
// Where is what on the BBC micro:bit (nRF51822, Cortex-M0), as QEMU's machine `microbit` models it?
// Addresses, interrupt numbers and the clock: nRF51 Series Reference Manual.
#pragma once

#include <stdint.h>

#include "mmio.hpp"
#include "ports/cpu/cortex_m/cores.hpp"
#include "ports/cpu/cortex_m/masks.hpp"
#include "rtm/port.hpp"

namespace board {

inline constexpr uint32_t clock_hz = 16'000'000;  // core and peripherals: 62.5 ns a tick
inline constexpr uint32_t ticks_per_us = clock_hz / 1'000'000;
inline constexpr uint32_t external_interrupts = 32;

/// Interrupts that no device raises, for software: SWI0 and SWI1.
inline constexpr uint32_t soft_irq0 = 20;
inline constexpr uint32_t soft_irq1 = 21;

/// TIMER0 over 32 bits. Its count is read by having it captured first: two accesses, so the mask of a report keeps them
/// together. It runs in every sleep in which its oscillator does.
struct free_running_clock {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = true;
  static constexpr uint64_t rate_hz() { return clock_hz; }
  static constexpr uint32_t base = 0x4000'8000U;

  static void start() {
    mmio::write(base + 0x508, 3);  // BITMODE: 32
    mmio::write(base + 0x510, 0);  // PRESCALER
    mmio::write(base + 0x000, 1);  // TASKS_START
  }
  static word now() {
    mmio::write(base + 0x040, 1);  // TASKS_CAPTURE[0]
    return mmio::read(base + 0x540);
  }
};

using port = rtm::port_of<free_running_clock, rtm::cortex_m::primask<>, rtm::cortex_m::single_core<>>;
static_assert(rtm::check_port<port>());

struct serial {
  static constexpr uint32_t base = 0x4000'2000U;
  static void start() {
    mmio::write(base + 0x500, 4);  // ENABLE
    mmio::write(base + 0x008, 1);  // TASKS_STARTTX
  }
  static void put(char c) {
    mmio::write(base + 0x11C, 0);  // EVENTS_TXDRDY
    mmio::write(base + 0x51C, static_cast<uint8_t>(c));
    while (mmio::read(base + 0x11C) == 0) {
    }
  }
};

}  // namespace board
