// SPDX-License-Identifier: MIT
// Where is what on the Arm MPS2 board with the AN385 image (Cortex-M3), as QEMU's machine `mps2-an385` models it? The
// images AN386 (Cortex-M4) and AN500 (Cortex-M7) have the same map.
// Addresses, interrupt numbers and the clock: Arm application note AN385.
// Not modelled by QEMU 7.2: DWT.CYCCNT (reads 0), wait states, the time that exception entry and exit take.
#pragma once

#include <stdint.h>

#include "cmsdk_timers.hpp"
#include "ports/cpu/cortex_m/cores.hpp"
#include "ports/cpu/cortex_m/masks.hpp"
#include "rtm/port.hpp"

namespace board {

inline constexpr uint32_t clock_hz = 25'000'000;  // core and peripherals: 40 ns a tick
inline constexpr uint32_t ticks_per_us = clock_hz / 1'000'000;
inline constexpr uint32_t external_interrupts = 32;

inline constexpr uint32_t timer0_irq = 8;
inline constexpr uint32_t timer1_irq = 9;
inline constexpr uint32_t dual_timer_irq = 10;

inline constexpr cmsdk_timer timer0{0x4000'0000U};
inline constexpr cmsdk_timer timer1{0x4000'1000U};
using free_running_clock = dual_timer_clock<0x4000'2000U, clock_hz>;
using dual_timer_block2 = dual_timer_shot<0x4000'2000U>;

inline constexpr uint32_t uart0_base = 0x4000'4000U;  // QEMU's first -serial
inline constexpr uint32_t uart1_base = 0x4000'5000U;  // QEMU's second -serial
inline constexpr uint32_t uart2_base = 0x4000'6000U;  // QEMU's third -serial

/// Through it every image tells its facts.
using port = rtm::port_of<free_running_clock, rtm::cortex_m::primask<>, rtm::cortex_m::single_core<>>;
static_assert(rtm::check_port<port>());

}  // namespace board
