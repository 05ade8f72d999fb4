// SPDX-License-Identifier: MIT
// Sums between two instants of the caller's choice: exact up to the latest closed period, whatever has been told since.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "small.hpp"
#include "threads/capacities.hpp"
#include "threads/fact_stream.hpp"

namespace rtm::test {
namespace {

template <class Capacity, class Sink, class Store>
values closed_values(const ledger<Capacity, Sink, Store>& of) {
  values v;
  for_all<Capacity>([&](const std::string& who, auto id) { add(v, who, of.closed_sums(id)); });
  return v;
}

TEST(period, closed_keeps_its_sums_whatever_follows) {
  const auto l = started({0, 0}, 0, task_id{1});
  accept(l->isr_enter(10, isr_id{0}));
  accept(l->close_period(30));
  const values at_30{{"task 1", 10}, {"isr 0", 20}, {"isr 0 inclusive", 20}};
  EXPECT_EQ(closed_values(*l), at_30);
  EXPECT_EQ(l->closed_time(), 30U);
  accept(l->isr_exit(40, isr_id{0}));
  accept(l->task_switch(50, task_id{2}));
  accept(l->snapshot(60));
  EXPECT_EQ(closed_values(*l), at_30);
  EXPECT_EQ(epoch_sums_of(*l), (values{{"task 1", 20},
                                       {"task 2", 10},
                                       {"task 2 dispatches", 1},
                                       {"isr 0", 30},
                                       {"isr 0 inclusive", 30},
                                       {"isr 0 calls", 1}}));
  accept(l->close_period(60));
  EXPECT_EQ(closed_values(*l), epoch_sums_of(*l));
}

TEST(period, marks_differ_between_any_two_closings) {
  const auto l = started({0, 0});
  const std::uint32_t before = l->period_mark();
  accept(l->poll(5));
  EXPECT_EQ(l->period_mark(), before);
  accept(l->close_period(5));
  EXPECT_NE(l->period_mark(), before);
  const std::uint32_t first = l->period_mark();
  accept(l->close_period(5));
  EXPECT_NE(l->period_mark(), first);
}

TEST(period, of_no_length_adds_nothing) {
  const auto l = started({0, 0}, 0, task_id{1});
  accept(l->isr_enter(7, isr_id{1}));
  accept(l->close_period(20));
  const values once = closed_values(*l);
  for (int i = 0; i < 10; ++i) accept(l->close_period(20));
  EXPECT_EQ(closed_values(*l), once);
}

TEST(period, before_the_first_closing_is_empty) {
  const auto l = started({0, 0}, 0, task_id{1});
  accept(l->isr_enter(7, isr_id{1}));
  accept(l->isr_exit(9, isr_id{1}));
  EXPECT_EQ(closed_values(*l), values{});
  EXPECT_EQ(l->closed_time(), 0U);
}

TEST(period, is_not_for_a_ledger_with_windows) {
  const auto l = started({100, 0});
  EXPECT_EQ(l->close_period(10), status::bad_config);
  EXPECT_TRUE(l->epoch().valid);
  EXPECT_EQ(l->epoch().total_ticks, 0U);
}

TEST(period, closed_too_late_is_a_fault_like_a_poll) {
  const auto l = started({0, 100});
  accept(l->close_period(50));
  EXPECT_EQ(l->close_period(151), status::gap_exceeded);
  EXPECT_EQ(l->close_period(160), status::ignored);
  EXPECT_EQ(closed_values(*l), (values{{"idle", 50}}));
}

TEST(period, of_an_epoch_that_was_reset_is_forgotten) {
  const auto l = started({0, 0}, 0, task_id{1});
  accept(l->close_period(50));
  const std::uint32_t mark = l->period_mark();
  accept(l->reset(60, task_id{2}));
  EXPECT_NE(l->period_mark(), mark);
  EXPECT_EQ(closed_values(*l), values{});
  accept(l->close_period(65));
  EXPECT_EQ(closed_values(*l), (values{{"task 2", 5}}));
}

TEST(period, is_folded_by_itself_where_a_word_ends) {
  const auto l = started({0, 0}, 0, task_id{1});
  constexpr std::uint64_t longest = ledger<small>::max_window_ticks;
  const std::uint32_t mark = l->period_mark();
  accept(l->poll(static_cast<std::uint32_t>(longest)));
  EXPECT_NE(l->period_mark(), mark);
  EXPECT_EQ(l->closed_time(), longest);
  EXPECT_EQ(closed_values(*l), (values{{"task 1", longest}}));
}

TEST(period, folded_by_the_very_call_that_closes_it_is_closed_at_its_time) {
  const auto l = started({0, 0}, 0, task_id{1});
  constexpr auto longest = static_cast<std::uint32_t>(ledger<small>::max_window_ticks);
  accept(l->poll(longest - 5));
  accept(l->close_period(longest + 5));
  EXPECT_EQ(l->closed_time(), longest + 5U);
  EXPECT_EQ(closed_values(*l), (values{{"task 1", longest + 5U}}));
}

TEST(period, does_not_shorten_calls_for_their_extremes) {
  const auto l = started({0, 0}, 0, task_id{1});
  accept(l->isr_enter(0, isr_id{0}));
  for (std::uint32_t now = 1; now < 20; ++now) accept(l->close_period(now));
  accept(l->isr_exit(20, isr_id{0}));
  EXPECT_EQ(l->epoch_extremes(isr_id{0}).inclusive_min, 20U);
}

TEST(period, gap_is_the_longest_there_may_be_after_each_closing) {
  const auto l = started({0, 100});
  accept(l->close_period(50));
  accept(l->poll(150));
  EXPECT_EQ(l->poll(251), status::gap_exceeded);
}

// Random facts, closed at random; what is closed must be what a snapshot at that instant shows.
template <class Capacity>
void close_at_random(std::uint64_t seed) {
  using word = typename Capacity::word;
  const auto l = started<Capacity>({0, fact_stream::max_gap_ticks}, 0, task_id{0});
  fact_stream stream(seed, 0);
  values at_closing;
  for (int i = 0; i < 20'000; ++i) {
    const told t = stream.next();
    ASSERT_EQ(tell(*l, t), t.answer);
    if (t.fact == fact_kind::reset) at_closing.clear();
    ASSERT_EQ(closed_values(*l), at_closing) << i;
    if (t.answer == status::ok && i % 13 == 0) {
      accept(l->close_period(static_cast<word>(t.time)));
      at_closing = closed_values(*l);
      ASSERT_EQ(at_closing, epoch_sums_of(*l)) << i;
      ASSERT_EQ(l->closed_time(), t.time);
    }
  }
}

TEST(period, closed_at_random_among_random_facts_is_exact) {
  close_at_random<words_of_32_bits>(1);
  close_at_random<words_of_64_bits>(2);
}

}  // namespace
}  // namespace rtm::test
