// SPDX-License-Identifier: MIT
// The counters of one core, and who has taken which. It remembers what it has programmed, so that it can be programmed
// again after a loss of power, and so that somebody else's hands on it are noticed.
//
//   rtm::pmu::unit<pmu_type> pmu;             // one a core: nothing is configured on one core for another
//   if (pmu.start() != rtm::pmu::status::ok) ...
//   unsigned n;
//   pmu.take(rtm::pmu::arm::inst_retired, {}, n);
//   pmu.count(1U << n);
//
// Context of every call: the core of the PMU; not from the overflow interrupt.
#pragma once

#include <stdint.h>

#include "rtm/detail/wide_math.hpp"
#include "rtm/pmu/backend.hpp"

namespace rtm::pmu {

template <class Backend>
class unit {
  static_assert(check_backend<Backend>());

 public:
  using backend_type = Backend;

  constexpr unit() = default;
  explicit constexpr unit(const Backend& backend) : backend_(backend) {}
  unit(const unit&) = delete;
  unit& operator=(const unit&) = delete;

  /// Stops all counters, clears flags that firmware or a debugger left behind, and lets taken counters run from then
  /// on. Nothing interrupts before a counter is taken.
  /// @retval ok
  /// @retval no_pmu, and what else the backend finds: nothing counts
  status start() {
    is_started_ = is_suspended_ = false;
    taken_ = counting_ = interrupting_ = 0;
    waiting_ = looked_at_ = written_ = 0;
    const detail::masked<Backend> guard(backend_);
    if (const status s = backend_.start_up(); s != status::ok) return s;
    backend_.run();
    is_started_ = true;
    return status::ok;
  }

  /// Takes a counter for this event.
  /// @retval ok          `counter` is yours until `release`; it is not counting yet
  /// @retval no_event    this CPU cannot count it
  /// @retval no_counter  all that could are taken
  /// @retval not_started, suspended
  status take(event what, filter where, unsigned& counter) {
    if (const status s = usable(); s != status::ok) return s;
    const uint32_t could = backend_.candidates(what);
    if (could == 0) return status::no_event;
    const uint32_t open = could & ~taken_;
    if (open == 0) return status::no_counter;
    unsigned n = 31;  // from above: on Arm the cycle counter comes last, and can count cycles alone
    while ((open >> n & 1U) == 0) --n;
    take_over(n, what, where);
    counter = n;
    return status::ok;
  }

  /// Takes counter `even` for `what` and the one above it for `above`, both or none. For chain.hpp.
  /// @retval ok, no_event, no_counter, not_started, suspended
  status take_pair(unsigned even, event what, filter where, event above, filter where_above) {
    if (const status s = usable(); s != status::ok) return s;
    const uint32_t low = backend_.candidates(what);
    const uint32_t high = backend_.candidates(above);
    if (low == 0 || high == 0) return status::no_event;
    if ((low >> even & 1U) == 0 || (high >> (even + 1) & 1U) == 0) return status::no_counter;
    if ((taken_ >> even & 3U) != 0) return status::no_counter;
    take_over(even, what, where);
    take_over(even + 1, above, where_above);
    return status::ok;
  }

  /// Stops it and gives it back. A number that is not taken is ignored.
  void release(unsigned n) {
    if (n > 31 || (taken_ >> n & 1U) == 0) return;
    rest(uint32_t{1} << n);
    taken_ &= ~(uint32_t{1} << n);
  }

  /// Starts all counters of `mask` by one access. `with_interrupt`: those whose overflow interrupts.
  /// @retval ok
  /// @retval bad_counter  one of them is not taken: none starts
  /// @retval not_started, suspended
  status count(uint32_t mask, uint32_t with_interrupt = 0) {
    if (const status s = usable(); s != status::ok) return s;
    if ((mask & ~taken_) != 0 || (with_interrupt & ~mask) != 0) return status::bad_counter;
    const detail::masked<Backend> guard(backend_);
    counting_ |= mask;
    interrupting_ |= with_interrupt;
    waiting_ &= ~mask;
    looked_at_ &= ~mask;
    if constexpr (Backend::has_overflow) {
      if (with_interrupt != 0) backend_.irq_enable(with_interrupt);
    }
    backend_.sync();
    backend_.enable(mask);
    return status::ok;
  }

  /// Stops all counters of `mask` by one access. Their counts stay; their overflows no longer interrupt.
  void rest(uint32_t mask) {
    mask &= taken_;
    const detail::masked<Backend> guard(backend_);
    counting_ &= ~mask;
    interrupting_ &= ~mask;
    backend_.disable(mask);
    backend_.sync();
    if constexpr (Backend::has_overflow) backend_.irq_disable(mask);
  }

  /// Looks whether the hardware still is as it was programmed. Call it with every poll of the counters, and let
  /// interrupts in between two calls. After anything but `ok` what was counted since the last `ok` is not to be
  /// believed; `start` again.
  /// @retval ok
  /// @retval ownership_lost   the PMU was halted, a counter of ours stopped or let go, its event changed, or its
  ///                          interrupt switched on
  /// @retval interrupt_off    the overflow interrupt of a counter was switched off
  /// @retval no_interrupt     an overflow of the last call still waits: its interrupt is masked, or goes elsewhere
  /// @retval counter_written  a counter went back and has not wrapped
  /// The last three with overflow flags only. Not seen: a count that was written forward, a flag that somebody cleared,
  /// halted and let go again between two calls. `check_advance` sees a counter that stands still.
  /// @retval not_started, suspended
  /// Bound: two reads of each counter taken.
  status check() {
    if (const status s = usable(); s != status::ok) return s;
    const detail::masked<Backend> guard(backend_);
    if (!backend_.running() || (backend_.enabled() & taken_) != counting_) return status::ownership_lost;
    for (unsigned n = 0; n < 32; ++n) {
      if ((taken_ >> n & 1U) == 0) continue;
      if (!backend_.is_selected(n, programmed_[n].what, programmed_[n].where)) return status::ownership_lost;
    }
    return check_overflows();
  }

  /// Before the power of the core goes: everything stands still. Suspend the counters themselves first, see power.hpp.
  void suspend() {
    if (usable() != status::ok) return;
    const detail::masked<Backend> guard(backend_);
    backend_.disable(taken_);
    backend_.sync();
    is_suspended_ = true;
  }
  /// After it has come back with registers that hold anything: programmed as before, and counting. `before_counting()`
  /// is called when the counters are programmed and stand still.
  /// @retval ok, or what the backend finds in its start-up
  /// @retval not_started  it was not suspended
  template <class Before>
  status resume(Before before_counting) {
    if (!is_started_ || !is_suspended_) return status::not_started;
    const detail::masked<Backend> guard(backend_);
    if (const status s = backend_.start_up(); s != status::ok) return s;
    for (unsigned n = 0; n < 32; ++n) {
      if ((taken_ >> n & 1U) != 0) backend_.select(n, programmed_[n].what, programmed_[n].where);
    }
    before_counting();
    backend_.run();
    is_suspended_ = false;
    return count(counting_, interrupting_);
  }

  [[nodiscard]] Backend& backend() { return backend_; }
  [[nodiscard]] uint32_t taken() const { return taken_; }
  [[nodiscard]] uint32_t counting() const { return counting_; }

 private:
  struct choice {
    event what = {};
    filter where = {};
  };

  void take_over(unsigned n, event what, filter where) {
    const detail::masked<Backend> guard(backend_);
    backend_.disable(uint32_t{1} << n);
    backend_.sync();
    backend_.select(n, what, where);
    if constexpr (Backend::has_overflow) backend_.clear_overflows(uint32_t{1} << n);
    backend_.sync();
    taken_ |= uint32_t{1} << n;
    written_ &= ~(uint32_t{1} << n);
    programmed_[n] = {what, where};
  }

  [[nodiscard]] status usable() const {
    if (!is_started_) return status::not_started;
    return is_suspended_ ? status::suspended : status::ok;
  }

  /// What flags tell. An overflow that waits is an interrupt on its way, if it came since the last call.
  status check_overflows() {
    if constexpr (Backend::has_overflow) {
      const uint32_t on = backend_.irq_enabled() & taken_;
      if ((interrupting_ & ~on) != 0) return status::interrupt_off;
      if (on != interrupting_) return status::ownership_lost;
      const uint32_t back = gone_back();
      backend_.sync();  // a wrap before the reads of `gone_back` has its flag in what is read now
      const uint32_t flags = backend_.overflows();
      const uint32_t touched = backend_.take_touched();
      written_ |= back & ~flags & ~touched;
      const uint32_t still_waiting = waiting_ & flags & ~touched;
      waiting_ = flags & interrupting_;
      if ((written_ & taken_) != 0) return status::counter_written;
      if (still_waiting != 0) return status::no_interrupt;
    }
    return status::ok;
  }

  /// The counters that show less than at the last call.
  uint32_t gone_back() {
    uint32_t back = 0;
    for (unsigned n = 0; n < 32; ++n) {
      const uint32_t mine = uint32_t{1} << n;
      if ((counting_ & mine) == 0) continue;
      const uint64_t now = backend_.read(n) & rtm::detail::low_bits(backend_.bits(n));
      if ((looked_at_ & mine) != 0 && now < shown_[n]) back |= mine;
      shown_[n] = now;
    }
    looked_at_ |= counting_;
    return back;
  }

  Backend backend_ = {};
  uint32_t taken_ = 0;
  uint32_t counting_ = 0;
  uint32_t interrupting_ = 0;
  uint32_t waiting_ = 0;    // flags that were up at the last check, and are to interrupt
  uint32_t looked_at_ = 0;  // counters whose `shown_` is of the last check
  uint32_t written_ = 0;    // by somebody else
  bool is_started_ = false;
  bool is_suspended_ = false;
  choice programmed_[32] = {};
  uint64_t shown_[Backend::has_overflow ? 32 : 1] = {};
};

}  // namespace rtm::pmu
