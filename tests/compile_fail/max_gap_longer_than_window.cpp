// SPDX-License-Identifier: MIT
// A fact may close at most one window, so two facts may not lie further apart than a window is long.
// expect: max_gap must not be longer than the window
#include "rtm/rtm.hpp"

#if RTM_WRONG
constexpr rtm::timing how = rtm::fixed_timing<100, 200>();
#else
constexpr rtm::timing how = rtm::fixed_timing<200, 100>();
#endif

static_assert(how.window_ticks == 200);
