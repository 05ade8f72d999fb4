// SPDX-License-Identifier: MIT
#include <rtthread.h>

#include "bind.hpp"
//
#include "ports/os/c_api.hpp"
#include "ports/os/rt_thread/hooks.hpp"

rtm::os::accounting<application<rtm::os::rt_thread>> cpu_time;
RTM_RT_THREAD_HOOKS(cpu_time)
RTM_OS_API(cpu_time)
