// SPDX-License-Identifier: MIT
// Cortex-M55 (Armv8.1-M) with BASEPRI: as on Armv7-M, what is more urgent than 0x40 must not report.
#pragma once

#include "board.hpp"

namespace variant {
using port = rtm::port_of<board::free_running_clock, rtm::cortex_m::basepri<0x40>, rtm::cortex_m::single_core<>>;
static_assert(rtm::check_port<port>());
using serial = board::serial;
inline constexpr uint32_t soft_irq = board::soft_irq0;
inline constexpr uint32_t urgent_irq = board::soft_irq1;
inline void start_clock() { board::free_running_clock::start(); }
}  // namespace variant
