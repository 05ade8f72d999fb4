/* SPDX-License-Identifier: MIT
 * A program whose functions are measured by the hooks of -finstrument-functions, to be run by functions_test.cpp. Its
 * clock goes on only where measured.c says so.
 */
#ifndef RTM_TESTS_FUNCTIONS_MEASURED_H
#define RTM_TESTS_FUNCTIONS_MEASURED_H

#include "rtm/rtm_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

extern rtm_core measured_core;
extern rtm_functions measured_functions;

RTM_NOT_MEASURED rtm_ticks measured_now(void);
/** Starts the core with task 1, and the functions, at tick 0. */
RTM_NOT_MEASURED rtm_status measured_start(void);

void measured_outer(void);          /* 10, inner, 5 */
uint32_t measured_sum(uint32_t n);  /* 4 a level, n + 1 levels */
void measured_with_interrupt(void); /* 3, isr 2 with a handler of 6, 2 */
void measured_start_within(void);   /* starts, then calls outer and returns */
void measured_jump(void);           /* leaves two functions by longjmp */
RTM_NOT_MEASURED uintptr_t measured_inner_address(void);
/** Where the hook lies while this runs. */
RTM_NOT_MEASURED uintptr_t measured_anchor(void);

#ifdef __cplusplus
}
#endif

#endif
