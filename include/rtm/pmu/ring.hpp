// SPDX-License-Identifier: MIT
// What an overflow handler leaves behind for a task: which counter, when, and for how many periods. A bounded ring; if
// nobody takes the records it drops the new ones and counts them.
#pragma once

#include <stdint.h>

#include "rtm/detail/atomic.hpp"

namespace rtm::pmu {

struct overflow_record {
  uint64_t time_ticks = 0;  ///< Of the clock that the handler was given.
  uint32_t periods = 0;     ///< Of a sampling counter: what this interrupt stands for. 0: a counter that accounts.
  uint32_t counter = 0;
};

/// One writer, the handler of one core, and one reader. `Size` is a power of two.
template <uint32_t Size>
class overflow_ring {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0, "overflow_ring: its size must be a power of two");

 public:
  /// Context: the handler.
  void put(const overflow_record& record) {
    const uint32_t at = head_;
    if (at - rtm::detail::load_acquire(tail_) == Size) {
      rtm::detail::store(lost_, lost_ + 1);
      return;
    }
    records_[at & (Size - 1)] = record;
    rtm::detail::store_release(head_, at + 1);
  }

  /// Hands over what is there now, oldest first, to `visit(const overflow_record&)`. Returns how many.
  /// Context: one task, interrupts on: this is where a callback for each period belongs. Bound: Size records.
  template <class Visit>
  uint32_t drain(Visit visit) {
    const uint32_t from = tail_;
    const uint32_t count = rtm::detail::load_acquire(head_) - from;
    for (uint32_t i = 0; i < count; ++i) {
      const overflow_record record = records_[(from + i) & (Size - 1)];
      rtm::detail::store_release(tail_, from + i + 1);
      visit(record);
    }
    return count;
  }

  /// Records that found no room. Modulo 2^32.
  [[nodiscard]] uint32_t lost() const { return rtm::detail::load(lost_); }

 private:
  overflow_record records_[Size] = {};
  uint32_t head_ = 0;
  uint32_t tail_ = 0;
  uint32_t lost_ = 0;
};

}  // namespace rtm::pmu
