// SPDX-License-Identifier: MIT
// Defines the hook functions for SYS/BIOS over an object of rtm/os/accounting.hpp whose profile is `sysbios`. In one
// file of the application:
//
//   #include "ports/os/sysbios/hooks.hpp"       // behind the headers that hooks.h names
//   RTM_SYSBIOS_HOOKS(cpu_time)
//   RTM_OS_API(cpu_time)                        // c_api.hpp: what the application calls
//
// Hwi, Swi and Task tell both of their ends. Interrupts are numbered as the CPU numbers them. Swis are numbered as they
// first run; more of them than the capacity has is a fault (`bad_id`), because a Swi cannot be left out.
#pragma once

#include "ports/os/by_object.hpp"
#include "ports/os/sysbios/hooks.h"
#include "rtm/os/accounting.hpp"

namespace rtm::os::sysbios_hooks {

/// What of the Swis is remembered: where each keeps its id + 1, and how many have one.
struct swi_ids {
  Int hook_id = 0;
  uint32_t count = 0;
};

inline uint32_t kept_id(const swi_ids& ids, Swi_Handle swi) {
  return uint32_t(reinterpret_cast<uintptr_t>(Swi_getHookContext(swi, ids.hook_id))) - 1;
}

/// Context: the Swi's own begin. A Swi of a higher priority that begins in between is held back by nobody, so the id is
/// taken under the mask.
template <class Accounting>
swi_id id_of(Accounting&, swi_ids& ids, Swi_Handle swi) {
  const uint32_t kept = kept_id(ids, swi);
  if (kept != no_id) return swi_id{kept};
  const masked<typename Accounting::port> held;
  const uint32_t made = ids.count++;
  Swi_setHookContext(swi, ids.hook_id, reinterpret_cast<Ptr>(uintptr_t{made} + 1));
  return swi_id{made};
}

inline bool is_idle(Task_Handle task) { return task == Task_getIdleTask(); }

template <class Accounting>
void created(Accounting& all, Task_Handle task) {
  if (!is_idle(task)) begin_object(all, task, Task_Handle_name(task));
}

template <class Accounting>
void switched(Accounting& all, Task_Handle next) {
  (void)all.task_in(is_idle(next) ? idle : row_of_object(all, next, Task_Handle_name(next)));
}

}  // namespace rtm::os::sysbios_hooks

#define RTM_SYSBIOS_HOOKS(object)                                                                                 \
  namespace {                                                                                                     \
  rtm::os::sysbios_hooks::swi_ids rtm_sysbios_swis;                                                               \
  }                                                                                                               \
  extern "C" {                                                                                                    \
  void rtm_sysbios_hwi_begin(Hwi_Handle) { (void)(object).isr_enter(); }                                          \
  void rtm_sysbios_hwi_end(Hwi_Handle) { (void)(object).isr_exit((object).active_isr()); }                        \
  void rtm_sysbios_swi_register(Int hook_id) { rtm_sysbios_swis.hook_id = hook_id; }                              \
  void rtm_sysbios_swi_begin(Swi_Handle swi) {                                                                    \
    (void)(object).swi_enter(rtm::os::sysbios_hooks::id_of(object, rtm_sysbios_swis, swi));                       \
  }                                                                                                               \
  void rtm_sysbios_swi_end(Swi_Handle swi) {                                                                      \
    (void)(object).swi_exit(rtm::os::sysbios_hooks::id_of(object, rtm_sysbios_swis, swi));                        \
  }                                                                                                               \
  UInt32 rtm_sysbios_swi_id(Swi_Handle swi) { return rtm::os::sysbios_hooks::kept_id(rtm_sysbios_swis, swi); }    \
  void rtm_sysbios_task_create(Task_Handle task, Error_Block*) { rtm::os::sysbios_hooks::created(object, task); } \
  void rtm_sysbios_task_switch(Task_Handle, Task_Handle next) { rtm::os::sysbios_hooks::switched(object, next); } \
  void rtm_sysbios_task_delete(Task_Handle task) { rtm::os::end_object(object, task); }                           \
  void rtm_sysbios_idle(void) { (void)(object).idle_in(); }                                                       \
  }
