// SPDX-License-Identifier: MIT
#include "locked_hooks.hpp"

#include "cortex_m3.hpp"
#include "hooks.hpp"

namespace bench {

void locked_isr_enter(uint32_t id) {
  const uint32_t mask = cortex_m3::mask_interrupts();
  (void)core0.ledger.isr_enter(core0.clock, rtm::isr_id{id});
  cortex_m3::restore(mask);
}

void locked_isr_exit(uint32_t id) {
  const uint32_t mask = cortex_m3::mask_interrupts();
  (void)core0.ledger.isr_exit(core0.clock, rtm::isr_id{id});
  cortex_m3::restore(mask);
}

}  // namespace bench
