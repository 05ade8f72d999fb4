// SPDX-License-Identifier: MIT
// A snapshot looks; it must not change what is measured, however often and wherever it is taken.
#include <gtest/gtest.h>

#include <cstdint>

#include "small.hpp"
#include "threads/capacities.hpp"
#include "threads/fact_stream.hpp"

namespace rtm::test {
namespace {

template <class Capacity>
void watch(std::uint64_t seed, int facts) {
  using word = typename Capacity::word;
  constexpr std::uint64_t start = 0xFFFF'FF00;
  const timing how{fact_stream::window_ticks, fact_stream::max_gap_ticks};
  const auto watched = started<Capacity>(how, static_cast<word>(start), task_id{0});
  const auto alone = started<Capacity>(how, static_cast<word>(start), task_id{0});
  fact_stream stream(seed, start);
  word now = static_cast<word>(start);
  for (int i = 0; i < facts; ++i) {
    const told t = stream.next();
    if (!is_fault(t.answer)) now = static_cast<word>(t.time);
    ASSERT_EQ(tell(*watched, t), t.answer);
    ASSERT_EQ(tell(*alone, t), t.answer);
    (void)watched->snapshot(now);
    if (i % 3 == 0) (void)watched->snapshot(now);
    ASSERT_EQ(latest_values(*watched), latest_values(*alone)) << "fact " << i;
  }
  EXPECT_EQ(watched->snapshot(now), alone->snapshot(now));
  EXPECT_EQ(all_values(*watched), all_values(*alone)) << "after " << facts << " facts, seed " << seed;
}

TEST(snapshot, after_every_fact_changes_nothing) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    watch<words_of_32_bits>(seed, static_cast<int>(seed * 17));
    watch<words_of_64_bits>(seed, static_cast<int>(seed * 17));
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
  watch<words_of_32_bits>(1000, 20'000);  // several faults and resets
}

//   col      0    5    10
//   task 1   ==-=------     point 2 begins at 0: inclusive 3
//   swi 1        =-----     inclusive 6
//   isr 1         =----     inclusive 5, its point 3 from 6 on: 4
//   isr 1          ====     inclusive 4
//   isr 0      =
TEST(snapshot, shows_what_is_open_up_to_its_time) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{2}));
  accept(l->isr_enter(2, isr_id{0}));
  accept(l->isr_exit(3, isr_id{0}));
  accept(l->swi_enter(4, swi_id{1}));
  accept(l->isr_enter(5, isr_id{1}));
  accept(l->isr_enter(6, isr_id{1}));
  accept(l->point_begin(6, point_id{3}));
  accept(l->snapshot(10));
  const values expected{{"task 1", 3},          {"point 2", 3},         {"point 2 inclusive", 3},
                        {"isr 0", 1},           {"isr 0 inclusive", 1}, {"isr 0 calls", 1},
                        {"swi 1", 1},           {"swi 1 inclusive", 6}, {"isr 1", 5},
                        {"isr 1 inclusive", 9}, {"point 3", 4},         {"point 3 inclusive", 4}};
  EXPECT_EQ(epoch_sums_of(*l), expected);
  EXPECT_EQ(window_values(*l, l->window_in_progress()), expected);
}

TEST(snapshot, shows_open_points_of_suspended_contexts) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(10, point_id{2}));
  accept(l->task_switch(30, task_id{2}));
  accept(l->point_begin(30, point_id{2}));
  accept(l->task_switch(60, idle));
  accept(l->snapshot(70));
  EXPECT_EQ(l->epoch_sums(point_id{2}).exclusive, 50U);
  EXPECT_EQ(l->epoch_sums(point_id{2}).calls, 0U);
}

TEST(snapshot, settles_time_and_closes_a_window_like_a_poll) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->snapshot(40));
  EXPECT_EQ(l->epoch().total_ticks, 40U);
  accept(l->snapshot(130));
  EXPECT_EQ(latest_values(*l), (values{{"task 1", 100}, {"length", 100}}));
}

TEST(snapshot, in_an_invalid_epoch_shows_what_was_open_at_the_fault) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(10, point_id{0}));
  accept(l->isr_enter(20, isr_id{0}));
  accept(l->isr_enter(30, isr_id{1}));
  EXPECT_EQ(l->isr_exit(60, isr_id{0}), status::isr_mismatch);
  for (const std::uint32_t now : {60U, 70U, 5000U}) {
    EXPECT_EQ(l->snapshot(now), status::ignored);
    EXPECT_EQ(epoch_sums_of(*l), (values{{"task 1", 20},
                                         {"point 0", 10},
                                         {"point 0 inclusive", 10},
                                         {"isr 0", 10},
                                         {"isr 0 inclusive", 40},
                                         {"isr 1", 30},
                                         {"isr 1 inclusive", 30}}));
    EXPECT_EQ(l->epoch().total_ticks, 60U);
  }
}

TEST(snapshot, in_an_invalid_epoch_leaves_its_latest_window_alone) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->isr_enter(20, isr_id{0}));
  accept(l->poll(110));
  window_header latest;
  accept(l->latest_window(latest));
  EXPECT_EQ(l->isr_exit(120, isr_id{1}), status::isr_mismatch);
  accept(l->latest_window(latest));
  EXPECT_EQ(l->snapshot(130), status::ignored);
  EXPECT_TRUE(l->is_latest(latest));
  EXPECT_EQ(window_values(*l, latest), (values{{"task 1", 20}, {"isr 0", 80}, {"isr 0 inclusive", 80}}));
}

TEST(snapshot, does_not_make_a_call_shorter_for_its_extremes) {
  const auto l = started({1000, 0});
  accept(l->isr_enter(0, isr_id{0}));
  for (std::uint32_t now = 1; now <= 50; ++now) accept(l->snapshot(now));
  accept(l->isr_exit(60, isr_id{0}));
  EXPECT_EQ(l->epoch_extremes(isr_id{0}).inclusive_min, 60U);
  EXPECT_EQ(l->epoch_extremes(isr_id{0}).exclusive_min, 60U);
}

TEST(snapshot, comes_no_earlier_than_the_last_fact) {
  const auto l = started({1000, 0});
  accept(l->poll(50));
  EXPECT_EQ(l->snapshot(49), status::time_backwards);
  EXPECT_FALSE(l->epoch().valid);
}

}  // namespace
}  // namespace rtm::test
