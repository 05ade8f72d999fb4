// SPDX-License-Identifier: MIT
// Does the overflow interrupt arrive, and is it a level? Start-up asks before anything counts, because a wrong
// configuration of the interrupt controller loses overflows only now and then. Two flags are set, the handler clears
// one of them: a level calls it again for the other, an edge does not.
//
//   rtm::pmu::line_test<pmu_type> test;
//   test.begin(pmu.backend(), n, m);             // two taken counters that do not count; interrupts masked
//   ... unmask, and wait a moment; the PMU interrupt calls test.on_interrupt() ...
//   rtm::pmu::status s = test.end();             // ok, edge_line, no_interrupt
//
// No other device of a shared line may interrupt meanwhile: whoever calls the handler looks like the counters, since
// their flags are set either way.
#pragma once

#include <stdint.h>

#include "rtm/pmu/backend.hpp"

namespace rtm::pmu {

template <class Backend>
class line_test {
  static_assert(check_backend<Backend>());

 public:
  constexpr line_test() = default;

  /// Context: the core of the PMU, masked.
  void begin(Backend& pmu, unsigned first, unsigned second) {
    pmu_ = &pmu;
    first_ = uint32_t{1} << first;
    second_ = uint32_t{1} << second;
    calls_ = 0;
    pmu.clear_overflows(first_ | second_);
    pmu.irq_enable(first_ | second_);
    pmu.raise_overflows(first_ | second_);
    pmu.sync();
  }

  /// The handler of the overflow interrupt, while this test runs.
  void on_interrupt() {
    calls_ = calls_ + 1;
    pmu_->clear_overflows(calls_ == 1 ? first_ : first_ | second_);
    pmu_->sync();
  }

  /// @retval ok            called for each flag
  /// @retval edge_line     called once for two flags
  /// @retval no_interrupt  not called: not routed to this core, not enabled, or masked
  status end() {
    pmu_->irq_disable(first_ | second_);
    pmu_->clear_overflows(first_ | second_);
    pmu_->sync();
    if (calls_ == 0) return status::no_interrupt;
    return calls_ == 1 ? status::edge_line : status::ok;
  }

 private:
  Backend* pmu_ = nullptr;
  uint32_t first_ = 0;
  uint32_t second_ = 0;
  volatile uint32_t calls_ = 0;
};

}  // namespace rtm::pmu
