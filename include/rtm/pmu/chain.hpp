// SPDX-License-Identifier: MIT
// Two counters as one of twice the width: the odd one counts the overflows of the even one below it, on the same core.
// For narrow counters (16 bits on Armv8.1-M). It widens a counter and synchronises nothing.
#pragma once

#include <stdint.h>

#include "rtm/detail/wide_math.hpp"
#include "rtm/pmu/unit.hpp"

namespace rtm::pmu {

template <class Backend>
class chained_counter {
 public:
  constexpr chained_counter() = default;

  /// Takes an even counter and the odd one above it.
  /// @retval ok          stands still until unit::count(mask())
  /// @retval no_event    this CPU has no such event, or no chain event (QEMU has none, and would count nothing)
  /// @retval no_counter  no such pair is open
  /// @retval not_started, suspended
  status take(unit<Backend>& pmu, event what, filter where = {}) {
    // Where the upper counter cannot see an overflow of the lower one in some mode, it misses one. So it sees all.
    filter everywhere = {};
    everywhere.include_hypervisor = where.include_hypervisor;
    for (unsigned even = 0; even < 30; even += 2) {
      const status s = pmu.take_pair(even, what, where, arm::chain, everywhere);
      if (s == status::no_counter) continue;
      if (s == status::ok) {
        pmu_ = &pmu.backend();
        even_ = even;
        bits_ = pmu.backend().bits(even);
      }
      return s;
    }
    return status::no_counter;
  }

  [[nodiscard]] uint32_t mask() const { return uint32_t{3} << even_; }
  [[nodiscard]] uint32_t bits() const { return 2 * bits_; }

  /// Its 2 * bits() bits at one moment. Extend them by polling, at least once in 2^bits() events.
  /// Context: the core of the counter, task or ISR. Bound: four reads.
  uint64_t read() {
    if (pmu_ == nullptr) return 0;
    const detail::masked<Backend> guard(*pmu_);
    const uint64_t mask = rtm::detail::low_bits(bits_);
    const uint64_t high = pmu_->read(even_ + 1) & mask;
    pmu_->sync();
    uint64_t low = pmu_->read(even_) & mask;
    pmu_->sync();
    const uint64_t again = pmu_->read(even_ + 1) & mask;
    if (again != high) {
      pmu_->sync();
      low = pmu_->read(even_) & mask;
    }
    return rtm::detail::shifted_up(again, bits_) | low;
  }

 private:
  Backend* pmu_ = nullptr;
  unsigned even_ = 0;
  uint32_t bits_ = 0;
};

}  // namespace rtm::pmu
