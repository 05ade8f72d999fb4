// SPDX-License-Identifier: MIT
// FreeRTOS 11 on one core, the id in a thread local storage pointer, and another tracer whose macros call ours.
#define RTM_FREERTOS_ID_SOURCE RTM_FREERTOS_ID_IN_TLS
#define RTM_FREERTOS_TLS_INDEX 1
#define RTM_FREERTOS_CHAINED
#define traceTASK_CREATE(task)      \
  do {                              \
    ++others_hooks;                 \
    RTM_FREERTOS_TASK_CREATE(task); \
  } while (0)
#define traceTASK_DELETE(task) RTM_FREERTOS_TASK_DELETE(task)
#define traceTASK_SWITCHED_IN()      \
  do {                               \
    ++others_hooks;                  \
    RTM_FREERTOS_TASK_SWITCHED_IN(); \
  } while (0)
#define traceTASK_SWITCHED_OUT() RTM_FREERTOS_TASK_SWITCHED_OUT()
#define traceISR_ENTER() RTM_FREERTOS_ISR_ENTER()
#define traceISR_EXIT() RTM_FREERTOS_ISR_EXIT()
#define traceISR_EXIT_TO_SCHEDULER() RTM_FREERTOS_ISR_EXIT_TO_SCHEDULER()
#define traceTASK_INCREMENT_TICK(count) RTM_FREERTOS_INCREMENT_TICK(count)
#define traceLOW_POWER_IDLE_BEGIN() RTM_FREERTOS_LOW_POWER_IDLE()
#define traceLOW_POWER_IDLE_END() RTM_FREERTOS_LOW_POWER_IDLE()

static int others_hooks = 0;

#include "players.hpp"
#include "players/freertos_kernel.hpp"

namespace rtm::test {

std::unique_ptr<player> make_freertos_in_tls() { return std::make_unique<kernel_player>(os::freertos); }

}  // namespace rtm::test
