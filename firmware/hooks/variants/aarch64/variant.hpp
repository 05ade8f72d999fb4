// SPDX-License-Identifier: MIT
// AArch64 at EL1: PSTATE.I and .F, CNTVCT behind its barrier.
#pragma once

#include "board.hpp"

namespace variant {
using port = board::port;
using serial = board::uart;
}  // namespace variant
