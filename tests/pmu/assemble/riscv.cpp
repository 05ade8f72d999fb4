// SPDX-License-Identifier: MIT
// Everything of the RISC-V counters, for harts of 32 and 64 bits.
#include "rtm/pmu/access/riscv.hpp"
#include "rtm/ledger.hpp"
#include "rtm/pmu/backends/riscv_hpm.hpp"
#include "rtm/pmu/columns.hpp"
#include "rtm/pmu/group.hpp"
#include "rtm/pmu/overflow.hpp"

using pmu_type = rtm::pmu::riscv_hpm<rtm::pmu::access::riscv, rtm::pmu::sscofpmf::present>;
template class rtm::pmu::riscv_hpm<rtm::pmu::access::riscv, rtm::pmu::sscofpmf::present>;
template class rtm::pmu::unit<pmu_type>;
template class rtm::pmu::counter_group<pmu_type, 2>;
template class rtm::pmu::overflow_handler<pmu_type>;
using columns = rtm::pmu::columns<rtm::default_capacity, 2, rtm::pmu::raw_counters<pmu_type, 2>>;
template class rtm::ledger<rtm::default_capacity, columns>;

using plain_type = rtm::pmu::riscv_hpm<rtm::pmu::access::riscv, rtm::pmu::sscofpmf::absent>;
template class rtm::pmu::riscv_hpm<rtm::pmu::access::riscv, rtm::pmu::sscofpmf::absent>;
template class rtm::pmu::counter_group<plain_type, 2>;
