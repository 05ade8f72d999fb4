// SPDX-License-Identifier: MIT
// What Load needs of this machine: its port, and who calls.
#pragma once

#include <stdint.h>

#include "board_mps2_an385.hpp"
#include "rtm/load_types.h"

namespace observed {

struct port : board::port {
  static rtm_load_thread thread() { return active_exception() == rtm::no_id ? RTM_LOAD_IN_TASK : RTM_LOAD_IN_HWI; }
};

}  // namespace observed
