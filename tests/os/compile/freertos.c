/* SPDX-License-Identifier: MIT
 * Every place at which FreeRTOS expands a trace macro, in C99 and C++17, with each way to keep an id (-D, see
 * compile.cmake).
 */
#include "tasks_internal.h"

TCB_t* pxCurrentTCB;
TaskHandle_t xIdleTaskHandle;
TaskHandle_t xIdleTaskHandles[1];
void use_every_macro(TCB_t* pxTCB, TickType_t xTickCount);

void use_every_macro(TCB_t* pxTCB, TickType_t xTickCount) {
  (void)xTickCount;
  traceTASK_CREATE(pxTCB);
  traceTASK_SWITCHED_IN();
  traceTASK_SWITCHED_OUT();
  traceTASK_DELETE(pxTCB);
  traceISR_ENTER();
  traceISR_EXIT();
  traceISR_EXIT_TO_SCHEDULER();
  traceTASK_INCREMENT_TICK(xTickCount);
  traceLOW_POWER_IDLE_BEGIN();
  traceLOW_POWER_IDLE_END();
}
