// SPDX-License-Identifier: MIT
// One core's windows by each of the four strategies.
#include <gtest/gtest.h>

#include "simulated_cores.hpp"

namespace rtm::test {
namespace {

using sync::status;
using sync::strategy;

sync::plan planned(strategy how) {
  sync::plan p;
  p.how = how;
  p.number = 7;
  p.start_ticks = 1000;
  p.length_ticks = 100;
  p.most_wait_ticks = 20;
  return p;
}

TEST(sampler, without_a_plan_answers_not_armed) {
  simulated_member m(0);
  EXPECT_EQ(m.poll_at(10), status::not_armed);
  EXPECT_EQ(m.windows.captured(m.source, 0, 0, {0, 0}, {64, 64}), status::not_armed);
}

TEST(sampler, refuses_a_window_of_no_length_or_one_that_wraps_the_clock) {
  simulated_member m(0);
  sync::plan p = planned(strategy::periodic);
  p.length_ticks = 0;
  EXPECT_EQ(m.windows.arm(p, m.port), status::bad_plan);
  p.length_ticks = 100;
  p.start_ticks = ~std::uint64_t{0} - 50;
  EXPECT_EQ(m.windows.arm(p, m.port), status::bad_plan);
}

// ---- software: a deadline ----

TEST(deadline, is_waited_for_with_interrupts_masked_and_met_to_the_reading) {
  simulated_member m(3);
  ASSERT_EQ(m.windows.arm(planned(strategy::software), m.port), status::ok);
  EXPECT_EQ(m.poll_at(970), status::waiting);  // too early to wait
  EXPECT_EQ(m.port.locks, 0U);
  EXPECT_EQ(m.poll_at(990), status::waiting);
  EXPECT_EQ(m.port.locks, 1U);
  EXPECT_FALSE(m.port.locked);
  EXPECT_EQ(m.poll_at(1050), status::waiting);
  EXPECT_EQ(m.poll_at(1090), status::ok);
  const auto& w = m.windows.window();
  EXPECT_EQ(w.core, 3U);
  EXPECT_EQ(w.number, 7U);
  EXPECT_EQ(w.start_ticks, 1000U);
  EXPECT_EQ(w.stop_ticks, 1100U);
  EXPECT_EQ(w.start_late_ticks, 0U);
  EXPECT_EQ(w.stop_late_ticks, 0U);
  EXPECT_EQ(w.start_taken_ticks, 1U);
  EXPECT_EQ(w.count[0], 100U);
  EXPECT_EQ(w.count[1], 200U);
  EXPECT_FALSE(w.is_lost);
  EXPECT_EQ(m.poll_at(1200), status::not_armed);
}

TEST(deadline, that_a_core_comes_late_for_is_recorded_as_such) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::software), m.port), status::ok);
  EXPECT_EQ(m.poll_at(1033), status::waiting);  // interrupts were off for long
  EXPECT_EQ(m.poll_at(1104), status::ok);
  EXPECT_EQ(m.windows.window().start_ticks, 1033U);
  EXPECT_EQ(m.windows.window().start_late_ticks, 33U);
  EXPECT_EQ(m.windows.window().stop_late_ticks, 4U);
  EXPECT_EQ(m.windows.window().count[0], 71U);
}

TEST(deadline, after_the_whole_window_is_missed) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::software), m.port), status::ok);
  EXPECT_EQ(m.poll_at(1100), status::missed);
  EXPECT_EQ(m.windows.missed(), 1U);
  EXPECT_EQ(m.poll_at(1101), status::not_armed);
}

TEST(deadline, of_a_clock_that_stands_still_is_given_up) {
  simulated_member m(0);
  sync::plan p = planned(strategy::software);
  p.most_readings = 50;
  ASSERT_EQ(m.windows.arm(p, m.port), status::ok);
  m.port.per_reading = 0;
  m.port.time = 990;
  EXPECT_EQ(m.windows.poll(m.port, m.source), status::clock_stuck);
  EXPECT_FALSE(m.port.locked);
  EXPECT_EQ(m.windows.poll(m.port, m.source), status::not_armed);
}

// ---- periodic ----

TEST(boundary, is_closed_at_the_next_poll_and_begins_the_next_window) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::periodic), m.port), status::ok);
  EXPECT_EQ(m.poll_at(990), status::waiting);
  EXPECT_EQ(m.poll_at(1002), status::waiting);
  const struct { std::uint64_t poll, late; } ends[] = {{1105, 5}, {1201, 1}, {1399, 99}, {1400, 0}};
  std::uint64_t sum = 0, number = 7;
  for (const auto& end : ends) {
    ASSERT_EQ(m.poll_at(end.poll), status::ok);
    EXPECT_EQ(m.windows.window().number, number++);
    EXPECT_EQ(m.windows.window().stop_late_ticks, end.late);
    sum += m.windows.window().count[0];
  }
  EXPECT_EQ(sum, 1400U - 1002U);  // nothing is counted twice, and nothing falls between two windows
}

TEST(boundary, of_windows_that_went_by_unseen_leaves_a_gap_in_the_numbers) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::periodic), m.port), status::ok);
  EXPECT_EQ(m.poll_at(1000), status::waiting);
  EXPECT_EQ(m.poll_at(1350), status::missed);  // 7 to 9 have gone, and the start of 10
  EXPECT_EQ(m.windows.missed(), 4U);
  EXPECT_EQ(m.poll_at(1400), status::waiting);  // 11 begins
  EXPECT_EQ(m.poll_at(1500), status::ok);
  EXPECT_EQ(m.windows.window().number, 11U);
  EXPECT_EQ(m.windows.window().start_ticks, 1400U);
}

TEST(boundary, of_the_warm_up_is_marked) {
  simulated_member m(0);
  sync::plan p = planned(strategy::periodic);
  p.warm_up = 2;
  ASSERT_EQ(m.windows.arm(p, m.port), status::ok);
  EXPECT_EQ(m.poll_at(1000), status::waiting);
  for (std::uint64_t i = 1; i <= 4; ++i) {
    ASSERT_EQ(m.poll_at(1000 + 100 * i), status::ok);
    EXPECT_EQ(m.windows.window().is_warm_up, i <= 2) << i;
  }
}

TEST(window, that_lost_its_counters_or_its_epoch_says_so) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::periodic), m.port), status::ok);
  EXPECT_EQ(m.poll_at(1000), status::waiting);
  m.source.sound = false;
  ASSERT_EQ(m.poll_at(1100), status::ok);
  EXPECT_TRUE(m.windows.window().is_lost);
  m.source.sound = true;
  ASSERT_EQ(m.poll_at(1200), status::ok);
  EXPECT_TRUE(m.windows.window().is_lost);  // it began with counts that are not to be believed
  ASSERT_EQ(m.poll_at(1300), status::ok);
  EXPECT_FALSE(m.windows.window().is_lost);
  m.source.of_epoch = 1;
  ASSERT_EQ(m.poll_at(1400), status::ok);
  EXPECT_TRUE(m.windows.window().is_lost);
}

// ---- hardware ----

TEST(capture, is_taken_as_the_trigger_says) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::hardware), m.port), status::ok);
  EXPECT_EQ(m.poll_at(1500), status::waiting);
  EXPECT_EQ(m.windows.captured(m.source, 1001, 4, {500, 10}, {64, 64}), status::waiting);
  EXPECT_EQ(m.windows.captured(m.source, 1101, 5, {570, 30}, {64, 64}), status::ok);
  const auto& w = m.windows.window();
  EXPECT_EQ(w.start_ticks, 1001U);
  EXPECT_EQ(w.stop_ticks, 1101U);
  EXPECT_EQ(w.start_taken_ticks, 4U);
  EXPECT_EQ(w.stop_taken_ticks, 5U);
  EXPECT_EQ(w.count[0], 70U);
  EXPECT_EQ(w.count[1], 20U);
}

// The first counter has 32 bits and wraps inside the window: 16 before it and 16 after.
TEST(capture, of_a_narrow_counter_that_wraps_is_taken_modulo_its_width) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::hardware), m.port), status::ok);
  EXPECT_EQ(m.windows.captured(m.source, 1001, 4, {0xFFFF'FFF0U, 10}, {32, 64}), status::waiting);
  EXPECT_EQ(m.windows.captured(m.source, 1101, 5, {16, 30}, {32, 64}), status::ok);
  EXPECT_FALSE(m.windows.window().is_lost);
  EXPECT_EQ(m.windows.window().count[0], 32U);
  EXPECT_EQ(m.windows.window().count[1], 20U);
}

TEST(capture, that_the_hardware_did_not_take_loses_the_window) {
  for (const bool first : {false, true}) {
    simulated_member m(0);
    EXPECT_EQ(m.windows.capture_lost(m.source, 1001), status::not_armed);
    ASSERT_EQ(m.windows.arm(planned(strategy::hardware), m.port), status::ok);
    const auto capture = [&](std::uint64_t time, bool lost) {
      return lost ? m.windows.capture_lost(m.source, time) : m.windows.captured(m.source, time, 4, {7, 7}, {32, 32});
    };
    EXPECT_EQ(capture(1001, first), status::waiting);
    EXPECT_EQ(capture(1101, !first), status::ok);
    EXPECT_TRUE(m.windows.window().is_lost);
  }
}

TEST(capture, of_a_counter_without_a_width_is_lost) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::hardware), m.port), status::ok);
  EXPECT_EQ(m.windows.captured(m.source, 1001, 4, {1, 1}, {0, 65}), status::waiting);
  EXPECT_EQ(m.windows.captured(m.source, 1101, 4, {1, 1}, {32, 32}), status::ok);
  EXPECT_TRUE(m.windows.window().is_lost);
}

// ---- global clock ----

TEST(samples, are_brought_to_the_boundaries_by_a_straight_line) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::global_clock), m.port), status::ok);
  EXPECT_EQ(m.poll_at(980), status::waiting);
  EXPECT_EQ(m.poll_at(1010), status::waiting);
  EXPECT_EQ(m.poll_at(1060), status::waiting);
  EXPECT_EQ(m.poll_at(1140), status::ok);
  const auto& w = m.windows.window();
  EXPECT_EQ(w.start_ticks, 1000U);
  EXPECT_EQ(w.stop_ticks, 1100U);
  EXPECT_EQ(w.start_spacing_ticks, 30U);
  EXPECT_EQ(w.stop_spacing_ticks, 80U);
  EXPECT_EQ(w.count[0], 100U);  // exact at a constant rate
  EXPECT_EQ(w.count[1], 200U);
}

TEST(samples, that_begin_after_the_plan_miss_its_first_window) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::global_clock), m.port), status::ok);
  EXPECT_EQ(m.poll_at(1030), status::missed);
  EXPECT_EQ(m.poll_at(1130), status::waiting);
  EXPECT_EQ(m.poll_at(1230), status::ok);
  EXPECT_EQ(m.windows.window().number, 8U);
  EXPECT_EQ(m.windows.window().start_ticks, 1100U);
}

TEST(samples, further_apart_than_a_window_miss_it) {
  simulated_member m(0);
  ASSERT_EQ(m.windows.arm(planned(strategy::global_clock), m.port), status::ok);
  EXPECT_EQ(m.poll_at(990), status::waiting);
  EXPECT_EQ(m.poll_at(1250), status::missed);
  EXPECT_EQ(m.poll_at(1310), status::waiting);
  EXPECT_EQ(m.poll_at(1410), status::ok);
  EXPECT_EQ(m.windows.window().number, 10U);
}

}  // namespace
}  // namespace rtm::test
