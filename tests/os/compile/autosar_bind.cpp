// SPDX-License-Identifier: MIT
#include <Os.h>

#include "bind.hpp"
//
#define RTM_AUTOSAR_IS_IDLE(task) ((task) == 0U)
#include "ports/os/autosar/arti.hpp"
#include "ports/os/autosar/hooks.hpp"
#include "ports/os/c_api.hpp"

rtm::os::accounting<application<rtm::os::autosar_p4>> cpu_time;
RTM_AUTOSAR_HOOKS(cpu_time)
RTM_ARTI(cpu_time)
RTM_OS_API(cpu_time)
