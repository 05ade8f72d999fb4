// SPDX-License-Identifier: MIT
// A mask that does not say what it found cannot be given back: its unlock opens what somebody else has masked.
// expect: port: lock.. must return the mask state it found
#include "rtm/port.hpp"

struct port {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = true;
  static uint64_t rate_hz();
  static word now();
  using mask_state = uint32_t;
#if RTM_WRONG
  static bool lock();
#else
  static mask_state lock();
#endif
  static void unlock(mask_state before);
  static constexpr uint32_t cores = 1;
  static uint32_t core_index();
  static uint32_t active_exception();
};
static_assert(rtm::check_port<port>());
