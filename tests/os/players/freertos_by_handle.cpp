// SPDX-License-Identifier: MIT
// FreeRTOS 10 on one core: tasks are looked up by their control block.
#define RTM_FREERTOS_KERNEL 10
#define RTM_FREERTOS_ID_SOURCE RTM_FREERTOS_ID_BY_HANDLE
#include "players.hpp"
#include "players/freertos_kernel.hpp"

namespace rtm::test {

std::unique_ptr<player> make_freertos_by_handle() { return std::make_unique<kernel_player>(os::freertos); }

}  // namespace rtm::test
