/* SPDX-License-Identifier: MIT
 * Who owned every tick of a core? The ledger of ledger.hpp for C99 and C++: the same engine, built once in src/rtm.cpp
 * with the capacity of rtm_config.h.
 *
 *   static rtm_core core0;                                       // zero-initialised: all calls are refused until start
 *   rtm_timing every_10_ms = {10 * TICKS_PER_MS, 0};
 *   rtm_start(&core0, clock_now(), RTM_KERNEL, &every_10_ms);
 *   ...
 *   void CAN_RX_IRQHandler(void) {
 *     uint32_t mask = lock();                                    // mask first, then read the clock
 *     (void)rtm_isr_enter(&core0, clock_now(), 3);
 *     unlock(mask);
 *     ...
 *
 * In every description:
 *
 *   core     [in,out] ledger of the core that runs, not NULL (not checked: a hook has no time to)
 *   now      [ticks] raw reading of the core's clock, RTM_CLOCK_BITS wide; not before the last fact, and at most
 *            max_gap after it
 *   Status   besides those listed, every fact may answer RTM_GAP_EXCEEDED or RTM_TIME_BACKWARDS (the clock is wrong, or
 *            the port does not poll often enough), RTM_IGNORED (an earlier fault) and RTM_NOT_STARTED. The first
 *            fault stays in the core until rtm_reset, so hooks may drop the value.
 *   Context  who may call. "Owner": code on the core that owns the ledger, with everything masked that can report
 *            facts of this core, the mask taken before `now` was read. NMI cannot be masked, so an NMI handler must
 *            not report facts; it may read (rtm_window, rtm_fault).
 *   Bound    on the work; "two spans": the time before and after the end of a window is settled apart.
 *
 * Wrong, and the most frequent mistake: to read the clock, then mask. An interrupt between the two reports a later time
 * first, and this fact goes backwards.
 */
#ifndef RTM_RTM_H
#define RTM_RTM_H

#include <stddef.h>
#include <stdint.h>

#include "rtm/rtm_config.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A count of clock ticks, or a reading of the clock. */
#if RTM_WIDE
typedef uint64_t rtm_ticks;
#else
typedef uint32_t rtm_ticks;
#endif

/** Base owners that are not tasks, where a task id is expected. */
#define RTM_IDLE ((uint32_t)0xFFFFFFFDu)    /**< Nothing to do; sleeping counts as idle. */
#define RTM_KERNEL ((uint32_t)0xFFFFFFFEu)  /**< The operating system itself, between two tasks. */
#define RTM_UNKNOWN ((uint32_t)0xFFFFFFFFu) /**< Nobody can tell. For importers; a port on target never needs it. */

/** In rtm_fault_info: nothing to name. */
#define RTM_NO_ID ((uint32_t)0xFFFFFFFFu)

/** The answer of every call. */
typedef enum rtm_status {
  RTM_OK = 0,
  RTM_NOT_STARTED, /**< rtm_start has not been called, or refused. Nothing changed. */
  RTM_IGNORED,     /**< The epoch is invalid since an earlier fault. Counted; nothing else changed. */
  RTM_BAD_CONFIG,  /**< rtm_start refused its arguments. The core is as before. */
  RTM_NO_WINDOW,   /**< No window has closed in this epoch. */
  RTM_MOVED,       /**< A window closed during the read. Try again. */
  /* Faults: the epoch is invalid from here on. */
  RTM_GAP_EXCEEDED,     /**< More than max_gap since the last fact. */
  RTM_TIME_BACKWARDS,   /**< Before the last fact. */
  RTM_BAD_ID,           /**< Outside the capacity. */
  RTM_SWI_OVER_ISR,     /**< A Swi cannot begin inside a hardware interrupt. */
  RTM_STACK_FULL,       /**< More than RTM_DEPTH active frames. */
  RTM_POINT_STACK_FULL, /**< More than RTM_POINT_DEPTH points open in this context, or RTM_POINT_FRAMES in all. */
  RTM_SWITCH_IN_ISR,    /**< The base owner cannot change under an active frame. */
  RTM_ISR_UNDERFLOW,    /**< rtm_isr_exit with no active frame. */
  RTM_SWI_UNDERFLOW,    /**< rtm_swi_exit with no active frame. */
  RTM_POINT_UNDERFLOW,  /**< rtm_point_end with no open point in this context. */
  RTM_ISR_MISMATCH,     /**< rtm_isr_exit does not name the topmost frame. */
  RTM_SWI_MISMATCH,     /**< rtm_swi_exit does not name the topmost frame. */
  RTM_POINT_MISMATCH,   /**< rtm_point_end does not name the innermost open point. */
  RTM_POINT_LEFT_OPEN   /**< A frame exits while one of its points is open. */
} rtm_status;

/** What can be reported. */
typedef enum rtm_fact {
  RTM_FACT_TASK_SWITCH = 0,
  RTM_FACT_ISR_ENTER,
  RTM_FACT_ISR_EXIT,
  RTM_FACT_SWI_ENTER,
  RTM_FACT_SWI_EXIT,
  RTM_FACT_POINT_BEGIN,
  RTM_FACT_POINT_END,
  RTM_FACT_POLL,
  RTM_FACT_TASK_ACTIVATE,
  RTM_FACT_TASK_WAIT,
  RTM_FACT_TASK_RELEASE,
  RTM_FACT_TASK_TERMINATE,
  RTM_FACT_RESET
} rtm_fact;

/* Room for one ledger, in words: rows, then what there is once, then two pointers. src/rtm.cpp asserts that it is
 * enough and wastes nothing. */
#define RTM_CALL_WORDS ((RTM_EXTREMES) ? 16u : 12u)
#define RTM_POINTS_WORDS ((RTM_POINTS) ? (RTM_CALL_WORDS + 2u) * (RTM_POINTS) + 6u * ((RTM_POINT_FRAMES) + 1u) : 0u)
#define RTM_FIXED_WORDS ((RTM_WIDE) ? 19u : 21u)
#define RTM_POINTER_WORDS (2u * (unsigned)(sizeof(void*)) / (unsigned)(sizeof(rtm_ticks)))
#define RTM_TRACE_WORDS ((RTM_TRACE) ? 4u + RTM_POINTER_WORDS : 0u)
#define RTM_CORE_WORDS                                                                                                 \
  (9u * ((RTM_TASKS) + 3u) + RTM_CALL_WORDS * ((RTM_ISRS) + (RTM_SWIS)) + RTM_POINTS_WORDS + 5u * ((RTM_DEPTH) + 1u) + \
   RTM_FIXED_WORDS + RTM_POINTER_WORDS + RTM_TRACE_WORDS)

/** One core's ledger, in the caller's memory: static, or zeroed before rtm_start. Do not copy it. */
typedef struct rtm_core {
  union {
    rtm_ticks words[RTM_CORE_WORDS];
    void* alignment;
  } do_not_touch;
} rtm_core;

/** How time is cut. */
typedef struct rtm_timing {
  /** [ticks] Length of a window; 0: no windows. 32-bit counters: at most (2^32 - 1) / RTM_DEPTH, or, if that is less
   *  and there are points, / RTM_POINT_DEPTH. */
  rtm_ticks window;
  /** [ticks] Longest time between two facts; 0: min(window, 2^(RTM_CLOCK_BITS-1) - 1). Else not more than that. */
  rtm_ticks max_gap;
} rtm_timing;

/* ---- Start-up ---- */

/** Begins to measure, in epoch 0, at `now`, with a known base owner. Called again, forgets everything before.
 *
 *  @param base    task id, RTM_IDLE, RTM_KERNEL or RTM_UNKNOWN: who runs at this moment, usually RTM_KERNEL
 *  @param timing  not NULL
 *  @retval RTM_OK          measuring
 *  @retval RTM_BAD_CONFIG  window or max_gap out of range, base outside the capacity, or rtm_core of another size: the
 *                          caller was compiled with another rtm_config.h. Nothing changed.
 *  Context  start-up, or owner; called again, not while others read.   Bound  clears the core: O(capacity).
 *  Wrong    to call it for every measurement: that is what rtm_reset is for, which costs O(1). */
#define rtm_start(core, now, base, timing) rtm_start_sized((core), (now), (base), (timing), sizeof(rtm_core))
rtm_status rtm_start_sized(rtm_core* core, rtm_ticks now, uint32_t base, const rtm_timing* timing, size_t core_size);

/** Ends the epoch and begins the next one at `now` with base owner `base`, nothing active, all sums 0. The only way out
 *  of a fault. Read what you need before.
 *
 *  @retval RTM_OK      a new epoch; its time is never refused. After a fault its start is nominal if more than one wrap
 *                      of the clock has passed since.
 *  @retval RTM_BAD_ID  base outside the capacity: a fault, if the epoch was valid; RTM_IGNORED if it was not
 *  @retval RTM_GAP_EXCEEDED, RTM_TIME_BACKWARDS  base outside the capacity, and the time is the fault that comes first
 *  Context  owner.   Bound  O(1).   Wrong  from inside an ISR whose enter was reported: its exit is then an underflow.
 */
rtm_status rtm_reset(rtm_core* core, rtm_ticks now, uint32_t base);

/* ---- Facts ---- */

/** The base owner becomes `task`: the dispatch, at its true boundary.
 *
 *  @param task  0 .. RTM_TASKS-1, RTM_IDLE, RTM_KERNEL or RTM_UNKNOWN. The current owner again: changes nothing.
 *  @retval RTM_OK             accepted; counted as a dispatch of `task` if the owner changed
 *  @retval RTM_SWITCH_IN_ISR  an interrupt is active   @retval RTM_BAD_ID
 *  Context  owner: scheduler, or the end of the outermost interrupt.   Bound  two spans, at most one window closed.
 *  Wrong    in the ISR that wakes the task. The ISR still runs: report its exit first, then the dispatch, both may
 *           carry the same `now`. */
rtm_status rtm_task_switch(rtm_core* core, rtm_ticks now, uint32_t task);

/** A hardware interrupt begins on top of whatever runs.
 *
 *  @param isr  0 .. RTM_ISRS-1; may be active already (re-entry)
 *  @retval RTM_OK   @retval RTM_BAD_ID
 *  @retval RTM_STACK_FULL  RTM_DEPTH frames are active: usually an exit is missing
 *  Context  owner: first thing in the ISR.   Bound  two spans, at most one window closed.
 *  Wrong    later, behind work of the ISR: whoever was interrupted pays for that. */
rtm_status rtm_isr_enter(rtm_core* core, rtm_ticks now, uint32_t isr);

/** The topmost interrupt ends; the interrupted owner resumes.
 *
 *  @param isr  id given to the matching rtm_isr_enter
 *  @retval RTM_OK   @retval RTM_ISR_MISMATCH  another frame is topmost   @retval RTM_ISR_UNDERFLOW  none is active
 *  @retval RTM_POINT_LEFT_OPEN  one of its points has not ended   @retval RTM_BAD_ID
 *  Context  owner: last thing in the ISR.   Bound  two spans, at most one window closed.
 *  Wrong    if (isr == top) rtm_isr_exit(...);    // charges the outer interrupt silently */
rtm_status rtm_isr_exit(rtm_core* core, rtm_ticks now, uint32_t isr);

/** A software interrupt (Swi, softirq, DPC) begins, over the base owner or over another Swi.
 *
 *  @param swi  0 .. RTM_SWIS-1
 *  @retval RTM_OK   @retval RTM_SWI_OVER_ISR  a hardware interrupt is topmost: report its exit first
 *  @retval RTM_STACK_FULL   @retval RTM_BAD_ID
 *  Context  owner.   Bound  two spans, at most one window closed. */
rtm_status rtm_swi_enter(rtm_core* core, rtm_ticks now, uint32_t swi);

/** The topmost frame, this Swi, ends.
 *
 *  @param swi  id given to the matching rtm_swi_enter
 *  @retval RTM_OK   @retval RTM_SWI_MISMATCH   @retval RTM_SWI_UNDERFLOW   @retval RTM_POINT_LEFT_OPEN
 *  @retval RTM_BAD_ID
 *  Context  owner.   Bound  two spans, at most one window closed. */
rtm_status rtm_swi_exit(rtm_core* core, rtm_ticks now, uint32_t swi);

/** A measured function or section begins in the context that runs: the topmost interrupt, or else the base owner.
 *  What is measured is CPU time of that context; preemption, interrupts and blocking are not in it.
 *
 *  @param point  0 .. RTM_POINTS-1; recursion is allowed
 *  @retval RTM_OK   @retval RTM_POINT_STACK_FULL   @retval RTM_BAD_ID
 *  Context  owner: task or ISR.   Bound  two spans, at most one window closed. */
rtm_status rtm_point_begin(rtm_core* core, rtm_ticks now, uint32_t point);

/** The innermost open point of the context that runs ends.
 *
 *  @retval RTM_OK   @retval RTM_POINT_MISMATCH  another one is innermost   @retval RTM_POINT_UNDERFLOW  none is open
 *  @retval RTM_BAD_ID
 *  Context  owner: the same task, or the same activation of the ISR, as its begin.
 *  Bound    two spans, at most one window closed.
 *  Wrong    to leave a section by longjmp, or to end in an ISR what a task began: that is a latency, not CPU time. */
rtm_status rtm_point_end(rtm_core* core, rtm_ticks now, uint32_t point);

/** Nothing happened. Settles the time up to `now` and closes the window that has ended.
 *
 *  @retval RTM_OK
 *  Context  owner: tick interrupt, idle loop, before and after sleep; at least once every max_gap.
 *  Bound    two spans, at most one window closed. */
rtm_status rtm_poll(rtm_core* core, rtm_ticks now);

/** Life-cycle marks, for timing parameters made from a trace: `task` becomes ready for a new instance (activate),
 *  begins to wait, stops waiting (release), ends its instance (terminate). They settle the time and never change the
 *  owner. A task that terminates abandons its open points: they count as abandoned, not as calls.
 *
 *  @param task  0 .. RTM_TASKS-1; not RTM_IDLE, RTM_KERNEL, RTM_UNKNOWN
 *  @retval RTM_OK   @retval RTM_BAD_ID
 *  Context  owner: task or ISR, whoever runs.   Bound  rtm_task_terminate O(RTM_POINT_DEPTH), the others O(1).
 *  Wrong    rtm_task_terminate instead of a switch: the task goes on owning the core until rtm_task_switch. */
rtm_status rtm_task_activate(rtm_core* core, rtm_ticks now, uint32_t task);
rtm_status rtm_task_wait(rtm_core* core, rtm_ticks now, uint32_t task);
rtm_status rtm_task_release(rtm_core* core, rtm_ticks now, uint32_t task);
rtm_status rtm_task_terminate(rtm_core* core, rtm_ticks now, uint32_t task);

/* ---- Results ---- */

/* An array of C needs an element even where the capacity has none. That one is never written. */
#define RTM_AT_LEAST_1(n) ((n) > 0 ? (n) : 1)

/** A task in one window. */
typedef struct rtm_task_window {
  rtm_ticks exclusive;  /**< [ticks] owned. */
  rtm_ticks dispatches; /**< Changes of the base owner to it. */
} rtm_task_window;

/** An interrupt, Swi or point in one window. */
typedef struct rtm_call_window {
  rtm_ticks exclusive; /**< [ticks] as the topmost frame (innermost point) only. */
  rtm_ticks inclusive; /**< [ticks] nested ones included; the sum over its calls. */
  rtm_ticks calls;     /**< Calls that ended in this window. */
  rtm_ticks abandoned; /**< Points only: open when their task terminated. */
} rtm_call_window;

/** One window: idle + kernel + unknown + tasks + isrs + swis (exclusive) == length, to the tick. */
typedef struct rtm_window_info {
  uint64_t index;    /**< 0, 1, 2, ... in the epoch; a jump tells how many windows the reader missed. */
  uint64_t start;    /**< [ticks] extended time. */
  rtm_ticks length;  /**< [ticks]; of the window in progress: so far. */
  uint32_t epoch;    /**< Number of the epoch. */
  uint32_t complete; /**< 1: closed. 0: in progress. */
  rtm_ticks idle;    /**< [ticks] owned, as kernel and unknown. */
  rtm_ticks kernel;
  rtm_ticks unknown;
  rtm_task_window tasks[RTM_AT_LEAST_1(RTM_TASKS)];
  rtm_call_window isrs[RTM_AT_LEAST_1(RTM_ISRS)];
  rtm_call_window swis[RTM_AT_LEAST_1(RTM_SWIS)];
  rtm_call_window points[RTM_AT_LEAST_1(RTM_POINTS)];
} rtm_window_info;

/** A task since the epoch began. */
typedef struct rtm_task_total {
  uint64_t exclusive;  /**< [ticks] owned. */
  uint64_t dispatches; /**< Changes of the base owner to it. */
} rtm_task_total;

/** An interrupt, Swi or point since the epoch began. Shortest and longest are those of completed calls, also of calls
 *  that lay in several windows; 0 while `calls` is 0 or with RTM_EXTREMES 0. With 32-bit counters a call of 2^32 - 2
 *  ticks or more shows as 2^32 - 2. */
typedef struct rtm_call_total {
  uint64_t exclusive;      /**< [ticks] as the topmost frame (innermost point) only. */
  uint64_t inclusive;      /**< [ticks] nested ones included; the sum over its calls. */
  uint64_t calls;          /**< Calls that ended. */
  uint64_t abandoned;      /**< Points only: open when their task terminated. */
  rtm_ticks exclusive_min; /**< [ticks] of one call, as the three below. */
  rtm_ticks exclusive_max;
  rtm_ticks inclusive_min;
  rtm_ticks inclusive_max;
} rtm_call_total;

/** The epoch up to one instant: idle + kernel + unknown + tasks + isrs + swis (exclusive) == total, to the tick. */
typedef struct rtm_snapshot_info {
  uint64_t start;   /**< [ticks] extended time; the first epoch starts at its raw reading. */
  uint64_t total;   /**< [ticks] settled. */
  uint32_t epoch;   /**< 0, 1, 2, ... counted by rtm_reset. */
  uint32_t valid;   /**< 1: no fault. 0: the sums are those up to the fault. */
  uint32_t ignored; /**< Facts since the fault. Stays at 2^32 - 1. */
  uint64_t idle;    /**< [ticks] owned, as kernel and unknown. */
  uint64_t kernel;
  uint64_t unknown;
  rtm_task_total tasks[RTM_AT_LEAST_1(RTM_TASKS)];
  rtm_call_total isrs[RTM_AT_LEAST_1(RTM_ISRS)];
  rtm_call_total swis[RTM_AT_LEAST_1(RTM_SWIS)];
  rtm_call_total points[RTM_AT_LEAST_1(RTM_POINTS)];
  rtm_window_info window; /**< The window in progress. */
} rtm_snapshot_info;

/** The first fault of an epoch. */
typedef struct rtm_fault_info {
  rtm_status kind;   /**< RTM_OK: none. */
  rtm_fact fact;     /**< The refused fact. */
  uint32_t id;       /**< Its id, or RTM_NO_ID. */
  uint32_t expected; /**< Id of the topmost frame or innermost point, or RTM_NO_ID if that is not the matter. */
  uint64_t time;     /**< [ticks] extended time up to which all is settled. */
  uint64_t reading;  /**< [ticks] raw reading that came with the refused fact. */
  uint32_t depth;    /**< Active frames. */
} rtm_fault_info;

/** Settles the time up to `now` and copies the epoch and the window in progress.
 *
 *  @param out  not NULL; filled unless the answer is RTM_NOT_STARTED
 *  @retval RTM_OK       valid so far
 *  @retval RTM_IGNORED  invalid: sums up to the fault; not counted as an ignored fact
 *  @retval RTM_GAP_EXCEEDED, RTM_TIME_BACKWARDS  this very call was the fault; sums up to the last fact
 *  Context  owner.   Bound  O(capacity): copies every row, with everything masked. On target prefer rtm_window, which
 *           needs no mask.   Wrong  from another core: use rtm_window. */
rtm_status rtm_snapshot(rtm_core* core, rtm_ticks now, rtm_snapshot_info* out);

/** Copies the latest closed window.
 *
 *  @param out  not NULL; means something only if the answer is RTM_OK
 *  @retval RTM_OK         exact; `index` tells which
 *  @retval RTM_NO_WINDOW  none has closed in this epoch, or there are no windows
 *  @retval RTM_MOVED      another window closed meanwhile: call again. `out` may hold rows of both windows
 *  Context  any core, any context, also NMI and before rtm_start; no mask, never waits.   Bound  O(capacity), no loop.
 *  Wrong    while (rtm_window(...) == RTM_MOVED); in an ISR of higher priority than the hooks: they cannot go on. */
rtm_status rtm_window(const rtm_core* core, rtm_window_info* out);

/** Copies the first fault of the epoch.
 *
 *  @param out  not NULL; unchanged unless the answer is RTM_OK
 *  @retval RTM_OK     kind RTM_OK: no fact has been refused since rtm_start or rtm_reset, nor before rtm_start
 *  @retval RTM_MOVED  it changed meanwhile: call again
 *  Context  any core, any context.   Bound  O(1). */
rtm_status rtm_fault(const rtm_core* core, rtm_fault_info* out);

/** "ok", "not_started", ..., "isr_mismatch": the names that reports use. "?" for a value that is none.
 *  Context  any.   Bound  O(1). */
const char* rtm_status_name(rtm_status status);

#ifdef __cplusplus
}
#endif

#endif
