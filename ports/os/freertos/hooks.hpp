// SPDX-License-Identifier: MIT
// Defines the functions that hooks.h makes FreeRTOS call, over an object of rtm/os/accounting.hpp. In one file of the
// application, at namespace scope, beside RTM_OS_API of c_api.hpp:
//
//   RTM_FREERTOS_HOOKS(cpu_time)
//   RTM_OS_API(cpu_time)
#pragma once

#include "ports/os/freertos/hooks.h"
#include "rtm/os/accounting.hpp"

namespace rtm::os::freertos_hooks {

// What a task keeps is its id + 1: a new control block is all 0, which is then a task that nobody has announced.

template <class Accounting>
uint32_t created(Accounting& all, const void* task, const char* name) {
  return uint32_t(all.task_created(reinterpret_cast<uintptr_t>(task), name)) + 1;
}

template <class Accounting>
void deleted(Accounting& all, uint32_t kept) {
  if (kept != 0) (void)all.task_deleted(task_id{kept - 1});
}

/// 0 - 1 is `unknown`.
template <class Accounting>
void switched_in(Accounting& all, uint32_t kept, uint32_t is_idle) {
  (void)all.task_in(is_idle != 0 ? idle : task_id{kept - 1});
}

}  // namespace rtm::os::freertos_hooks

#define RTM_FREERTOS_HOOKS(object)                                                                               \
  extern "C" {                                                                                                   \
  uint32_t rtm_freertos_created(const void* task, const char* name) {                                            \
    return rtm::os::freertos_hooks::created(object, task, name);                                                 \
  }                                                                                                              \
  void rtm_freertos_deleted(uint32_t kept) { rtm::os::freertos_hooks::deleted(object, kept); }                   \
  void rtm_freertos_switched_in(uint32_t kept, uint32_t is_idle) {                                               \
    rtm::os::freertos_hooks::switched_in(object, kept, is_idle);                                                 \
  }                                                                                                              \
  void rtm_freertos_switched_out(void) { (void)(object).task_out(); }                                            \
  void rtm_freertos_isr_enter(void) { (void)(object).isr_enter(); }                                              \
  void rtm_freertos_isr_exit(void) { (void)(object).isr_exit((object).active_isr()); }                           \
  void rtm_freertos_isr_exit_to_scheduler(void) { (void)(object).isr_exit_to_scheduler((object).active_isr()); } \
  void rtm_freertos_tick(void) { (void)(object).poll(); }                                                        \
  uint32_t rtm_freertos_find(const void* task) {                                                                 \
    return uint32_t((object).find(reinterpret_cast<uintptr_t>(task))) + 1;                                       \
  }                                                                                                              \
  }
