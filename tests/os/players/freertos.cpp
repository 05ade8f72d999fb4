// SPDX-License-Identifier: MIT
// FreeRTOS 11 on several cores, the id in the task number: what hooks.h does if it is told nothing.
#define TEST_NUMBER_OF_CORES 2
#include "players.hpp"
#include "players/freertos_kernel.hpp"
#include "ports/os/c_api.hpp"
#include "ports/os/freertos/hooks.hpp"

RTM_FREERTOS_HOOKS((*rtm::test::freertos_player::object))
RTM_OS_API((*rtm::test::freertos_player::object))

namespace rtm::test {

std::unique_ptr<player> make_freertos(const os::profile& how) { return std::make_unique<kernel_player>(how); }

}  // namespace rtm::test
