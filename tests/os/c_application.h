/* SPDX-License-Identifier: MIT
 * An application in C99 that uses what rtm_os.h has beside hooks; its object is in task_trace_test.cpp.
 */
#ifndef RTM_TESTS_OS_C_APPLICATION_H
#define RTM_TESTS_OS_C_APPLICATION_H

#include "ports/os/rtm_os.h"

#ifdef __cplusplus
extern "C" {
#endif

/** At most so many breaches are kept. */
#define C_APPLICATION_BREACHES 8

typedef struct c_application {
  uint32_t breaches; /**< In all. */
  rtm_os_breach found[C_APPLICATION_BREACHES];
  size_t sent;
  uint8_t stream[16384];
} c_application;

/** Budgets: 20 ticks of CET for task 0, 150 per mille of a window of 100 for interrupt 3. The first answer that is not
 * 0, or 0. */
uint32_t c_application_set_up(c_application* self);
/** Begins to send the trace of core 0, into `stream`. */
uint32_t c_application_send(c_application* self);
/** Sends what there is. */
void c_application_step(void);
/** What a task does once a window. */
uint32_t c_application_drain(c_application* self);

#ifdef __cplusplus
}
#endif

#endif
