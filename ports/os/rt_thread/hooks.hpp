// SPDX-License-Identifier: MIT
// Defines the hook functions for RT-Thread over an object of rtm/os/accounting.hpp whose profile is `rt_thread`. In one
// file of the application:
//
//   #include <rtthread.h>
//   #include "ports/os/rt_thread/hooks.hpp"
//   RTM_RT_THREAD_HOOKS(cpu_time)
//   RTM_OS_API(cpu_time)                      // c_api.hpp: what the application calls
//   ...
//   rtm_rt_thread_install();                  // before rt_system_scheduler_start
//
// The hook of the scheduler comes where a switch is decided. In an interrupt that is before its end: the normaliser
// keeps who was named last until the outermost interrupt has ended.
#pragma once

#include "ports/os/by_object.hpp"
#include "ports/os/rt_thread/hooks.h"
#include "rtm/os/accounting.hpp"

namespace rtm::os::rt_thread_hooks {

/// A thread begins as an object, in every version: its name is there.
inline const char* name_of(rt_thread_t thread) { return reinterpret_cast<const struct rt_object*>(thread)->name; }

/// The idle thread of this core.
inline bool is_idle(rt_thread_t thread) { return thread == rt_thread_idle_gethandler(); }

template <class Accounting>
void switched(Accounting& all, rt_thread_t to) {
  (void)all.task_in(is_idle(to) ? idle : row_of_object(all, to, name_of(to)));
}

template <class Accounting>
void inited(Accounting& all, rt_thread_t thread) {
  begin_object(all, thread, name_of(thread));
}

/// Timers, semaphores and the rest come here too: those have no row.
template <class Accounting>
void detached(Accounting& all, struct rt_object* object) {
  if (rt_object_get_type(object) == RT_Object_Class_Thread) end_object(all, object);
}

}  // namespace rtm::os::rt_thread_hooks

#define RTM_RT_THREAD_HOOKS(object)                                                                          \
  extern "C" {                                                                                               \
  void rtm_rt_thread_switch(rt_thread_t, rt_thread_t to) { rtm::os::rt_thread_hooks::switched(object, to); } \
  void rtm_rt_thread_interrupt_enter(void) { (void)(object).isr_enter(); }                                   \
  void rtm_rt_thread_interrupt_leave(void) { (void)(object).isr_exit((object).active_isr()); }               \
  void rtm_rt_thread_inited(rt_thread_t thread) { rtm::os::rt_thread_hooks::inited(object, thread); }        \
  void rtm_rt_thread_detached(struct rt_object* gone) { rtm::os::rt_thread_hooks::detached(object, gone); }  \
  void rtm_rt_thread_idle(void) { (void)(object).idle_in(); }                                                \
  void rtm_rt_thread_install(void) {                                                                         \
    rt_thread_inited_sethook(rtm_rt_thread_inited);                                                          \
    rt_object_detach_sethook(rtm_rt_thread_detached);                                                        \
    rt_interrupt_enter_sethook(rtm_rt_thread_interrupt_enter);                                               \
    rt_interrupt_leave_sethook(rtm_rt_thread_interrupt_leave);                                               \
    (void)rt_thread_idle_sethook(rtm_rt_thread_idle);                                                        \
    rt_scheduler_sethook(rtm_rt_thread_switch);                                                              \
  }                                                                                                          \
  }
