/* SPDX-License-Identifier: MIT
 * Who owned 100 ms of CPU time? A task ran for 20, then the core was idle for 80, and an interrupt took 10 of those.
 * A tool that only sees task switches would print a load of 20 %. Facts come with made-up times here; on a target they
 * come from hooks, and `now` from the core's clock.
 */
#include <inttypes.h>
#include <stdio.h>

#include "rtm/rtm.h"

enum { task_control = 1 };
enum { isr_can_rx = 3 };

static rtm_core core0; /* static: zeroed */

int main(void) {
  const rtm_timing one_window = {100, 0};
  rtm_snapshot_info seen;
  uint64_t known;
  uint64_t load_permille;

  if (rtm_start(&core0, 0, task_control, &one_window) != RTM_OK) return 1;
  (void)rtm_task_switch(&core0, 20, RTM_IDLE);
  (void)rtm_isr_enter(&core0, 50, isr_can_rx);
  (void)rtm_isr_exit(&core0, 60, isr_can_rx);
  if (rtm_snapshot(&core0, 100, &seen) != RTM_OK) return 1;

  known = seen.total - seen.unknown;
  load_permille = (1000 * (known - seen.idle) + known / 2) / known;
  printf("Task=%" PRIu64 " Idle=%" PRIu64 " ISR=%" PRIu64 " Total=%" PRIu64 " Load=%" PRIu64 ".%" PRIu64 "%%\n",
         seen.tasks[task_control].exclusive, seen.idle, seen.isrs[isr_can_rx].exclusive, seen.total, load_permille / 10,
         load_permille % 10);
  return 0;
}
