/* SPDX-License-Identifier: MIT
 * How much CPU time does each function take, with no line about it in its source? This file is compiled with
 * -finstrument-functions, so that the compiler calls the two hooks below for every function that does not say
 * RTM_NOT_MEASURED. The application is at the end: it knows nothing of being measured.
 *
 * Time is made up here, 1 tick = 1 us, and main() plays the OS. What is told to the ledger is printed as well, as a
 * timeline script for `rtm report - --elf`; on a target the trace (include/rtm/trace) carries the same facts and names.
 */
#include <inttypes.h>
#include <stdio.h>

#include "rtm/rtm_functions.h"

enum { task_control = 1 };
enum { isr_can = 3 };

static rtm_core core0; /* static: zeroed */
static rtm_functions functions0;
static rtm_ticks timestamp;

static void control_step(void);
static void can_handler(void);

/* ---- The port: what hooks call must have no hooks ---- */

RTM_NOT_MEASURED static rtm_ticks clock_now(void) { return timestamp; }
RTM_NOT_MEASURED static unsigned lock(void) { return 0; } /* nothing can interrupt this program */
RTM_NOT_MEASURED static void unlock(unsigned before) { (void)before; }
static const rtm_function_port port = {clock_now, lock, unlock};

/* ---- The hooks: rtm_function_hooks.h has them ready; these print besides ---- */

RTM_NOT_MEASURED static void print_fact(const char* fact, uint32_t id) {
  if (id != RTM_NO_ID) printf("%" PRIu32 " %s %" PRIu32 "\n", (uint32_t)timestamp, fact, id);
}

RTM_NOT_MEASURED void __cyg_profile_func_enter(void* function, void* caller);
RTM_NOT_MEASURED void __cyg_profile_func_exit(void* function, void* caller);

void __cyg_profile_func_enter(void* function, void* caller) {
  (void)caller;
  print_fact("point_begin", rtm_function_enter(&functions0, function));
}

void __cyg_profile_func_exit(void* function, void* caller) {
  (void)caller;
  print_fact("point_end", rtm_function_exit(&functions0, function));
}

/* ---- The OS ---- */

RTM_NOT_MEASURED static void switch_to_control(void) {
  (void)rtm_task_switch(&core0, clock_now(), task_control);
  print_fact("task", task_control);
}

RTM_NOT_MEASURED static void switch_to_idle(void) {
  (void)rtm_task_switch(&core0, clock_now(), RTM_IDLE);
  printf("%" PRIu32 " idle\n", (uint32_t)timestamp);
}

RTM_NOT_MEASURED static void can_interrupt(void) {
  (void)rtm_isr_enter(&core0, clock_now(), isr_can);
  print_fact("isr_enter", isr_can);
  can_handler();
  (void)rtm_isr_exit(&core0, clock_now(), isr_can);
  print_fact("isr_exit", isr_can);
}

/* As the names of their points, the addresses of the functions: whoever has the program makes names of them. */
RTM_NOT_MEASURED static void print_functions(void) {
  rtm_function_counts counts;
  uint32_t i;
  rtm_functions_counts(&functions0, &counts);
  printf("# %" PRIu32 " functions, %" PRIu32 " calls without room\n", counts.known, counts.unrecorded);
  for (i = 0; i < counts.known; ++i) {
    char name[RTM_FUNCTION_NAME_BYTES];
    const uint32_t point = rtm_function_name(&functions0, i, name);
    printf("point %" PRIu32 " %s\n", point, name);
  }
}

int main(void) { /* entered before the start, so it has no begin in the ledger, and its return is not told */
  const rtm_timing no_windows = {0, 0};
  const uintptr_t anchor = (uintptr_t)&__cyg_profile_func_enter; /* where this program was loaded */
  int cycle;
  if (rtm_start(&core0, clock_now(), RTM_IDLE, &no_windows) != RTM_OK) return 1;
  if (rtm_functions_start(&functions0, &core0, 0, anchor, &port) != RTM_OK) return 1;
  printf("rtm-timeline 1\nclock bits=32 hz=1000000\ntask 1 Control\nisr 3 CAN_RX\nstart 0 idle\n");

  for (cycle = 0; cycle < 10; ++cycle) {
    switch_to_control();
    control_step();
    switch_to_idle();
    timestamp += 300;
    can_interrupt();
    timestamp += 260;
  }
  switch_to_control();
  print_functions();
  return 0;
}

/* ---- The application ---- */

static void decode_frame(void) { timestamp += 40; }

static void can_handler(void) {
  timestamp += 5;
  decode_frame();
  timestamp += 5;
}

static int filter(int order) {
  timestamp += 20;
  return order == 0 ? 1 : order + filter(order - 1);
}

static void update_output(void) {
  timestamp += 50;
  can_interrupt(); /* in the middle of it */
  timestamp += 50;
}

static void control_step(void) {
  timestamp += 130;
  (void)filter(2);
  update_output();
}
