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

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Begins to measure on the core that runs; each core of the port calls it before its scheduler starts.
 *  @param window_ticks, max_gap_ticks  as `window` and `max_gap` of rtm_timing in rtm.h
 *  @retval 0 measuring; otherwise an rtm_status of rtm.h: RTM_BAD_CONFIG, or RTM_NOT_STARTED for a core that is not in
 *          the port's list */
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

#ifdef __cplusplus
}
#endif

/** Reports the function it stands in as a handler. GCC and Clang: the exit is told when its scope is left. */
#define RTM_ISR(isr)                                                                 \
  __attribute__((cleanup(rtm_os_leave_isr))) const uint32_t rtm_os_this_isr = (isr); \
  rtm_os_isr_enter(rtm_os_this_isr)

static inline void rtm_os_leave_isr(const uint32_t* isr) { rtm_os_isr_exit(*isr); }

#endif
