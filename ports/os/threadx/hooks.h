/* SPDX-License-Identifier: MIT
 * What ThreadX has to be built with. Include it in tx_user.h, and build library and assembler sources with
 * TX_INCLUDE_USER_DEFINE_FILE, so that all of them see it; it holds macros only:
 *
 *   #include "ports/os/threadx/hooks.h"
 *
 * The functions that the library then calls are defined by RTM_THREADX_HOOKS(object) in hooks.hpp.
 */
#ifndef RTM_PORTS_OS_THREADX_HOOKS_H
#define RTM_PORTS_OS_THREADX_HOOKS_H

/* Not TX_EXECUTION_PROFILE_ENABLE: that wants the kit's own header and fields, and older assembler sources do not know
 * it in every place. */
#ifndef TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#define TX_ENABLE_EXECUTION_CHANGE_NOTIFY
#endif

/* A thread keeps its id. Creating a thread clears its control block, so 0 is one that has not been seen yet. With an
 * extension of your own, put RTM_THREADX_FIELD into it. */
#define RTM_THREADX_FIELD ULONG tx_thread_rtm_id;
#ifndef TX_THREAD_USER_EXTENSION
#define TX_THREAD_USER_EXTENSION RTM_THREADX_FIELD
#endif

#endif
