// SPDX-License-Identifier: MIT
// Points measure CPU time of their context, share one pool of frames, and survive suspension over any number of
// windows.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "small.hpp"

namespace rtm::test {
namespace {

values point(const ledger<small>& l, std::uint32_t id) {
  values v;
  add(v, "point", l.epoch_sums(point_id{id}));
  return v;
}
values sums(std::uint64_t exclusive, std::uint64_t inclusive, std::uint64_t calls, std::uint64_t abandoned = 0) {
  values v;
  add(v, "point", call_sums{exclusive, inclusive, calls, abandoned});
  return v;
}

//   task 1   ====--==--===      point 0 from 1 to the end: 3 + 2 + 3
//   isr 0        ==
//   task 2           ==
TEST(point, is_cpu_time_of_its_context_without_interrupts_and_other_tasks) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(1, point_id{0}));
  accept(l->isr_enter(4, isr_id{0}));
  accept(l->isr_exit(6, isr_id{0}));
  accept(l->task_switch(8, task_id{2}));
  accept(l->task_switch(10, task_id{1}));
  accept(l->point_end(13, point_id{0}));
  EXPECT_EQ(point(*l, 0), sums(8, 8, 1));
}

//   point 0  =--==---=         inclusive 9, exclusive 4
//   point 1   ==  =-=          inclusive 2 + 3
//   point 2        =
TEST(point, contains_its_nested_points_inclusively_only) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{0}));
  accept(l->point_begin(1, point_id{1}));
  accept(l->point_end(3, point_id{1}));
  accept(l->point_begin(5, point_id{1}));
  accept(l->point_begin(6, point_id{2}));
  accept(l->point_end(7, point_id{2}));
  accept(l->point_end(8, point_id{1}));
  accept(l->point_end(9, point_id{0}));
  EXPECT_EQ(point(*l, 0), sums(4, 9, 1));
  EXPECT_EQ(point(*l, 1), sums(4, 5, 2));
  EXPECT_EQ(point(*l, 2), sums(1, 1, 1));
}

TEST(point, that_recurs_counts_inclusive_time_once_a_call) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{0}));
  accept(l->point_begin(10, point_id{0}));
  accept(l->point_begin(20, point_id{0}));
  accept(l->point_end(30, point_id{0}));
  accept(l->point_end(40, point_id{0}));
  accept(l->point_end(50, point_id{0}));
  EXPECT_EQ(point(*l, 0), sums(50, 50 + 30 + 10, 3));
}

TEST(point, stacks_belong_to_frames_not_to_ids) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->point_begin(0, point_id{0}));
  accept(l->isr_enter(10, isr_id{0}));
  EXPECT_EQ(l->point_end(20, point_id{0}), status::point_underflow);
}

TEST(point, may_be_open_in_idle_kernel_and_unknown) {
  const auto l = started({100, 0}, 0, idle);
  for (const task_id owner : {idle, kernel, unknown}) {
    accept(l->task_switch(0, owner));
    accept(l->point_begin(0, point_id{1}));
  }
  std::uint32_t now = 0;
  for (const task_id owner : {idle, kernel, unknown}) {
    accept(l->task_switch(now, owner));
    accept(l->point_end(now += 10, point_id{1}));
  }
  EXPECT_EQ(point(*l, 1), sums(30, 30, 3));
}

TEST(point, of_a_suspended_task_is_in_no_window_in_which_the_task_did_not_run) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{0}));
  accept(l->task_switch(30, task_id{2}));
  std::uint32_t now = 0;
  for (int window = 1; window <= 70'000; ++window) {
    accept(l->poll(now += 100));
    window_header latest;
    accept(l->latest_window(latest));
    ASSERT_EQ(l->window_sums(latest, point_id{0}).inclusive, window == 1 ? 30U : 0U) << window;
  }
  accept(l->task_switch(now, task_id{1}));
  accept(l->point_end(now + 7, point_id{0}));
  EXPECT_EQ(point(*l, 0), sums(37, 37, 1));
  EXPECT_EQ(l->epoch_extremes(point_id{0}).inclusive_max, 37U);
}

TEST(point, of_several_suspended_tasks_is_divided_at_window_ends) {
  const auto l = started({100, 0}, 0, task_id{0});
  for (std::uint32_t task = 0; task < 4; ++task) {
    accept(l->task_switch(task * 20, task_id{task}));
    accept(l->point_begin(task * 20, point_id{task}));
  }
  accept(l->task_switch(80, idle));
  accept(l->poll(100));
  window_header latest;
  accept(l->latest_window(latest));
  for (std::uint32_t task = 0; task < 4; ++task) EXPECT_EQ(l->window_sums(latest, point_id{task}).exclusive, 20U);
  std::uint32_t now = 100;
  for (const std::uint32_t task : {2U, 0U, 3U, 1U}) {
    accept(l->task_switch(now, task_id{task}));
    accept(l->point_end(now += 5, point_id{task}));
    EXPECT_EQ(point(*l, task), sums(25, 25, 1));
  }
}

// ---- The pool ----

TEST(point, frames_are_used_again_in_any_order) {
  const auto l = started({1000, 0}, 0, task_id{1});
  std::uint32_t now = 0;
  for (int round = 0; round < 1000; ++round) {
    for (int i = 0; i < 4; ++i) accept(l->point_begin(now, point_id{0}));
    accept(l->isr_enter(now, isr_id{0}));
    accept(l->point_begin(now, point_id{1}));
    accept(l->point_begin(now, point_id{1}));
    accept(l->point_end(now, point_id{1}));
    accept(l->point_end(now += 1, point_id{1}));
    accept(l->isr_exit(now, isr_id{0}));
    for (int i = 0; i < 2; ++i) accept(l->point_end(now, point_id{0}));
    accept(l->task_switch(now, round % 2 == 0 ? task_id{2} : task_id{1}));
    accept(l->task_switch(now, task_id{1}));
    for (int i = 0; i < 2; ++i) accept(l->point_end(now, point_id{0}));
  }
  EXPECT_EQ(point(*l, 0), sums(0, 0, 4000));
  EXPECT_EQ(point(*l, 1), sums(1000, 1000, 2000));
}

TEST(point, frames_that_all_are_open_refuse_one_more_and_take_it_after_one_has_ended) {
  const auto l = started({1000, 0}, 0, task_id{0});
  for (int i = 0; i < 4; ++i) accept(l->point_begin(0, point_id{0}));
  accept(l->task_switch(0, task_id{1}));
  for (int i = 0; i < 2; ++i) accept(l->point_begin(0, point_id{1}));
  accept(l->point_end(5, point_id{1}));
  accept(l->point_begin(5, point_id{2}));
  EXPECT_EQ(l->point_begin(5, point_id{2}), status::point_stack_full);
}

TEST(point, depth_is_limited_for_each_context_by_itself) {
  const auto l = started({1000, 0}, 0, task_id{0});
  for (int i = 0; i < 4; ++i) accept(l->point_begin(0, point_id{0}));
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->point_begin(0, point_id{0}));
  accept(l->point_end(0, point_id{0}));
  accept(l->isr_exit(0, isr_id{0}));
  accept(l->point_end(0, point_id{0}));
  accept(l->point_begin(0, point_id{0}));
  EXPECT_EQ(l->point_begin(0, point_id{0}), status::point_stack_full);
}

// ---- Tasks that terminate ----

TEST(point, of_the_current_task_is_abandoned_when_it_terminates) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{0}));
  accept(l->point_begin(10, point_id{2}));
  accept(l->task_terminate(30, task_id{1}));
  EXPECT_EQ(point(*l, 0), sums(10, 30, 0, 1));
  EXPECT_EQ(point(*l, 2), sums(20, 20, 0, 1));
  EXPECT_EQ(l->point_end(40, point_id{0}), status::point_underflow);
  EXPECT_EQ(l->epoch_sums(task_id{1}).exclusive, 40U);  // it went on owning the core
}

TEST(point, of_a_suspended_task_is_abandoned_by_whoever_terminates_it) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{0}));
  accept(l->task_switch(25, task_id{2}));
  accept(l->isr_enter(50, isr_id{0}));
  accept(l->task_terminate(60, task_id{1}));
  EXPECT_EQ(point(*l, 0), sums(25, 25, 0, 1));
  accept(l->isr_exit(70, isr_id{0}));
  accept(l->task_switch(80, task_id{1}));
  EXPECT_EQ(l->point_end(90, point_id{0}), status::point_underflow);
}

TEST(point, of_the_interrupted_task_is_abandoned_and_the_points_of_the_interrupt_are_not) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{0}));
  accept(l->isr_enter(10, isr_id{0}));
  accept(l->point_begin(10, point_id{1}));
  accept(l->task_terminate(30, task_id{1}));
  accept(l->point_end(40, point_id{1}));
  accept(l->isr_exit(40, isr_id{0}));
  EXPECT_EQ(point(*l, 0), sums(10, 10, 0, 1));
  EXPECT_EQ(point(*l, 1), sums(30, 30, 1));
}

TEST(point, of_other_tasks_is_left_alone_when_a_task_terminates_that_never_ran) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{0}));
  accept(l->task_terminate(10, task_id{3}));
  accept(l->task_terminate(10, task_id{3}));
  accept(l->point_end(20, point_id{0}));
  EXPECT_EQ(point(*l, 0), sums(20, 20, 1));
}

TEST(point, abandoned_counts_in_the_window_in_which_its_task_terminates) {
  const auto l = started({100, 0}, 0, task_id{1});
  accept(l->point_begin(40, point_id{0}));
  accept(l->task_switch(70, task_id{2}));
  accept(l->poll(100));
  accept(l->task_terminate(150, task_id{1}));
  accept(l->poll(200));
  window_header latest;
  accept(l->latest_window(latest));
  EXPECT_EQ(l->window_sums(latest, point_id{0}).abandoned, 1U);
  EXPECT_EQ(l->window_sums(latest, point_id{0}).inclusive, 0U);
  accept(l->poll(300));
  accept(l->latest_window(latest));
  EXPECT_EQ(l->window_sums(latest, point_id{0}).abandoned, 0U);
  EXPECT_EQ(point(*l, 0), sums(30, 30, 0, 1));
}

TEST(point, frames_of_a_terminated_task_are_free_again) {
  const auto l = started({1000, 0}, 0, task_id{0});
  for (int round = 0; round < 100; ++round) {
    for (int i = 0; i < 4; ++i) accept(l->point_begin(0, point_id{0}));
    if (round % 2 == 0) accept(l->task_switch(0, task_id{1}));
    accept(l->task_terminate(0, task_id{0}));
    accept(l->task_switch(0, task_id{0}));
  }
  EXPECT_EQ(point(*l, 0), sums(0, 0, 0, 400));
}

class terminated : public ::testing::TestWithParam<std::uint32_t> {};

// Three suspended tasks with points: whichever terminates first, the others keep theirs.
TEST_P(terminated, task_of_three_leaves_the_points_of_the_other_two) {
  const auto l = started({100, 0}, 0, task_id{0});
  for (const std::uint32_t task : {0U, 1U, 2U}) {
    accept(l->task_switch(task * 10, task_id{task}));
    accept(l->point_begin(task * 10, point_id{task}));
  }
  accept(l->task_switch(30, idle));
  accept(l->task_terminate(40, task_id{GetParam()}));
  accept(l->poll(100));
  std::uint32_t now = 110;
  for (const std::uint32_t task : {0U, 1U, 2U}) {
    if (task == GetParam()) continue;
    accept(l->task_switch(now, task_id{task}));
    accept(l->point_end(now += 5, point_id{task}));
  }
  for (const std::uint32_t task : {0U, 1U, 2U}) {
    EXPECT_EQ(point(*l, task), task == GetParam() ? sums(10, 10, 0, 1) : sums(15, 15, 1)) << task;
  }
}
INSTANTIATE_TEST_SUITE_P(first, terminated, ::testing::Values(0, 1, 2));

}  // namespace
}  // namespace rtm::test
