/* SPDX-License-Identifier: MIT
 * AUTOSAR OS and OSEK: what their hooks call, and how an interrupt reports itself. C99 and C++17. Include the OS's own
 * header (Os.h, os.h) before. RTM_AUTOSAR_HOOKS(object), in hooks.hpp, defines the functions in one C++ file; the
 * hooks stay where they are:
 *
 *   void PreTaskHook(void)  { rtm_autosar_pre_task(); }
 *   void PostTaskHook(void) { rtm_autosar_post_task(); }
 *   void ShutdownHook(StatusType error) { rtm_autosar_shutdown(); ... }
 *   ProtectionReturnType ProtectionHook(StatusType error) {
 *     const ProtectionReturnType answer = ...;
 *     rtm_autosar_protection(answer);
 *     return answer;
 *   }
 */
#ifndef RTM_PORTS_OS_AUTOSAR_HOOKS_H
#define RTM_PORTS_OS_AUTOSAR_HOOKS_H

#include <stdint.h>

#include "ports/os/rtm_os.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Before StartOS: the names of the tasks, in the order of their ids from 0. Without it rows have ids only.
 *  The capacity needs one task more than there are: the last row is named others. */
void rtm_autosar_task_names(const char* const* names, uint32_t count);

/* Context: the hook of that name. Each masks all interrupts for itself, because those of category 1 may come in it. */
void rtm_autosar_pre_task(void);
void rtm_autosar_post_task(void);
void rtm_autosar_shutdown(void);
/** `answer` is what ProtectionHook will return: it says whom the OS kills. */
void rtm_autosar_protection(uint32_t answer);

/** The vendor's hooks of interrupts, if there are any (Os_PreIsrHook and Os_PostIsrHook, TraceIsrEnterHook and
 *  TraceIsrExitHook). `isr`: as it numbers them, below the `isrs` of the capacity. */
void rtm_autosar_isr_enter(uint32_t isr);
void rtm_autosar_isr_exit(uint32_t isr);

#ifdef __cplusplus
}
#endif

/** An interrupt of category 2, in place of ISR(name). Not with profile P1, whose hooks tell it, and not beside the
 *  vendor's hooks of interrupts: it would be told twice.
 *
 *    RTM_ISR2(CanRx, 7) { ... }
 *
 *  Wrong: `return` is fine, but TerminateTask-like ends and longjmp out of it leave the interrupt open. */
#define RTM_ISR2(name, isr)                     \
  static void rtm_autosar_body_of_##name(void); \
  ISR(name) {                                   \
    rtm_os_isr_enter(isr);                      \
    rtm_autosar_body_of_##name();               \
    rtm_os_isr_exit(isr);                       \
  }                                             \
  static void rtm_autosar_body_of_##name(void)

/** An interrupt of category 1, whose handler is the function `name`: no hook of any OS tells it.
 *
 *    RTM_ISR1(AdcDone, 9) { ... }
 */
#define RTM_ISR1(name, isr)                     \
  static void rtm_autosar_body_of_##name(void); \
  void name(void);                              \
  void name(void) {                             \
    rtm_os_isr_enter(isr);                      \
    rtm_autosar_body_of_##name();               \
    rtm_os_isr_exit(isr);                       \
  }                                             \
  static void rtm_autosar_body_of_##name(void)

#endif
