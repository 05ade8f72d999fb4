// SPDX-License-Identifier: MIT
// Cortex-M55 (Armv8.1-M): the same, in a table that is linked too, so that both tell one story.
#pragma once

#include "board.hpp"

namespace variant {
using port = board::port;
using serial = board::serial;
inline constexpr uint32_t soft_irq = board::soft_irq0;
inline constexpr uint32_t urgent_irq = board::soft_irq1;
inline void start_clock() { board::free_running_clock::start(); }
}  // namespace variant
