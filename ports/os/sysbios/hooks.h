/* SPDX-License-Identifier: MIT
 * The hook functions for TI's SYS/BIOS, which RTM_SYSBIOS_HOOKS(object) in hooks.hpp defines. Hook sets add up in
 * SYS/BIOS, so others may be there too. In the .cfg file:
 *
 *   Hwi.addHookSet({beginFxn: '&rtm_sysbios_hwi_begin', endFxn: '&rtm_sysbios_hwi_end'});
 *   Swi.addHookSet({registerFxn: '&rtm_sysbios_swi_register', beginFxn: '&rtm_sysbios_swi_begin',
 *                   endFxn: '&rtm_sysbios_swi_end'});
 *   Task.addHookSet({createFxn: '&rtm_sysbios_task_create', switchFxn: '&rtm_sysbios_task_switch',
 *                    deleteFxn: '&rtm_sysbios_task_delete'});
 *   Idle.addFunc('&rtm_sysbios_idle');
 *
 * Include before this header <xdc/std.h>, <xdc/runtime/Error.h>, <ti/sysbios/hal/Hwi.h>, <ti/sysbios/knl/Swi.h> and
 * <ti/sysbios/knl/Task.h>.
 */
#ifndef RTM_PORTS_OS_SYSBIOS_HOOKS_H
#define RTM_PORTS_OS_SYSBIOS_HOOKS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Context: the kernel, where it calls the hook. */
void rtm_sysbios_hwi_begin(Hwi_Handle hwi);
void rtm_sysbios_hwi_end(Hwi_Handle hwi);
void rtm_sysbios_swi_register(Int hook_id); /**< Before main: where a Swi keeps its id. */
void rtm_sysbios_swi_begin(Swi_Handle swi);
void rtm_sysbios_swi_end(Swi_Handle swi);
void rtm_sysbios_task_create(Task_Handle task, Error_Block* error);
void rtm_sysbios_task_switch(Task_Handle before, Task_Handle next);
void rtm_sysbios_task_delete(Task_Handle task);
void rtm_sysbios_idle(void);

/** The id that a Swi has in the ledger, for who wants to read its sums. RTM_SYSBIOS_NO_SWI: it has not run yet. */
UInt32 rtm_sysbios_swi_id(Swi_Handle swi);
#define RTM_SYSBIOS_NO_SWI 0xFFFFFFFFu

#ifdef __cplusplus
}
#endif

#endif
