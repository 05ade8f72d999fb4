/* SPDX-License-Identifier: MIT
 * How large is a core of the C library? The library (src/rtm.cpp) and everything that includes rtm.h must be compiled
 * with the same values: define them for the whole build, or put a header of this name in front of this one. The library
 * refuses to start a core of another size (RTM_BAD_CONFIG), so a mix-up is found at start-up.
 */
#ifndef RTM_RTM_CONFIG_H
#define RTM_RTM_CONFIG_H

/* Task ids are 0 .. RTM_TASKS-1. At least 1; tasks, interrupts and points together at most 8188 (32-bit counters). */
#ifndef RTM_TASKS
#define RTM_TASKS 16
#endif

/* Interrupt ids are 0 .. RTM_ISRS-1. 0: none. */
#ifndef RTM_ISRS
#define RTM_ISRS 16
#endif

/* Software-interrupt ids are 0 .. RTM_SWIS-1. 0: none. */
#ifndef RTM_SWIS
#define RTM_SWIS 0
#endif

/* Point ids are 0 .. RTM_POINTS-1. 0: none, then points cost neither code nor memory. */
#ifndef RTM_POINTS
#define RTM_POINTS 16
#endif

/* Active interrupt frames at one moment, 1 .. 255. */
#ifndef RTM_DEPTH
#define RTM_DEPTH 8
#endif

/* Open points at one moment: of all contexts together, and of one context. 1 .. 2000, if there are points. */
#ifndef RTM_POINT_FRAMES
#define RTM_POINT_FRAMES 8
#endif
#ifndef RTM_POINT_DEPTH
#define RTM_POINT_DEPTH RTM_POINT_FRAMES
#endif

/* 1: keep the shortest and longest call of every interrupt and point. 0: they read as 0, and cost nothing. */
#ifndef RTM_EXTREMES
#define RTM_EXTREMES 1
#endif

/* A trace beside the ledger: see rtm_trace.h. 0: neither code nor memory for it. */
#ifndef RTM_TRACE
#define RTM_TRACE 0
#endif
/* Bytes of the largest packet of a trace, 192 .. 4096. */
#ifndef RTM_TRACE_PACKET_BYTES
#define RTM_TRACE_PACKET_BYTES 512
#endif

/* Findings that are kept to be sent with a trace, beside which clock the core reads: see rtm_trace_find. 0: none of it.
 */
#ifndef RTM_TRACE_FINDINGS
#define RTM_TRACE_FINDINGS 0
#endif

/* Width of the clock in bits, 16 .. 64. Above 32, or with RTM_WIDE 1, counters are 64 bit wide, which a CPU must load
 * at once: Cortex-M and RV32 give the low 32 bits of a wider clock instead. Totals have 64 bits all the same. */
#ifndef RTM_CLOCK_BITS
#define RTM_CLOCK_BITS 32
#endif
#ifndef RTM_WIDE
#define RTM_WIDE (RTM_CLOCK_BITS > 32)
#endif

#endif
