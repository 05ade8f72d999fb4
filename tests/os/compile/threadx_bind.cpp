// SPDX-License-Identifier: MIT
#include "bind.hpp"
#include "tx_api.h"
#include "tx_thread.h"
//
#include "ports/os/c_api.hpp"
#include "ports/os/threadx/execution_profile.hpp"
#include "ports/os/threadx/hooks.hpp"

rtm::os::accounting<application<rtm::os::threadx_cortex_m>> cpu_time;
RTM_THREADX_HOOKS(cpu_time)
RTM_THREADX_EXECUTION_PROFILE(cpu_time)
RTM_OS_API(cpu_time)
