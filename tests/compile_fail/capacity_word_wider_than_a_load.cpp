// SPDX-License-Identifier: MIT
// A clock of 64 bits on a CPU of 32: its words would need libatomic, and its locks in interrupts.
// expect: capacity: word is wider than what this CPU loads at once
#include "rtm/ledger.hpp"

struct capacity : rtm::default_capacity {
#if RTM_WRONG
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 64;
#endif
};

template class rtm::ledger<capacity>;
