// SPDX-License-Identifier: MIT
// A reset begins a new epoch: what does it count, where does it start, and is everything before it forgotten?
#include <gtest/gtest.h>

#include "small.hpp"

namespace rtm::test {
namespace {

/// Touches a row of every kind: task 1 and 2, isr 1, swi 1, point 1 (open in task 1) and point 2. Takes 70 ticks.
void be_busy(ledger<small>& l, std::uint32_t t) {
  accept(l.task_switch(t, task_id{1}));
  accept(l.point_begin(t + 10, point_id{1}));
  accept(l.swi_enter(t + 20, swi_id{1}));
  accept(l.isr_enter(t + 30, isr_id{1}));
  accept(l.point_begin(t + 30, point_id{2}));
  accept(l.point_end(t + 40, point_id{2}));
  accept(l.isr_exit(t + 50, isr_id{1}));
  accept(l.swi_exit(t + 60, swi_id{1}));
  accept(l.task_switch(t + 70, task_id{2}));
}

TEST(reset, begins_the_next_epoch_at_its_own_time) {
  const auto l = started({100, 0}, 7, task_id{0});
  accept(l->poll(50));
  accept(l->reset(57, task_id{1}));
  const epoch_header e = l->epoch();
  EXPECT_EQ(e.epoch, 1U);
  EXPECT_EQ(e.start_ticks, 57U);
  EXPECT_EQ(e.total_ticks, 0U);
  EXPECT_TRUE(e.valid);
  accept(l->poll(60));
  EXPECT_EQ(epoch_sums_of(*l), (values{{"task 1", 3}}));
}

TEST(reset, starts_windows_afresh) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->poll(90));
  accept(l->poll(150));
  accept(l->reset(170, idle));
  EXPECT_EQ(latest_values(*l), (values{{"no window", 1}}));
  EXPECT_EQ(l->window_in_progress().index, 0U);
  EXPECT_EQ(l->window_in_progress().start_ticks, 170U);
  accept(l->poll(269));
  EXPECT_EQ(latest_values(*l), (values{{"no window", 1}}));
  accept(l->poll(270));
  EXPECT_EQ(latest_values(*l), (values{{"idle", 100}, {"start", 170}, {"length", 100}, {"epoch", 1}}));
}

TEST(reset, makes_an_older_window_header_invalid) {
  const auto l = started({100, 0});
  accept(l->poll(100));
  window_header before;
  accept(l->latest_window(before));
  accept(l->reset(100, idle));
  EXPECT_FALSE(l->is_latest(before));
}

TEST(reset, forgets_every_row_and_everything_open) {
  const auto l = started({100, 0}, 0, task_id{0});
  be_busy(*l, 0);
  accept(l->task_switch(70, task_id{1}));
  accept(l->isr_enter(90, isr_id{3}));
  accept(l->point_begin(90, point_id{3}));
  accept(l->poll(150));
  accept(l->reset(200, task_id{3}));
  accept(l->snapshot(200));
  EXPECT_EQ(all_values(*l), (values{{"epoch", 1}, {"start", 200}, {"valid", 1}, {"latest: no window", 1}}));
}

TEST(reset, lets_rows_of_the_old_epoch_begin_at_0_when_next_touched) {
  const auto used = started({100, 0}, 0, task_id{0});
  be_busy(*used, 0);
  be_busy(*used, 80);  // crosses a window
  accept(used->reset(200, task_id{0}));
  const auto fresh = started({100, 0}, 200, task_id{0});
  for (ledger<small>* l : {used.get(), fresh.get()}) {
    be_busy(*l, 210);
    accept(l->snapshot(290));
  }
  EXPECT_EQ(epoch_values(*used), epoch_values(*fresh));
  for (ledger<small>* l : {used.get(), fresh.get()}) {
    accept(l->poll(300));
    be_busy(*l, 310);
    accept(l->snapshot(390));
  }
  EXPECT_EQ(epoch_values(*used), epoch_values(*fresh));
}

TEST(reset, gives_all_point_frames_back) {
  const auto l = started({1000, 0}, 0, task_id{0});
  for (int epoch = 0; epoch < 5; ++epoch) {
    for (int i = 0; i < 4; ++i) accept(l->point_begin(0, point_id{1}));
    accept(l->task_switch(0, task_id{1}));
    for (int i = 0; i < 2; ++i) accept(l->point_begin(0, point_id{1}));
    accept(l->reset(0, task_id{0}));
    EXPECT_EQ(l->point_end(0, point_id{1}), status::point_underflow);
    accept(l->reset(0, task_id{0}));
  }
}

TEST(reset, of_a_task_that_was_suspended_with_points_finds_it_without) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->point_begin(0, point_id{1}));
  accept(l->task_switch(10, task_id{1}));
  accept(l->point_begin(10, point_id{2}));
  accept(l->reset(20, idle));
  accept(l->task_terminate(30, task_id{0}));  // nothing of this epoch to abandon
  accept(l->task_switch(40, task_id{1}));
  EXPECT_EQ(l->epoch_sums(point_id{1}).abandoned, 0U);
  EXPECT_EQ(l->point_end(50, point_id{2}), status::point_underflow);
}

TEST(reset, extends_time_from_the_last_sound_reading) {
  const auto l = started<small_with<std::uint32_t, 16>>({1000, 100}, 65000);
  for (std::uint32_t now = 65000; now <= 66000; now += 100) accept(l->poll(now));  // wraps at 65536
  EXPECT_EQ(l->poll(66500), status::gap_exceeded);
  accept(l->reset(67000, idle));
  EXPECT_EQ(l->epoch().start_ticks, 67000U);
  accept(l->reset(67000 - 1, idle));  // backwards: taken for nearly one wrap
  EXPECT_EQ(l->epoch().start_ticks, 67000U - 1 + 65536U);
}

TEST(reset, is_never_refused_for_its_time) {
  const auto l = started({1000, 100}, 5000);
  accept(l->reset(5000 + 101, idle));
  accept(l->reset(4000, idle));
  accept(l->reset(4000 + 0x8000'0000U, idle));
  EXPECT_EQ(l->epoch().epoch, 3U);
  EXPECT_TRUE(l->epoch().valid);
}

TEST(reset, to_an_owner_that_does_not_exist_is_a_fault_of_the_old_epoch) {
  const auto l = started({1000, 0}, 0, task_id{0});
  EXPECT_EQ(l->reset(30, task_id{4}), status::bad_id);
  EXPECT_EQ(l->epoch().epoch, 0U);
  EXPECT_EQ(l->epoch().total_ticks, 30U);
  EXPECT_FALSE(l->epoch().valid);
  EXPECT_EQ(l->reset(40, task_id{4}), status::ignored);
  EXPECT_EQ(l->epoch().ignored, 1U);
  accept(l->reset(40, task_id{3}));
  EXPECT_EQ(l->epoch().epoch, 1U);
}

// 16-bit stamps number the periods of all epochs: these would come round without a single window.
TEST(reset, repeated_70000_times_brings_no_old_row_back) {
  const auto l = started({100, 0}, 0, task_id{0});
  be_busy(*l, 0);
  std::uint32_t now = 70;
  for (int i = 0; i < 70'000; ++i) accept(l->reset(++now, task_id{3}));
  EXPECT_EQ(l->epoch().epoch, 70'000U);
  for (int i = 0; i < 200; ++i) {
    accept(l->reset(++now, task_id{3}));
    ASSERT_EQ(epoch_values(*l), values{}) << i;
    ASSERT_EQ(window_values(*l, l->window_in_progress()), values{}) << i;
  }
  be_busy(*l, now);
  EXPECT_EQ(l->epoch_sums(isr_id{1}).calls, 1U);
  EXPECT_EQ(l->epoch_extremes(isr_id{1}).inclusive_max, 20U);
  EXPECT_EQ(l->epoch_sums(task_id{2}).dispatches, 1U);
}

TEST(reset, repeated_70000_times_with_a_row_touched_in_each_epoch_counts_only_the_last) {
  const auto l = started({100, 0}, 0, task_id{0});
  std::uint32_t now = 0;
  for (int i = 0; i < 70'000; ++i) {
    accept(l->reset(++now, task_id{0}));
    accept(l->isr_enter(now, isr_id{0}));
    accept(l->isr_exit(now, isr_id{0}));
    ASSERT_EQ(l->epoch_sums(isr_id{0}).calls, 1U);
  }
}

}  // namespace
}  // namespace rtm::test
