/* SPDX-License-Identifier: MIT
 * Load as a SYS/BIOS program uses it: a control task, a CAN interrupt, an idle loop, a window of 500 ms, a postUpdate
 * function, and TI's log lines. Run twice: with TI's defaults, which do not watch interrupts, and with hwiEnabled.
 *
 * Time is made up here, 1 tick = 1 us, and main() plays the OS: it calls the hooks where an OS would. Every 10 ms
 * the task runs for 2 ms and the interrupt comes twice for 0.5 ms, once into the task and once into idle.
 */
#include <inttypes.h>
#include <stdio.h>

#define RTM_LOAD_TI_NAMES
#include "rtm/rtm_load.h"

enum { task_control = 1 };
enum { hwi_can = 3 };

static rtm_core core0; /* static: zeroed */
static rtm_load load0;
static rtm_ticks timestamp;

rtm_load* Load_self(void) { return &load0; }

/* ---- The port: on SYS/BIOS Timestamp_get32, Hwi_disable, Hwi_restore ---- */

static rtm_ticks clock_now(void) { return timestamp; }
static unsigned lock(void) { return 0; } /* nothing can interrupt this program */
static void unlock(unsigned before) { (void)before; }
static const rtm_load_port port = {clock_now, lock, unlock, NULL};

/* ---- What the program does with its loads ---- */

static void print_event(const rtm_load_event* event, void* argument) {
  char line[80];
  (void)argument;
  (void)rtm_load_event_text(event, event->task, 0, line, sizeof line);
  printf("  %s\n", line);
}

static void post_update(const rtm_load_summary* closed, void* argument) {
  Load_Stat stat;
  uint32_t flag;
  (void)argument;
  printf("  window %" PRIu32 ": CPU %" PRIu32 "%%", closed->window, Load_getCPULoad());
  if (Load_getTaskLoad(task_control, &stat)) printf(", control %" PRIu32 "%%", Load_calculateLoad(&stat));
  if (Load_getGlobalHwiLoad(&stat)) printf(", Hwi %" PRIu32 "%%", Load_calculateLoad(&stat));
  printf("\n");
  for (flag = RTM_LOAD_HWI_NOT_WATCHED; flag <= RTM_LOAD_HALT_ENDED_LATE; flag <<= 1) {
    if (closed->flags & flag) printf("    %s\n", rtm_load_flag_text(flag));
  }
}

/* ---- The application ---- */

static void can_hwi(void) {
  (void)rtm_load_hwi_begin(&load0, hwi_can); /* a begin hook of the OS */
  timestamp += 500;
  (void)rtm_load_hwi_end(&load0, hwi_can);
}

static void control_task(void) {
  timestamp += 1000;
  can_hwi();
  timestamp += 1000;
}

static void idle_loop(rtm_ticks until) {
  can_hwi();
  while (timestamp < until) {
    timestamp += 100;
    (void)rtm_load_idle(&load0); /* an idle function; closes the window when it is due */
  }
}

static int run(int hwi_enabled) {
  const rtm_timing no_windows = {0, 0};
  rtm_load_config config;
  rtm_ticks cycle;

  printf("hwiEnabled = %d\n", hwi_enabled);
  (void)rtm_load_defaults(&config); /* taskEnabled, updateInIdle, windowInMs = 500, ... */
  config.hwiEnabled = hwi_enabled;
  config.ticksPerMs = 1000;
  config.log = print_event;
  config.postUpdate = post_update;
  timestamp = 0;
  if (rtm_start(&core0, clock_now(), RTM_IDLE, &no_windows) != RTM_OK) return 1;
  if (rtm_load_start(&load0, &core0, RTM_IDLE, &config, &port) != RTM_LOAD_OK) return 1;

  for (cycle = 0; cycle < 50; ++cycle) {
    (void)rtm_load_task_switch(&load0, task_control); /* a switch hook of the OS */
    control_task();
    (void)rtm_load_task_switch(&load0, RTM_IDLE);
    idle_loop((cycle + 1) * 10000);
  }
  return 0;
}

int main(void) { return run(0) || run(1); }
