// SPDX-License-Identifier: MIT
// What is measured: it knows nothing of that. Compiled with -finstrument-functions.
#pragma once

#include <stdint.h>

namespace application {

/// One step of a control loop: one `sample`, `filter` at three depths.
void control_step();
/// Called by the handler of an interrupt: one `sample`.
void on_timer();

/// So that nothing is optimised away.
uint32_t result();

}  // namespace application
