// SPDX-License-Identifier: MIT
// Loads that anybody can work out on paper: windows of 1000 ticks in which tasks own 400, unless said otherwise.
#include <gmock/gmock.h>

#include "machine.hpp"

namespace rtm::test {
namespace {

constexpr task_id task_1{1};

/// 60 trips through the idle loop, the 31st of which a task interrupts for 400 ticks. `hit` ticks of each are an
/// interrupt's. The last trip ends, and the window closes, at 1000.
void idle_loop_with_a_task(core<>& c, unsigned trips, std::uint64_t length, std::uint64_t hit) {
  const auto trip = [&](std::uint64_t begin, std::uint64_t end) {
    if (hit != 0) c.hwi(begin + 2, begin + 2 + hit);
    c.idle_trip(end);
  };
  c.idle_trip(0);
  std::uint64_t t = 0;
  for (unsigned i = 1; i < trips / 2; ++i, t += length) trip(t, t + length);
  c.task(t + 1, task_1);
  c.task(t + 401, idle);
  trip(t + 400, t + 400 + length);
  t += 400 + length;
  for (; t < 1000; t += length) trip(t, t + length);
}

TEST(load_known_values, sixty_trips_of_10_and_tasks_of_400_are_40_percent_by_trips_and_by_ledger) {
  core<> c(all_watched());
  idle_loop_with_a_task(c, 60, 10, 0);
  EXPECT_EQ(c.summary().trips, 60U);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 10U);
  const rtm_load_stat by_trips = c.cpu(RTM_LOAD_BY_TRIPS);
  EXPECT_EQ(percent(by_trips), 40U);
  EXPECT_EQ(by_trips.quality, RTM_LOAD_ESTIMATE);
  EXPECT_EQ(by_trips.method, RTM_LOAD_BY_TRIPS);
  const rtm_load_stat by_ledger = c.cpu(RTM_LOAD_BY_LEDGER);
  EXPECT_EQ(percent(by_ledger), 40U);
  EXPECT_EQ(by_ledger.quality, RTM_LOAD_EXACT);
  EXPECT_EQ(by_ledger.method, RTM_LOAD_BY_LEDGER);
}

TEST(load_known_values, an_interrupt_in_every_trip_is_40_percent_by_trips_but_60_by_ledger) {
  core<> c(all_watched());
  idle_loop_with_a_task(c, 40, 15, 5);
  EXPECT_EQ(c.summary().trips, 40U);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 15U) << "no trip was ever seen without the interrupt";
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_TRIPS)), 40U);
  EXPECT_EQ(c.cpu(RTM_LOAD_BY_TRIPS).quality, RTM_LOAD_ESTIMATE);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_LEDGER)), 60U);
  EXPECT_EQ(c.summary().task_ticks, 400U);
  EXPECT_EQ(c.summary().hwi_ticks, 200U);
}

/// 60 trips, of which one takes 8 ticks and another one 12.
void one_freak_trip(core<>& c) {
  c.idle_trip(0);
  c.idle_trip(8);
  c.idle_trip(20);
  std::uint64_t t = c.idle_trips(20, 28, 10);
  c.task(t + 1, task_1);
  c.task(t + 401, idle);
  c.idle_trip(t + 410);
  c.idle_trips(t + 410, 29, 10);
}

TEST(load_known_values, one_freak_trip_of_8_makes_52_percent_by_trips) {
  core<> c(all_watched());
  one_freak_trip(c);
  EXPECT_EQ(c.summary().trips, 60U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_TRIPS)), 52U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_LEDGER)), 40U);
}

TEST(load_known_values, min_idle_of_10_bounds_the_freak_trip_40_percent) {
  rtm_load_config how = all_watched();
  how.minIdle = 10;
  core<> c(how);
  one_freak_trip(c);
  EXPECT_EQ(c.summary().trips, 60U);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 10U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_TRIPS)), 40U);
}

TEST(load_known_values, more_trips_than_the_window_has_room_for_are_0_percent_and_say_clamped) {
  core<> c(by_call());
  c.idle_trip(0);
  c.update(10);  // the trip that ends here is counted in the next window
  for (std::uint64_t t = 10; t <= 1010; t += 10) c.idle_trip(t);
  c.update(1010);
  EXPECT_EQ(c.summary().total_ticks, 1000U);
  EXPECT_EQ(c.summary().trips, 101U);
  const rtm_load_stat s = c.cpu(RTM_LOAD_BY_TRIPS);
  EXPECT_EQ(percent(s), 0U);
  EXPECT_NE(s.flags & RTM_LOAD_CLAMPED, 0U);
  EXPECT_EQ(c.cpu(RTM_LOAD_BY_LEDGER).flags & RTM_LOAD_CLAMPED, 0U);
}

/// Task 0-20, idle 20-50, Hwi 50-60, idle 60-100.
rtm_load_stat task_20_idle_70_hwi_10(int hwi_enabled) {
  rtm_load_config how = by_call();
  how.hwiEnabled = hwi_enabled;
  core<> c(how, 0, task_1);
  c.task(20, idle);
  c.hwi(50, 60);
  c.update(100);
  EXPECT_EQ(c.summary().total_ticks, 100U);
  return c.cpu();
}

TEST(load_known_values, task_20_idle_70_hwi_10_is_30_percent_with_hwis_watched) {
  const rtm_load_stat s = task_20_idle_70_hwi_10(1);
  EXPECT_EQ(percent(s), 30U);
  EXPECT_EQ(s.flags, 0U);
}

TEST(load_known_values, task_20_idle_70_hwi_10_is_20_percent_without_and_says_why) {
  const rtm_load_stat s = task_20_idle_70_hwi_10(0);
  EXPECT_EQ(percent(s), 20U);
  EXPECT_THAT(reasons(s), testing::ElementsAre(testing::HasSubstr("inside the row that they interrupted")));
}

TEST(load_known_values, counter_of_32_bits_that_wraps_in_the_window_is_50_percent) {
  const std::uint64_t start = (std::uint64_t{1} << 32U) - 200;
  core<> c(by_call(), start, idle);
  c.task(start + 100, task_1);
  c.task(start + 350, idle);
  c.update(start + 500);
  EXPECT_EQ(c.summary().idle_ticks, 250U);
  EXPECT_EQ(c.task_ticks(task_1), 250U);
  EXPECT_EQ(percent(c.cpu()), 50U);
}

}  // namespace
}  // namespace rtm::test
