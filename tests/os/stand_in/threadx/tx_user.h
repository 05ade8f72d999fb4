/* SPDX-License-Identifier: MIT
 * An application's configuration of ThreadX.
 */
#ifndef TX_USER_H
#define TX_USER_H

#include "ports/os/threadx/hooks.h"

#endif
