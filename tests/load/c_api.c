/* SPDX-License-Identifier: MIT
 * rtm_load.h used from C99, with the names of TI too.
 */
#include "c_api.h"

#define RTM_LOAD_TI_NAMES
#include <string.h>

#include "rtm/rtm_load.h"
#include "rtm/rtm_load_ti.h"

#define CHECK(condition)               \
  do {                                 \
    if (!(condition)) return __LINE__; \
  } while (0)

static rtm_ticks clock_value;
static rtm_load_thread caller;

static rtm_ticks clock_now(void) { return clock_value; }
static unsigned lock(void) { return 7; }
static void unlock(unsigned before) { (void)before; }
static rtm_load_thread thread(void) { return caller; }

static const rtm_load_port port = {clock_now, lock, unlock, thread};
static rtm_core core0;
static rtm_load load0;

rtm_load* Load_self(void) { return &load0; }

/* Task 1 runs from 0 on; everything is watched, windows are closed by call. */
static rtm_load_status begin(rtm_load_config* config) {
  const rtm_timing no_windows = {0, 0};
  clock_value = 0;
  caller = RTM_LOAD_IN_ANY;
  memset(&core0, 0, sizeof core0);
  memset(&load0, 0, sizeof load0);
  (void)rtm_load_defaults(config);
  config->hwiEnabled = 1;
  config->swiEnabled = 1;
  config->updateInIdle = 0;
  if (rtm_start(&core0, 0, 1, &no_windows) != RTM_OK) return RTM_LOAD_FAULT;
  return rtm_load_start(&load0, &core0, 1, config, &port);
}

/* Task 0-20, idle 20-100, Hwi 50-60. */
static void run_100_ticks(void) {
  const rtm_ticks start = clock_value;
  clock_value = start + 20;
  (void)rtm_load_task_switch(&load0, RTM_IDLE);
  clock_value = start + 50;
  (void)rtm_load_hwi_begin(&load0, 3);
  clock_value = start + 60;
  (void)rtm_load_hwi_end(&load0, 3);
  clock_value = start + 100;
}

int c_api_tells_30_percent(void) {
  rtm_load_config config;
  rtm_load_stat stat;
  uint32_t share = 0;
  CHECK(begin(&config) == RTM_LOAD_OK);
  run_100_ticks();
  CHECK(rtm_load_update(&load0) == RTM_LOAD_OK);
  CHECK(rtm_load_get_cpu_load(&load0, RTM_LOAD_AUTO, &stat) == RTM_LOAD_OK);
  CHECK(stat.thread_ticks == 30 && stat.total_ticks == 100 && stat.window == 1 && stat.flags == 0);
  CHECK(stat.method == RTM_LOAD_BY_LEDGER && stat.quality == RTM_LOAD_EXACT);
  CHECK(rtm_load_calculate_load(&stat, &share) == RTM_LOAD_OK && share == 30);
  CHECK(rtm_load_calculate_permille(&stat, &share) == RTM_LOAD_OK && share == 300);
  CHECK(rtm_load_get_task_load(&load0, 1, &stat) == RTM_LOAD_OK && stat.thread_ticks == 20);
  CHECK(rtm_load_get_task_load(&load0, RTM_IDLE, &stat) == RTM_LOAD_OK && stat.thread_ticks == 70);
  CHECK(rtm_load_get_hwi_load(&load0, 3, &stat) == RTM_LOAD_OK && stat.thread_ticks == 10);
  CHECK(rtm_load_get_hwi_load(&load0, RTM_ISRS, &stat) == RTM_LOAD_BAD_ID);
  CHECK(rtm_load_get_swi_load(&load0, RTM_SWIS, &stat) == RTM_LOAD_BAD_ID);
  CHECK(rtm_load_get_global_hwi_load(&load0, &stat) == RTM_LOAD_OK && stat.thread_ticks == 10);
  CHECK(rtm_load_get_global_swi_load(&load0, &stat) == RTM_LOAD_OK && stat.thread_ticks == 0);
  return 0;
}

int c_api_refuses_null(void) {
  rtm_load_config config;
  rtm_load_port incomplete = port;
  CHECK(begin(&config) == RTM_LOAD_OK);
  run_100_ticks();
  CHECK(rtm_load_update(&load0) == RTM_LOAD_OK);
  CHECK(rtm_load_get_task_load(&load0, 1, NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_get_hwi_load(&load0, 1, NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_get_swi_load(&load0, 1, NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_get_global_hwi_load(&load0, NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_get_global_swi_load(&load0, NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_get_cpu_load(&load0, RTM_LOAD_AUTO, NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_get_coverage(&load0, NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_get_summary(&load0, NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_defaults(NULL) == RTM_LOAD_NULL);
  CHECK(rtm_load_start(NULL, &core0, 1, &config, &port) == RTM_LOAD_NULL);
  CHECK(rtm_load_start(&load0, NULL, 1, &config, &port) == RTM_LOAD_NULL);
  CHECK(rtm_load_start(&load0, &core0, 1, NULL, &port) == RTM_LOAD_NULL);
  CHECK(rtm_load_start(&load0, &core0, 1, &config, NULL) == RTM_LOAD_NULL);
  incomplete.now = NULL;
  CHECK(rtm_load_start(&load0, &core0, 1, &config, &incomplete) == RTM_LOAD_NULL);
  incomplete = port;
  incomplete.lock = NULL;
  CHECK(rtm_load_start(&load0, &core0, 1, &config, &incomplete) == RTM_LOAD_NULL);
  incomplete = port;
  incomplete.unlock = NULL;
  CHECK(rtm_load_start(&load0, &core0, 1, &config, &incomplete) == RTM_LOAD_NULL);
  incomplete = port;
  incomplete.thread = NULL;
  CHECK(rtm_load_start(&load0, &core0, 1, &config, &incomplete) == RTM_LOAD_OK);
  return 0;
}

int c_api_refuses_a_load_of_another_size(void) {
  rtm_load_config config;
  CHECK(begin(&config) == RTM_LOAD_OK);
  CHECK(rtm_load_start_sized(&load0, &core0, 1, &config, &port, sizeof load0 + 8) == RTM_LOAD_BAD_SIZE);
  CHECK(rtm_load_start_sized(&load0, &core0, 1, &config, &port, sizeof load0 - 8) == RTM_LOAD_BAD_SIZE);
  return 0;
}

int c_api_checks_contexts(int checked) {
  rtm_load_config config;
  CHECK(begin(&config) == RTM_LOAD_OK);
  run_100_ticks();
  caller = RTM_LOAD_IN_HWI;
  CHECK(rtm_load_update(&load0) == (checked ? RTM_LOAD_WRONG_CONTEXT : RTM_LOAD_OK));
  clock_value += 10;
  caller = RTM_LOAD_IN_TASK;
  CHECK(rtm_load_update(&load0) == RTM_LOAD_OK);
  return 0;
}

int c_api_says_when_a_method_is_none(void) {
  rtm_load_config config;
  rtm_load_stat stat;
  CHECK(begin(&config) == RTM_LOAD_OK);
  run_100_ticks();
  CHECK(rtm_load_update(&load0) == RTM_LOAD_OK);
  CHECK(rtm_load_get_cpu_load(&load0, RTM_LOAD_NO_METHOD, &stat) == RTM_LOAD_BAD_METHOD);
  CHECK(rtm_load_get_cpu_load(&load0, RTM_LOAD_BY_TRIPS, &stat) == RTM_LOAD_NO_TRIP);
  CHECK(rtm_load_get_cpu_load(&load0, RTM_LOAD_BY_HALT, &stat) == RTM_LOAD_NO_HALT);
  return 0;
}

int c_api_defaults_are_those_of_ti(void) {
  rtm_load_config config;
  memset(&config, 0xA5, sizeof config);
  CHECK(rtm_load_defaults(&config) == RTM_LOAD_OK);
  CHECK(!config.hwiEnabled && !config.swiEnabled && config.taskEnabled);
  CHECK(config.updateInIdle && config.windowInMs == 500 && config.minIdle == 0 && config.enableCPULoadCalc);
  CHECK(config.postUpdate == NULL && config.log == NULL && config.argument == NULL);
  CHECK(!config.idleHalts && config.haltPoint == 0 && config.cpuMethod == RTM_LOAD_AUTO && config.ticksPerMs == 0);
  return 0;
}

int c_api_hands_out_the_coverage_and_the_summary(void) {
  rtm_load_config config;
  rtm_load_coverage coverage;
  rtm_load_summary summary;
  rtm_ticks trip;
  CHECK(begin(&config) == RTM_LOAD_OK);
  CHECK(rtm_load_task_switch(&load0, RTM_IDLE) == RTM_OK);
  CHECK(rtm_load_idle(&load0) == RTM_LOAD_OK);
  for (trip = 10; trip <= 100; trip += 10) {
    clock_value = trip;
    CHECK(rtm_load_idle(&load0) == RTM_LOAD_OK);
  }
  CHECK(rtm_load_poll(&load0) == RTM_OK);
  CHECK(rtm_load_update(&load0) == RTM_LOAD_OK);
  CHECK(rtm_load_get_coverage(&load0, &coverage) == RTM_LOAD_OK);
  CHECK(coverage.idle_ticks == 100 && coverage.confirmed_ticks == 100 && coverage.unconfirmed_ticks == 0);
  CHECK(rtm_load_get_summary(&load0, &summary) == RTM_LOAD_OK);
  CHECK(summary.total_ticks == 100 && summary.idle_ticks == 100 && summary.trips == 10);
  return 0;
}

int ti_names_give_what_ti_gives(void) {
  rtm_load_config config;
  Load_Stat stat;
  CHECK(begin(&config) == RTM_LOAD_OK);
  run_100_ticks();
  Load_update();
  CHECK(Load_getTaskLoad(1, &stat));
  CHECK(stat.threadTime == 20 && stat.totalTime == 100);
  CHECK(Load_calculateLoad(&stat) == 20);
  CHECK(Load_getGlobalHwiLoad(&stat) && stat.threadTime == 10);
  CHECK(Load_getGlobalSwiLoad(&stat) && stat.threadTime == 0);
  CHECK(Load_getCPULoad() == 30);
  CHECK(Load_setMinIdle(12) == 0);
  CHECK(Load_setMinIdle(5) == 12);
  return 0;
}

int ti_names_without_a_number_give_none(void) {
  rtm_load_config config;
  Load_Stat stat = {3, 4};
  CHECK(begin(&config) == RTM_LOAD_OK);
  CHECK(!Load_getTaskLoad(1, &stat));
  CHECK(Load_getCPULoad() == LOAD_NO_NUMBER);
  run_100_ticks();
  Load_update();
  CHECK(!Load_getTaskLoad(99, &stat));
  CHECK(!Load_getTaskLoad(1, NULL));
  CHECK(Load_setMinIdle(0xFFFFFFFFu) == LOAD_NO_NUMBER);
  Load_reset();
  CHECK(!Load_getGlobalHwiLoad(&stat));
  CHECK(!Load_getGlobalSwiLoad(&stat));
  CHECK(Load_getCPULoad() == LOAD_NO_NUMBER);
  CHECK(stat.threadTime == 3 && stat.totalTime == 4);
  CHECK(Load_calculateLoad(NULL) == LOAD_NO_NUMBER);
  stat.totalTime = 0;
  CHECK(Load_calculateLoad(&stat) == LOAD_NO_NUMBER);
  return 0;
}

int ti_names_refuse_a_window_of_more_than_32_bits(void) {
  rtm_load_config config;
  Load_Stat stat = {3, 4};
  int i;
  CHECK(begin(&config) == RTM_LOAD_OK);
  for (i = 0; i < 12; ++i) {
    clock_value += 400000000u;
    CHECK(rtm_load_poll(&load0) == RTM_OK);
  }
  Load_update();
  CHECK(!Load_getTaskLoad(1, &stat));
  CHECK(stat.threadTime == 3 && stat.totalTime == 4);
  CHECK(Load_getCPULoad() == 100);
  return 0;
}
