/* SPDX-License-Identifier: MIT
 * Stands in for the header of an AUTOSAR OS, as far as the hooks need it.
 */
#ifndef STAND_IN_OS_H
#define STAND_IN_OS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned char StatusType;
typedef unsigned int TaskType;
typedef TaskType* TaskRefType;
typedef unsigned int ISRType;
typedef unsigned int ProtectionReturnType;

#define E_OK ((StatusType)0)
#define INVALID_TASK ((TaskType)0xFFFFFFFFu)
#define INVALID_ISR ((ISRType)0xFFFFFFFFu)
#define PRO_IGNORE 0u
#define PRO_TERMINATETASKISR 1u
#define PRO_TERMINATEAPPL 2u
#define PRO_TERMINATEAPPL_RESTART 3u
#define PRO_SHUTDOWN 4u
#define ISR(name) void Os_Isr_##name(void)

StatusType GetTaskID(TaskRefType task);
ISRType GetISRID(void);

void PreTaskHook(void);
void PostTaskHook(void);
void ShutdownHook(StatusType error);
ProtectionReturnType ProtectionHook(StatusType error);
ISR(CanRx);

#ifdef __cplusplus
}
#endif

#endif
