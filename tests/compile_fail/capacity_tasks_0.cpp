// SPDX-License-Identifier: MIT
// A ledger of no task cannot name who runs.
// expect: capacity: tasks must be at least 1
#include "rtm/rtm.hpp"

struct my_capacity : rtm::default_capacity {
#if RTM_WRONG
  static constexpr uint32_t tasks = 0;
#else
  static constexpr uint32_t tasks = 1;
#endif
};

template class rtm::ledger<my_capacity>;
