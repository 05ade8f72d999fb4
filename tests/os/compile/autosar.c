/* SPDX-License-Identifier: MIT
 * A file of an application on an AUTOSAR OS, and one of an OS that is built with ARTI: in C99 and C++17.
 */
#include <Os.h>

#ifdef RTM_ARTI_CHAINED
/* Another tracer's Arti.h. */
static unsigned other_tracer_saw;
#define ARTI_TRACE(context, class, instance, core, event, value)  \
  do {                                                            \
    ++other_tracer_saw;                                           \
    RTM_ARTI_TRACE(context, class, instance, core, event, value); \
  } while (0)
#endif
#include "ports/os/autosar/Arti.h"
#include "ports/os/autosar/hooks.h"

#ifdef __cplusplus
extern "C" {
#endif
void AdcDone(void);
void traced_service(TaskType task);
#ifdef __cplusplus
}
#endif

void PreTaskHook(void) { rtm_autosar_pre_task(); }
void PostTaskHook(void) { rtm_autosar_post_task(); }
void ShutdownHook(StatusType error) {
  (void)error;
  rtm_autosar_shutdown();
}
ProtectionReturnType ProtectionHook(StatusType error) {
  const ProtectionReturnType answer = error == E_OK ? PRO_IGNORE : PRO_TERMINATETASKISR;
  rtm_autosar_protection(answer);
  return answer;
}

RTM_ISR2(CanRx, 7) { rtm_os_poll(); }
RTM_ISR1(AdcDone, 9) { rtm_os_poll(); }

void traced_service(TaskType task) {
  ARTI_TRACE(USER, AR_CP_OS_SERVICECALLS, Os, 0, OsServiceCall_ActivateTask_Start, task);
  ARTI_TRACE(USER, AR_CP_OS_TASK, Os, 0, OsTask_Activate, task);
  ARTI_TRACE(NOSUSP, AR_CP_OS_TASK, Os, 0, OsTask_Start, task);
  ARTI_TRACE(SPRVSR, AR_CP_OS_TASKSCHEDULER, Os, 0, OsTask_Stop, task);
  ARTI_TRACE(NOSUSP, AR_CP_OS_CAT2ISR, Os, 0, OsCat2Isr_Start, 7);
  ARTI_TRACE(NOSUSP, AR_CP_OS_CAT2DISPATCHER, Os, 0, OsIsr2_Stop, 7);
  ARTI_TRACE(NOSUSP, AR_CP_RTE_RUNNABLE, Os, 0, RteRunnable_Start, 1);
}
