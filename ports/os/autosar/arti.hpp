// SPDX-License-Identifier: MIT
// Defines rtm_arti of Arti.h over an object of rtm/os/accounting.hpp whose profile is `autosar_arti`. In one file of
// the application:
//
//   #define RTM_AUTOSAR_IS_IDLE(task) ((task) == OsIdleTask)     // only if idle is a task
//   #include "ports/os/autosar/arti.hpp"
//   RTM_ARTI(cpu_time)
//   RTM_OS_API(cpu_time)                  // c_api.hpp: what RTM_ISR1 calls, and the idle loop
//
// Use either this or the hooks of hooks.hpp: both would tell everything twice.
#pragma once

#include "ports/os/autosar/Arti.h"
#include "rtm/os/accounting.hpp"

#ifndef RTM_AUTOSAR_IS_IDLE
#define RTM_AUTOSAR_IS_IDLE(task) (false)
#endif

namespace rtm::os::arti_hooks {

/// A task that waits or ends leaves the core with the same event.
template <class Accounting>
void tell(Accounting& all, rtm_arti_event event, uint32_t id, bool is_idle) {
  const task_id task = is_idle ? idle : task_id{id};
  switch (event) {
    case RTM_ARTI_ACTIVATE: (void)all.task_activate(task); return;
    case RTM_ARTI_START: (void)all.task_in(task); return;
    case RTM_ARTI_PREEMPT: (void)all.task_out(); return;
    case RTM_ARTI_WAIT:
      (void)all.task_wait(task);
      (void)all.task_out();
      return;
    case RTM_ARTI_RELEASE: (void)all.task_release(task); return;
    case RTM_ARTI_TERMINATE:
      (void)all.task_out();
      (void)all.task_terminate(task);
      return;
    case RTM_ARTI_ISR_START: (void)all.isr_enter(isr_id{id}); return;
    case RTM_ARTI_ISR_STOP: (void)all.isr_exit(isr_id{id}); return;
  }
}

}  // namespace rtm::os::arti_hooks

#define RTM_ARTI(object)                                                   \
  extern "C" void rtm_arti(rtm_arti_event event, uint32_t id) {            \
    rtm::os::arti_hooks::tell(object, event, id, RTM_AUTOSAR_IS_IDLE(id)); \
  }
