// SPDX-License-Identifier: MIT
// Which core is this, and what runs on it?
#pragma once

#include <stdint.h>

#include "hardware.hpp"
#include "rtm/types.hpp"

namespace rtm::cortex_m {

/// The number of the exception that runs: 15 is SysTick, 16 + n external interrupt n. no_id in Thread mode.
template <class Hardware = hardware>
inline uint32_t exception_that_runs() {
  const uint32_t number = Hardware::ipsr() & 0x1FFU;
  return number == 0 ? no_id : number;
}

template <class Hardware = hardware>
struct single_core {
  static constexpr uint32_t cores = 1;
  static uint32_t core_index() { return 0; }
  static uint32_t active_exception() { return exception_that_runs<Hardware>(); }
};

/// Several cores that see their own number in a register at one address, as Arm's SSE-200 has it (CPU_IDENTITY).
template <uint32_t Address, uint32_t Cores, class Hardware = hardware>
struct numbered_cores {
  static constexpr uint32_t cores = Cores;
  static uint32_t core_index() {
    const uint32_t number = Hardware::read(Address);
    return number < Cores ? number : no_id;
  }
  static uint32_t active_exception() { return exception_that_runs<Hardware>(); }
};

}  // namespace rtm::cortex_m
