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

/* What start-up found goes with a trace although its clock failed and nothing was measured. */
int c_run_of_a_bad_start(rtm_trace_write write, void* context) {
  static rtm_core core1;
  static rtm_ticks core1_trace[RTM_TRACE_MEMORY_WORDS(C_RUN_PAGES, C_RUN_PAGE_BYTES)];
  static rtm_trace_out out;
  static uint32_t repairs[4];
  const rtm_trace_stamps stamps = {100, 1100, 1101, 103};
  rtm_trace_setup setup = {core1_trace, sizeof core1_trace, C_RUN_PAGES,      RTM_TRACE_DROP_NEW,
                           1,           C_RUN_HZ,           {C_RUN_WINDOW, 0}};
  int exchanges = 0;

  CHECK(rtm_trace_attach(&core1, &setup) == RTM_OK);
  CHECK(rtm_trace_begin(&out, core1_trace, NULL, 0, write, context) == RTM_OK);
  rtm_trace_watch_repairs(&out, repairs, 4);
  CHECK(rtm_trace_clock(&out, 5));
  CHECK(rtm_trace_find(&out, RTM_FINDER_CLOCK, RTM_CLOCK_STOPS_IN_IDLE, 0, 77));
  CHECK(rtm_trace_find(&out, RTM_FINDER_COVERAGE, 1, 27, 2));
  CHECK(rtm_trace_find(&out, RTM_FINDER_CORE, 0, 0, 0));
  CHECK(!rtm_trace_find(&out, RTM_FINDER_CORE, 1, 9, 0)); /* there is room for RTM_TRACE_FINDINGS */
  while (rtm_trace_exchanged(&out, 6, &stamps)) ++exchanges;
  CHECK(exchanges == (int)RTM_TRACE_EXCHANGES);
  CHECK(rtm_start(&core1, 100, RTM_IDLE, &setup.timing) == RTM_OK);
  repairs[2] = 3;
  CHECK(rtm_poll(&core1, 150) == RTM_OK);
  rtm_trace_finish(&out);
  while (rtm_trace_step(&out, &core1)) {
  }
  return 0;
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
