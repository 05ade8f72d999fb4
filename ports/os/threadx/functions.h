/* SPDX-License-Identifier: MIT
 * The functions that RTM_THREADX_HOOKS(object) defines in hooks.hpp, beside those that ThreadX calls. Include tx_api.h
 * before. ThreadX has one function of each name. If another tracer has them (tx_execution_profile.c is one), use
 * RTM_THREADX_FUNCTIONS(object), which does not define them, and call these from there:
 *
 *   VOID _tx_execution_isr_enter(VOID) {
 *     other_tracer_isr_enter();
 *     rtm_threadx_isr_enter();         // last at an enter, first at an exit: what the other one takes is not ours
 *   }
 */
#ifndef RTM_PORTS_OS_THREADX_FUNCTIONS_H
#define RTM_PORTS_OS_THREADX_FUNCTIONS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Context of the four: the kernel, where it calls the function _tx_execution_ of that name. */
VOID rtm_threadx_thread_enter(VOID);
VOID rtm_threadx_thread_exit(VOID);
VOID rtm_threadx_isr_enter(VOID);
VOID rtm_threadx_isr_exit(VOID);
/** Behind tx_thread_delete, of which no hook tells: its row is free for another thread. */
VOID rtm_threadx_deleted(TX_THREAD* thread);

#ifdef __cplusplus
}
#endif

#endif
