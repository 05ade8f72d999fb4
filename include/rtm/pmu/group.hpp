// SPDX-License-Identifier: MIT
// Counters that start, stop and are read as one, so that their counts belong to one window: the only ones of which
// ratios are made (instructions per cycle). A group is pinned: it has its counters for as long as it exists. More
// events than counters is an answer, never an estimate.
//
//   rtm::pmu::counter_group<pmu_type, 2> group;
//   group.add(pmu, rtm::pmu::arm::cpu_cycles);
//   group.add(pmu, rtm::pmu::arm::inst_retired);
//   group.start(pmu);
//   rtm::pmu::group_reading<2> r;
//   group.read(clock_now(), r);          // running counters, never stopped for it
#pragma once

#include <stdint.h>

#include "rtm/pmu/counter.hpp"
#include "rtm/pmu/unit.hpp"

namespace rtm::pmu {

template <unsigned Size>
struct group_reading {
  uint64_t time_ticks = 0;    ///< As given to `read`.
  uint64_t count[Size] = {};  ///< Events since `start`, in the order of `add`.
  uint32_t used = 0;          ///< How many of them are in use.
};

template <class Backend, unsigned Size, extend How = Backend::has_overflow ? extend::by_overflow_flag : extend::by_poll>
class counter_group {
  static_assert(Size >= 1 && Size <= 32, "counter_group: 1 to 32 events");

 public:
  using counter_type = extended_counter<Backend, How>;

  constexpr counter_group() = default;
  counter_group(const counter_group&) = delete;
  counter_group& operator=(const counter_group&) = delete;

  /// One more event. Refused, the group is as it was.
  /// @retval ok          its count is the next one of the readings
  /// @retval no_counter  the group is full, or every counter that could is taken
  /// @retval running     stop it first
  /// @retval no_event, not_started, suspended  as unit::take
  status add(unit<Backend>& pmu, event what, filter where = {}) {
    if (is_running_) return status::running;
    if (used_ == Size) return status::no_counter;
    unsigned n = 0;
    if (const status s = pmu.take(what, where, n); s != status::ok) return s;
    if (const status s = counter_[used_].start(pmu.backend(), n); s != status::ok) return s;
    ++used_;
    return status::ok;
  }

  /// Counts all its events from 0, from one moment. With overflow flags, first attach each `counter(i)` to the overflow
  /// handler.
  /// @retval ok, running, bad_counter, not_started, suspended
  /// @retval no_interrupt  one was not attached: its wraps would be in no count. None starts.
  status start(unit<Backend>& pmu) {
    if (is_running_) return status::running;
    for (unsigned i = 0; i < used_; ++i) {
      if (!counter_[i].sees_wraps()) return status::no_interrupt;
    }
    for (unsigned i = 0; i < used_; ++i) {
      if (const status s = counter_[i].start(pmu.backend(), counter_[i].counter()); s != status::ok) return s;
    }
    const status s = pmu.count(mask(), How == extend::by_overflow_flag ? mask() : 0);
    is_running_ = s == status::ok;
    if (is_running_) go_on();
    has_counted_ = has_counted_ || is_running_;
    return s;
  }

  /// All stand still from one moment on; `read` goes on to show what they counted.
  void stop(unit<Backend>& pmu) {
    if (!is_running_) return;
    pmu.rest(mask());
    is_running_ = false;
    break_off();
  }

  /// Gives the counters back; the group is empty.
  void release(unit<Backend>& pmu) {
    stop(pmu);
    for (unsigned i = 0; i < used_; ++i) pmu.release(counter_[i].counter());
    used_ = 0;
    has_counted_ = false;
    break_off();
  }

  /// The counts at one moment, apart by no more than the accesses of this loop, with interrupts masked.
  /// @retval ok
  /// @retval not_started  nothing was ever counted
  /// Context: the core of the group, task or ISR. Bound: Size counters.
  status read(Backend& pmu, uint64_t now_ticks, group_reading<Size>& out) {
    if (!has_counted_) return status::not_started;
    const detail::masked<Backend> guard(pmu);
    out.time_ticks = now_ticks;
    out.used = used_;
    for (unsigned i = 0; i < used_; ++i) out.count[i] = counter_[i].read_masked();
    return status::ok;
  }

  [[nodiscard]] counter_type& counter(unsigned i) { return counter_[i]; }
  [[nodiscard]] unsigned used() const { return used_; }
  [[nodiscard]] uint32_t mask() const {
    uint32_t all = 0;
    for (unsigned i = 0; i < used_; ++i) all |= uint32_t{1} << counter_[i].counter();
    return all;
  }

  /// Another number after each break of what the raw counters show: stopped, without power, given back. Odd while they
  /// do not count. For columns.hpp.
  [[nodiscard]] const uint32_t& breaks() const { return breaks_; }

  void suspend() {
    break_off();
    for (unsigned i = 0; i < used_; ++i) counter_[i].suspend();
  }
  void resume() {
    for (unsigned i = 0; i < used_; ++i) counter_[i].resume();
    if (is_running_) go_on();
  }

 private:
  void break_off() { breaks_ += 1 + breaks_ % 2; }
  void go_on() { breaks_ += breaks_ % 2; }

  counter_type counter_[Size] = {};
  unsigned used_ = 0;
  uint32_t breaks_ = 1;
  bool is_running_ = false;
  bool has_counted_ = false;
};

}  // namespace rtm::pmu
