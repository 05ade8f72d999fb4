/* SPDX-License-Identifier: MIT
 * Stands in for the errors of XDCtools, as far as the hooks need them.
 */
#ifndef STAND_IN_XDC_ERROR_H
#define STAND_IN_XDC_ERROR_H

typedef struct Error_Block {
  int unused;
} Error_Block;

#endif
