/* SPDX-License-Identifier: MIT
 * The trace macros of FreeRTOS. Include it last in FreeRTOSConfig.h:
 *
 *   #ifndef __ASSEMBLER__
 *   #include "ports/os/freertos/hooks.h"
 *   #endif
 *
 * The kernel expands them in tasks.c and in its port, where the task control block and pxCurrentTCB can be seen. The
 * functions are defined by RTM_FREERTOS_HOOKS(object) in hooks.hpp. What may be chosen, before this header:
 *
 *   RTM_FREERTOS_KERNEL     10 or 11 (default): the major version. It says how the idle task is known; the wrong one
 *                           does not compile.
 *   RTM_FREERTOS_ID_SOURCE  where a task keeps its id:
 *     RTM_FREERTOS_ID_IN_TASK_NUMBER  (default) the number that vTaskSetTaskNumber sets: configUSE_TRACE_FACILITY 1,
 *                                     and nobody else may set it
 *     RTM_FREERTOS_ID_IN_TLS          the thread local storage pointer RTM_FREERTOS_TLS_INDEX
 *     RTM_FREERTOS_ID_BY_HANDLE       nowhere: it is looked up at every switch
 *   RTM_FREERTOS_CHAINED    another tracer has the macros: this header then only defines its own names, and what the
 *                           other one defines has to call them too:
 *                             #define traceTASK_SWITCHED_IN() other(), RTM_FREERTOS_TASK_SWITCHED_IN()
 */
#ifndef RTM_PORTS_OS_FREERTOS_HOOKS_H
#define RTM_PORTS_OS_FREERTOS_HOOKS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Context of all: the kernel, in its critical section or its tick, as the macros below call them. */
uint32_t rtm_freertos_created(const void* task, const char* name); /**< Returns what the task has to keep. */
void rtm_freertos_deleted(uint32_t kept);
void rtm_freertos_switched_in(uint32_t kept, uint32_t is_idle);
void rtm_freertos_switched_out(void);
void rtm_freertos_isr_enter(void);
void rtm_freertos_isr_exit(void);
void rtm_freertos_isr_exit_to_scheduler(void);
void rtm_freertos_tick(void);
uint32_t rtm_freertos_find(const void* task); /**< Of RTM_FREERTOS_ID_BY_HANDLE. */

#ifdef __cplusplus
}
#endif

#define RTM_FREERTOS_ID_IN_TASK_NUMBER 1
#define RTM_FREERTOS_ID_IN_TLS 2
#define RTM_FREERTOS_ID_BY_HANDLE 3

#ifndef RTM_FREERTOS_ID_SOURCE
#define RTM_FREERTOS_ID_SOURCE RTM_FREERTOS_ID_IN_TASK_NUMBER
#endif
#ifndef RTM_FREERTOS_KERNEL
#define RTM_FREERTOS_KERNEL 11
#endif
#ifndef RTM_FREERTOS_TLS_INDEX
#define RTM_FREERTOS_TLS_INDEX 0
#endif

#if RTM_FREERTOS_ID_SOURCE == RTM_FREERTOS_ID_IN_TASK_NUMBER
#define RTM_FREERTOS_KEEP(task, id) ((task)->uxTaskNumber = (UBaseType_t)(id))
#define RTM_FREERTOS_KEPT(task) ((uint32_t)(task)->uxTaskNumber)
#elif RTM_FREERTOS_ID_SOURCE == RTM_FREERTOS_ID_IN_TLS
#define RTM_FREERTOS_KEEP(task, id) \
  ((task)->pvThreadLocalStoragePointers[RTM_FREERTOS_TLS_INDEX] = (void*)(uintptr_t)(id))
#define RTM_FREERTOS_KEPT(task) ((uint32_t)(uintptr_t)(task)->pvThreadLocalStoragePointers[RTM_FREERTOS_TLS_INDEX])
#elif RTM_FREERTOS_ID_SOURCE == RTM_FREERTOS_ID_BY_HANDLE
#define RTM_FREERTOS_KEEP(task, id) ((void)(id))
#define RTM_FREERTOS_KEPT(task) rtm_freertos_find((const void*)(task))
#else
#error "RTM_FREERTOS_ID_SOURCE: expected one of the three values that this header defines"
#endif

/* Idle is a state of the core, whichever idle task it runs. */
#if RTM_FREERTOS_KERNEL == 10
#define RTM_FREERTOS_IS_IDLE(task) ((TaskHandle_t)(task) == xIdleTaskHandle ? 1U : 0U)
#elif RTM_FREERTOS_KERNEL != 11
#error "RTM_FREERTOS_KERNEL: expected 10 or 11"
#elif defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1
#define RTM_FREERTOS_IS_IDLE(task) (((task)->uxTaskAttributes & taskATTRIBUTE_IS_IDLE) != 0U ? 1U : 0U)
#else
#define RTM_FREERTOS_IS_IDLE(task) ((TaskHandle_t)(task) == xIdleTaskHandles[0] ? 1U : 0U)
#endif

#define RTM_FREERTOS_TASK_CREATE(task) RTM_FREERTOS_KEEP(task, rtm_freertos_created((task), (task)->pcTaskName))
#define RTM_FREERTOS_TASK_DELETE(task) rtm_freertos_deleted(RTM_FREERTOS_KEPT(task))
#define RTM_FREERTOS_TASK_SWITCHED_IN() \
  rtm_freertos_switched_in(RTM_FREERTOS_KEPT(pxCurrentTCB), RTM_FREERTOS_IS_IDLE(pxCurrentTCB))
#define RTM_FREERTOS_TASK_SWITCHED_OUT() rtm_freertos_switched_out()
#define RTM_FREERTOS_ISR_ENTER() rtm_freertos_isr_enter()
#define RTM_FREERTOS_ISR_EXIT() rtm_freertos_isr_exit()
#define RTM_FREERTOS_ISR_EXIT_TO_SCHEDULER() rtm_freertos_isr_exit_to_scheduler()
#define RTM_FREERTOS_INCREMENT_TICK(count) rtm_freertos_tick()
#define RTM_FREERTOS_LOW_POWER_IDLE() rtm_freertos_tick()

#ifndef RTM_FREERTOS_CHAINED
#if defined(traceTASK_CREATE) || defined(traceTASK_DELETE) || defined(traceTASK_SWITCHED_IN) || \
    defined(traceTASK_SWITCHED_OUT) || defined(traceISR_ENTER) || defined(traceISR_EXIT)
#error "another tracer has defined trace macros: define RTM_FREERTOS_CHAINED and let them call RTM_FREERTOS_... too"
#endif
#define traceTASK_CREATE(pxNewTCB) RTM_FREERTOS_TASK_CREATE(pxNewTCB)
#define traceTASK_DELETE(pxTCB) RTM_FREERTOS_TASK_DELETE(pxTCB)
#define traceTASK_SWITCHED_IN() RTM_FREERTOS_TASK_SWITCHED_IN()
#define traceTASK_SWITCHED_OUT() RTM_FREERTOS_TASK_SWITCHED_OUT()
/* Some ports (Xtensa) hand it the number of the interrupt. */
#define traceISR_ENTER(...) RTM_FREERTOS_ISR_ENTER()
#define traceISR_EXIT() RTM_FREERTOS_ISR_EXIT()
#define traceISR_EXIT_TO_SCHEDULER() RTM_FREERTOS_ISR_EXIT_TO_SCHEDULER()
#define traceTASK_INCREMENT_TICK(xTickCount) RTM_FREERTOS_INCREMENT_TICK(xTickCount)
#define traceLOW_POWER_IDLE_BEGIN() RTM_FREERTOS_LOW_POWER_IDLE()
#define traceLOW_POWER_IDLE_END() RTM_FREERTOS_LOW_POWER_IDLE()
#endif

#endif
