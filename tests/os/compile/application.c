/* SPDX-License-Identifier: MIT
 * What an application calls, in C99 and C++17.
 */
#include "ports/os/rtm_os.h"

uint32_t use_every_function(void);
void a_handler(void);

void a_handler(void) { RTM_ISR(20); }

static void breach(const rtm_os_breach* found, void* user) { *(uint64_t*)user += found->found; }
static size_t write_nothing(void* context, const uint8_t* bytes, size_t count) {
  (void)context;
  (void)bytes;
  return count;
}

static uint32_t use_what_is_measured(void) {
  rtm_os_task_times task;
  rtm_os_call_times isr;
  const rtm_os_budget budget = {2000, rtm_os_share_of(1000, 150), 3};
  uint64_t found = 0;
  rtm_os_window window;
  rtm_os_share share;
  uint32_t sum = rtm_os_times_of_task(1, &task) + rtm_os_times_of_isr(3, &isr);
  sum += rtm_os_set_budget(RTM_OS_BUDGET_OF_ISR, 3, &budget) + rtm_os_drain_budgets(breach, &found);
  sum += rtm_os_latest_window(0, &window);
  sum += rtm_os_task_in_window(&window, 1, &share) + rtm_os_isr_in_window(&window, 3, &share);
  sum += rtm_os_start_traced(1000, 0) + rtm_os_trace_begin(0, write_nothing, 0);
  rtm_os_trace_flush(0);
  return sum + (uint32_t)rtm_os_trace_step(0) + (uint32_t)found;
}

uint32_t use_every_function(void) {
  uint32_t sum = rtm_os_start(1000, 0) + rtm_os_reset() + rtm_os_point_begin(1) + rtm_os_point_end(1);
  a_handler();
  sum += use_what_is_measured();
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
