// SPDX-License-Identifier: MIT
// Cortex-M3 and M33 of the MPS2 boards, with PRIMASK and a timer of 32 bits.
#pragma once

#include "board.hpp"
#include "mps2_serial.hpp"

namespace variant {
using port = board::port;
using serial = board::mps2_serial;
inline void start_clock() { board::free_running_clock::start(0); }
}  // namespace variant
