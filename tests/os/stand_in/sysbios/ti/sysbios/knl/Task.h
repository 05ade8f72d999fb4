/* SPDX-License-Identifier: MIT
 * Stands in for the Task module of SYS/BIOS, as far as the hooks need it.
 */
#ifndef STAND_IN_TASK_H
#define STAND_IN_TASK_H

#include <xdc/std.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Task_Object* Task_Handle;

Task_Handle Task_getIdleTask(void);
String Task_Handle_name(Task_Handle task);

#ifdef __cplusplus
}
#endif

#endif
