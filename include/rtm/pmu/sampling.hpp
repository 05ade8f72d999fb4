// SPDX-License-Identifier: MIT
// An interrupt every so many events: a counter that is written so that it wraps when the period is over. Such a counter
// is for sampling, not for accounting: it stands still while it is written, and what happens meanwhile is in no count.
// Use another counter for totals (counter.hpp).
//
//        written          wrap                handler
//   ...----|----------------|====past===========|---- next wrap comes earlier by what is past
//
// Reloading with a fixed number instead would drop what is past. A handler that is later than whole periods folds
// them: it answers for more than one.
#pragma once

#include <stdint.h>

#include "rtm/detail/wide_math.hpp"
#include "rtm/pmu/backend.hpp"

namespace rtm::pmu {

template <class Backend>
class sampling_counter {
  static_assert(check_backend<Backend>());
  static_assert(Backend::has_overflow, "sampling_counter: this backend has no overflow interrupt");

 public:
  constexpr sampling_counter() = default;

  /// Asks for an overflow every `period_events`, the first after as many from now. The caller has selected the event
  /// and enables counter and interrupt.
  /// @retval ok           armed
  /// @retval bad_counter  `n` is not a counter of this CPU
  /// @retval bad_period   0, or above 2^(bits-1): a late handler could not tell how late it is
  /// Contract: less than 2^bits - period events between a wrap and its handler.
  status start(Backend& pmu, unsigned n, uint64_t period_events) {
    if (n > 31 || (pmu.counters() >> n & 1U) == 0) return status::bad_counter;
    const uint32_t bits = pmu.bits(n);
    if (period_events == 0 || period_events - 1 > rtm::detail::low_bits(bits - 1)) return status::bad_period;
    const detail::masked<Backend> guard(pmu);
    pmu_ = &pmu;
    n_ = n;
    mask_ = rtm::detail::low_bits(bits);
    period_ = period_events;
    total_ = owed_ = 0;
    periods_ = folded_ = 0;
    is_suspended_ = false;
    write(period_);
    return status::ok;
  }

  /// What the overflow handler calls after it has cleared the flag: reloads, and says how many periods this interrupt
  /// stands for, 1 if it is in time.
  /// Context: masked. Bound: one division of 64 bits if the handler is later than a period, none otherwise.
  uint32_t on_overflow() {
    if (is_suspended_) return 0;  // counted by `suspend`, which owes it
    const uint32_t mine = uint32_t{1} << n_;
    const bool counts = (pmu_->enabled() & mine) != 0;
    pmu_->disable(mine);  // this one only: counters that account go on
    pmu_->sync();
    const uint64_t now = pmu_->read(n_) & mask_;
    total_ += (now - written_) & mask_;
    // From the wrap on the counter shows what is past. Before it (another's flag, a spurious call) nothing is.
    uint64_t whole = 0;
    uint64_t past = now;
    if (now >= written_) {
      past = (now - written_) & mask_;  // not wrapped: this much of the period is over
      write(left_ - past);
      if (counts) pmu_->enable(mine);
      return 0;
    }
    past += owed_;
    owed_ = 0;
    if (past >= period_) {
      const rtm::detail::quotient q = rtm::detail::divide(past, period_);
      whole = q.whole;
      past = q.rest;
    }
    const auto stands_for = uint32_t(1 + whole);
    periods_ += stands_for;
    folded_ += stands_for - 1;
    write(period_ - past);
    if (counts) pmu_->enable(mine);
    return stands_for;
  }

  /// Events counted since `start`. Those that happen while the handler reloads are not among them.
  /// Context: the core of the counter, task or ISR.
  uint64_t total() {
    if (pmu_ == nullptr) return 0;
    const detail::masked<Backend> guard(*pmu_);
    if (is_suspended_) return total_;
    return total_ + (((pmu_->read(n_) & mask_) - written_) & mask_);
  }

  /// Around a loss of power: the total stays, and the period in progress goes on where it was.
  void suspend() {
    if (pmu_ == nullptr || is_suspended_) return;
    const detail::masked<Backend> guard(*pmu_);
    const uint64_t gone = ((pmu_->read(n_) & mask_) - written_) & mask_;
    total_ += gone;
    if (gone < left_) {
      left_ -= gone;
    } else {
      // An overflow that nobody has handled comes with the next event, and answers for the periods since.
      owed_ += gone - left_ + 1;
      left_ = 1;
    }
    is_suspended_ = true;
  }
  void resume() {
    if (pmu_ == nullptr || !is_suspended_) return;
    is_suspended_ = false;
    const detail::masked<Backend> guard(*pmu_);
    write(left_);
  }

  /// Periods that are over, and how many of them had no interrupt of their own.
  [[nodiscard]] uint64_t periods() const { return periods_; }
  [[nodiscard]] uint64_t folded() const { return folded_; }
  [[nodiscard]] uint64_t period_events() const { return period_; }
  [[nodiscard]] unsigned counter() const { return n_; }

 private:
  /// `left` events to the wrap, 1 .. period.
  void write(uint64_t left) {
    left_ = left;
    written_ = (0 - left) & mask_;
    pmu_->write(n_, written_);
  }

  Backend* pmu_ = nullptr;
  unsigned n_ = 0;
  bool is_suspended_ = false;
  uint64_t mask_ = 0;
  uint64_t period_ = 0;
  uint64_t left_ = 0;
  uint64_t written_ = 0;
  uint64_t total_ = 0;
  uint64_t owed_ = 0;  // events between the end of a period and the wrap that will stand for it
  uint64_t periods_ = 0;
  uint64_t folded_ = 0;
};

}  // namespace rtm::pmu
