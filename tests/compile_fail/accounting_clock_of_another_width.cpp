// SPDX-License-Identifier: MIT
// A clock of 24 bits behind a ledger that takes it for one of 32: each wrap would be time that goes backwards.
// expect: accounting: the capacity's clock_bits must be those of the port
#include "rtm/os/accounting.hpp"

struct port {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = RTM_WRONG ? 24 : 32;
  static constexpr bool runs_in_idle = true;
  static uint64_t rate_hz() { return 1; }
  static word now() { return 0; }
  using mask_state = uint32_t;
  static mask_state lock() { return 0; }
  static void unlock(mask_state) {}
  static constexpr uint32_t cores = 1;
  static uint32_t core_index() { return 0; }
  static uint32_t active_exception() { return rtm::no_id; }
};
struct config : rtm::os::default_config {
  using port = ::port;
  static constexpr const rtm::os::profile& how = rtm::os::nuttx;
};
rtm::os::accounting<config> all;
