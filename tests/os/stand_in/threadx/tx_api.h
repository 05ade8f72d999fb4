/* SPDX-License-Identifier: MIT
 * Stands in for the public header of ThreadX, as far as the hooks need it.
 */
#ifndef STAND_IN_TX_API_H
#define STAND_IN_TX_API_H

typedef void VOID;
typedef char CHAR;
typedef unsigned int UINT;
typedef unsigned long ULONG;

#define TX_SUCCESS ((UINT)0x00)
#define TX_PTR_ERROR ((UINT)0x03)
#define TX_THREAD_ERROR ((UINT)0x0E)

#include "tx_user.h"

typedef struct TX_THREAD_STRUCT {
  CHAR* tx_thread_name;
  TX_THREAD_USER_EXTENSION
} TX_THREAD;

#endif
