// SPDX-License-Identifier: MIT
// A 64-bit count of events made of a counter that wraps after 8 to 64 bits. It only ever reads the counter: what is
// never written loses nothing and can have many readers.
//
//   rtm::pmu::extended_counter<pmu_type, rtm::pmu::extend::by_overflow_flag> cycles;
//   cycles.start(pmu, n);
//   uint64_t events = cycles.read();
//
// How a wrap is noticed:
//
//   by_poll           by reading again before the counter has come round: less than 2^bits events between two reads.
//                     The only way for counters without a flag (DWT, TriCore), and right for all wide ones.
//   by_overflow_flag  the interrupt counts wraps; a reader adds the one whose interrupt is still to come. Less than
//                     2^bits events between the wrap and the end of its handler: interrupt latency, masked time
//                     included. Every read is exact, whether interrupts are masked or not.
//
// The two are not mixed: a poll that only happens at the wrap sees a difference of nearly 2^bits, which looks like
// nearly nothing.
#pragma once

#include <stdint.h>

#include "rtm/detail/wide_math.hpp"
#include "rtm/pmu/backend.hpp"

namespace rtm::pmu {

enum class extend : uint8_t { by_poll, by_overflow_flag };

template <class Backend, extend How>
class extended_counter {
  static_assert(check_backend<Backend>());
  static_assert(How == extend::by_poll || Backend::has_overflow,
                "extended_counter: this backend has no overflow flags, use extend::by_poll");

 public:
  constexpr extended_counter() = default;

  /// Counts from 0, from this moment, whatever the counter shows. Also a second time.
  /// @retval ok           counting
  /// @retval bad_counter  `n` is not a counter of this CPU
  /// Context: the core of `pmu`, any that a PMU interrupt does not interrupt half way.
  status start(Backend& pmu, unsigned n) {
    if (n > 31 || (pmu.counters() >> n & 1U) == 0) return status::bad_counter;
    const detail::masked<Backend> guard(pmu);
    pmu_ = &pmu;
    n_ = n;
    bits_ = pmu.bits(n);
    mask_ = rtm::detail::low_bits(bits_);
    before_ = 0;
    resume_masked();
    return status::ok;
  }

  /// Events since `start`, exact at one moment inside the call. 0 before `start`.
  /// Context: the core of the counter, task or ISR. Bound: two reads of the counter, one of the flags.
  uint64_t read() {
    if (pmu_ == nullptr) return 0;
    const detail::masked<Backend> guard(*pmu_);
    return read_masked();
  }

  /// The same for a caller that has masked already, to read several counters at one moment. After `start`.
  uint64_t read_masked() {
    if (is_suspended_) return before_;
    if constexpr (How == extend::by_poll) settle();
    return before_ + (extended() - base_);
  }

  /// One wrap, seen by the overflow handler after it has cleared the flag. Nobody else calls this.
  /// Context: masked.
  void on_overflow() { wraps_ = wraps_ + 1; }

  /// Before the counter loses its power, or is stopped and started by a sharer. `read` stays what it is.
  void suspend() {
    if (pmu_ == nullptr || is_suspended_) return;
    const detail::masked<Backend> guard(*pmu_);
    before_ = read_masked();
    is_suspended_ = true;
  }
  /// Goes on from there, whatever the counter now shows.
  void resume() {
    if (pmu_ == nullptr || !is_suspended_) return;
    const detail::masked<Backend> guard(*pmu_);
    resume_masked();
  }

  [[nodiscard]] unsigned counter() const { return n_; }
  /// Told by the overflow handler, whose interrupt counts the wraps.
  void on_attach(bool is_attached) { attached_to_ = is_attached ? n_ + 1 : 0; }
  /// A wrap of this counter would be counted: somebody handles its flag, or none is needed.
  [[nodiscard]] bool sees_wraps() const { return How == extend::by_poll || bits_ == 64 || attached_to_ == n_ + 1; }

 private:
  void resume_masked() {
    is_suspended_ = false;
    wraps_ = 0;
    last_ = pmu_->read(n_) & mask_;
    if constexpr (How == extend::by_poll) {
      base_ = last_;
      total_ = last_;
    } else {
      base_ = extended();
    }
  }

  /// Adds what the counter has advanced since it was last looked at.
  void settle() {
    const uint64_t low = pmu_->read(n_) & mask_;
    total_ += (low - last_) & mask_;
    last_ = low;
  }

  /// The counter with its wraps above it.
  uint64_t extended() {
    if constexpr (How == extend::by_poll) {
      return total_;
    } else {
      uint64_t high = wraps_;
      uint64_t low = pmu_->read(n_) & mask_;
      pmu_->sync();  // without it the flag may be read first, and then a wrap in between is missed
      if ((pmu_->overflows() >> n_ & 1U) != 0) {
        // The wrap may lie before or after the first read. It lies before this one.
        low = pmu_->read(n_) & mask_;
        ++high;
      }
      return rtm::detail::shifted_up(high, bits_) | low;
    }
  }

  Backend* pmu_ = nullptr;
  unsigned n_ = 0;
  unsigned attached_to_ = 0;  // counter + 1
  uint32_t bits_ = 64;
  bool is_suspended_ = false;
  uint64_t mask_ = 0;
  uint64_t wraps_ = 0;   // 64 bits: a 16-bit counter wraps 2^32 times in a week
  uint64_t last_ = 0;    // by_poll: the counter when it was last looked at
  uint64_t total_ = 0;   // by_poll: its 64-bit form
  uint64_t base_ = 0;    // what to subtract for a count from 0
  uint64_t before_ = 0;  // counted before the latest suspend
};

}  // namespace rtm::pmu
