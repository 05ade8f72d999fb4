/* SPDX-License-Identifier: MIT
 * The C API from C99, in whatever configuration it was built: that the header is C, that storage fits, and that the
 * configuration is the one of the library. Prints the line of the first check that fails.
 */
#include <stdio.h>
#include <string.h>

#include "rtm/rtm.h"

static rtm_core core0;
static rtm_core untouched;
static rtm_snapshot_info seen;
static rtm_window_info window;
static int failures;

static void check(int line, int holds, const char* what) {
  if (holds) return;
  ++failures;
  printf("%s:%d: found false, expected %s\n", __FILE__, line, what);
}
#define CHECK(condition) check(__LINE__, (condition), #condition)

/* The answer to a fact about id 0 of a kind of which there are `count`. */
static rtm_status if_there_are(unsigned count) { return count != 0 ? RTM_OK : RTM_BAD_ID; }

static void begin(void) {
  const rtm_timing timing = {100, 0};
  CHECK(rtm_start(&core0, 0, RTM_KERNEL, &timing) == RTM_OK);
}

static void every_kind_of_fact(void) {
  begin();
  CHECK(rtm_task_switch(&core0, 10, 0) == RTM_OK);
  CHECK(rtm_task_activate(&core0, 10, 0) == RTM_OK);
  CHECK(rtm_task_wait(&core0, 10, 0) == RTM_OK);
  CHECK(rtm_task_release(&core0, 10, 0) == RTM_OK);
  if (RTM_SWIS) {
    CHECK(rtm_swi_enter(&core0, 20, 0) == RTM_OK);
    CHECK(rtm_swi_exit(&core0, 25, 0) == RTM_OK);
  }
  if (RTM_ISRS) {
    CHECK(rtm_isr_enter(&core0, 25, 0) == RTM_OK);
    CHECK(rtm_isr_exit(&core0, 30, 0) == RTM_OK);
  }
  if (RTM_POINTS) {
    CHECK(rtm_point_begin(&core0, 30, 0) == RTM_OK);
    CHECK(rtm_point_end(&core0, 40, 0) == RTM_OK);
  }
  CHECK(rtm_task_terminate(&core0, 40, 0) == RTM_OK);
  CHECK(rtm_poll(&core0, 90) == RTM_OK);
  CHECK(rtm_snapshot(&core0, 110, &seen) == RTM_OK);
}

static void sums_are_exact(void) {
  const unsigned interrupts = (RTM_SWIS ? 5 : 0) + (RTM_ISRS ? 5 : 0);
  CHECK(seen.total == 110);
  CHECK(seen.valid == 1);
  CHECK(seen.kernel == 10);
  CHECK(seen.tasks[0].exclusive == 100 - interrupts);
  CHECK(seen.tasks[0].dispatches == 1);
  if (RTM_SWIS) CHECK(seen.swis[0].exclusive == 5);
  if (RTM_ISRS) CHECK(seen.isrs[0].calls == 1);
  if (RTM_ISRS) CHECK(seen.isrs[0].inclusive_max == (RTM_EXTREMES ? 5 : 0));
  if (RTM_POINTS) CHECK(seen.points[0].inclusive == 10);
  CHECK(seen.window.length == 10);
  CHECK(rtm_window(&core0, &window) == RTM_OK);
  CHECK(window.length == 100);
  CHECK(window.tasks[0].exclusive == 90 - interrupts);
}

static void what_is_off_is_a_bad_id(void) {
  begin();
  CHECK(rtm_isr_enter(&core0, 1, 0) == if_there_are(RTM_ISRS));
  begin();
  CHECK(rtm_swi_enter(&core0, 1, 0) == if_there_are(RTM_SWIS));
  begin();
  CHECK(rtm_point_begin(&core0, 1, 0) == if_there_are(RTM_POINTS));
  begin();
  CHECK(rtm_isr_enter(&core0, 1, RTM_ISRS) == RTM_BAD_ID);
  begin();
  CHECK(rtm_task_switch(&core0, 1, RTM_TASKS) == RTM_BAD_ID);
  CHECK(rtm_reset(&core0, 2, RTM_IDLE) == RTM_OK);
}

static void depth_is_the_configured_one(void) {
  unsigned i;
  if (!RTM_ISRS) return;
  begin();
  for (i = 0; i < RTM_DEPTH; ++i) CHECK(rtm_isr_enter(&core0, 1, 0) == RTM_OK);
  CHECK(rtm_isr_enter(&core0, 1, 0) == RTM_STACK_FULL);
}

/* The largest reading is followed by 0. */
static void clock_has_the_configured_width(void) {
  const rtm_timing timing = {1000, 0};
  const rtm_ticks largest = (rtm_ticks)-1 >> (8 * sizeof(rtm_ticks) - RTM_CLOCK_BITS);
  CHECK(rtm_start(&core0, largest, 0, &timing) == RTM_OK);
  CHECK(rtm_poll(&core0, 9) == RTM_OK);
  CHECK(rtm_snapshot(&core0, 9, &seen) == RTM_OK);
  CHECK(seen.start == largest);
  CHECK(seen.total == 10);
  CHECK(rtm_poll(&core0, largest) == RTM_TIME_BACKWARDS);
}

static void nothing_else_was_touched(void) {
  static const rtm_core zero;
  CHECK(memcmp(&untouched, &zero, sizeof zero) == 0);
  CHECK(rtm_poll(&untouched, 1) == RTM_NOT_STARTED);
}

int main(void) {
  every_kind_of_fact();
  sums_are_exact();
  what_is_off_is_a_bad_id();
  depth_is_the_configured_one();
  clock_has_the_configured_width();
  nothing_else_was_touched();
  if (failures == 0) printf("ok, %u bytes a core\n", (unsigned)sizeof(rtm_core));
  return failures != 0;
}
