// SPDX-License-Identifier: MIT
// The hooks of an interrupt with what a port adds: PRIMASK around reading the clock and reporting. Only these two, to
// show what the lock costs.
#pragma once

#include <stdint.h>

namespace bench {

void locked_isr_enter(uint32_t id);
void locked_isr_exit(uint32_t id);

}  // namespace bench
