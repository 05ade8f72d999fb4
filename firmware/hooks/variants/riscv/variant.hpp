// SPDX-License-Identifier: MIT
// RISC-V in machine mode: mstatus.MIE, the low half of mtime.
#pragma once

#include "board.hpp"

namespace variant {
using port = board::port;
using serial = board::uart;
}  // namespace variant
