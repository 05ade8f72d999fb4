// SPDX-License-Identifier: MIT
// Points that can be named but never be open.
// expect: capacity: points need point_frames of at least 1
#include "rtm/rtm.hpp"

struct my_capacity : rtm::default_capacity {
#if RTM_WRONG
  static constexpr uint32_t points = 4, point_frames = 0;
#else
  static constexpr uint32_t points = 0, point_frames = 0;
#endif
};

template class rtm::ledger<my_capacity>;
