// SPDX-License-Identifier: MIT
// Where is what on the Arm MPS2 board with the AN505 image (Cortex-M33), as QEMU's machine `mps2-an505` models it? The
// image AN521 (two of them) has the same map. Secure aliases, as after reset.
// Addresses, interrupt numbers and the clock: Arm application note AN505.
#pragma once

#include <stdint.h>

#include "cmsdk_timers.hpp"
#include "ports/cpu/cortex_m/cores.hpp"
#include "ports/cpu/cortex_m/masks.hpp"
#include "rtm/port.hpp"

namespace board {

inline constexpr uint32_t clock_hz = 20'000'000;  // core and peripherals: 50 ns a tick
inline constexpr uint32_t ticks_per_us = clock_hz / 1'000'000;
inline constexpr uint32_t external_interrupts = 124;

inline constexpr uint32_t timer0_irq = 3;
inline constexpr uint32_t timer1_irq = 4;
inline constexpr uint32_t dual_timer_irq = 5;

inline constexpr cmsdk_timer timer0{0x5000'0000U};
inline constexpr cmsdk_timer timer1{0x5000'1000U};
using free_running_clock = dual_timer_clock<0x5000'2000U, clock_hz>;
using dual_timer_block2 = dual_timer_shot<0x5000'2000U>;

inline constexpr uint32_t uart0_base = 0x5020'0000U;  // QEMU's first -serial
inline constexpr uint32_t uart1_base = 0x5020'1000U;  // QEMU's second -serial

/// The number of a core of AN521; AN505 has core 0 alone.
inline constexpr uint32_t cpu_identity = 0x5001'F000U;

/// Through it every image tells its facts.
using port = rtm::port_of<free_running_clock, rtm::cortex_m::primask<>, rtm::cortex_m::numbered_cores<cpu_identity, 2>>;
static_assert(rtm::check_port<port>());

}  // namespace board
