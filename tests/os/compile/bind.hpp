// SPDX-License-Identifier: MIT
// The one file that an application writes: its configuration, and the hooks bound to an object. Here for a CPU that is
// none, so that every compiler can.
#pragma once

#include <stdint.h>

#include "rtm/os/accounting.hpp"
#include "rtm/port.hpp"

struct no_cpu {
  using word = uint32_t;
  using mask_state = uint32_t;
  static constexpr uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = true;
  static constexpr uint32_t cores = 1;
  static uint64_t rate_hz() { return 1; }
  static word now() { return ticks; }
  static mask_state lock() { return 0; }
  static void unlock(mask_state) {}
  static uint32_t core_index() { return 0; }
  static uint32_t active_exception() { return rtm::no_id; }
  static inline volatile uint32_t ticks;
};

template <const rtm::os::profile& How>
struct application : rtm::os::default_config {
  using port = no_cpu;
  static constexpr const rtm::os::profile& how = How;
};
