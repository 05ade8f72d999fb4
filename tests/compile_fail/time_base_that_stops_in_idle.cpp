// SPDX-License-Identifier: MIT
// A counter of core cycles as the clock of several cores: it stops in sleep.
// expect: time base: a clock that stops in idle measures work, not time
#include "rtm/pmu/access/cortex_m.hpp"
#include "rtm/pmu/backends/dwt.hpp"
#include "rtm/sync/clock.hpp"

struct port {
#if RTM_WRONG
  static constexpr bool runs_in_idle = rtm::pmu::dwt<rtm::pmu::access::cortex_m>::runs_in_idle;
#else
  static constexpr bool runs_in_idle = true;
#endif
};

static_assert(rtm::sync::check_time_base<port>());
