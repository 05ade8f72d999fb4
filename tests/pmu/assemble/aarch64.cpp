// SPDX-License-Identifier: MIT
// Everything of PMUv3, for the CPU that has it: the assembler knows every register by the number given here.
#include "rtm/pmu/access/aarch64.hpp"
#include "rtm/ledger.hpp"
#include "rtm/pmu/backends/pmuv3_a64.hpp"
#include "rtm/pmu/chain.hpp"
#include "rtm/pmu/columns.hpp"
#include "rtm/pmu/group.hpp"
#include "rtm/pmu/line_test.hpp"
#include "rtm/pmu/overflow.hpp"
#include "rtm/pmu/power.hpp"

using pmu_type = rtm::pmu::pmuv3_a64<rtm::pmu::access::aarch64>;
template class rtm::pmu::arm_pmu<rtm::pmu::pmuv3_a64_map<rtm::pmu::access::aarch64>>;
template class rtm::pmu::unit<pmu_type>;
template class rtm::pmu::line_test<pmu_type>;
template class rtm::pmu::counter_group<pmu_type, 2>;
template class rtm::pmu::overflow_handler<pmu_type>;
using columns = rtm::pmu::columns<rtm::default_capacity, 2, rtm::pmu::raw_counters<pmu_type, 2>>;
template class rtm::ledger<rtm::default_capacity, columns>;
template class rtm::pmu::chained_counter<pmu_type>;
