// SPDX-License-Identifier: MIT
// What Load needs of this machine: a clock, a mask, and who calls.
#pragma once

#include <stdint.h>

#include "board_mps2_an385.hpp"
#include "cortex_m3.hpp"
#include "rtm/load_types.h"

namespace observed {

struct port {
  static uint32_t now() { return board::free_running_clock::now(); }
  static unsigned lock() { return cortex_m3::mask_interrupts(); }
  static void unlock(unsigned before) { cortex_m3::restore(before); }
  static rtm_load_thread thread() {
    uint32_t exception;
    asm volatile("mrs %0, ipsr" : "=r"(exception));
    return exception == 0 ? RTM_LOAD_IN_TASK : RTM_LOAD_IN_HWI;
  }
};

}  // namespace observed
