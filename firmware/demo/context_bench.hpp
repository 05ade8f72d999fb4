// SPDX-License-Identifier: MIT
// A test bench for context switches: just enough to have tasks of different priorities, switched by PendSV, with the
// same places for hooks that a real-time kernel offers. It is not an operating system: no time slices, no timeouts, no
// priority inheritance, one reason to wait (somebody calls `wake`).
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace bench {

/// Tasks are numbered by urgency: 0 is the most urgent, the last is `max_tasks - 1`.
inline constexpr uint32_t max_tasks = 4;
/// The context that runs when every task waits.
inline constexpr uint32_t idle_context = max_tasks;

/// Gives task `task` its code and stack; it is ready to run. `entry` must never return. Before `run`.
void create(uint32_t task, void (*entry)(), uint32_t* stack, size_t stack_words);

/// Makes the caller the idle context, on the stack given, enables interrupts, and runs the tasks. The main stack is
/// then used by exceptions alone. Call with interrupts masked.
[[noreturn]] void run(void (*idle)(), uint32_t* stack, size_t stack_words);

/// The calling task sleeps until `wake`. A `wake` since its last `wait` makes it return at once; several count as one.
void wait();

/// Makes a task ready. From a task, the idle context or an interrupt.
void wake(uint32_t task);

/// For the vector table. PendSV must have the lowest priority of all, so that no interrupt is active below it.
void pend_sv_handler();

/// What the image must supply, as it would fill in the trace hooks of a kernel. Called with interrupts enabled.
namespace hooks {
/// The handler of PendSV has begun: what runs now is the bench itself.
void switch_begins();
/// `context` (a task or `idle_context`) owns the core from now on.
void dispatched(uint32_t context);
}  // namespace hooks

}  // namespace bench
