// SPDX-License-Identifier: MIT
// BASEPRI: what is more urgent than 0x40 is never held back, so it must not report, and its time is not seen.
#pragma once

#include "board.hpp"
#include "mps2_serial.hpp"

namespace variant {
using port = rtm::port_of<board::free_running_clock, rtm::cortex_m::basepri<0x40>, rtm::cortex_m::single_core<>>;
static_assert(rtm::check_port<port>());
using serial = board::mps2_serial;
inline constexpr uint32_t soft_irq = board::timer0_irq;
inline constexpr uint32_t urgent_irq = board::dual_timer_irq;
inline void start_clock() { board::free_running_clock::start(0xFFFF'F000U); }  // it wraps under way
}  // namespace variant
