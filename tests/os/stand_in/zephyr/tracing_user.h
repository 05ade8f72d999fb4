/* SPDX-License-Identifier: MIT
 * Stands in for the hooks that Zephyr's user tracing calls.
 */
#ifndef STAND_IN_TRACING_USER_H
#define STAND_IN_TRACING_USER_H

#include <zephyr/kernel.h>

#ifdef __cplusplus
extern "C" {
#endif

void sys_trace_thread_create_user(struct k_thread* thread);
void sys_trace_thread_abort_user(struct k_thread* thread);
void sys_trace_thread_name_set_user(struct k_thread* thread);
void sys_trace_thread_switched_in_user(void);
void sys_trace_thread_switched_out_user(void);
void sys_trace_thread_sched_ready_user(struct k_thread* thread);
void sys_trace_thread_pend_user(struct k_thread* thread);
void sys_trace_isr_enter_user(void);
void sys_trace_isr_exit_user(void);
void sys_trace_idle_user(void);

#ifdef __cplusplus
}
#endif

#endif
