// SPDX-License-Identifier: MIT
// A reading of 32 bits cannot hold a clock of 40.
// expect: port: clock_bits must be 16 .. the bits of a reading
#include "rtm/port.hpp"

struct port {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = RTM_WRONG ? 40 : 32;
  static constexpr bool runs_in_idle = true;
  static uint64_t rate_hz();
  static word now();
  using mask_state = uint32_t;
  static mask_state lock();
  static void unlock(mask_state before);
  static constexpr uint32_t cores = 1;
  static uint32_t core_index();
  static uint32_t active_exception();
};
static_assert(rtm::check_port<port>());
