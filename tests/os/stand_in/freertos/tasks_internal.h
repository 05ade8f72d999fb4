/* SPDX-License-Identifier: MIT
 * What the trace macros see in tasks.c, where the kernel expands them: the members of a task that they name, the task
 * that runs, and the idle tasks.
 */
#ifndef STAND_IN_FREERTOS_TASKS_INTERNAL_H
#define STAND_IN_FREERTOS_TASKS_INTERNAL_H

#include "FreeRTOS.h"

#define taskATTRIBUTE_IS_IDLE ((UBaseType_t)(1U << 0U))

typedef struct tskTaskControlBlock {
  char pcTaskName[16];
  UBaseType_t uxTaskNumber;
  void* pvThreadLocalStoragePointers[2];
  UBaseType_t uxTaskAttributes;
} TCB_t;

#endif
