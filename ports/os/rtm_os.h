/* SPDX-License-Identifier: MIT
 * What an application calls, whatever its OS: handlers that report themselves, points, the ends that no hook tells, and
 * the repairs. C99 and C++17. RTM_OS_API(object), in c_api.hpp, defines these functions over an object of
 * rtm/os/accounting.hpp, in one file of the application.
 *
 *   void CAN_RX_IRQHandler(void) {
 *     RTM_ISR(16 + 20);                 // enter here; exit wherever the function is left
 *     ...
 *   }
 *
 * Context, if nothing else is said: tasks, interrupts, the kernel; on any core of the port; not NMI. Each masks for
 * itself. Bound: that of one fact.
 */
#ifndef RTM_PORTS_OS_RTM_OS_H
#define RTM_PORTS_OS_RTM_OS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Functions that answer a status answer a number of rtm_status of rtm.h, 0 for RTM_OK. */

/** Begins to measure on the core that runs; each core of the port calls it before its scheduler starts.
 *  @param window_ticks, max_gap_ticks  as `window` and `max_gap` of rtm_timing in rtm.h
 *  @retval 0 measuring
 *  @retval RTM_BAD_CONFIG   as `start` of a ledger; or the clock's width is not the port's
 *  @retval RTM_NOT_STARTED  a core that is not in the port's list
 *  @retval RTM_BAD_ID       there are more tasks than rows already, and the mode makes a fault of that */
uint32_t rtm_os_start(uint64_t window_ticks, uint64_t max_gap_ticks);
/** Begins a new epoch on the core that runs, after a fault or on request. Only from a task: it is the kernel's time
 * from here until the next dispatch. Wrong: from an interrupt, whose exit then has no enter. */
uint32_t rtm_os_reset(void);
/** At least once every max_gap, where no hook comes. */
void rtm_os_poll(void);

/** A handler begins and ends. `isr`: as the CPU numbers its exceptions, below the `isrs` of the capacity. */
void rtm_os_isr_enter(uint32_t isr);
void rtm_os_isr_exit(uint32_t isr);
/** The application's idle loop, for an OS that has no hook for it: call it in each turn. */
void rtm_os_idle(void);
/** The OS has killed the interrupt that ran: from its protection hook. All: it has killed whatever was active. */
void rtm_os_isr_aborted(void);
void rtm_os_all_isrs_aborted(void);
/** The OS is being shut down; what comes after is not counted. */
void rtm_os_shutdown(void);

/** A measured section of whoever runs begins and ends.
 *  @retval 0 told   @retval 1 refused: with several cores, a task must be pinned to one   @retval 2 a fault, see the
 *          ledger */
uint32_t rtm_os_point_begin(uint32_t point);
uint32_t rtm_os_point_end(uint32_t point);

/** How often a repair was made on a core since its epoch began. 0 for what is out of range. Context: that core. */
uint32_t rtm_os_repairs(uint32_t core, uint32_t kind);
/** Names and meanings of repairs; "?" for a number that is none. Numbers: `repair` of rtm/os/repairs.hpp. */
uint32_t rtm_os_repair_kinds(void);
const char* rtm_os_repair_name(uint32_t kind);
const char* rtm_os_repair_meaning(uint32_t kind);

/* ---- The latest window of a core: RTM_OS_WINDOW_API(object) ---- */

/** There is no such number: of a load, some of the window is unknown. */
#define RTM_OS_NO_PPM 0xFFFFFFFFu

/** A closed window; ticks. `load_ppm`: millionths of `length` that were not idle, rounded down, or RTM_OS_NO_PPM. */
typedef struct rtm_os_window {
  uint64_t index, start, length;
  uint64_t idle, kernel, unknown;
  uint32_t core, epoch, load_ppm;
  uint32_t sequence, stamp; /**< For the functions below. */
} rtm_os_window;
/** What one owner had of a window. `count`: dispatches of a task that began in it, calls of an interrupt that ended. */
typedef struct rtm_os_share {
  uint64_t ticks; /**< Exclusive: what nests in an interrupt is not in it. */
  uint64_t count;
  uint32_t ppm; /**< Millionths of the window, rounded down. */
} rtm_os_share;

/** The window of a core that closed last. Nothing is written unless the answer is 0.
 *  @retval 0 told   RTM_NO_WINDOW: none has closed in this epoch, or there is no epoch yet
 *  @retval RTM_NOT_STARTED  no such core
 *  @retval RTM_MOVED  another one was closing: call again
 *  Context  any, on any core; nothing is masked.   Bound  one division; O(1).
 *  Wrong: to add up the loads of cores. `start` and `length` say whether they are of one time. */
uint32_t rtm_os_latest_window(uint32_t core, rtm_os_window* out);
/** Of that window, a task's and an interrupt's share. Nothing is written unless the answer is 0.
 *  @retval 0 told   RTM_BAD_ID: outside the capacity   RTM_NOT_STARTED: no such core
 *  @retval RTM_MOVED  another window has closed since: begin again with rtm_os_latest_window
 *  Context  any, on any core; nothing is masked.   Bound  one division; O(1). */
uint32_t rtm_os_task_in_window(const rtm_os_window* in, uint32_t task, rtm_os_share* out);
uint32_t rtm_os_isr_in_window(const rtm_os_window* in, uint32_t isr, rtm_os_share* out);

/* ---- Timing parameters: RTM_OS_TIMING_API(object); a capacity with `timing`, and the sink rtm::os::times ---- */

/** Ticks; `min` and `max` mean something only if `count` is not 0. */
typedef struct rtm_os_spread {
  uint64_t count, min, max, sum;
} rtm_os_spread;
/** Of instances of a task that were seen whole: docs/timing.md. */
typedef struct rtm_os_task_times {
  rtm_os_spread cet, get, ipt, rt, wt, pre, dt, st;
  uint64_t early, cut, open;
} rtm_os_task_times;
/** Of calls of an interrupt that were seen whole. */
typedef struct rtm_os_call_times {
  rtm_os_spread cet, get, pre, dt;
  uint64_t cut, open;
} rtm_os_call_times;

/** A task that may move to another core: its instances are in pieces, so there is no number. */
#define RTM_OS_MIGRATES 255u

/** Of the epoch of the core that runs, up to its latest fact. Nothing is written unless the answer is 0.
 *  @retval 0 told   RTM_NOT_STARTED, RTM_IGNORED (a fault has ended the epoch), RTM_BAD_ID (outside the capacity)
 *  @retval RTM_OS_MIGRATES  of a task that is not pinned, with several cores
 *  Bound: O(active frames), masked. */
uint32_t rtm_os_times_of_task(uint32_t task, rtm_os_task_times* out);
uint32_t rtm_os_times_of_isr(uint32_t isr, rtm_os_call_times* out);

/* ---- Budgets: RTM_OS_BUDGET_API(object, budgets), an rtm::os::budgets for each core ---- */

/** Ticks, 0: no limit. `consecutive`: so many windows in a row must be over `max_window`; 0 is 1. */
typedef struct rtm_os_budget {
  uint64_t max_cet, max_window;
  uint32_t consecutive;
} rtm_os_budget;
#define RTM_OS_BUDGET_OF_TASK 0u
#define RTM_OS_BUDGET_OF_ISR 1u
#define RTM_OS_BUDGET_OF_SWI 2u
#define RTM_OS_BUDGET_OF_CORE 3u
/** As rtm::os::breach of rtm/os/budget.hpp. */
typedef struct rtm_os_breach {
  uint32_t who, id; /**< RTM_OS_BUDGET_OF_...; the id is 0 of the core. */
  uint32_t is_cet;  /**< 1: max_cet, 0: max_window. */
  uint32_t is_open; /**< 1: of an instance that has not ended; it has at least `found`. */
  uint32_t how_many;
  uint64_t found, allowed, time, window;
} rtm_os_breach;
typedef void (*rtm_os_breach_callback)(const rtm_os_breach* found, void* user);

/** For the core that runs; in place of the budget that was set before.
 *  @retval 0 set   RTM_BAD_ID: outside the capacity   RTM_BAD_CONFIG: max_cet without timing, or of the core   */
uint32_t rtm_os_set_budget(uint32_t who, uint32_t id, const rtm_os_budget* what);
/** `per_mille` of a window, for `max_window`. It divides: at set-up. */
uint64_t rtm_os_share_of(uint64_t window_ticks, uint32_t per_mille);
/** Calls `callback`, with nothing masked, for each breach of the core that runs of which it has not told.
 *  @retval 0 all was looked at   RTM_MOVED: call again   RTM_IGNORED, RTM_NOT_STARTED: nothing is measured
 *  Context  one task, on that core, once a window or more often.   Bound  O(capacity). */
uint32_t rtm_os_drain_budgets(rtm_os_breach_callback callback, void* user);

/* ---- Trace, with repairs and names: RTM_OS_TRACE_API(object, traces), an rtm::os::task_trace ---- */

/** In place of rtm_os_start, and with its answers: what this core does from here on is in its trace. */
uint32_t rtm_os_start_traced(uint64_t window_ticks, uint64_t max_gap_ticks);
/** Begins to send. `write` takes up to `count` bytes and says how many it took; it must not wait.
 *  @retval 0 it does   RTM_NOT_STARTED: no such core, or it has not been started */
uint32_t rtm_os_trace_begin(uint32_t core, size_t (*write)(void* context, const uint8_t* bytes, size_t count),
                            void* context);
/** @returns 1: call again. 0: nothing to do now, or `write` takes nothing.
 *  Context  any task, one caller a core. */
int rtm_os_trace_step(uint32_t core);
/** Whole pages are sent only; after this, all that is recorded by now. */
void rtm_os_trace_flush(uint32_t core);

#ifdef __cplusplus
}
#endif

/** Reports the function it stands in as a handler. GCC and Clang: the exit is told when its scope is left. */
#define RTM_ISR(isr)                                                                 \
  __attribute__((cleanup(rtm_os_leave_isr))) const uint32_t rtm_os_this_isr = (isr); \
  rtm_os_isr_enter(rtm_os_this_isr)

static inline void rtm_os_leave_isr(const uint32_t* isr) { rtm_os_isr_exit(*isr); }

#endif
