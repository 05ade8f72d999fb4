// SPDX-License-Identifier: MIT
#include "locked_hooks.hpp"

#include "hooks.hpp"
#include "ports/cpu/cortex_m/masks.hpp"
#include "rtm/port.hpp"

namespace bench {

using mask = rtm::cortex_m::primask<>;

void locked_isr_enter(uint32_t id) {
  const rtm::masked<mask> held;
  (void)core0.ledger.isr_enter(core0.clock, rtm::isr_id{id});
}

void locked_isr_exit(uint32_t id) {
  const rtm::masked<mask> held;
  (void)core0.ledger.isr_exit(core0.clock, rtm::isr_id{id});
}

}  // namespace bench
