/* SPDX-License-Identifier: MIT
 * A file of an application on Zephyr whose own tracer has the hooks, and that reads the load: in C99 and C++17.
 */
#include <tracing_user.h>
#include <zephyr/kernel.h>

#include "ports/os/zephyr/analyzer.h"
#include "ports/os/zephyr/hooks.h"

static void show(const rtm_zephyr_row* row, void* user) {
  if (row->permille > *(uint32_t*)user) *(uint32_t*)user = row->permille;
}

uint32_t largest_share(void);

uint32_t largest_share(void) {
  uint32_t permille = 0;
  return rtm_zephyr_analyzer_run(0, show, &permille) == 0 && rtm_zephyr_cpu_load_get(0) >= 0 ? permille : 0;
}

void sys_trace_thread_create_user(struct k_thread* thread) { rtm_zephyr_thread_create(thread); }
void sys_trace_thread_abort_user(struct k_thread* thread) { rtm_zephyr_thread_abort(thread); }
void sys_trace_thread_name_set_user(struct k_thread* thread) { rtm_zephyr_thread_name_set(thread); }
void sys_trace_thread_switched_in_user(void) { rtm_zephyr_thread_switched_in(); }
void sys_trace_thread_switched_out_user(void) { rtm_zephyr_thread_switched_out(); }
void sys_trace_isr_enter_user(void) { rtm_zephyr_isr_enter(); }
void sys_trace_isr_exit_user(void) { rtm_zephyr_isr_exit(); }
void sys_trace_idle_user(void) { rtm_zephyr_idle(); }
