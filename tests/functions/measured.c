/* SPDX-License-Identifier: MIT */
#include "measured.h"

#include <setjmp.h>

#include "rtm/rtm_function_hooks.h"

rtm_core measured_core;
rtm_functions measured_functions;
static rtm_ticks now;
static unsigned locked;

RTM_NOT_MEASURED rtm_functions* rtm_functions_self(void) { return &measured_functions; }

RTM_NOT_MEASURED rtm_ticks measured_now(void) { return now; }
RTM_NOT_MEASURED static unsigned lock(void) { return locked++; }
RTM_NOT_MEASURED static void unlock(unsigned before) { locked = before; }

RTM_NOT_MEASURED rtm_status measured_start(void) {
  static const rtm_function_port port = {measured_now, lock, unlock};
  const rtm_timing no_windows = {0, 0};
  rtm_status done;
  now = 0;
  done = rtm_start(&measured_core, now, 1, &no_windows);
  if (done != RTM_OK) return done;
  return rtm_functions_start(&measured_functions, &measured_core, 0, (uintptr_t)&__cyg_profile_func_enter, &port);
}

static void inner(void) { now += 7; }

void measured_outer(void) {
  now += 10;
  inner();
  now += 5;
}

uint32_t measured_sum(uint32_t n) {
  now += 4;
  return n == 0 ? 0 : n + measured_sum(n - 1);
}

static void handler(void) { now += 6; }

void measured_with_interrupt(void) {
  now += 3;
  (void)rtm_isr_enter(&measured_core, now, 2);
  handler();
  (void)rtm_isr_exit(&measured_core, now, 2);
  now += 2;
}

void measured_start_within(void) {
  now += 1000;
  (void)measured_start();
  measured_outer();
}

static jmp_buf out;

static void jump(void) {
  now += 1;
  longjmp(out, 1);
}

void measured_jump(void) {
  if (setjmp(out) == 0) jump();
}

RTM_NOT_MEASURED uintptr_t measured_inner_address(void) { return (uintptr_t)&inner; }
RTM_NOT_MEASURED uintptr_t measured_anchor(void) { return (uintptr_t)&__cyg_profile_func_enter; }
