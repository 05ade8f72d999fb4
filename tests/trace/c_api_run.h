/* SPDX-License-Identifier: MIT
 * A traced run through the C API, from C99. */
#ifndef RTM_TESTS_C_API_RUN_H
#define RTM_TESTS_C_API_RUN_H

#include "rtm/rtm_trace.h"

#ifdef __cplusplus
extern "C" {
#endif

#define C_RUN_PAGES 4
#define C_RUN_PAGE_BYTES 1024
#define C_RUN_HZ 1000000
#define C_RUN_WINDOW 1000

/** Tells some facts, drains now and then, and ends with a snapshot. `write` gets the stream. Returns the number of the
 *  line that failed, 0 if none. */
int c_run(rtm_trace_write write, void* context);

/** A start that was refused, with findings, a clock, exchanges and repairs. */
int c_run_of_a_bad_start(rtm_trace_write write, void* context);

#ifdef __cplusplus
}
#endif

#endif
