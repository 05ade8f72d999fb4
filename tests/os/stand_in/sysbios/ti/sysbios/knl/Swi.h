/* SPDX-License-Identifier: MIT
 * Stands in for the Swi module of SYS/BIOS, as far as the hooks need it.
 */
#ifndef STAND_IN_SWI_H
#define STAND_IN_SWI_H

#include <xdc/std.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Swi_Object* Swi_Handle;

Ptr Swi_getHookContext(Swi_Handle swi, Int hook_id);
void Swi_setHookContext(Swi_Handle swi, Int hook_id, Ptr context);

#ifdef __cplusplus
}
#endif

#endif
