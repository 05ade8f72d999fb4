// SPDX-License-Identifier: MIT
// Cortex-M0, whose clock is captured and then read.
#pragma once

#include "board.hpp"

namespace variant {
using port = board::port;
using serial = board::serial;
inline void start_clock() { board::free_running_clock::start(); }
}  // namespace variant
