/* SPDX-License-Identifier: MIT
 * A file of an application on RT-Thread that has a hook of its own for switches: in C99 and C++17.
 */
#include <rtthread.h>

#include "ports/os/rt_thread/hooks.h"

static void on_switch(rt_thread_t from, rt_thread_t to) { rtm_rt_thread_switch(from, to); }

void install(void);

void install(void) {
  rtm_rt_thread_install();
  rt_scheduler_sethook(on_switch);
}
