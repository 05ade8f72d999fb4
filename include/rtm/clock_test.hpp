// SPDX-License-Identifier: MIT
// Can a load be measured with this clock? A start-up test: does it move, does it go on while the core sleeps, and is
// it as fast as it is said to be? A clock that fails cannot be believed, however well its ledger adds up: the load of
// one that stops in idle is always 100 %.
//
//   const rtm::clock_report tested = rtm::test_clock<my_port, my_timer>({}, [] { arm_timer(); wait_for_interrupt(); });
//   rtm::start_answer begun = rtm::start_measuring<my_port>(ledger, tested, rtm::kernel, timing);
//   if (begun.clock != rtm::clock_status::clock_ok) ...     // not started: there is no load, not a wrong one
//
// The second time base is any type with word, clock_bits, rate_hz() and now() that is known to run in idle.
#pragma once

#include <stdint.h>

#include "rtm/port.hpp"
#include "rtm/types.hpp"

namespace rtm {

enum class [[nodiscard]] clock_status : uint8_t{
    clock_ok,             ///< Moves; and, as far as there was a second time base, at its rate, asleep too.
    clock_stuck,          ///< Never moved: not there, not enabled, or enabled by a debugger only.
    clock_stops_in_idle,  ///< Right while busy, and slower or still in idle. It measures work, not time.
    clock_too_fast,       ///< Counts more than the second time base says. A sleep that is added twice looks so.
    clock_too_slow,       ///< Counts less, while busy already.
    reference_stuck,      ///< The second time base did not move, busy or in idle: nothing is known.
    not_tested,           ///< `test_clock` has not been called.
};

/// What was counted between the same two instants by the clock and by the second time base.
struct clock_span {
  uint64_t clock_ticks = 0;
  uint64_t reference_ticks = 0;
};

/// Two spans, one without a moment of sleep, one with as little else as possible.
struct clock_evidence {
  clock_span busy;
  clock_span idle;
};

struct clock_rates {
  uint64_t clock_hz = 0;
  uint64_t reference_hz = 0;
  uint32_t tolerance_1024ths = 20;  ///< Largest deviation believed, in 1/1024: 20 is 2 %. Crystal against RC: more.
};

struct clock_report {
  clock_status status = clock_status::not_tested;
  /// There was a second time base while busy, and both counted so far that a tick of rounding is within the tolerance.
  bool rate_is_proven = false;
  bool idle_is_proven = false;  ///< And in idle. If not, `runs_in_idle` of the port is believed.
  clock_evidence seen;
};

/// How long to look. Bounds, not aims: nothing here waits for ever.
struct clock_test_plan {
  uint32_t readings = 10'000;       ///< Most readings while busy.
  uint32_t busy_reference = 1'000;  ///< Enough of the second time base, while busy.
  uint32_t sleeps = 10;             ///< Most calls of `sleep`.
  uint32_t idle_reference = 1'000;  ///< Enough of the second time base, in idle.
  uint32_t tolerance_1024ths = 20;  ///< As in clock_rates.
};

namespace detail {

enum class pace : uint8_t { right, fast, slow };

/// A tick of rounding on both sides is never a deviation. Products: spans and rates must be below 2^31.
constexpr pace compare_pace(const clock_span& span, const clock_rates& rates) {
  const uint64_t counted = span.clock_ticks * rates.reference_hz;
  const uint64_t expected = span.reference_ticks * rates.clock_hz;
  const uint64_t allowed = (expected >> 10) * rates.tolerance_1024ths + rates.clock_hz + rates.reference_hz;
  if (counted > expected + allowed) return pace::fast;
  if (counted + allowed < expected) return pace::slow;
  return pace::right;
}

/// Would a deviation beyond the tolerance show? Not if a tick of rounding is more than that.
constexpr bool can_tell(const clock_span& span, const clock_rates& rates) {
  const uint64_t expected = span.reference_ticks * rates.clock_hz;
  return (expected >> 10) * rates.tolerance_1024ths >= rates.clock_hz + rates.reference_hz;
}

/// Sums up what a clock of some bits counts between readings less than one wrap apart.
template <class Clock>
class tick_sum {
 public:
  void begin() { last_ = Clock::now(); }
  void go_on() {
    const auto now = Clock::now();
    sum_ += (now - last_) & mask;
    last_ = now;
  }
  [[nodiscard]] uint64_t sum() const { return sum_; }

 private:
  static constexpr
      typename Clock::word mask = ~typename Clock::word{0} >> (8 * sizeof(typename Clock::word) - Clock::clock_bits);
  typename Clock::word last_ = 0;
  uint64_t sum_ = 0;
};

/// Reads both clocks at one instant, as nearly as can be: nothing comes in between.
template <class Port, class Reference>
struct clock_pair {
  tick_sum<Port> clock;
  tick_sum<Reference> reference;

  void begin() {
    const masked<Port> held;
    reference.begin();
    clock.begin();
  }
  void go_on() {
    const masked<Port> held;
    reference.go_on();
    clock.go_on();
  }
  [[nodiscard]] clock_span span() const { return {clock.sum(), reference.sum()}; }
};

}  // namespace detail

/// Names the class of a clock from what was counted. Needs both spans; `test_clock` also answers where there is less.
constexpr clock_status judge_clock(const clock_evidence& seen, const clock_rates& rates) {
  if (seen.busy.reference_ticks == 0 || seen.idle.reference_ticks == 0) return clock_status::reference_stuck;
  if (seen.busy.clock_ticks == 0 && seen.idle.clock_ticks == 0) return clock_status::clock_stuck;
  const detail::pace awake = detail::compare_pace(seen.busy, rates);
  const detail::pace asleep = detail::compare_pace(seen.idle, rates);
  if (awake == detail::pace::slow) return clock_status::clock_too_slow;
  if (awake == detail::pace::fast || asleep == detail::pace::fast) return clock_status::clock_too_fast;
  return asleep == detail::pace::slow ? clock_status::clock_stops_in_idle : clock_status::clock_ok;
}

/// Tests the clock of a port without a second time base: whether it moves is all that can be found out. A port that
/// says of itself that it does not run in idle is believed.
/// Context: start-up, on the core of the clock. Bound: `readings` readings.
template <class Port>
clock_report test_clock(const clock_test_plan& plan) {
  clock_report found;
  detail::tick_sum<Port> clock;
  clock.begin();
  for (uint32_t i = 0; i < plan.readings && clock.sum() == 0; ++i) clock.go_on();
  found.seen.busy.clock_ticks = clock.sum();
  found.status = clock.sum() == 0     ? clock_status::clock_stuck
                 : Port::runs_in_idle ? clock_status::clock_ok
                                      : clock_status::clock_stops_in_idle;
  return found;
}

/// Tests it against a second time base, once busy and once asleep.
/// `sleep()` puts the core to sleep as the idle loop does, and returns after a while well below the wrap of both
/// clocks: something must be armed to end it. Every call makes the idle span longer.
/// Context: start-up, on the core of the clock, with whatever ends a sleep enabled. Bound: `readings` readings,
/// `sleeps` sleeps. The natural mistake is a `sleep` that spins: then nothing is proven, and the status says ok.
template <class Port, class Reference, class Sleep>
clock_report test_clock(const clock_test_plan& plan, Sleep sleep) {
  clock_report found;
  detail::clock_pair<Port, Reference> awake;
  awake.begin();
  for (uint32_t i = 0; i < plan.readings && awake.reference.sum() < plan.busy_reference; ++i) awake.go_on();
  detail::clock_pair<Port, Reference> asleep;
  asleep.begin();
  for (uint32_t i = 0; i < plan.sleeps && asleep.reference.sum() < plan.idle_reference; ++i) {
    sleep();
    asleep.go_on();
  }
  found.seen = {awake.span(), asleep.span()};
  const clock_rates rates{Port::rate_hz(), Reference::rate_hz(), plan.tolerance_1024ths};
  found.rate_is_proven = detail::can_tell(found.seen.busy, rates);
  found.idle_is_proven = detail::can_tell(found.seen.idle, rates);
  found.status = judge_clock(found.seen, rates);
  if (found.status == clock_status::clock_ok && !Port::runs_in_idle) found.status = clock_status::clock_stops_in_idle;
  return found;
}

/// Both answers: the ledger's is `not_started` where the clock was refused.
struct [[nodiscard]] start_answer {
  clock_status clock = clock_status::not_tested;
  status ledger = status::not_started;
};

/// Starts a ledger at this instant if its load can be believed; otherwise leaves it alone, so that every reader of it
/// finds no load instead of a wrong one. A ledger that shall measure work only, with a clock that stops in idle, is
/// started by its own `start`: its total is then busy time, and `idle` means nothing.
/// Context: as ledger::start. Bound: as ledger::start.
template <class Port, class Ledger>
start_answer start_measuring(Ledger& ledger, const clock_report& tested, task_id base, const timing& how) {
  if (tested.status != clock_status::clock_ok) return {tested.status, status::not_started};
  return {tested.status, report<Port>([&](typename Port::word now) { return ledger.start(now, base, how); })};
}

/// The status as a word, for a report.
constexpr const char* name_of(clock_status status) {
  switch (status) {
    case clock_status::clock_ok: return "clock_ok";
    case clock_status::clock_stuck: return "clock_stuck";
    case clock_status::clock_stops_in_idle: return "clock_stops_in_idle";
    case clock_status::clock_too_fast: return "clock_too_fast";
    case clock_status::clock_too_slow: return "clock_too_slow";
    case clock_status::reference_stuck: return "reference_stuck";
    case clock_status::not_tested: return "not_tested";
  }
  return "no clock_status";
}

}  // namespace rtm
