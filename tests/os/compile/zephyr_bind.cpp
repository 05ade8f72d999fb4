// SPDX-License-Identifier: MIT
#include <tracing_user.h>
#include <zephyr/kernel.h>

#include "bind.hpp"
//
#include "ports/os/c_api.hpp"
#include "ports/os/zephyr/analyzer.hpp"
#include "ports/os/zephyr/hooks.hpp"

rtm::os::accounting<application<rtm::os::zephyr>> cpu_time;
RTM_ZEPHYR_HOOKS(cpu_time)
RTM_ZEPHYR_LIFE_HOOKS()
RTM_ZEPHYR_ANALYZER(cpu_time)
RTM_OS_API(cpu_time)
