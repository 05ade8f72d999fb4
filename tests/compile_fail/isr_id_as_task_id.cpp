// SPDX-License-Identifier: MIT
// An interrupt is not a task: the ids are types of their own.
// expect: cannot convert .*isr_id|no viable conversion|cannot initialize a parameter .*isr_id
#include "rtm/rtm.hpp"

rtm::status report(rtm::ledger<>& ledger, uint32_t now) {
  constexpr rtm::isr_id can_rx{3};
#if RTM_WRONG
  return ledger.task_switch(now, can_rx);
#else
  return ledger.isr_enter(now, can_rx);
#endif
}
