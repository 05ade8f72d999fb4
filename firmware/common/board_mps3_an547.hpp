// SPDX-License-Identifier: MIT
// Where is what on the Arm MPS3 board with the AN547 image (Cortex-M55 in SSE-300), as QEMU's machine `mps3-an547`
// models it? Secure aliases, as after reset. Addresses, interrupt numbers and the clock: Arm application note AN547.
#pragma once

#include <stdint.h>

#include "mmio.hpp"
#include "ports/cpu/cortex_m/cores.hpp"
#include "ports/cpu/cortex_m/masks.hpp"
#include "ports/cpu/timer_clock.hpp"
#include "rtm/port.hpp"
#include "uart.hpp"

namespace board {

inline constexpr uint32_t clock_hz = 32'000'000;  // core and system counter: 31.25 ns a tick
inline constexpr uint32_t ticks_per_us = clock_hz / 1'000'000;
inline constexpr uint32_t external_interrupts = 128;

/// Interrupts that no device raises, for software.
inline constexpr uint32_t soft_irq0 = 20;
inline constexpr uint32_t soft_irq1 = 21;

/// The system counter, one for all timers of the subsystem, through timer 0. It runs in every sleep of the core.
struct free_running_clock : rtm::timer_clock<0x5800'0000U, rtm::counts::up, clock_hz, true> {
  static void start() { mmio::write(0x5810'0000U, 1); }  // CNTCR.EN
};

using port = rtm::port_of<free_running_clock, rtm::cortex_m::primask<>, rtm::cortex_m::single_core<>>;
static_assert(rtm::check_port<port>());

struct serial {
  static constexpr uart line{0x5930'3000U};
  static void start() { line.enable_transmitter(); }
  static void put(char c) { line.put(c); }
};

}  // namespace board
