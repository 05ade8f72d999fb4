// SPDX-License-Identifier: MIT
#include <nuttx/config.h>
#include <nuttx/note/note_driver.h>
#include <nuttx/sched.h>

#include "bind.hpp"
//
#include "ports/os/c_api.hpp"
#include "ports/os/nuttx/hooks.hpp"

rtm::os::accounting<application<rtm::os::nuttx>> cpu_time;
RTM_NUTTX_HOOKS(cpu_time)
RTM_OS_API(cpu_time)
