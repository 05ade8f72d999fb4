/* SPDX-License-Identifier: MIT
 * The names of ti.sysbios.utils.Load over rtm_load.h, for code that was written for it: the functions return what TI's
 * do, and where there is no number, false or LOAD_NO_NUMBER, which is no percentage. Contexts and bounds are those of
 * the rtm_load_ functions of the same names.
 *
 *   #define RTM_LOAD_TI_NAMES
 *   #include "rtm/rtm_load.h"
 *   rtm_load* Load_self(void) { return &load0; }    // you write it: the Load of the core that runs
 *
 * If tasks are handles in your OS, say so in front of the include:
 *
 *   #define RTM_LOAD_TASK_HANDLE Task_Handle
 *   #define RTM_LOAD_TASK_ID(handle) ((uint32_t)(uintptr_t)Task_getEnv(handle))    // for instance
 */
#ifndef RTM_RTM_LOAD_TI_H
#define RTM_RTM_LOAD_TI_H

#include "rtm/rtm_load.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef RTM_LOAD_TASK_HANDLE
#define RTM_LOAD_TASK_HANDLE uint32_t
#endif
#ifndef RTM_LOAD_TASK_ID
#define RTM_LOAD_TASK_ID(handle) (handle)
#endif

/** In place of a percentage that there is not, and of a minIdle that was refused. */
#define LOAD_NO_NUMBER ((uint32_t)0xFFFFFFFFu)

typedef rtm_load_stat32 Load_Stat;

/** The Load of the core that runs. You write this function. */
rtm_load* Load_self(void);

static inline void Load_update(void) { (void)rtm_load_update(Load_self()); }
static inline void Load_reset(void) { (void)rtm_load_reset(Load_self()); }

/** Returns the bound before; LOAD_NO_NUMBER if `newMin` was refused. */
static inline uint32_t Load_setMinIdle(uint32_t newMin) {
  uint32_t old = LOAD_NO_NUMBER;
  (void)rtm_load_set_min_idle(Load_self(), newMin, &old);
  return old;
}

/** True if *stat holds a load, false if there is none or it does not fit; then *stat is unchanged. */
static inline int Load_getTaskLoad(RTM_LOAD_TASK_HANDLE task, Load_Stat* stat) {
  rtm_load_stat wide;
  return rtm_load_get_task_load(Load_self(), RTM_LOAD_TASK_ID(task), &wide) == RTM_LOAD_OK &&
         rtm_load_to_stat32(&wide, stat) == RTM_LOAD_OK;
}
static inline int Load_getGlobalHwiLoad(Load_Stat* stat) {
  rtm_load_stat wide;
  return rtm_load_get_global_hwi_load(Load_self(), &wide) == RTM_LOAD_OK &&
         rtm_load_to_stat32(&wide, stat) == RTM_LOAD_OK;
}
static inline int Load_getGlobalSwiLoad(Load_Stat* stat) {
  rtm_load_stat wide;
  return rtm_load_get_global_swi_load(Load_self(), &wide) == RTM_LOAD_OK &&
         rtm_load_to_stat32(&wide, stat) == RTM_LOAD_OK;
}

/** Percent, or LOAD_NO_NUMBER. */
static inline uint32_t Load_calculateLoad(const Load_Stat* stat) {
  uint32_t percent = LOAD_NO_NUMBER;
  (void)rtm_load_calculate_load32(stat, &percent);
  return percent;
}
static inline uint32_t Load_getCPULoad(void) {
  rtm_load_stat wide;
  uint32_t percent = LOAD_NO_NUMBER;
  if (rtm_load_get_cpu_load(Load_self(), RTM_LOAD_AUTO, &wide) == RTM_LOAD_OK) {
    (void)rtm_load_calculate_load(&wide, &percent);
  }
  return percent;
}

#ifdef __cplusplus
}
#endif

#endif
