// SPDX-License-Identifier: MIT
// The one object that the hooks of FreeRTOS are bound to, for all players of FreeRTOS.
#pragma once

#include "player.hpp"

namespace rtm::test {

struct freertos_tag {};
using freertos_config = test_config<freertos_tag, 2>;
using freertos_player = player_over<freertos_config>;

}  // namespace rtm::test
