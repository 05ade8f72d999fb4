// SPDX-License-Identifier: MIT
// Cortex-M0: PRIMASK is all there is, and no table can be installed. The trampoline stands in the table as linked.
#pragma once

#include "board.hpp"

namespace variant {
using port = board::port;
using serial = board::serial;
inline constexpr uint32_t soft_irq = board::soft_irq0;
inline constexpr uint32_t urgent_irq = board::soft_irq1;
inline void start_clock() { board::free_running_clock::start(); }
}  // namespace variant
