/* SPDX-License-Identifier: MIT
 * The load of a core and the shares of its threads, for who knows Zephyr's cpu_load and thread_analyzer, without shell
 * or log: of the latest closed window, exact, all of one instant. RTM_ZEPHYR_ANALYZER(object), in analyzer.hpp, defines
 * these functions; the object has to be started with windows.
 */
#ifndef RTM_PORTS_OS_ZEPHYR_ANALYZER_H
#define RTM_PORTS_OS_ZEPHYR_ANALYZER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What cpu_load_get says, of a window instead of since the last call, so that several may ask.
 *  @return per mille, 0 .. 1000. -1: there is no number: no such core, no window yet, none of its time is known, it
 *          closed while it was read, or a fault has ended the epoch, so that none will close. Never a guess.
 *  Context  any thread or interrupt, any core.   Bound  constant. */
int rtm_zephyr_cpu_load_get(uint32_t core);

/** One row of a window. */
typedef struct rtm_zephyr_row {
  const char* name;      /**< Of the thread, or "idle", "kernel", "unknown", "ISRs", "others", "departed". */
  uint64_t ticks;        /**< Its own time: nobody else's is in it. */
  uint64_t window_ticks; /**< All rows together are this, to the tick. */
  uint32_t permille;     /**< For display only: rounded. */
  uint32_t dispatches;   /**< How often it got the core. 0 for those that are no threads. */
} rtm_zephyr_row;

typedef void (*rtm_zephyr_row_callback)(const rtm_zephyr_row* row, void* user);

/** What thread_analyzer_run does: calls `callback` for each row of the core's latest closed window that has any time.
 *  @retval 0 all rows belong to one window   @retval -1 there is none, and nobody was called
 *  @retval -2 another window closed meanwhile: throw the rows away and ask again
 *  @retval -3 a fault has ended the epoch and no window closes any more, and nobody was called: rtm_os_reset begins
 * again Context  a thread that runs on any core; the callback too.   Bound  O(rows + interrupts). */
int rtm_zephyr_analyzer_run(uint32_t core, rtm_zephyr_row_callback callback, void* user);

#ifdef __cplusplus
}
#endif

#endif
