/* SPDX-License-Identifier: MIT
 * The tables that a configuration of SYS/BIOS generates from its hook sets: in C99 and C++17.
 */
#include <ti/sysbios/hal/Hwi.h>
#include <ti/sysbios/knl/Swi.h>
#include <ti/sysbios/knl/Task.h>
#include <xdc/runtime/Error.h>
#include <xdc/std.h>

#include "ports/os/sysbios/hooks.h"

typedef struct hook_sets {
  void (*hwi_begin)(Hwi_Handle);
  void (*hwi_end)(Hwi_Handle);
  void (*swi_register)(Int);
  void (*swi_begin)(Swi_Handle);
  void (*swi_end)(Swi_Handle);
  void (*task_create)(Task_Handle, Error_Block*);
  void (*task_switch)(Task_Handle, Task_Handle);
  void (*task_delete)(Task_Handle);
  void (*idle)(void);
} hook_sets;

hook_sets generated_hook_sets(void);

hook_sets generated_hook_sets(void) {
  const hook_sets made = {rtm_sysbios_hwi_begin,   rtm_sysbios_hwi_end,     rtm_sysbios_swi_register,
                          rtm_sysbios_swi_begin,   rtm_sysbios_swi_end,     rtm_sysbios_task_create,
                          rtm_sysbios_task_switch, rtm_sysbios_task_delete, rtm_sysbios_idle};
  return made;
}
