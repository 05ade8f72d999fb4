// SPDX-License-Identifier: MIT
// The words that every other header speaks: who may own a tick (ids), what may be reported (fact_kind), and what
// the ledger answers (status, fault). Nothing here depends on a capacity, a clock or an OS.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace rtm {

/// A task, or one of the three base owners that are not tasks: `idle`, `kernel`, `unknown`.
/// Tasks are numbered 0 .. tasks-1 of the capacity. Brace-initialise: `constexpr rtm::task_id control{1};`
enum class task_id : uint32_t {};
/// A hardware interrupt, 0 .. isrs-1. The same id may be active more than once (re-entry).
enum class isr_id : uint32_t {};
/// A software interrupt (Swi, softirq, DPC), 0 .. swis-1.
enum class swi_id : uint32_t {};
/// A measured function or section, 0 .. points-1.
enum class point_id : uint32_t {};

/// The core has nothing to do. Sleep instructions count as idle.
inline constexpr task_id idle{0xFFFF'FFFDU};
/// The operating system itself: between two tasks, in the scheduler, before the first dispatch.
inline constexpr task_id kernel{0xFFFF'FFFEU};
/// Nobody can tell. For importers of incomplete input; a port on target starts in a known state and never needs it.
inline constexpr task_id unknown{0xFFFF'FFFFU};

/// What can be reported to a ledger. The trace format fixes the numbers: see trace/memory.hpp.
enum class fact_kind : uint8_t {
  task_switch,
  isr_enter,
  isr_exit,
  swi_enter,
  swi_exit,
  point_begin,
  point_end,
  poll,
  task_activate,
  task_wait,
  task_release,
  task_terminate,
  reset,
};

/// The answer of every call, one byte. Hooks may drop it: the first fault stays in the epoch until `reset`.
enum class [[nodiscard]] status : uint8_t{
    ok,           ///< Accepted.
    not_started,  ///< `start` has not been called, or it was refused. Nothing changed.
    ignored,      ///< The epoch is invalid since an earlier fact. Counted, nothing else changed.
    bad_config,   ///< `start` refused its timing or its base owner. The ledger stays as it was.
    no_window,    ///< No window of this epoch has closed yet.
    moved,        ///< Another window closed while this one was read. Try again.

    // Faults: the epoch is invalid from here on. Where several apply, the first in the order of this list that does
    // is named, except that `switch_in_isr` is only looked for on a task switch.
    gap_exceeded,      ///< More than max_gap ticks since the last fact.
    time_backwards,    ///< The reading lies before the last fact.
    bad_id,            ///< The id is outside the capacity.
    swi_over_isr,      ///< A Swi cannot begin inside a hardware interrupt.
    stack_full,        ///< More active frames than `depth`.
    point_stack_full,  ///< More open points than `point_depth` in this context, or than `point_frames` in all.
    switch_in_isr,     ///< The base owner cannot change under an active frame.
    isr_underflow,     ///< isr_exit with no active frame.
    swi_underflow,     ///< swi_exit with no active frame.
    point_underflow,   ///< point_end with no open point in the current context.
    isr_mismatch,      ///< isr_exit does not name the topmost frame.
    swi_mismatch,      ///< swi_exit does not name the topmost frame.
    point_mismatch,    ///< point_end does not name the innermost open point of the current context.
    point_left_open,   ///< A frame exits while one of its points is still open.
};

/// True if `s` is one of the faults, that is, if the epoch was valid before this call and is invalid now.
constexpr bool is_fault(status s) { return s >= status::gap_exceeded; }

/// Stands in `fault::id` and `fault::expected` where there is nothing to name.
inline constexpr uint32_t no_id = 0xFFFF'FFFFU;

/// The first fault of an epoch, as evidence for whoever repairs the instrumentation.
struct fault {
  status kind = status::ok;          ///< `ok`: the epoch has no fault.
  fact_kind fact = fact_kind::poll;  ///< The refused fact.
  uint32_t id = no_id;               ///< Its id; `no_id` for poll and for the owners idle, kernel and unknown.
  uint32_t expected = no_id;         ///< Id of the topmost frame or innermost point; `no_id` if that is not the matter.
  uint64_t time_ticks = 0;           ///< Extended time up to which ticks are settled: the last sound instant.
  uint64_t reading_ticks = 0;        ///< The raw clock reading that came with the refused fact.
  uint32_t depth = 0;                ///< Active interrupt frames when it happened.
};

/// How a ledger cuts time, in ticks of its clock. Given to `start`, kept for all epochs.
struct timing {
  /// Length of a window. 0: no windows. With 32-bit words at most `ledger::max_window_ticks`.
  uint64_t window_ticks = 0;
  /// Longest time between two facts. 0: min(window, 2^(bits-1) - 1), or the longest that the words allow.
  /// Otherwise 1 .. min(window, 2^(bits-1) - 1). The port must report a fact (a poll will do) at least this often.
  uint64_t max_gap_ticks = 0;
  /// Width of the raw clock, 16 .. 64. 0: the width that the capacity states. Only a capacity with
  /// `clock_bits == 0` (host tools) takes another value than its own.
  uint32_t clock_bits = 0;
};

/// The same, refused by the compiler instead of by `start`: `rtm::fixed_timing<10'000, 5'000>()`.
template <uint64_t WindowTicks, uint64_t MaxGapTicks = WindowTicks>
constexpr timing fixed_timing() {
  static_assert(WindowTicks == 0 || MaxGapTicks <= WindowTicks,
                "max_gap must not be longer than the window: a fact may close at most one window");
  return timing{WindowTicks, MaxGapTicks, 0};
}

}  // namespace rtm
