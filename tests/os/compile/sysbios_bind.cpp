// SPDX-License-Identifier: MIT
#include <ti/sysbios/hal/Hwi.h>
#include <ti/sysbios/knl/Swi.h>
#include <ti/sysbios/knl/Task.h>
#include <xdc/runtime/Error.h>
#include <xdc/std.h>

#include "bind.hpp"
//
#include "ports/os/c_api.hpp"
#include "ports/os/sysbios/hooks.hpp"

rtm::os::accounting<application<rtm::os::sysbios>> cpu_time;
RTM_SYSBIOS_HOOKS(cpu_time)
RTM_OS_API(cpu_time)
