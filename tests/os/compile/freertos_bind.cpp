// SPDX-License-Identifier: MIT
#include "bind.hpp"
#include "ports/os/c_api.hpp"
#include "ports/os/freertos/hooks.hpp"

rtm::os::accounting<application<rtm::os::freertos>> cpu_time;
RTM_FREERTOS_HOOKS(cpu_time)
RTM_OS_API(cpu_time)
