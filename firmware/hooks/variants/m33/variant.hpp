// SPDX-License-Identifier: MIT
// Cortex-M33 with PRIMASK and a timer of 32 bits.
#pragma once

#include "board.hpp"
#include "uart.hpp"

namespace variant {
using port = board::port;
struct serial {
  static constexpr uart line{board::uart0_base};
  static void start() { line.enable_transmitter(); }
  static void put(char c) { line.put(c); }
};
inline void start_clock() { board::free_running_clock::start(0); }
}  // namespace variant
