/* SPDX-License-Identifier: MIT
 * Stands in for the public headers of FreeRTOS, as far as the trace macros need them: types, and the macros' defaults.
 */
#ifndef STAND_IN_FREERTOS_H
#define STAND_IN_FREERTOS_H

#include <stdint.h>

typedef unsigned long UBaseType_t;
typedef uint32_t TickType_t;
struct tskTaskControlBlock;
typedef struct tskTaskControlBlock* TaskHandle_t;

#include "FreeRTOSConfig.h"

#ifndef configNUMBER_OF_CORES
#define configNUMBER_OF_CORES 1
#endif

#endif
