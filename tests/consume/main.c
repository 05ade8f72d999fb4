/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "rtm/rtm.h"

static rtm_core core0;

int main(void) {
  const rtm_timing no_windows = {0, 0};
  rtm_snapshot_info seen;
  if (rtm_start(&core0, 0, 1, &no_windows) != RTM_OK) return 1;
  (void)rtm_task_switch(&core0, 20, RTM_IDLE);
  (void)rtm_isr_enter(&core0, 50, 3);
  (void)rtm_isr_exit(&core0, 60, 3);
  if (rtm_snapshot(&core0, 100, &seen) != RTM_OK) return 1;
  printf("idle %lu\n", (unsigned long)seen.idle);
  return 0;
}
