/* SPDX-License-Identifier: MIT
 * ARTI of AUTOSAR Classic: an OS that is built with ARTI hooks includes a header of this name and expands
 *
 *   ARTI_TRACE(context, class, instance, core, event, value)
 *
 * wherever something happens. Here tasks and interrupts of category 2 become facts, with the names of both editions;
 * all other classes and events expand to `(void)(value)`. RTM_ARTI(object), in arti.hpp, defines the functions.
 *
 *   AR_CP_OS_TASK            OsTask_Activate, _Start, _Preempt, _Wait, _Release, _Terminate   Start is also the resume
 *   AR_CP_OS_TASKSCHEDULER   OsTask_Activation, _Start, _Resuming, _Stop, _Waiting, _Release  the older names
 *   AR_CP_OS_CAT2ISR         OsCat2Isr_Start, _Stop
 *   AR_CP_OS_CAT2DISPATCHER  OsIsr2_Start, _Stop                                              the older names
 *
 * Interrupts of category 1 are not in ARTI: wrap them (RTM_ISR1 of hooks.h). Idle is not either: let the idle loop call
 * rtm_os_idle, or say which task it is.
 *
 * Another tracer has an Arti.h of its own? Define RTM_ARTI_CHAINED, include this one from it, and let its ARTI_TRACE
 * expand RTM_ARTI_TRACE too; the words of the OS must not be macros then.
 *
 * context NOSUSP and SPRVSR: the functions mask for themselves. USER: the caller may not mask, so what is called is
 * rtm_arti_from_user, which the application defines as a call of a trusted function that calls rtm_arti. It is not
 * defined here, so a system that needs it and has it not does not link.
 */
#ifndef RTM_PORTS_OS_AUTOSAR_ARTI_H
#define RTM_PORTS_OS_AUTOSAR_ARTI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rtm_arti_event {
  RTM_ARTI_ACTIVATE,
  RTM_ARTI_START,
  RTM_ARTI_PREEMPT,
  RTM_ARTI_WAIT,
  RTM_ARTI_RELEASE,
  RTM_ARTI_TERMINATE,
  RTM_ARTI_ISR_START,
  RTM_ARTI_ISR_STOP
} rtm_arti_event;

/** `id` of a task or an interrupt, as the OS numbers them. Context: any that may mask interrupts. */
void rtm_arti(rtm_arti_event event, uint32_t id);
/** The same from user mode: to be defined by the application, if its OS traces there. */
void rtm_arti_from_user(rtm_arti_event event, uint32_t id);

#ifdef __cplusplus
}
#endif

/* By the context: how the event is told. */
#define RTM_ARTI_IN_NOSUSP(event, value) rtm_arti((event), (uint32_t)(value))
#define RTM_ARTI_IN_SPRVSR(event, value) rtm_arti((event), (uint32_t)(value))
#define RTM_ARTI_IN_USER(event, value) rtm_arti_from_user((event), (uint32_t)(value))

#define RTM_ARTI_DO_ACTIVATE(context, value) RTM_ARTI_IN_##context(RTM_ARTI_ACTIVATE, value)
#define RTM_ARTI_DO_START(context, value) RTM_ARTI_IN_##context(RTM_ARTI_START, value)
#define RTM_ARTI_DO_PREEMPT(context, value) RTM_ARTI_IN_##context(RTM_ARTI_PREEMPT, value)
#define RTM_ARTI_DO_WAIT(context, value) RTM_ARTI_IN_##context(RTM_ARTI_WAIT, value)
#define RTM_ARTI_DO_RELEASE(context, value) RTM_ARTI_IN_##context(RTM_ARTI_RELEASE, value)
#define RTM_ARTI_DO_TERMINATE(context, value) RTM_ARTI_IN_##context(RTM_ARTI_TERMINATE, value)
#define RTM_ARTI_DO_ISR_START(context, value) RTM_ARTI_IN_##context(RTM_ARTI_ISR_START, value)
#define RTM_ARTI_DO_ISR_STOP(context, value) RTM_ARTI_IN_##context(RTM_ARTI_ISR_STOP, value)
#define RTM_ARTI_DO_NOTHING(context, value) ((void)(value))

/* A known event is two words, of which the second says what to do. What is not known stays one word, and the second is
 * then what stands behind it. */
#define RTM_ARTI_IS_AR_CP_OS_TASK_OsTask_Activate ~, RTM_ARTI_DO_ACTIVATE
#define RTM_ARTI_IS_AR_CP_OS_TASK_OsTask_Start ~, RTM_ARTI_DO_START
#define RTM_ARTI_IS_AR_CP_OS_TASK_OsTask_Preempt ~, RTM_ARTI_DO_PREEMPT
#define RTM_ARTI_IS_AR_CP_OS_TASK_OsTask_Wait ~, RTM_ARTI_DO_WAIT
#define RTM_ARTI_IS_AR_CP_OS_TASK_OsTask_Release ~, RTM_ARTI_DO_RELEASE
#define RTM_ARTI_IS_AR_CP_OS_TASK_OsTask_Terminate ~, RTM_ARTI_DO_TERMINATE
#define RTM_ARTI_IS_AR_CP_OS_CAT2ISR_OsCat2Isr_Start ~, RTM_ARTI_DO_ISR_START
#define RTM_ARTI_IS_AR_CP_OS_CAT2ISR_OsCat2Isr_Stop ~, RTM_ARTI_DO_ISR_STOP
#define RTM_ARTI_IS_AR_CP_OS_TASKSCHEDULER_OsTask_Activation ~, RTM_ARTI_DO_ACTIVATE
#define RTM_ARTI_IS_AR_CP_OS_TASKSCHEDULER_OsTask_Start ~, RTM_ARTI_DO_START
#define RTM_ARTI_IS_AR_CP_OS_TASKSCHEDULER_OsTask_Resuming ~, RTM_ARTI_DO_START
#define RTM_ARTI_IS_AR_CP_OS_TASKSCHEDULER_OsTask_Stop ~, RTM_ARTI_DO_PREEMPT
#define RTM_ARTI_IS_AR_CP_OS_TASKSCHEDULER_OsTask_Waiting ~, RTM_ARTI_DO_WAIT
#define RTM_ARTI_IS_AR_CP_OS_TASKSCHEDULER_OsTask_Release ~, RTM_ARTI_DO_RELEASE
#define RTM_ARTI_IS_AR_CP_OS_CAT2DISPATCHER_OsIsr2_Start ~, RTM_ARTI_DO_ISR_START
#define RTM_ARTI_IS_AR_CP_OS_CAT2DISPATCHER_OsIsr2_Stop ~, RTM_ARTI_DO_ISR_STOP
#define RTM_ARTI_SECOND(first, second, ...) second
#define RTM_ARTI_PICK(...) RTM_ARTI_SECOND(__VA_ARGS__, RTM_ARTI_DO_NOTHING, ~)

/* The same under a name of its own, for another Arti.h that has to stay: with RTM_ARTI_CHAINED. */
#define RTM_ARTI_TRACE(context, class, instance, core, event, value) \
  RTM_ARTI_PICK(RTM_ARTI_IS_##class##_##event)(context, value)

#ifndef RTM_ARTI_CHAINED
#define ARTI_TRACE(context, class, instance, core, event, value) \
  RTM_ARTI_PICK(RTM_ARTI_IS_##class##_##event)(context, value)
#endif

#endif
