/* SPDX-License-Identifier: MIT
 * Stands in for the types of XDCtools, as far as the hooks need them.
 */
#ifndef STAND_IN_XDC_STD_H
#define STAND_IN_XDC_STD_H

#include <stdint.h>

typedef int Int;
typedef void* Ptr;
typedef char* String;
typedef uint32_t UInt32;

#endif
