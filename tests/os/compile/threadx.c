/* SPDX-License-Identifier: MIT
 * A file of ThreadX as the library is built with the hooks: in C99 and C++17.
 */
#include "tx_thread.h"

#ifndef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#error "expected the hooks to be switched on"
#endif

TX_THREAD* thread_of_the_library(void);

TX_THREAD* thread_of_the_library(void) {
  static TX_THREAD thread;
  thread.tx_thread_rtm_id = 0;
  return &thread;
}
