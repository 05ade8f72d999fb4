// SPDX-License-Identifier: MIT
// Everything of PMUv2, for the CPU that has it.
#include "rtm/pmu/access/aarch32.hpp"
#include "rtm/pmu/backends/pmuv2_a32.hpp"
#include "rtm/pmu/group.hpp"
#include "rtm/pmu/overflow.hpp"

using pmu_type = rtm::pmu::pmuv2_a32<rtm::pmu::access::aarch32>;
template class rtm::pmu::arm_pmu<rtm::pmu::pmuv2_a32_map<rtm::pmu::access::aarch32>>;
template class rtm::pmu::unit<pmu_type>;
template class rtm::pmu::counter_group<pmu_type, 2>;
template class rtm::pmu::overflow_handler<pmu_type>;
