// SPDX-License-Identifier: MIT
#include "probe/habits.hpp"

namespace rtm::host::probe {
namespace {

constexpr std::string_view tasks_see = "tasks: each dispatch, to the tick of its hook";
constexpr std::string_view wrapper_isrs = "interrupts: those whose handlers are wrapped by hand, and no others";
constexpr std::string_view kernel_sees = "the kernel: from the hook of who leaves to the hook of who comes";
constexpr std::string_view idle_task = "idle: as the task that it is";
constexpr std::string_view cat1_blind =
    "interrupts of category 1, unless their handlers are wrapped: whom they "
    "interrupt pays";
constexpr std::string_view unwrapped_blind = "an interrupt without a wrapper: whom it interrupts pays";
constexpr std::string_view prologue_blind =
    "what the kernel does before its first hook and behind its last one: the "
    "task on that side pays";
constexpr std::string_view ids_blind = "which interrupt it is: the hooks have no id, so the port asks the controller";
constexpr std::string_view out_unsound = "who left, from the hook of who leaves: only who comes is believed";

std::vector<habits> autosar() {
  return {
      {"autosar_p1",
       "an interrupt of category 2 is a process, with both hooks; seen in Trampoline",
       {"out in", "out in", "", "out in", "out in- [ ] out- in", "out in- [ ] out- in",
        "out in- [ out- in- [ ] out- in- ] out- in", "[ ]", "out in-|out in- out- in-"},
       RTM_PROBE_RUNNING,
       false,
       {tasks_see, kernel_sees, "interrupts of category 2: from PreTaskHook to PostTaskHook, where GetISRID says which",
        "idle: PreTaskHook with neither a task nor an interrupt"},
       {cat1_blind, "whether an interrupt ended or was preempted: both are Post and Pre of nobody", prologue_blind}},
      {"autosar_p2",
       "nothing at the entry of an interrupt, PreTaskHook again at its exit; seen in ERIKA3",
       {"out in", "out in", "", "out in", "[ ] again", "[ ] out- in", "[ [ ] ] again", "[ ]", "|out"},
       RTM_PROBE_NOT_ASKED,
       false,
       {tasks_see, wrapper_isrs, kernel_sees},
       {cat1_blind, out_unsound, "when idle begins, unless the idle loop tells: what it takes is the kernel's",
        prologue_blind}},
      {"autosar_p3",
       "Post and Pre bracket the outermost interrupt; idle is a task; seen in Arctic Core",
       {"out in", "out in", "", "out in", "out enter [ ] exit same|out [ ] same", "out enter [ ] exit in|out [ ] in",
        "out enter [ exit enter [ ] exit enter ] exit same|out enter [ enter [ ] exit ] exit same|out [ [ ] ] same",
        "[ ]", "out in"},
       RTM_PROBE_RUNNING,
       false,
       {tasks_see, "interrupts of category 2: by the vendor's interrupt hooks, or wrapped by hand", kernel_sees,
        idle_task},
       {cat1_blind, "without either, an interrupt of category 2: it is inside the kernel's time", prologue_blind}},
      {"autosar_p4",
       "the hooks of a switch come inside the exit of the interrupt; seen in EasyXMen",
       {"out in", "out in|out- in", "", "out in", "enter [ ] exit", "enter [ ] out in exit",
        "enter [ enter [ ] exit ] exit", "[ ]|enter [ ] exit", "out in"},
       RTM_PROBE_READY,
       false,
       {tasks_see, "interrupts: by the vendor's interrupt hooks, or wrapped by hand", kernel_sees, idle_task},
       {cat1_blind, out_unsound, "a switch inside an interrupt at its own instant: it counts from the interrupt's end",
        prologue_blind}},
      {"autosar_p5",
       "hooks are there and never called; seen in an ATK2 fork",
       {"", "", "", "", "[ ]", "[ ]", "[ [ ] ]", "[ ]", ""},
       RTM_PROBE_NOT_ASKED,
       true,
       {},
       {"anything: the OS must be made to call its hooks first, or another attachment be found"}}};
}

std::vector<habits> freertos() {
  return {{"freertos",
           "interrupts end with a macro that need not have begun with one: Cortex-M and its like",
           {"out in", "out in", "", "out in", "[ exit! ]|[ ]|enter [ ]|enter [ exit ]|enter [ exit ] exit!",
            "[ to_os! ] out in|enter [ to_os ] out in|enter [ to_os ] exit! out in", anything, anything,
            "out in|out in idle"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, kernel_sees, "interrupts: the tick, and those whose handlers are wrapped", idle_task},
           {unwrapped_blind, ids_blind, prologue_blind}},
          {"freertos_switch_in_isr",
           "the switch comes inside the interrupt that asks for it: ARM7, PPC, MicroBlaze and their like",
           {"out in", "out in", "", "out in", "[ ]|enter [ ] exit", "[ out in ]|enter [ out in ] exit", anything,
            anything, "out in|out in idle"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, kernel_sees, wrapper_isrs, idle_task},
           {unwrapped_blind, "a switch inside an interrupt at its own instant: it counts from the interrupt's end",
            prologue_blind}},
          {"freertos_no_isr_hooks",
           "no hook of interrupts at all, the switch behind the handler: Cortex-A, AArch64",
           {"out in", "out in", "", "out in", "[ ]", "[ ] out in", "[ [ ] ]", "[ ]", "out in|out in idle"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, kernel_sees, wrapper_isrs, idle_task},
           {unwrapped_blind, prologue_blind}}};
}

std::vector<habits> threadx() {
  constexpr std::string_view idle = "idle: it begins when a thread leaves, or an interrupt ends, and nothing is ready";
  constexpr std::string_view isrs = "interrupts: those that tell their enter and exit";
  return {{"threadx_cortex_m",
           "the idle loop and the switch lie in PendSV",
           {"out in", "out in", "", "out in", "enter [ ] exit", "enter [ ] exit out in",
            "enter [ enter [ ] exit ] exit", anything, "out"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, kernel_sees, isrs, idle},
           {unwrapped_blind, ids_blind, prologue_blind}},
          {"threadx_arm",
           "nothing is told of a thread from which an interrupt takes the core: Armv7-A, Armv8-A, R",
           {"out in", "out in", "", "out in", "enter [ ] exit", "enter [ ] exit in", "enter [ enter [ ] exit ] exit",
            anything, "out"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, isrs, idle, "the kernel: from the exit of an interrupt that switches to who comes"},
           {ids_blind, prologue_blind}}};
}

std::vector<habits> others() {
  constexpr std::string_view isrs = "interrupts: all that come through the OS";
  constexpr std::string_view direct = "interrupts that do not come through the OS (direct, zero latency)";
  return {{"zephyr",
           "idle is a thread, with a hook in its loop",
           {"out in", "out in", "", "out in", "enter [ ] exit", "enter [ ] exit out in",
            "enter [ enter [ ] exit ] exit", anything, "out in idle"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, kernel_sees, isrs, idle_task},
           {direct, ids_blind, prologue_blind}},
          {"zephyr_switch_in_isr",
           "versions whose interrupt traces the switch before its own exit",
           {"out in", "out in", "", "out in", "enter [ ] exit", "enter [ ] out in exit",
            "enter [ enter [ ] exit ] exit", anything, "out in idle"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, kernel_sees, isrs, idle_task},
           {direct, ids_blind, prologue_blind}},
          {"nuttx",
           "interrupts with their numbers; some CPUs announce the task again at the end of each",
           {"out in", "out in", "", "out in", "enter [ ] exit out same|enter [ ] exit", "enter [ ] exit out in",
            "enter [ enter [ ] exit ] exit|enter [ enter [ ] exit ] exit out same", anything, "out in"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, kernel_sees, "interrupts: all that come through the OS, with their numbers", idle_task},
           {direct, prologue_blind}},
          {"rt_thread",
           "one hook for a switch, which comes where it is decided: inside the interrupt",
           {"switch", "switch", "", "switch", "enter [ ] exit", "enter [ switch ] exit",
            "enter [ enter [ ] exit ] exit", anything, "switch|switch idle"},
           RTM_PROBE_NOT_ASKED,
           false,
           {"tasks: each dispatch, from the decision on", isrs, idle_task},
           {unwrapped_blind, ids_blind, "the kernel: a switch is one instant", prologue_blind}},
          {"sysbios",
           "sets of hooks for Hwi, Swi and Task; one hook for a switch",
           {"switch", "switch", "", "switch", "enter [ ] exit", "enter [ ] exit switch",
            "enter [ enter [ ] exit ] exit", anything, "switch|switch idle"},
           RTM_PROBE_NOT_ASKED,
           false,
           {tasks_see, "interrupts: every Hwi of the dispatcher, and every Swi", idle_task},
           {"interrupts that are not dispatched by the OS (Hwi without dispatcher, zero latency)",
            "the kernel: a switch is one instant", prologue_blind}}};
}

std::vector<habits> make_all() {
  std::vector<habits> all;
  for (const auto make : {autosar, freertos, threadx, others}) {
    for (habits& of : make()) all.push_back(std::move(of));
  }
  return all;
}

}  // namespace

std::span<const habits> all_habits() {
  static const std::vector<habits> all = make_all();
  return all;
}

bool fits(const habits& of, rtm_probe_step step, std::string_view signature) {
  std::string_view rest = of.seen[static_cast<std::size_t>(step)];
  if (rest == anything) return true;
  while (true) {
    const std::size_t end = rest.find('|');
    if (rest.substr(0, end) == signature) return true;
    if (end == rest.npos) return false;
    rest.remove_prefix(end + 1);
  }
}

}  // namespace rtm::host::probe
