// SPDX-License-Identifier: MIT
// Wrap-around arithmetic needs an unsigned word.
// expect: capacity: word must be unsigned
#include "rtm/rtm.hpp"

struct my_capacity : rtm::default_capacity {
#if RTM_WRONG
  using word = int32_t;
#else
  using word = uint32_t;
#endif
};

template class rtm::ledger<my_capacity>;
