// SPDX-License-Identifier: MIT
#include "evidence/evidence_rows.hpp"

#include <array>

namespace rtm::host {
namespace {

constexpr std::array rows = {
    evidence_row{"os", "Name and version of the OS, and which of its hooks are switched on.",
                 "Scalability class, the hooks of the OS configuration, names of the vendor's own interrupt hooks."},
    evidence_row{"probe", "A transcript of the hook probe and the profile that rtm probe names.",
                 "The profile of PreTaskHook and PostTaskHook around ISR2, wake-up, WaitEvent and idle."},
    evidence_row{"liveness", "How often each hook came in a run, on each core. None that is relied on may be 0.",
                 "Hooks that an OS port defines and never calls exist: count them."},
    evidence_row{"idle", "Who is idle on each core (a task, a loop, a power state), and how that is seen.",
                 "Many OS call no hook for idle: which one is it here, and on which core?"},
    evidence_row{
        "interrupts", "All interrupts, traps and NMIs: which report, and the largest share of those that do not.",
        "Category 1, category 2, OS timer, cross-core interrupts, traps, NMI; what the prologue costs outside."},
    evidence_row{"priorities", "Which interrupts can nest, and which can hit inside a hook.",
                 "The map of SRPN and CCPN; category 1 may interrupt a hook."},
    evidence_row{"lock", "The mask that the port takes, that it is given back as found, and the longest masked time.",
                 "ICR.IE saved and restored, never set blindly; raising CCPN does not hold back category 1."},
    evidence_row{
        "clock", "The clock's rate against an outside reference over at least 60 s, in sleep and under a debugger.",
        "STM of each core, CCUCON0 read back, f_STM against a scope or CAN stamps, OCS.SUS, application reset."},
    evidence_row{"max_gap", "The longest time between two facts against half a wrap of the clock and the window.",
                 "Half a wrap is 21.4 s at 100 MHz with 32 bits; with boot loader and flash operations running."},
    evidence_row{"wide_read", "A reading of the clock wider than a word is consistent.",
                 "TIM0 first, then CAP, under the lock, and no other core reads that STM."},
    evidence_row{"core_ids", "Every core finds its own ledger.",
                 "CORE_ID of the sixth core is 6, CUS_ID has no hole: which one is the index?"},
    evidence_row{"placement", "Where the ledgers, the trace memory and the published snapshots lie, and who may write.",
                 "Own DSPR of each core, snapshots in LMU that is not cached, regions of the MPU."},
    evidence_row{"snapshot", "How a reader on another core learns that what it read is of one window.", ""},
    evidence_row{"overhead", "Cycles of each fact, and how much of an empty interrupt is charged to whom.",
                 "An empty ISR2, a category 1 ISR, and a switch, each measured at its edges."},
    evidence_row{"known_load", "Busy loops of 10, 50 and 90 % show as that, within a stated bound.",
                 "With GPIO and scope beside it."},
    evidence_row{"isr_in_idle", "An interrupt in idle is load: 20 task, 70 idle, 10 interrupt are 30 %.",
                 "On silicon."},
    evidence_row{"nested_isrs", "Of two nested interrupts each has its own time, and their sum is the outer's.",
                 "With OsNestedEnable, or the ISRs do not nest at all."},
    evidence_row{"isr_wakes_task", "An interrupt that wakes a task: none of its time is the task's.",
                 "ISR2 with SetEvent and ActivateTask."},
    evidence_row{"wait_event", "A wait that blocks and one that does not: the numbers of switches are right.",
                 "WaitEvent on an event that is set calls no hook."},
    evidence_row{"kill_paths",
                 "What the OS kills, and traps: each is a counted repair or ends the epoch, and no frame stays open.",
                 "Timing protection, TerminateApplication, ErrorHook, the trap path."},
    evidence_row{"start_stop", "The first and the last slice of a run have the right owner.",
                 "StartOS to the first PreTaskHook; ShutdownOS without a PostTaskHook."},
    evidence_row{"multi_core", "On each core the sums are the window; how far the clocks of the cores are apart.",
                 "Skew between the STMs of all cores."},
    evidence_row{"stack", "Stack that a fact needs, at the deepest nesting.", "CSAs too: each nested call takes one."},
    evidence_row{"build", "Compiler, its options, the map file, and what deviates from this project's.", ""},
};

constexpr std::array<std::string_view, 6> fields = {"claim", "method", "artefact", "value", "date", "result"};

}  // namespace

std::span<const evidence_row> evidence_rows() { return rows; }
std::span<const std::string_view> evidence_fields() { return fields; }

std::string_view word_of(evidence_target target) {
  return target == evidence_target::autosar_tc397 ? "autosar-tc397" : "generic";
}

std::optional<evidence_target> evidence_target_of(std::string_view word) {
  if (word == "generic") return evidence_target::generic;
  if (word == "autosar-tc397") return evidence_target::autosar_tc397;
  return std::nullopt;
}

}  // namespace rtm::host
