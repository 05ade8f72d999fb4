// SPDX-License-Identifier: MIT
// How does the demo tell its ledgers what happens? Every fact goes through `rtm::report`: mask, THEN read the clock,
// report, restore. In another order a fact of an interrupt that comes in between would overtake this one.
//
// Two ledgers see the same run: `ledger` is told everything; `dispatches_only` what a tool that hooks nothing but the
// task switch would know. The difference between their loads is what interrupts cost and such a tool does not see.
#pragma once

#include <stdint.h>

#include "board_mps2_an385.hpp"
#include "rtm/ledger.hpp"
#include "variant.hpp"

namespace observer {

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 4, isrs = 4, points = 3, depth = 6;
  static constexpr uint32_t point_depth = 2, point_frames = 6;
};

struct dispatches_only_capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 4, isrs = 0, points = 0, depth = 1;
};

inline constexpr uint32_t window_ticks = 50'000 * board::ticks_per_us;
/// The idle loop polls every 0.5 ms or so and the tick comes every millisecond, unless a task is busy meanwhile.
inline constexpr uint32_t max_gap_ticks = 5'000 * board::ticks_per_us;

extern rtm::ledger<capacity, variant::facts_sink> ledger;
extern rtm::ledger<dispatches_only_capacity> dispatches_only;

/// `fact` is called with the reading of the clock, and may hand it to more than one ledger.
template <class Fact>
inline void report(Fact fact) {
  rtm::report<board::port>(fact);
}

/// Starts both ledgers at one instant, with the bench itself (`rtm::kernel`) as owner. False: a ledger refused.
[[nodiscard]] bool start();

// The statuses are dropped: the first fault stays in the ledger, and the end of the run prints it.
inline void isr_enter(rtm::isr_id isr) {
  report([isr](uint32_t now) { (void)ledger.isr_enter(now, isr); });
}
inline void isr_exit(rtm::isr_id isr) {
  report([isr](uint32_t now) { (void)ledger.isr_exit(now, isr); });
}
inline void point_begin(rtm::point_id point) {
  report([point](uint32_t now) { (void)ledger.point_begin(now, point); });
}
inline void point_end(rtm::point_id point) {
  report([point](uint32_t now) { (void)ledger.point_end(now, point); });
}

void poll();

/// Masks interrupts for good, settles both ledgers at one last instant, and makes their epoch sums readable.
void stop();

}  // namespace observer
