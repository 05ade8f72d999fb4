/* SPDX-License-Identifier: MIT
 * An application's configuration: the hooks come last. Tests choose by macros on the command line, or before this.
 */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#ifdef TEST_NUMBER_OF_CORES
#define configNUMBER_OF_CORES TEST_NUMBER_OF_CORES
#endif

#ifndef __ASSEMBLER__
#include "ports/os/freertos/hooks.h"
#endif

#endif
