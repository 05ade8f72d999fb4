// SPDX-License-Identifier: MIT
// The hooks whose cost is counted: real functions, as a port has them, over one ledger and a clock that costs one load.
// They drop the status, as hooks do. Masking is left out here; see cortex_m3/locked_hooks.hpp.
#pragma once

#include <stdint.h>

#include "capacities.hpp"
#include "rtm/rtm.hpp"

namespace bench {

/// The clock lies beside the ledger, so that one address serves both, as in a port that keeps its clock's base there.
struct instance {
  rtm::ledger<capacity, sink> ledger;
  volatile capacity::word clock = 0;
};
extern instance core0;

void start(rtm::task_id base, const rtm::timing& how);
void reset(rtm::task_id base);
void task_switch(rtm::task_id owner);
void isr_enter(uint32_t id);
void isr_exit(uint32_t id);
void swi_enter(uint32_t id);
void swi_exit(uint32_t id);
void point_begin(uint32_t id);
void point_end(uint32_t id);
void poll();
void task_activate(uint32_t id);
void task_wait(uint32_t id);
void task_release(uint32_t id);
void task_terminate(uint32_t id);

}  // namespace bench
