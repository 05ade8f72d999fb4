/* SPDX-License-Identifier: MIT
 * Stands in for the scheduler's header of ThreadX: what runs, and what will run next.
 */
#ifndef STAND_IN_TX_THREAD_H
#define STAND_IN_TX_THREAD_H

#include "tx_api.h"

#define TX_INITIALIZE_IN_PROGRESS ((ULONG)0xF0F0F0F0UL)

#ifdef __cplusplus
extern "C" {
#endif
#ifdef TX_THREAD_SMP_MAX_CORES
typedef struct TX_THREAD_SMP_PROTECT_STRUCT {
  ULONG tx_thread_smp_protect_core;
} TX_THREAD_SMP_PROTECT;
extern TX_THREAD_SMP_PROTECT _tx_thread_smp_protection;
UINT _tx_thread_smp_core_get(void);
#define TX_SMP_CORE_ID _tx_thread_smp_core_get()
extern TX_THREAD* _tx_thread_current_ptr[TX_THREAD_SMP_MAX_CORES];
extern TX_THREAD* _tx_thread_execute_ptr[TX_THREAD_SMP_MAX_CORES];
extern volatile ULONG _tx_thread_system_state[TX_THREAD_SMP_MAX_CORES];
#else
extern TX_THREAD* _tx_thread_current_ptr;
extern TX_THREAD* _tx_thread_execute_ptr;
extern volatile ULONG _tx_thread_system_state;
#endif
extern volatile UINT _tx_thread_preempt_disable;

VOID _tx_execution_initialize(VOID);
VOID _tx_execution_thread_enter(VOID);
VOID _tx_execution_thread_exit(VOID);
VOID _tx_execution_isr_enter(VOID);
VOID _tx_execution_isr_exit(VOID);
#ifdef __cplusplus
}
#endif

#endif
