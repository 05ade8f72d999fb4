// SPDX-License-Identifier: MIT
// A ledger without room for one interrupt frame.
// expect: capacity: depth must be at least 1
#include "rtm/rtm.hpp"

struct my_capacity : rtm::default_capacity {
#if RTM_WRONG
  static constexpr uint32_t depth = 0;
#else
  static constexpr uint32_t depth = 1;
#endif
};

template class rtm::ledger<my_capacity>;
