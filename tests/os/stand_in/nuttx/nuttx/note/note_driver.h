/* SPDX-License-Identifier: MIT
 * Stands in for the note drivers' header of NuttX, as far as the hooks need it. Like it, it does not say that its
 * functions are C.
 */
#ifndef STAND_IN_NUTTX_NOTE_DRIVER_H
#define STAND_IN_NUTTX_NOTE_DRIVER_H

#include <nuttx/config.h>
#include <nuttx/sched.h>
#include <nuttx/sched_note.h>
#include <stdbool.h>
#include <stddef.h>

struct note_driver_s;

struct note_driver_ops_s {
  void (*add)(struct note_driver_s* driver, const void* note, size_t length);
  void (*start)(struct note_driver_s* driver, struct tcb_s* task);
  void (*stop)(struct note_driver_s* driver, struct tcb_s* task);
#ifdef CONFIG_SCHED_INSTRUMENTATION_SWITCH
  void (*suspend)(struct note_driver_s* driver, struct tcb_s* task);
  void (*resume)(struct note_driver_s* driver, struct tcb_s* task);
#endif
#ifdef CONFIG_SCHED_INSTRUMENTATION_IRQHANDLER
  void (*irqhandler)(struct note_driver_s* driver, int irq, void* handler, bool enter);
#endif
};

#ifdef CONFIG_SCHED_INSTRUMENTATION_FILTER
struct note_filter_s {
  struct note_filter_mode_s mode;
};
#endif

struct note_driver_s {
#ifdef CONFIG_SCHED_INSTRUMENTATION_FILTER
  const char* name;
  struct note_filter_s filter;
#endif
  const struct note_driver_ops_s* ops;
};

int note_driver_register(struct note_driver_s* driver);

#endif
