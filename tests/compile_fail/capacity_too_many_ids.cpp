// SPDX-License-Identifier: MIT
// More interrupts than the key of a frame can name.
// expect: capacity: too many ids for the word
#include "rtm/rtm.hpp"

struct my_capacity : rtm::default_capacity {
#if RTM_WRONG
  static constexpr uint32_t isrs = 1U << 14U;
#else
  static constexpr uint32_t isrs = 1U << 10U;
#endif
};

template class rtm::ledger<my_capacity>;
