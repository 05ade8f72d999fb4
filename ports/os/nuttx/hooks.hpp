// SPDX-License-Identifier: MIT
// Defines a note driver of NuttX over an object of rtm/os/accounting.hpp whose profile is `nuttx`. In one file of the
// application:
//
//   #include "ports/os/nuttx/hooks.hpp"
//   RTM_NUTTX_HOOKS(cpu_time)
//   RTM_OS_API(cpu_time)                  // c_api.hpp: what the application calls
//
// Needs CONFIG_DRIVERS_NOTE, CONFIG_SCHED_INSTRUMENTATION, _SWITCH and _IRQHANDLER. NuttX tells everything there is:
// who leaves, who comes, and the number of each interrupt; on some CPUs also a leave and a coming of the same task at
// the end of every interrupt, which takes no time and is a dispatch of nobody else.
#pragma once

#include <nuttx/config.h>
#include <nuttx/sched.h>
#include <nuttx/sched_note.h>
extern "C" {
#include <nuttx/note/note_driver.h>  // does not say itself that what it declares is C
}
// "Conflicting declaration" here: that header was included before this one, which then would not link.
extern "C" int note_driver_register(struct note_driver_s*);

#include "ports/os/by_object.hpp"
#include "ports/os/nuttx/hooks.h"
#include "rtm/os/accounting.hpp"

#if !defined(CONFIG_SCHED_INSTRUMENTATION_SWITCH) || !defined(CONFIG_SCHED_INSTRUMENTATION_IRQHANDLER)
#error "NuttX: expected CONFIG_SCHED_INSTRUMENTATION_SWITCH=y and CONFIG_SCHED_INSTRUMENTATION_IRQHANDLER=y"
#endif

namespace rtm::os::nuttx_hooks {

/// The idle tasks have the first process numbers, one for each core.
inline bool is_idle(const struct tcb_s* task) {
#ifdef CONFIG_SMP
  return task->pid < CONFIG_SMP_NCPUS;
#else
  return task->pid == 0;
#endif
}

inline const char* name_of(const struct tcb_s* task) {
#if defined(CONFIG_TASK_NAME_SIZE) && CONFIG_TASK_NAME_SIZE > 0
  return task->name;
#else
  (void)task;
  return nullptr;
#endif
}

#ifdef CONFIG_SCHED_INSTRUMENTATION_FILTER
/// Of a driver that says nothing the filter lets nothing through. Since 2024-10 each driver has its own.
template <class Driver>
auto listen(Driver& driver, int /*best*/) -> decltype(void(driver.filter)) {
  driver.name = "rtm";
  driver.filter.mode.flag = NOTE_FILTER_MODE_FLAG_ENABLE | NOTE_FILTER_MODE_FLAG_SWITCH | NOTE_FILTER_MODE_FLAG_IRQ;
#ifdef CONFIG_SMP
  for (int core = 0; core < CONFIG_SMP_NCPUS; ++core) CPU_SET(core, &driver.filter.mode.cpuset);
#endif
}
#endif
template <class Driver>
void listen(Driver& /*driver*/, long /*else*/) {}

template <class Accounting>
void started(Accounting& all, struct tcb_s* task) {
  if (!is_idle(task)) begin_object(all, task, name_of(task));
}

template <class Accounting>
void resumed(Accounting& all, struct tcb_s* task) {
  (void)all.task_in(is_idle(task) ? idle : row_of_object(all, task, name_of(task)));
}

template <class Accounting>
void interrupt(Accounting& all, int irq, bool is_enter) {
  const isr_id isr{uint32_t(irq)};
  (void)(is_enter ? all.isr_enter(isr) : all.isr_exit(isr));
}

}  // namespace rtm::os::nuttx_hooks

#define RTM_NUTTX_HOOKS(object)                                                                                     \
  namespace {                                                                                                       \
  void rtm_nuttx_start(struct note_driver_s*, struct tcb_s* task) { rtm::os::nuttx_hooks::started(object, task); }  \
  void rtm_nuttx_stop(struct note_driver_s*, struct tcb_s* task) { rtm::os::end_object(object, task); }             \
  void rtm_nuttx_suspend(struct note_driver_s*, struct tcb_s*) { (void)(object).task_out(); }                       \
  void rtm_nuttx_resume(struct note_driver_s*, struct tcb_s* task) { rtm::os::nuttx_hooks::resumed(object, task); } \
  void rtm_nuttx_irqhandler(struct note_driver_s*, int irq, void*, bool is_enter) {                                 \
    rtm::os::nuttx_hooks::interrupt(object, irq, is_enter);                                                         \
  }                                                                                                                 \
  /* By name, as the members there are depend on the configuration. */                                              \
  struct rtm_nuttx_driver {                                                                                         \
    struct note_driver_ops_s ops;                                                                                   \
    struct note_driver_s driver;                                                                                    \
  };                                                                                                                \
  rtm_nuttx_driver rtm_nuttx_note;                                                                                  \
  }                                                                                                                 \
  extern "C" int rtm_nuttx_register(void) {                                                                         \
    rtm_nuttx_note.ops.start = rtm_nuttx_start;                                                                     \
    rtm_nuttx_note.ops.stop = rtm_nuttx_stop;                                                                       \
    rtm_nuttx_note.ops.suspend = rtm_nuttx_suspend;                                                                 \
    rtm_nuttx_note.ops.resume = rtm_nuttx_resume;                                                                   \
    rtm_nuttx_note.ops.irqhandler = rtm_nuttx_irqhandler;                                                           \
    rtm_nuttx_note.driver.ops = &rtm_nuttx_note.ops;                                                                \
    rtm::os::nuttx_hooks::listen(rtm_nuttx_note.driver, 0);                                                         \
    return note_driver_register(&rtm_nuttx_note.driver);                                                            \
  }
