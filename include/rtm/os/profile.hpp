// SPDX-License-Identifier: MIT
// How does an OS call its hooks? A profile says it, as data; the normaliser (normaliser.hpp) acts on it. A new OS, or
// an old version of one, is a new value of this type and no new code.
#pragma once

#include <stdint.h>

#include "rtm/os/repairs.hpp"

namespace rtm::os {

/// How interrupts arrive.
enum class isr_hooks : uint8_t {
  wrapper_only,  ///< The OS tells nothing: only handlers that are wrapped by hand are seen.
  paired,        ///< One enter and one exit a call.
  unpaired,      ///< Exits may be missing, and may come without an enter or twice.
  dispatched,    ///< An interrupt is announced as a dispatch of something that is no task.
};

/// What it means that a dispatch is announced while an interrupt is active.
enum class switch_in_isr : uint8_t {
  ends_frames,  ///< It cannot be: the interrupt has ended and nobody said so. Its frame is closed.
  deferred,     ///< The kernel decides inside the interrupt and switches at the end of the outermost one.
};

/// Is it told that a task leaves, before another one comes?
enum class outs : uint8_t {
  never,      ///< One hook has both, or only who comes is told.
  sometimes,  ///< Not after every reason, or now and then twice. Who comes is what counts.
  always,
};

/// How is idle known?
enum class idle_is : uint8_t {
  a_task,   ///< A task like others: its dispatch is told. A hook inside it says nothing new.
  told,     ///< A hook, or a loop of the application, tells when it begins.
  derived,  ///< No hook: the port looks whether anything is ready when a task leaves or an interrupt ends.
  silent,   ///< No hook, and nothing to look at. What the idle loop takes is the kernel's, unless the loop tells.
};

/// What an exit that announces the scheduler means.
enum class scheduler_exit : uint8_t {
  is_an_exit,       ///< The task goes on until a hook says that it leaves; a locked scheduler may let it go on.
  leaves_to_kernel  ///< The task has lost the core: the kernel has it until the next dispatch.
};

/// What the OS hands to its hooks as a task.
enum class task_ids : uint8_t {
  number,  ///< A number that the port chose, stored in the task.
  object,  ///< The address of its control block.
  dense,   ///< A small number of its own, fixed when the system is built.
};

struct profile {
  const char* name = "";
  isr_hooks isrs = isr_hooks::paired;
  /// Can an interrupt be active twice? If not, a second enter proves that an exit is missing.
  bool isr_reenters = true;
  scheduler_exit to_scheduler = scheduler_exit::is_an_exit;
  switch_in_isr in_isr = switch_in_isr::ends_frames;
  outs leaving = outs::always;
  /// Is the task that has the core announced again, with no leave before?
  bool announces_again = false;
  idle_is idle = idle_is::a_task;
  /// Does the idle hook come from inside interrupts too?
  bool idle_in_isr = false;
  task_ids ids = task_ids::object;
};

/// The repairs that an OS of this profile is known to need. Others are news.
constexpr repair_set known_repairs(const profile& how) {
  repair_set set = no_repairs;
  if (how.in_isr == switch_in_isr::deferred) set |= one(repair::deferred_switch);
  if (how.announces_again) set |= one(repair::redundant_in);
  if (how.leaving == outs::sometimes) set |= one(repair::duplicate_out);
  if (how.isrs == isr_hooks::unpaired) {
    set |= one(repair::exit_without_enter) | one(repair::missing_exit) | one(repair::early_exit);
  }
  if (how.idle == idle_is::derived) set |= one(repair::synthesised_idle);
  if (how.idle_in_isr) set |= one(repair::filtered_idle);
  return set;
}

/// Hooks that have to be called in any system that runs. One that has never been called tells that hooks are not
/// compiled in, or that this OS has other habits than its profile.
struct promised_hooks {
  bool task_in = true;
  bool task_out = false;
  bool isr_enter = false;
};
constexpr promised_hooks promised_by(const profile& how) {
  return {true, how.leaving == outs::always, how.isrs != isr_hooks::wrapper_only};
}

// ---- Profiles. Where each line comes from is in the README of the port. ----

namespace detail {

constexpr profile make_freertos(const char* name, isr_hooks isrs, switch_in_isr in_isr) {
  profile p;
  p.name = name;
  p.isrs = isrs;
  p.isr_reenters = false;
  p.in_isr = in_isr;
  p.ids = task_ids::number;
  return p;
}

constexpr profile make_threadx(const char* name, scheduler_exit to_scheduler, outs leaving, bool isr_reenters) {
  profile p;
  p.name = name;
  p.isr_reenters = isr_reenters;
  p.to_scheduler = to_scheduler;
  p.leaving = leaving;
  p.idle = idle_is::derived;
  return p;
}

constexpr profile make_zephyr(const char* name, switch_in_isr in_isr) {
  profile p;
  p.name = name;
  p.in_isr = in_isr;
  p.leaving = outs::sometimes;
  return p;
}

constexpr profile make_nuttx() {
  profile p;
  p.name = "nuttx";
  return p;
}

constexpr profile make_rt_thread() {
  profile p;
  p.name = "rt_thread";
  p.in_isr = switch_in_isr::deferred;
  p.leaving = outs::never;
  return p;
}

constexpr profile make_sysbios() {
  profile p;
  p.name = "sysbios";
  p.leaving = outs::never;
  return p;
}

constexpr profile make_autosar(const char* name, isr_hooks isrs, switch_in_isr in_isr, bool again, idle_is idle) {
  profile p;
  p.name = name;
  p.isrs = isrs;
  p.in_isr = in_isr;
  p.announces_again = again;
  p.idle = idle;
  p.ids = task_ids::dense;
  return p;
}

}  // namespace detail

/// Ports that switch in an exception of the lowest priority, and tell the enter of their tick only: Cortex-M.
inline constexpr profile freertos = detail::make_freertos("freertos", isr_hooks::unpaired, switch_in_isr::ends_frames);
/// Ports that switch inside the interrupt that asks for it: ARM7, PPC, MicroBlaze, Nios II, AVR32 and their like.
inline constexpr profile freertos_switch_in_isr =
    detail::make_freertos("freertos_switch_in_isr", isr_hooks::unpaired, switch_in_isr::deferred);
/// Ports that call none of the interrupt macros, and switch behind the C handler: Cortex-A, AArch64.
inline constexpr profile freertos_no_isr_hooks =
    detail::make_freertos("freertos_no_isr_hooks", isr_hooks::wrapper_only, switch_in_isr::ends_frames);

/// The idle loop and the switch lie in PendSV; an interrupt is told by its own handler.
inline constexpr profile threadx_cortex_m =
    detail::make_threadx("threadx_cortex_m", scheduler_exit::is_an_exit, outs::always, false);
/// Armv7-A, Armv8-A, R: nothing is told of a thread that an interrupt takes the core from, so its exit has to tell.
inline constexpr profile threadx_arm =
    detail::make_threadx("threadx_arm", scheduler_exit::leaves_to_kernel, outs::sometimes, true);

inline constexpr profile zephyr = detail::make_zephyr("zephyr", switch_in_isr::ends_frames);
/// Versions whose interrupt exit traces the switch before it traces the exit.
inline constexpr profile zephyr_switch_in_isr = detail::make_zephyr("zephyr_switch_in_isr", switch_in_isr::deferred);
inline constexpr profile nuttx = detail::make_nuttx();
inline constexpr profile rt_thread = detail::make_rt_thread();
inline constexpr profile sysbios = detail::make_sysbios();

/// P1: an interrupt of category 2 is a process: both hooks are called for it. Seen in Trampoline.
inline constexpr profile autosar_p1 =
    detail::make_autosar("autosar_p1", isr_hooks::dispatched, switch_in_isr::ends_frames, false, idle_is::told);
/// P2: nothing at the entry, PreTaskHook again at the exit; idle has no hook. Seen in ERIKA3.
inline constexpr profile autosar_p2 =
    detail::make_autosar("autosar_p2", isr_hooks::wrapper_only, switch_in_isr::ends_frames, true, idle_is::silent);
/// P3: hooks bracket the outermost interrupt; idle is a task with hooks. Seen in Arctic Core.
inline constexpr profile autosar_p3 =
    detail::make_autosar("autosar_p3", isr_hooks::wrapper_only, switch_in_isr::ends_frames, false, idle_is::a_task);
/// P4: the hooks of a switch come before the exit of the interrupt. Seen in EasyXMen.
inline constexpr profile autosar_p4 =
    detail::make_autosar("autosar_p4", isr_hooks::wrapper_only, switch_in_isr::deferred, false, idle_is::a_task);
/// P5: hooks exist and are never called. Seen in an ATK2 fork. Nothing can be measured; it is here to be named.
inline constexpr profile autosar_p5 =
    detail::make_autosar("autosar_p5", isr_hooks::wrapper_only, switch_in_isr::ends_frames, false, idle_is::silent);

/// The traces of ARTI, whatever the OS: they say who leaves and who comes, and what a wait is; idle tells itself.
inline constexpr profile autosar_arti =
    detail::make_autosar("autosar_arti", isr_hooks::paired, switch_in_isr::deferred, false, idle_is::told);

}  // namespace rtm::os
