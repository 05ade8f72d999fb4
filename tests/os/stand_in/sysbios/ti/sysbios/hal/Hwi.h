/* SPDX-License-Identifier: MIT
 * Stands in for the Hwi module of SYS/BIOS, as far as the hooks need it.
 */
#ifndef STAND_IN_HWI_H
#define STAND_IN_HWI_H

typedef struct Hwi_Object* Hwi_Handle;

#endif
