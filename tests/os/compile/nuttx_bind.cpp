// SPDX-License-Identifier: MIT
#include "bind.hpp"
//
#include "ports/os/c_api.hpp"
#include "ports/os/nuttx/hooks.hpp"
#include "rtm/os/budget.hpp"
#include "rtm/os/task_trace.hpp"
#include "rtm/os/timing.hpp"

// Here with all that there is; the other ports have the hooks alone.
struct timed_capacity : rtm::default_capacity {
  static constexpr bool timing = true;
};
struct whole_application : application<rtm::os::nuttx> {
  using capacity = timed_capacity;
  using sink = rtm::os::times<capacity, rtm::trace::sink<>, rtm::os::budget_watch<capacity>>;
};
rtm::os::accounting<whole_application> cpu_time;
rtm::os::task_trace<rtm::os::accounting<whole_application>> traces;
rtm::os::budgets<timed_capacity> alarms[1];
RTM_NUTTX_HOOKS(cpu_time)
RTM_OS_API(cpu_time)
RTM_OS_WINDOW_API(cpu_time)
RTM_OS_TIMING_API(cpu_time)
RTM_OS_BUDGET_API(cpu_time, alarms)
RTM_OS_TRACE_API(cpu_time, traces)
