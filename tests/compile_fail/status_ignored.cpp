// SPDX-License-Identifier: MIT
// A status may be dropped, since the first fault stays in the epoch, but only on purpose.
// expect: declared with.*nodiscard
#include "rtm/rtm.hpp"

void report(rtm::ledger<>& ledger, uint32_t now) {
#if RTM_WRONG
  ledger.isr_enter(now, rtm::isr_id{3});
#else
  (void)ledger.isr_enter(now, rtm::isr_id{3});
#endif
}
