// SPDX-License-Identifier: MIT
// When a core loses its power, its counters come back holding anything, flags and enables included. The counts go on if
// this is called around it; without it they are wrong and nothing says so.
//
//   rtm::pmu::suspend(pmu, cycles, group);      // the last thing before the core goes down
//   rtm::pmu::resume(pmu, cycles, group);       // the first thing on its way up
//
// What happens in between is in no count: time belongs to the ledger, whose clock runs on.
// Context: the core of the PMU, its overflow interrupt masked.
#pragma once

#include "rtm/pmu/unit.hpp"

namespace rtm::pmu {

namespace detail {
/// The last one first: columns, named behind their group, settle before it is suspended.
template <class Backend>
void suspend_each(unit<Backend>& /*pmu*/) {}
template <class Backend, class First, class... Others>
void suspend_each(unit<Backend>& pmu, First& first, Others&... others) {
  suspend_each(pmu, others...);
  first.suspend();
}
}  // namespace detail

template <class Backend, class... Counters>
void suspend(unit<Backend>& pmu, Counters&... counters) {
  detail::suspend_each(pmu, counters...);
  pmu.suspend();
}

/// @retval ok           counting again
/// @retval not_started  it was not suspended
/// @retval no_pmu, and what else the backend finds: the counters stay suspended
template <class Backend, class... Counters>
status resume(unit<Backend>& pmu, Counters&... counters) {
  // The counters first read where the hardware now stands, and only then may it move.
  return pmu.resume([&] { (counters.resume(), ...); });
}

}  // namespace rtm::pmu
