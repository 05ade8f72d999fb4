// SPDX-License-Identifier: MIT
// The DWT's counter has no overflow flag: it can be polled, and nothing else.
// expect: extended_counter: this backend has no overflow flags
#include "rtm/pmu/access/cortex_m.hpp"
#include "rtm/pmu/backends/dwt.hpp"
#include "rtm/pmu/counter.hpp"

using dwt = rtm::pmu::dwt<rtm::pmu::access::cortex_m>;
#if RTM_WRONG
template class rtm::pmu::extended_counter<dwt, rtm::pmu::extend::by_overflow_flag>;
#else
template class rtm::pmu::extended_counter<dwt, rtm::pmu::extend::by_poll>;
#endif
