/* SPDX-License-Identifier: MIT
 * Stands in for the notes' header of NuttX, as far as the hooks need it.
 */
#ifndef STAND_IN_NUTTX_SCHED_NOTE_H
#define STAND_IN_NUTTX_SCHED_NOTE_H

#include <nuttx/sched.h>

#define NOTE_FILTER_MODE_FLAG_ENABLE (1 << 0)
#define NOTE_FILTER_MODE_FLAG_SWITCH (1 << 1)
#define NOTE_FILTER_MODE_FLAG_IRQ (1 << 3)

struct note_filter_mode_s {
  unsigned int flag;
#ifdef CONFIG_SMP
  cpu_set_t cpuset;
#endif
};

#endif
