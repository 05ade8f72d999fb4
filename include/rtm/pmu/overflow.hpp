// SPDX-License-Identifier: MIT
// The handler of the overflow interrupt of one core. The line is a level: it stays up until the flags are cleared, and
// comes up again for every overflow after that. So the handler reads the flags, clears exactly those that it read, and
// processes those; nothing is lost, whatever happens in between, and no loop is needed.
//
//   rtm::pmu::overflow_handler<pmu_type, 16> overflows;
//   overflows.attach(cycles);                            // an extended_counter or a sampling_counter
//   void pmu_isr() { (void)overflows.handle(clock_now()); }
//   void task() { overflows.ring().drain([](const rtm::pmu::overflow_record& r) { ... }); }
//
// What is wrong, though common: clearing all flags at the end (drops those that came meanwhile), clearing the flag
// after processing with an edge line, testing a counter for 0, printing or waiting in the handler.
#pragma once

#include <stdint.h>

#include "rtm/pmu/counter.hpp"
#include "rtm/pmu/ring.hpp"
#include "rtm/pmu/sampling.hpp"

namespace rtm::pmu {

template <class Backend, uint32_t RingSize = 16>
class overflow_handler {
 public:
  using flag_counter = extended_counter<Backend, extend::by_overflow_flag>;

  constexpr overflow_handler() = default;

  void start(Backend& pmu) { pmu_ = &pmu; }

  /// Overflows of this counter are its own from here on. The caller enables the interrupt.
  /// @retval ok           attached
  /// @retval not_started  before `start`
  /// @retval bad_counter  something else is attached to it
  status attach(flag_counter& counter) {
    return attach(counter.counter(), [&](unsigned n) {
      accounting_[n] = &counter;
      counter.on_attach(true);
    });
  }
  status attach(sampling_counter<Backend>& counter) {
    return attach(counter.counter(), [&](unsigned n) { sampling_[n] = &counter; });
  }
  /// Its flags are no longer looked at. The caller has disabled the interrupt.
  void detach(unsigned n) {
    if (pmu_ == nullptr || n > 31) return;
    const detail::masked<Backend> guard(*pmu_);
    attached_ &= ~(uint32_t{1} << n);
    if (accounting_[n] != nullptr) accounting_[n]->on_attach(false);
    accounting_[n] = nullptr;
    sampling_[n] = nullptr;
  }

  /// Call it for every interrupt of the line. `now_ticks` is any clock of this core's that runs on.
  /// @retval ok           handled
  /// @retval not_mine     no attached counter has overflowed: spurious, or another device of a shared line. Nothing
  ///                      was touched: flags of counters that are not attached stay for whoever owns them.
  /// @retval not_started
  /// Context: the overflow interrupt of the core. Bound: 32 counters. Masked throughout: between the clear and the
  /// count an interrupt of higher priority would read a counter that lacks a wrap.
  status handle(uint64_t now_ticks) {
    if (pmu_ == nullptr) return status::not_started;
    const detail::masked<Backend> guard(*pmu_);
    pmu_->acknowledge();
    uint32_t flags = pmu_->overflows() & attached_;
    if (flags == 0) {
      ++not_mine_;
      return status::not_mine;
    }
    pmu_->clear_overflows(flags);
    pmu_->sync();  // the line is down before the interrupt returns, or it would be taken once more
    for (uint32_t n = 0; flags != 0; ++n, flags >>= 1) {
      if ((flags & 1U) == 0) continue;
      uint32_t periods = 0;
      // One that was given back, and counts something else now, is not meant.
      if (accounting_[n] != nullptr && accounting_[n]->counter() == n) {
        accounting_[n]->on_overflow();
      } else {
        periods = sampling_[n]->on_overflow();
      }
      ring_.put({now_ticks, periods, n});
    }
    return status::ok;
  }

  [[nodiscard]] overflow_ring<RingSize>& ring() { return ring_; }
  /// Calls that found nothing of their own.
  [[nodiscard]] uint32_t not_mine() const { return not_mine_; }
  [[nodiscard]] uint32_t attached() const { return attached_; }

 private:
  template <class Keep>
  status attach(unsigned n, Keep keep) {
    if (pmu_ == nullptr) return status::not_started;
    if (n > 31 || (attached_ >> n & 1U) != 0) return status::bad_counter;
    const detail::masked<Backend> guard(*pmu_);
    keep(n);
    attached_ |= uint32_t{1} << n;
    return status::ok;
  }

  Backend* pmu_ = nullptr;
  uint32_t attached_ = 0;
  uint32_t not_mine_ = 0;
  flag_counter* accounting_[32] = {};
  sampling_counter<Backend>* sampling_[32] = {};
  overflow_ring<RingSize> ring_;
};

}  // namespace rtm::pmu
