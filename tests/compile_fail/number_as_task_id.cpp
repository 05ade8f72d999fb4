// SPDX-License-Identifier: MIT
// A bare number does not say whose number it is, and could be swapped with the time beside it.
// expect: cannot convert .*task_id|cannot initialize a parameter .*task_id
#include "rtm/rtm.hpp"

rtm::status report(rtm::ledger<>& ledger, uint32_t now) {
#if RTM_WRONG
  return ledger.task_switch(now, 3);
#else
  return ledger.task_switch(now, rtm::task_id{3});
#endif
}
