/* SPDX-License-Identifier: MIT */
#include "c_api_run.h"

static rtm_core core0;
static rtm_ticks core0_trace[RTM_TRACE_MEMORY_WORDS(C_RUN_PAGES, C_RUN_PAGE_BYTES)];
static rtm_trace_out core0_out;
static rtm_snapshot_info seen;

#define CHECK(condition) \
  if (!(condition)) return __LINE__

static void drain(void) {
  while (rtm_trace_step(&core0_out, &core0)) {
  }
}

int c_run(rtm_trace_write write, void* context) {
  static const rtm_trace_name names[] = {{RTM_TRACE_TASK, 1, "Control"}, {RTM_TRACE_ISR, 3, "CAN_RX"}};
  rtm_trace_setup setup = {core0_trace, sizeof core0_trace, C_RUN_PAGES,      RTM_TRACE_DROP_NEW,
                           2,           C_RUN_HZ,           {C_RUN_WINDOW, 0}};
  rtm_ticks now = 100;

  CHECK(!rtm_trace_holds(core0_trace, sizeof core0_trace));
  CHECK(rtm_trace_begin(&core0_out, core0_trace, names, 2, write, context) == RTM_NOT_STARTED);
  CHECK(!rtm_trace_is_recording(&core0));
  CHECK(rtm_trace_attach(&core0, &setup) == RTM_OK);
  CHECK(rtm_trace_holds(core0_trace, sizeof core0_trace));
  CHECK(rtm_trace_is_recording(&core0));
  CHECK(rtm_trace_begin(&core0_out, core0_trace, names, 2, write, context) == RTM_OK);
  CHECK(rtm_start(&core0, now, RTM_KERNEL, &setup.timing) == RTM_OK);
  for (int n = 0; n < 100; ++n) {
    CHECK(rtm_task_switch(&core0, now += 10, n % 2 ? 1 : RTM_IDLE) == RTM_OK);
    CHECK(rtm_isr_enter(&core0, now += 20, 3) == RTM_OK);
    CHECK(rtm_point_begin(&core0, now += 5, 1) == RTM_OK);
    CHECK(rtm_point_end(&core0, now += 5, 1) == RTM_OK);
    CHECK(rtm_isr_exit(&core0, now += 7, 3) == RTM_OK);
    if (n % 30 == 0) drain();
  }
  CHECK(rtm_snapshot(&core0, now, &seen) == RTM_OK);
  rtm_trace_send_snapshot(&core0_out);
  rtm_trace_finish(&core0_out);
  drain();
  CHECK(!rtm_trace_is_pending(&core0_out));
  CHECK(rtm_trace_lost(core0_trace) == 0);
  return 0;
}
