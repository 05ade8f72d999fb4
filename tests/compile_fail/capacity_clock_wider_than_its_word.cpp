// SPDX-License-Identifier: MIT
// Readings of 33 bits do not fit the 32-bit word that hooks compute with.
// expect: capacity: clock_bits must fit into word
#include "rtm/rtm.hpp"

struct my_capacity : rtm::default_capacity {
#if RTM_WRONG
  static constexpr uint32_t clock_bits = 33;
#else
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 33;
#endif
};

template class rtm::ledger<my_capacity>;
