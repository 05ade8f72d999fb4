// SPDX-License-Identifier: MIT
// A clock so narrow that no useful gap fits into half its range.
// expect: capacity: clock_bits must be at least 16
#include "rtm/rtm.hpp"

struct my_capacity : rtm::default_capacity {
#if RTM_WRONG
  static constexpr uint32_t clock_bits = 15;
#else
  static constexpr uint32_t clock_bits = 16;
#endif
};

template class rtm::ledger<my_capacity>;
