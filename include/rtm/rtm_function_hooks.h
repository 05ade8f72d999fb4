/* SPDX-License-Identifier: MIT
 * The hooks of -finstrument-functions, for rtm_functions.h. Include it in one C or C++ file of the program, and write
 *
 *   RTM_NOT_MEASURED rtm_functions* rtm_functions_self(void) { return &functions0; }
 *
 * there: the table of the core that runs, or NULL if nothing is to be told.
 */
#ifndef RTM_RTM_FUNCTION_HOOKS_H
#define RTM_RTM_FUNCTION_HOOKS_H

#include "rtm/rtm_functions.h"

#ifdef __cplusplus
extern "C" {
#endif

RTM_NOT_MEASURED rtm_functions* rtm_functions_self(void);

RTM_NOT_MEASURED void __cyg_profile_func_enter(void* function, void* caller);
RTM_NOT_MEASURED void __cyg_profile_func_exit(void* function, void* caller);

void __cyg_profile_func_enter(void* function, void* caller) {
  rtm_functions* const mine = rtm_functions_self();
  (void)caller;
  if (mine != NULL) (void)rtm_function_enter(mine, function);
}

void __cyg_profile_func_exit(void* function, void* caller) {
  rtm_functions* const mine = rtm_functions_self();
  (void)caller;
  if (mine != NULL) (void)rtm_function_exit(mine, function);
}

#ifdef __cplusplus
}
#endif

#endif
