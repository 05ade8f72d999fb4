/* SPDX-License-Identifier: MIT
 * Stands in for the scheduler's header of NuttX, as far as the hooks need it.
 */
#ifndef STAND_IN_NUTTX_SCHED_H
#define STAND_IN_NUTTX_SCHED_H

#include <nuttx/config.h>

#ifdef CONFIG_SMP
typedef unsigned int cpu_set_t;
#define CPU_SET(cpu, set) (*(set) |= 1U << (cpu))
#endif

struct tcb_s {
  int pid;
#if CONFIG_TASK_NAME_SIZE > 0
  char name[CONFIG_TASK_NAME_SIZE + 1];
#endif
};

#endif
