// SPDX-License-Identifier: MIT
// Everything of the DWT and of Armv8.1-M, for a Cortex-M.
#include "rtm/pmu/access/cortex_m.hpp"
#include "rtm/pmu/backends/dwt.hpp"
#include "rtm/pmu/backends/pmu_armv81m.hpp"
#include "rtm/pmu/chain.hpp"
#include "rtm/pmu/group.hpp"
#include "rtm/pmu/overflow.hpp"

using dwt_type = rtm::pmu::dwt<rtm::pmu::access::cortex_m>;
template class rtm::pmu::dwt<rtm::pmu::access::cortex_m>;
template class rtm::pmu::unit<dwt_type>;
template class rtm::pmu::counter_group<dwt_type, 1>;

using pmu_type = rtm::pmu::pmu_armv81m<rtm::pmu::access::cortex_m>;
template class rtm::pmu::arm_pmu<rtm::pmu::pmu_armv81m_map<rtm::pmu::access::cortex_m>>;
template class rtm::pmu::unit<pmu_type>;
template class rtm::pmu::counter_group<pmu_type, 2>;
template class rtm::pmu::overflow_handler<pmu_type>;
template class rtm::pmu::chained_counter<pmu_type>;
