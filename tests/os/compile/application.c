/* SPDX-License-Identifier: MIT
 * What an application calls, in C99 and C++17.
 */
#include "ports/os/rtm_os.h"

uint32_t use_every_function(void);
void a_handler(void);

void a_handler(void) { RTM_ISR(20); }

uint32_t use_every_function(void) {
  uint32_t sum = rtm_os_start(1000, 0) + rtm_os_reset() + rtm_os_point_begin(1) + rtm_os_point_end(1);
  a_handler();
  rtm_os_idle();
  rtm_os_poll();
  rtm_os_isr_aborted();
  rtm_os_all_isrs_aborted();
  rtm_os_shutdown();
  for (uint32_t kind = 0; kind < rtm_os_repair_kinds(); ++kind) {
    sum += rtm_os_repairs(0, kind);
    sum += (uint32_t)(rtm_os_repair_name(kind)[0] + rtm_os_repair_meaning(kind)[0]);
  }
  return sum;
}
