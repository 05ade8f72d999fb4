/* SPDX-License-Identifier: MIT
 * A configuration of NuttX that tells its switches and interrupts.
 */
#ifndef STAND_IN_NUTTX_CONFIG_H
#define STAND_IN_NUTTX_CONFIG_H

#define CONFIG_DRIVERS_NOTE 1
#define CONFIG_SCHED_INSTRUMENTATION 1
#define CONFIG_SCHED_INSTRUMENTATION_SWITCH 1
#define CONFIG_SCHED_INSTRUMENTATION_IRQHANDLER 1
#define CONFIG_TASK_NAME_SIZE 31

#endif
