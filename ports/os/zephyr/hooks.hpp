// SPDX-License-Identifier: MIT
// Defines the hooks of Zephyr's user tracing over an object of rtm/os/accounting.hpp whose profile is `zephyr`, or
// `zephyr_switch_in_isr` for versions that trace a switch before the exit of the interrupt (rtm probe tells). In one
// file of the application:
//
//   #include <zephyr/kernel.h>
//   #include "ports/os/zephyr/hooks.hpp"
//   RTM_ZEPHYR_HOOKS(cpu_time)
//   RTM_OS_API(cpu_time)                  // c_api.hpp: what the application calls
//   RTM_ZEPHYR_LIFE_HOOKS()               // only if timing parameters are wanted: two more facts for each wait
//
// The hooks of a switch name nobody: the thread is asked for, and only after switched_in is the answer believed.
#pragma once

#include "ports/os/by_object.hpp"
#include "ports/os/zephyr/hooks.h"
#include "rtm/os/accounting.hpp"

namespace rtm::os::zephyr_hooks {

/// Idle is a state of the core, whichever idle thread it runs. Nobody else may have that priority.
inline bool is_idle(struct k_thread* thread) { return k_thread_priority_get(thread) == K_IDLE_PRIO; }

template <class Accounting>
void created(Accounting& all, struct k_thread* thread) {
  if (!is_idle(thread)) begin_object(all, thread, k_thread_name_get(thread));
}

template <class Accounting>
void named(Accounting& all, struct k_thread* thread) {
  if (!is_idle(thread)) all.tasks().rename(row_of_object(all, thread, nullptr), k_thread_name_get(thread));
}

template <class Accounting>
void switched_in(Accounting& all) {
  struct k_thread* const thread = k_sched_current_thread_query();
  (void)all.task_in(is_idle(thread) ? idle : row_of_object(all, thread, k_thread_name_get(thread)));
}

/// Marks are told only of a thread that has a row: they are no reason to give it one.
template <class Accounting>
void ready(Accounting& all, struct k_thread* thread) {
  const task_id task = all.find(reinterpret_cast<uintptr_t>(thread));
  if (task != unknown) (void)all.task_release(task);
}
template <class Accounting>
void pend(Accounting& all, struct k_thread* thread) {
  const task_id task = all.find(reinterpret_cast<uintptr_t>(thread));
  if (task != unknown) (void)all.task_wait(task);
}

}  // namespace rtm::os::zephyr_hooks

#define RTM_ZEPHYR_FUNCTIONS(object)                                                                            \
  extern "C" {                                                                                                  \
  void rtm_zephyr_thread_create(struct k_thread* thread) { rtm::os::zephyr_hooks::created(object, thread); }    \
  void rtm_zephyr_thread_abort(struct k_thread* thread) { rtm::os::end_object(object, thread); }                \
  void rtm_zephyr_thread_name_set(struct k_thread* thread) { rtm::os::zephyr_hooks::named(object, thread); }    \
  void rtm_zephyr_thread_switched_in(void) { rtm::os::zephyr_hooks::switched_in(object); }                      \
  void rtm_zephyr_thread_switched_out(void) { (void)(object).task_out(); }                                      \
  void rtm_zephyr_isr_enter(void) { (void)(object).isr_enter(); }                                               \
  void rtm_zephyr_isr_exit(void) { (void)(object).isr_exit((object).active_isr()); }                            \
  void rtm_zephyr_idle(void) { (void)(object).idle_in(); }                                                      \
  void rtm_zephyr_thread_sched_ready(struct k_thread* thread) { rtm::os::zephyr_hooks::ready(object, thread); } \
  void rtm_zephyr_thread_pend(struct k_thread* thread) { rtm::os::zephyr_hooks::pend(object, thread); }         \
  }

#define RTM_ZEPHYR_HOOKS(object)                                                                       \
  RTM_ZEPHYR_FUNCTIONS(object)                                                                         \
  extern "C" {                                                                                         \
  void sys_trace_thread_create_user(struct k_thread* thread) { rtm_zephyr_thread_create(thread); }     \
  void sys_trace_thread_abort_user(struct k_thread* thread) { rtm_zephyr_thread_abort(thread); }       \
  void sys_trace_thread_name_set_user(struct k_thread* thread) { rtm_zephyr_thread_name_set(thread); } \
  void sys_trace_thread_switched_in_user(void) { rtm_zephyr_thread_switched_in(); }                    \
  void sys_trace_thread_switched_out_user(void) { rtm_zephyr_thread_switched_out(); }                  \
  void sys_trace_isr_enter_user(void) { rtm_zephyr_isr_enter(); }                                      \
  void sys_trace_isr_exit_user(void) { rtm_zephyr_isr_exit(); }                                        \
  void sys_trace_idle_user(void) { rtm_zephyr_idle(); }                                                \
  }

#define RTM_ZEPHYR_LIFE_HOOKS()                                                                              \
  extern "C" {                                                                                               \
  void sys_trace_thread_sched_ready_user(struct k_thread* thread) { rtm_zephyr_thread_sched_ready(thread); } \
  void sys_trace_thread_pend_user(struct k_thread* thread) { rtm_zephyr_thread_pend(thread); }               \
  }
