// SPDX-License-Identifier: MIT
// The first UART of an MPS2 board, for text_output.
#pragma once

#include "board.hpp"
#include "uart.hpp"

namespace board {

struct mps2_serial {
  static constexpr uart line{uart0_base};
  static void start() { line.enable_transmitter(); }
  static void put(char c) { line.put(c); }
};

}  // namespace board
