/* SPDX-License-Identifier: MIT
 * Stands in for the public header of Zephyr, as far as the hooks need it.
 */
#ifndef STAND_IN_ZEPHYR_KERNEL_H
#define STAND_IN_ZEPHYR_KERNEL_H

#ifdef __cplusplus
extern "C" {
#endif

struct k_thread {
  const char* name;
  int priority;
};
typedef struct k_thread* k_tid_t;

#define CONFIG_NUM_PREEMPT_PRIORITIES 15
#define K_LOWEST_THREAD_PRIO CONFIG_NUM_PREEMPT_PRIORITIES
#define K_IDLE_PRIO K_LOWEST_THREAD_PRIO

k_tid_t k_sched_current_thread_query(void);
int k_thread_priority_get(k_tid_t thread);
const char* k_thread_name_get(k_tid_t thread);

#ifdef __cplusplus
}
#endif

#endif
