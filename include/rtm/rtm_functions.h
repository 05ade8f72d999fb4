/* SPDX-License-Identifier: MIT
 * How much CPU time does each function take, without a line in its source? Functions as points of a ledger (rtm.h), by
 * the hooks that -finstrument-functions makes a compiler call. docs/functions.md is the guide, examples/functions a
 * whole program; function_points.hpp says what is counted, and when.
 *
 *   static rtm_functions functions0;                                // one a core, zeroed
 *   static const rtm_function_port port = {clock_now, lock, unlock};
 *   rtm_functions_start(&functions0, &core0, 0, 0, &port);          // functions are points 0 .. RTM_FUNCTIONS-1
 *
 * And the hooks, in one file; rtm_function_hooks.h has them:
 *
 *   RTM_NOT_MEASURED void __cyg_profile_func_enter(void* function, void* caller) {
 *     (void)caller;
 *     (void)rtm_function_enter(&functions0, function);
 *   }
 *
 * Compile what is to be measured with -finstrument-functions. What has no hooks is in its caller; what must have none:
 * the three functions of the port, and NMI handlers (RTM_NOT_MEASURED). Points of the program's own, by
 * rtm_point_begin, need ids that are not those of functions.
 */
#ifndef RTM_RTM_FUNCTIONS_H
#define RTM_RTM_FUNCTIONS_H

#include "rtm/rtm.h"

#ifdef __cplusplus
extern "C" {
#endif

/** In front of a function: the compiler calls no hooks for it. */
#define RTM_NOT_MEASURED __attribute__((no_instrument_function))

/* Functions that the table has room for, at least 1. Each is a point: RTM_POINTS says how many there are. */
#ifndef RTM_FUNCTIONS
#define RTM_FUNCTIONS RTM_AT_LEAST_1(RTM_POINTS)
#endif

/** What the hooks need of the machine. None of the three may have hooks itself. */
typedef struct rtm_function_port {
  rtm_ticks (*now)(void);          /**< The raw clock of the core that runs. */
  unsigned (*lock)(void);          /**< Masks whatever reports facts on this core. Returns the mask before. */
  void (*unlock)(unsigned before); /**< Pairs nest. */
} rtm_function_port;

/* Room for one table, in bytes. src/rtm_functions.cpp asserts that it is enough and wastes little. */
#define RTM_FUNCTION_SLOTS           \
  ((RTM_FUNCTIONS) <= 8      ? 16u   \
   : (RTM_FUNCTIONS) <= 16   ? 32u   \
   : (RTM_FUNCTIONS) <= 32   ? 64u   \
   : (RTM_FUNCTIONS) <= 64   ? 128u  \
   : (RTM_FUNCTIONS) <= 128  ? 256u  \
   : (RTM_FUNCTIONS) <= 256  ? 512u  \
   : (RTM_FUNCTIONS) <= 512  ? 1024u \
   : (RTM_FUNCTIONS) <= 1024 ? 2048u \
   : (RTM_FUNCTIONS) <= 2048 ? 4096u \
   : (RTM_FUNCTIONS) <= 4096 ? 8192u \
                             : 16384u)
#define RTM_FUNCTIONS_BYTES \
  (sizeof(rtm_function_port) + 3u * sizeof(void*) + 28u + sizeof(void*) * (RTM_FUNCTIONS) + 2u * RTM_FUNCTION_SLOTS)

/** The functions of one core, in the caller's memory: static, or zeroed before rtm_functions_start. Do not copy it. */
typedef struct rtm_functions {
  union {
    void* words[(RTM_FUNCTIONS_BYTES + sizeof(void*) - 1u) / sizeof(void*)];
    uintptr_t alignment;
  } do_not_touch;
} rtm_functions;

/** Begins, with an empty table. Before or after rtm_start.
 *
 *  @param first_point  id of the first function; all RTM_FUNCTIONS of them must be points of the core
 *  @param anchor  0, or, in a program that does not run where it was linked (PIE),
 *                 (uintptr_t)&__cyg_profile_func_enter: with it a host finds the addresses in the ELF file
 *  @param port    copied
 *  @retval RTM_OK
 *  @retval RTM_BAD_CONFIG  a NULL, or first_point + RTM_FUNCTIONS beyond RTM_POINTS, or rtm_functions of another size:
 *                          the caller was compiled with another rtm_config.h. Nothing changed.
 *  Context  start-up, or the owning core with the facts masked.   Bound  O(RTM_FUNCTIONS). */
#define rtm_functions_start(functions, core, first_point, anchor, port) \
  rtm_functions_start_sized((functions), (core), (first_point), (anchor), (port), sizeof(rtm_functions))
rtm_status rtm_functions_start_sized(rtm_functions* functions, rtm_core* core, uint32_t first_point, uintptr_t anchor,
                                     const rtm_function_port* port, size_t functions_size);

/** A function is entered / returns: for the hooks. Masks, reads the clock, tells the ledger, unmasks.
 *
 *  @param function  its address, as the hook is given it
 *  @return the point that has begun / ended; RTM_NO_ID if there is none: the epoch is not valid or not begun, the table
 *          is full, or a call that is older than the epoch returns (see rtm_functions_counts), or the ledger
 *          refused it: its first fault stays in the core (rtm_fault). A table not started does nothing.
 *  Context  wherever a point may begin: tasks, interrupts between rtm_isr_enter and rtm_isr_exit, idle. Not NMI.
 *  Bound    8 comparisons of addresses, and the point's; exit also O(active interrupts + open points) */
uint32_t rtm_function_enter(rtm_functions* functions, const void* function);
uint32_t rtm_function_exit(rtm_functions* functions, const void* function);

/** What is not in the ledger: the last two are 0 if every call since the start is there. */
typedef struct rtm_function_counts {
  uint32_t known;      /**< Functions in the table. */
  uint32_t unrecorded; /**< Calls of functions that had no room in it: their time is in their callers. */
  uint32_t unmatched;  /**< Returns where nothing is open: from calls that had begun before the epoch. */
} rtm_function_counts;

/** Context  the owning core. */
void rtm_functions_counts(const rtm_functions* functions, rtm_function_counts* out);

/** Room for the name of a function: "0x", 16 digits, twice, an '@' and the closing zero. */
#define RTM_FUNCTION_NAME_BYTES 40

/** The name of the function that is `number`: "0x1a4c", with an anchor "0x55d01a4c@0x55d01200". As the name of its
 * point in a trace or a timeline script, `rtm report --elf PROGRAM` makes the function's own of it.
 *
 *  @param number  0 .. known-1
 *  @param text    [out] at least RTM_FUNCTION_NAME_BYTES
 *  @return its point; RTM_NO_ID if there is no such function, then text is empty */
uint32_t rtm_function_name(const rtm_functions* functions, uint32_t number, char* text);

#ifdef __cplusplus
}
#endif

#endif
