// SPDX-License-Identifier: MIT
// Windows as a reader on the owning core sees them: which is the latest, where it lies, and when it is not any more.
#include <gtest/gtest.h>

#include "small.hpp"

namespace rtm::test {
namespace {

TEST(window, closes_with_the_fact_that_reaches_its_end_not_before) {
  const auto l = started({100, 0});
  accept(l->poll(99));
  EXPECT_EQ(latest_values(*l), (values{{"no window", 1}}));
  accept(l->poll(100));
  EXPECT_EQ(latest_values(*l), (values{{"idle", 100}, {"length", 100}}));
}

TEST(window, of_idle_alone_closes_by_polls) {
  const auto l = started({100, 0});
  for (const std::uint32_t now : {60U, 120U, 180U, 240U, 250U}) accept(l->poll(now));
  EXPECT_EQ(latest_values(*l), (values{{"idle", 100}, {"index", 1}, {"start", 100}, {"length", 100}}));
  EXPECT_EQ(window_values(*l, l->window_in_progress()), (values{{"idle", 50}}));
  EXPECT_EQ(l->window_in_progress().length_ticks, 50U);
}

TEST(window, boundary_belongs_to_the_next_window) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->isr_enter(50, isr_id{1}));
  accept(l->isr_exit(100, isr_id{1}));
  accept(l->task_switch(100, task_id{1}));
  EXPECT_EQ(latest_values(*l), (values{{"task 0", 50}, {"isr 1", 50}, {"isr 1 inclusive", 50}, {"length", 100}}));
  accept(l->poll(200));
  EXPECT_EQ(latest_values(*l), (values{{"task 1", 100},
                                       {"task 1 dispatches", 1},
                                       {"isr 1 calls", 1},
                                       {"index", 1},
                                       {"start", 100},
                                       {"length", 100}}));
}

//   window        0         1         2
//   isr 1       ---------+---------+--           inclusive 90, 100, 20
//   swi 0      ----------+---------+---          inclusive 100, 100, 30
TEST(window, divides_nested_calls_that_outlast_it) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->swi_enter(0, swi_id{0}));
  accept(l->isr_enter(10, isr_id{1}));
  accept(l->poll(100));
  EXPECT_EQ(latest_values(*l),
            (values{{"swi 0", 10}, {"swi 0 inclusive", 100}, {"isr 1", 90}, {"isr 1 inclusive", 90}, {"length", 100}}));
  accept(l->poll(200));
  EXPECT_EQ(latest_values(*l), (values{{"swi 0 inclusive", 100},
                                       {"isr 1", 100},
                                       {"isr 1 inclusive", 100},
                                       {"index", 1},
                                       {"start", 100},
                                       {"length", 100}}));
  accept(l->isr_exit(220, isr_id{1}));
  accept(l->swi_exit(230, swi_id{0}));
  accept(l->poll(300));
  EXPECT_EQ(latest_values(*l), (values{{"task 0", 70},
                                       {"swi 0", 10},
                                       {"swi 0 inclusive", 30},
                                       {"swi 0 calls", 1},
                                       {"isr 1", 20},
                                       {"isr 1 inclusive", 20},
                                       {"isr 1 calls", 1},
                                       {"index", 2},
                                       {"start", 200},
                                       {"length", 100}}));
}

TEST(window, of_one_tick_closes_with_every_tick) {
  const auto l = started({1, 0}, 0, task_id{0});
  for (std::uint32_t now = 1; now <= 50; ++now) {
    accept(l->poll(now));
    EXPECT_EQ(l->window_in_progress().index, now);
    window_header latest;
    accept(l->latest_window(latest));
    EXPECT_EQ(latest.start_ticks, now - 1);
    EXPECT_EQ(l->window_sums(latest, task_id{0}).exclusive, 1U);
  }
}

TEST(window, longer_than_the_range_of_its_clock_closes_in_time) {
  const auto l = started<small_with<std::uint32_t, 16>>({1'000'000, 30'000}, 0xFFF0U, task_id{0});
  for (std::uint32_t t = 0xFFF0; t < 0xFFF0 + 1'000'000; t += 20'000) {
    accept(l->poll(t & 0xFFFFU));
    EXPECT_EQ(latest_values(*l), (values{{"no window", 1}}));
  }
  accept(l->poll((0xFFF0 + 1'000'000) & 0xFFFFU));
  EXPECT_EQ(latest_values(*l), (values{{"task 0", 1'000'000}, {"start", 0xFFF0}, {"length", 1'000'000}}));
}

TEST(window, across_the_wrap_of_a_32_bit_clock_keeps_extended_time) {
  const auto l = started({100, 0}, 0xFFFF'FFCEU);  // 50 before
  accept(l->poll(49));
  accept(l->poll(50));
  accept(l->poll(150));
  EXPECT_EQ(latest_values(*l), (values{{"idle", 100}, {"index", 1}, {"start", 0x1'0000'0032ULL}, {"length", 100}}));
}

TEST(window, header_is_the_latest_until_another_window_closes) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->poll(100));
  window_header first;
  accept(l->latest_window(first));
  EXPECT_TRUE(first.complete);
  accept(l->task_switch(150, task_id{1}));
  accept(l->isr_enter(160, isr_id{0}));
  accept(l->isr_exit(170, isr_id{0}));
  accept(l->snapshot(199));
  EXPECT_TRUE(l->is_latest(first));
  EXPECT_EQ(window_values(*l, first), (values{{"task 0", 100}}));
  accept(l->poll(200));
  EXPECT_FALSE(l->is_latest(first));
}

TEST(window, numbers_jump_for_a_reader_that_looks_seldom) {
  const auto l = started({10, 0});
  window_header seen;
  for (std::uint32_t now = 10; now <= 50; now += 10) accept(l->poll(now));
  accept(l->latest_window(seen));
  EXPECT_EQ(seen.index, 4U);
  for (std::uint32_t now = 60; now <= 200; now += 10) accept(l->poll(now));
  accept(l->latest_window(seen));
  EXPECT_EQ(seen.index, 19U);
}

TEST(window, sums_of_all_windows_and_the_one_in_progress_are_the_epoch) {
  const auto l = started({7, 0}, 3, task_id{0});
  values all;
  std::uint64_t closed = 0;
  const auto gather = [&](const values& part) {
    for (const auto& [name, value] : part) all[name] += value;
  };
  for (std::uint32_t now = 4, i = 0; i < 200; ++i, now += i % 4) {
    switch (i % 8) {
      case 0: accept(l->task_switch(now, task_id{i % 3})); break;
      case 1: accept(l->point_begin(now, point_id{1})); break;
      case 2: accept(l->swi_enter(now, swi_id{0})); break;
      case 3: accept(l->isr_enter(now, isr_id{i % 2})); break;
      case 4: accept(l->isr_exit(now, isr_id{(i - 1) % 2})); break;
      case 5: accept(l->swi_exit(now, swi_id{0})); break;
      case 6: accept(l->point_end(now, point_id{1})); break;
      default: accept(l->poll(now)); break;
    }
    if (l->window_in_progress().index == closed) continue;
    ASSERT_EQ(l->window_in_progress().index, ++closed);
    window_header latest;
    accept(l->latest_window(latest));
    gather(window_values(*l, latest));
  }
  accept(l->snapshot(static_cast<std::uint32_t>(3 + l->epoch().total_ticks)));
  gather(window_values(*l, l->window_in_progress()));
  EXPECT_EQ(all, epoch_sums_of(*l));
  EXPECT_GT(closed, 30U);
}

TEST(window, in_progress_without_windows_has_no_length) {
  const auto l = started({0, 0});
  accept(l->poll(1000));
  EXPECT_EQ(l->window_in_progress().length_ticks, 0U);
  EXPECT_FALSE(l->window_in_progress().complete);
}

}  // namespace
}  // namespace rtm::test
