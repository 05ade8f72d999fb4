/* SPDX-License-Identifier: MIT
 * A file of ThreadX as the library is built with the hooks: in C99 and C++17.
 */
#include "tx_thread.h"

#ifndef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#error "expected the hooks to be switched on"
#endif

TX_THREAD* thread_of_the_library(void);

#ifdef TEST_CHAINED
/* Another tracer has the functions of the library. */
#include "ports/os/threadx/functions.h"

#ifdef __cplusplus
extern "C" {
#endif
VOID other_tracer(VOID);
VOID _tx_execution_thread_enter(VOID);
VOID _tx_execution_thread_exit(VOID);
#ifdef __cplusplus
}
#endif

VOID _tx_execution_thread_enter(VOID) {
  other_tracer();
  rtm_threadx_thread_enter();
}
VOID _tx_execution_thread_exit(VOID) {
  rtm_threadx_thread_exit();
  other_tracer();
}
#endif

TX_THREAD* thread_of_the_library(void) {
  static TX_THREAD thread;
  thread.tx_thread_rtm_id = 0;
  return &thread;
}
