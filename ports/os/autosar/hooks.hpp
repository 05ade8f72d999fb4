// SPDX-License-Identifier: MIT
// Defines the functions of hooks.h over an object of rtm/os/accounting.hpp whose profile is one of autosar_p1 ..
// autosar_p5 (rtm probe tells which). In one file of the application:
//
//   #include "Os.h"
//   #define RTM_AUTOSAR_IS_IDLE(task) ((task) == OsIdleTask)     // only if idle is a task
//   #include "ports/os/autosar/hooks.hpp"
//   RTM_AUTOSAR_HOOKS(cpu_time)
//   RTM_OS_API(cpu_time)                  // c_api.hpp: what RTM_ISR1 and RTM_ISR2 call, and the application
//
// What a hook means is not in its name. The rules that hold for every OS seen so far:
//   R1  PostTaskHook: the task announced last leaves. GetTaskID is not asked there: it may answer nobody, or another.
//   R2  PreTaskHook for the task that has the core changes nothing (`redundant_in`).
//   R3  PreTaskHook with an invalid task: an interrupt, if GetISRID has an answer, else idle.
//   R4  PreTaskHook inside an interrupt takes effect when the outermost one has ended (`deferred_switch`).
//   R5  The clock is read after all interrupts are masked, those of category 1 too.
//   R6  Hooks that have to come and do not end the epoch (`silent_hooks`): `silence_ticks` of the configuration.
//   R7  ShutdownHook and ProtectionHook end what no other hook will. PRO_TERMINATEAPPL ends what is of one application:
//       whose that is, the two macros of owners below have to say. Without an answer the rest is unknown.
#pragma once

#include "ports/os/autosar/hooks.h"
#include "rtm/os/accounting.hpp"

#ifndef RTM_AUTOSAR_IS_IDLE
#define RTM_AUTOSAR_IS_IDLE(task) (false)
#endif
// Where a TaskType or an ISRType is no number, these make one of it: below the tasks and the isrs of the capacity.
#ifndef RTM_AUTOSAR_TASK_NUMBER
#define RTM_AUTOSAR_TASK_NUMBER(task) (static_cast<uint32_t>(task))
#endif
#ifndef RTM_AUTOSAR_ISR_NUMBER
#define RTM_AUTOSAR_ISR_NUMBER(isr) (static_cast<uint32_t>(isr))
#endif

// The application of a task or an interrupt, by the numbers that they have here; a number of its own for each, and
// RTM_AUTOSAR_NOBODY for who has none. By CheckObjectOwnership, which is allowed in ProtectionHook, or by a table.
#define RTM_AUTOSAR_NOBODY (~uint32_t{0})
#ifndef RTM_AUTOSAR_OWNER_OF_TASK
#define RTM_AUTOSAR_OWNER_OF_TASK(task) (static_cast<void>(task), RTM_AUTOSAR_NOBODY)
#endif
#ifndef RTM_AUTOSAR_OWNER_OF_ISR
#define RTM_AUTOSAR_OWNER_OF_ISR(isr) (static_cast<void>(isr), RTM_AUTOSAR_NOBODY)
#endif

namespace rtm::os::autosar_hooks {

/// Whom PreTaskHook announces.
struct announced {
  task_id task = unknown;  ///< `unknown`: no task.
  uint32_t isr = no_id;    ///< If no task: the interrupt. `no_id`: none, so it is idle.
};

/// Where interrupts tell themselves, or are wrapped, their announcement says nothing new.
template <class Accounting>
status interrupt_announced(Accounting& all, isr_id isr) {
  return all.tell([=](auto& hooks, auto now) {
    return hooks.how().isrs == isr_hooks::dispatched ? hooks.isr_dispatch(now, isr) : hooks.poll(now);
  });
}

template <class Accounting>
void pre_task(Accounting& all, const announced& who) {
  (void)(who.task != unknown ? all.task_in(who.task)
         : who.isr == no_id  ? all.idle_in()
                             : interrupt_announced(all, isr_id{who.isr}));
}

enum class killed : uint8_t { nobody, current, application };

/// Who runs is of the application that is killed. Bound: O(tasks + active frames).
/// `Owners`: of_task(id), of_isr(id).
template <class Owners, class Hooks, class Word>
status kill_application(Hooks& hooks, Word now, uint32_t tasks) {
  const bool is_task = hooks.depth() == 0;
  const uint32_t running = is_task ? uint32_t(hooks.base()) : hooks.topmost_isr();
  if (is_task && running >= tasks) return hooks.poll(now);  // nobody whom an application has
  const uint32_t faulty = is_task            ? Owners::of_task(running)
                          : running == no_id ? RTM_AUTOSAR_NOBODY
                                             : Owners::of_isr(running);
  if (faulty == RTM_AUTOSAR_NOBODY)
    return is_task ? hooks.task_terminate(now, task_id{running}) : hooks.abort_unnamed(now);
  status answer = hooks.poll(now);
  for (uint32_t task = 0; task < tasks && answer == status::ok; ++task) {
    if (Owners::of_task(task) == faulty) answer = hooks.task_terminate(now, task_id{task});
  }
  return answer != status::ok ? answer : hooks.abort_frames(now, [=](uint32_t isr, bool is_swi) {
    return !is_swi && Owners::of_isr(isr) == faulty;
  });
}

/// A killed interrupt never reaches its own end. A killed task has no open points any more.
template <class Owners, class Accounting>
void protection(Accounting& all, killed who) {
  (void)all.tell([=](auto& hooks, auto now) {
    if (who == killed::nobody) return hooks.poll(now);
    if (who == killed::application) return kill_application<Owners>(hooks, now, uint32_t(Accounting::others));
    return hooks.depth() != 0 ? hooks.abort_frame(now) : hooks.task_terminate(now, hooks.base());
  });
}

template <class Accounting>
void name_tasks(Accounting& all, const char* const* names, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) (void)all.task_created(0, names[i]);
}

}  // namespace rtm::os::autosar_hooks

#define RTM_AUTOSAR_HOOKS(object)                                                                        \
  namespace {                                                                                            \
  rtm::os::autosar_hooks::announced rtm_autosar_announced() {                                            \
    rtm::os::autosar_hooks::announced who;                                                               \
    TaskType task = INVALID_TASK;                                                                        \
    if (GetTaskID(&task) == E_OK && task != INVALID_TASK) {                                              \
      who.task = RTM_AUTOSAR_IS_IDLE(task) ? rtm::idle : rtm::task_id{RTM_AUTOSAR_TASK_NUMBER(task)};    \
      return who;                                                                                        \
    }                                                                                                    \
    const ISRType isr = GetISRID();                                                                      \
    if (isr != INVALID_ISR) who.isr = RTM_AUTOSAR_ISR_NUMBER(isr);                                       \
    return who;                                                                                          \
  }                                                                                                      \
  struct rtm_autosar_owners {                                                                            \
    static uint32_t of_task(uint32_t task) { return RTM_AUTOSAR_OWNER_OF_TASK(task); }                   \
    static uint32_t of_isr(uint32_t isr) { return RTM_AUTOSAR_OWNER_OF_ISR(isr); }                       \
  };                                                                                                     \
  rtm::os::autosar_hooks::killed rtm_autosar_killed_by(uint32_t answer) {                                \
    using rtm::os::autosar_hooks::killed;                                                                \
    if (answer == uint32_t(PRO_TERMINATETASKISR)) return killed::current;                                \
    return answer == uint32_t(PRO_TERMINATEAPPL) || answer == uint32_t(PRO_TERMINATEAPPL_RESTART)        \
               ? killed::application                                                                     \
               : killed::nobody;                                                                         \
  }                                                                                                      \
  }                                                                                                      \
  extern "C" {                                                                                           \
  void rtm_autosar_task_names(const char* const* names, uint32_t count) {                                \
    rtm::os::autosar_hooks::name_tasks(object, names, count);                                            \
  }                                                                                                      \
  void rtm_autosar_pre_task(void) { rtm::os::autosar_hooks::pre_task(object, rtm_autosar_announced()); } \
  void rtm_autosar_post_task(void) { (void)(object).task_out(); }                                        \
  void rtm_autosar_shutdown(void) { (void)(object).shutdown(); }                                         \
  void rtm_autosar_protection(uint32_t answer) {                                                         \
    rtm::os::autosar_hooks::protection<rtm_autosar_owners>(object, rtm_autosar_killed_by(answer));       \
  }                                                                                                      \
  void rtm_autosar_isr_enter(uint32_t isr) { (void)(object).isr_enter(rtm::isr_id{isr}); }               \
  void rtm_autosar_isr_exit(uint32_t isr) { (void)(object).isr_exit(rtm::isr_id{isr}); }                 \
  }
