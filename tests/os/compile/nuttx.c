/* SPDX-License-Identifier: MIT
 * A file that brings up a board of NuttX: in C99 and C++17.
 */
#include "ports/os/nuttx/hooks.h"

int board_bringup(void);

int board_bringup(void) { return rtm_nuttx_register(); }
