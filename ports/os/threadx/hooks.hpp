// SPDX-License-Identifier: MIT
// Defines the functions that ThreadX calls when it is built with hooks.h, over an object of rtm/os/accounting.hpp whose
// profile is `threadx_cortex_m` or `threadx_arm`. In one file of the application, which includes before it what the
// kernel's own sources include, "tx_api.h" and "tx_thread.h":
//
//   RTM_THREADX_HOOKS(cpu_time)                 // RTM_THREADX_FUNCTIONS if another tracer has them: see functions.h
//   RTM_OS_API(cpu_time)                        // c_api.hpp
//   RTM_THREADX_EXECUTION_PROFILE(cpu_time)     // if the kit's functions are called: see execution_profile.hpp
//
// ThreadX has no idle thread and no hook for idle: it loops in its scheduler. What it will run next is a variable, so
// whenever a thread leaves or the outermost interrupt ends the port looks there:
//
//   current   next                       the core then belongs to
//   none      none                       idle
//   none      a thread                   the kernel, until thread_enter
//   a thread  another, may be preempted  the kernel (threadx_arm: no hook tells that this thread leaves)
#pragma once

#include "ports/os/threadx/functions.h"
#include "rtm/os/accounting.hpp"

namespace rtm::os::threadx_hooks {

/// Who has the core after the outermost interrupt, or when the scheduler begins to look.
template <class Kernel, class Hooks, class Word>
status look(Hooks& hooks, Word now, status answer) {
  if (answer != status::ok || hooks.depth() != 0 || !Kernel::is_scheduling()) return answer;
  const auto current = Kernel::current();
  const auto next = Kernel::next();
  if (current != nullptr) {
    const bool leaves = hooks.how().to_scheduler == scheduler_exit::leaves_to_kernel;
    if (!leaves || current == next || !Kernel::may_preempt()) return answer;
  }
  if (next == nullptr) return hooks.idle_in(now);
  return hooks.base() == kernel ? answer : hooks.task_out(now);
}

template <class Kernel, class Accounting>
void thread_exit(Accounting& all) {
  (void)all.tell([](auto& hooks, auto now) {
    if (Kernel::current() == nullptr) return look<Kernel>(hooks, now, hooks.poll(now));
    const status left = hooks.task_out(now);
    return left == status::ok && Kernel::next() == nullptr ? hooks.idle_in(now) : left;
  });
}

/// The thread's row. Its control block may be one in which another thread lived, of whose end nobody told.
template <class Kernel, class Accounting, class Thread>
task_id row_of(Accounting& all, Thread& thread) {
  if (Kernel::kept(thread) != 0) return task_id{uint32_t(Kernel::kept(thread) - 1)};
  const auto object = reinterpret_cast<uintptr_t>(&thread);
  const task_id before = all.find(object);
  if (before != unknown) (void)all.task_deleted(before);
  const task_id row = all.task_created(object, Kernel::name(thread));
  Kernel::keep(thread, uint32_t(row) + 1);
  return row;
}

template <class Kernel, class Accounting>
void thread_enter(Accounting& all) {
  const auto thread = Kernel::current();
  (void)all.task_in(thread == nullptr ? unknown : row_of<Kernel>(all, *thread));
}

template <class Kernel, class Accounting>
void isr_exit(Accounting& all) {
  const isr_id isr = all.active_isr();
  (void)all.tell([=](auto& hooks, auto now) { return look<Kernel>(hooks, now, hooks.isr_exit(now, isr)); });
}

}  // namespace rtm::os::threadx_hooks

// On several cores the kernel keeps one of each for every core, and disables preemption on the core that holds its
// lock.
#ifdef TX_THREAD_SMP_MAX_CORES
#define RTM_THREADX_OF_THIS_CORE(variable) ((variable)[TX_SMP_CORE_ID])
#define RTM_THREADX_MAY_PREEMPT \
  (_tx_thread_preempt_disable == 0 || _tx_thread_smp_protection.tx_thread_smp_protect_core != TX_SMP_CORE_ID)
#else
#define RTM_THREADX_OF_THIS_CORE(variable) (variable)
#define RTM_THREADX_MAY_PREEMPT (_tx_thread_preempt_disable == 0)
#endif

#define RTM_THREADX_FUNCTIONS(object)                                                                       \
  namespace {                                                                                               \
  struct rtm_threadx_kernel {                                                                               \
    static TX_THREAD* current() { return RTM_THREADX_OF_THIS_CORE(_tx_thread_current_ptr); }                \
    static TX_THREAD* next() { return RTM_THREADX_OF_THIS_CORE(_tx_thread_execute_ptr); }                   \
    static bool may_preempt() { return RTM_THREADX_MAY_PREEMPT; }                                           \
    static bool is_scheduling() {                                                                           \
      return RTM_THREADX_OF_THIS_CORE(_tx_thread_system_state) < TX_INITIALIZE_IN_PROGRESS;                 \
    }                                                                                                       \
    static ULONG kept(const TX_THREAD& thread) { return thread.tx_thread_rtm_id; }                          \
    static void keep(TX_THREAD& thread, ULONG id) { thread.tx_thread_rtm_id = id; }                         \
    static const char* name(const TX_THREAD& thread) { return thread.tx_thread_name; }                      \
  };                                                                                                        \
  }                                                                                                         \
  extern "C" {                                                                                              \
  VOID rtm_threadx_thread_enter(VOID) { rtm::os::threadx_hooks::thread_enter<rtm_threadx_kernel>(object); } \
  VOID rtm_threadx_thread_exit(VOID) { rtm::os::threadx_hooks::thread_exit<rtm_threadx_kernel>(object); }   \
  VOID rtm_threadx_isr_enter(VOID) { (void)(object).isr_enter(); }                                          \
  VOID rtm_threadx_isr_exit(VOID) { rtm::os::threadx_hooks::isr_exit<rtm_threadx_kernel>(object); }         \
  VOID rtm_threadx_deleted(TX_THREAD* thread) {                                                             \
    if (thread != nullptr) (void)(object).task_deleted((object).find(reinterpret_cast<uintptr_t>(thread))); \
  }                                                                                                         \
  }

#define RTM_THREADX_HOOKS(object)                                       \
  RTM_THREADX_FUNCTIONS(object)                                         \
  extern "C" {                                                          \
  VOID _tx_execution_initialize(VOID) {}                                \
  VOID _tx_execution_thread_enter(VOID) { rtm_threadx_thread_enter(); } \
  VOID _tx_execution_thread_exit(VOID) { rtm_threadx_thread_exit(); }   \
  VOID _tx_execution_isr_enter(VOID) { rtm_threadx_isr_enter(); }       \
  VOID _tx_execution_isr_exit(VOID) { rtm_threadx_isr_exit(); }         \
  }
