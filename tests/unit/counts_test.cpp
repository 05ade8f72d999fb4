// SPDX-License-Identifier: MIT
// Totals are 64 bit wide and counts 48, whatever the word: they go on where a 32-bit word ends.
#include <gtest/gtest.h>

#include <cstdint>

#include "small.hpp"

namespace rtm::test {
namespace {

TEST(totals, of_32_bit_words_go_beyond_32_bits) {
  const auto l = started({0x1000'0000, 0}, 0, task_id{1});
  std::uint32_t now = 0;
  accept(l->isr_enter(now, isr_id{0}));
  accept(l->isr_enter(now, isr_id{0}));
  for (int i = 0; i < 100; ++i) accept(l->poll(now += 0x1000'0000));
  accept(l->isr_exit(now, isr_id{0}));
  accept(l->isr_exit(now, isr_id{0}));
  for (int i = 0; i < 100; ++i) accept(l->poll(now += 0x1000'0000));
  accept(l->snapshot(now));
  constexpr std::uint64_t half = 100ULL * 0x1000'0000;
  EXPECT_EQ(epoch_sums_of(*l),
            (values{{"task 1", half}, {"isr 0", half}, {"isr 0 inclusive", half * 2}, {"isr 0 calls", 2}}));
  EXPECT_EQ(l->epoch().total_ticks, half * 2);
  EXPECT_EQ(l->window_in_progress().start_ticks, half * 2);
  EXPECT_EQ(l->window_in_progress().index, 200U);
}

TEST(totals, of_the_longest_windows_with_a_full_stack_of_one_id_do_not_overflow) {
  constexpr std::uint64_t longest = ledger<small>::max_window_ticks;
  const auto l = started({longest, 0});
  std::uint32_t now = 0;
  for (int i = 0; i < 3; ++i) accept(l->isr_enter(0, isr_id{0}));
  for (int i = 0; i < 4; ++i) accept(l->point_begin(0, point_id{0}));
  for (int window = 1; window <= 5; ++window) {
    accept(l->poll(now += static_cast<std::uint32_t>(longest)));
    EXPECT_EQ(l->epoch_sums(isr_id{0}).inclusive, 3 * longest * static_cast<unsigned>(window));
    window_header latest;
    accept(l->latest_window(latest));
    EXPECT_EQ(l->window_sums(latest, isr_id{0}).inclusive, 3 * longest);
    EXPECT_EQ(l->window_sums(latest, isr_id{0}).exclusive, longest);
    EXPECT_EQ(l->window_sums(latest, point_id{0}).inclusive, 4 * longest);
  }
}

TEST(totals, without_windows_are_folded_in_time) {
  const auto l = started({0, 0}, 0, task_id{1});
  constexpr std::uint32_t gap = 0x3FFF'0000;
  std::uint32_t now = 0;
  for (int i = 0; i < 1000; ++i) accept(l->poll(now += gap));
  EXPECT_EQ(l->epoch_sums(task_id{1}).exclusive, 1000ULL * gap);
  EXPECT_EQ(l->epoch().total_ticks, 1000ULL * gap);
  EXPECT_EQ(latest_values(*l), (values{{"no window", 1}}));
  EXPECT_EQ(l->window_in_progress().length_ticks, 0U);
}

TEST(totals, of_64_bit_words_hold_windows_longer_than_32_bits) {
  constexpr std::uint64_t window = 1ULL << 40U;
  const auto l = started<small_64>({window, 0});
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->isr_exit(window - 1, isr_id{0}));
  accept(l->poll(window));
  EXPECT_EQ(latest_values(*l), (values{{"idle", 1},
                                       {"isr 0", window - 1},
                                       {"isr 0 inclusive", window - 1},
                                       {"isr 0 calls", 1},
                                       {"length", window}}));
}

// Nobody waits for 2^32 calls: the row is put where it would be after them.
TEST(counts, of_calls_go_on_beyond_32_bits) {
  const auto l = started({100, 0});
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->isr_exit(1, isr_id{0}));
  l->store().isr_at(0).sums.calls = 0xFFFF'FFFF;
  accept(l->poll(100));
  for (std::uint32_t now = 100; now < 110; ++now) {
    accept(l->isr_enter(now, isr_id{0}));
    accept(l->isr_exit(now, isr_id{0}));
  }
  EXPECT_EQ(l->epoch_sums(isr_id{0}).calls, 0xFFFF'FFFFULL + 10);
  accept(l->poll(200));
  accept(l->isr_enter(200, isr_id{0}));
  accept(l->isr_exit(200, isr_id{0}));
  EXPECT_EQ(l->epoch_sums(isr_id{0}).calls, 0xFFFF'FFFFULL + 11);
}

TEST(counts, of_dispatches_go_on_beyond_32_bits) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->task_switch(0, task_id{1}));
  l->store().context_at(1 + 3).dispatches = 0xFFFF'FFFF;
  accept(l->poll(100));  // rolls over the row of the current owner
  accept(l->task_switch(110, task_id{0}));
  accept(l->task_switch(120, task_id{1}));
  accept(l->poll(200));
  EXPECT_EQ(l->epoch_sums(task_id{1}).dispatches, 0xFFFF'FFFFULL + 1);
}

TEST(counts, are_48_bits_wide_with_32_bit_words) {
  const auto l = started({100, 0});
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->isr_exit(0, isr_id{0}));
  auto& row = l->store().isr_at(0);
  row.total_calls_high = 0xFFFF;
  row.total_calls_low = 0xFFFF'FFFD;
  EXPECT_EQ(l->epoch_sums(isr_id{0}).calls, 0xFFFF'FFFF'FFFEULL);
}

TEST(counts, of_abandoned_points_stop_at_what_a_window_can_hold) {
  const auto l = started({100, 0}, 0, task_id{0});
  for (int i = 0; i < 70'000; ++i) {
    accept(l->point_begin(0, point_id{0}));
    accept(l->task_terminate(0, task_id{0}));
  }
  EXPECT_EQ(l->epoch_sums(point_id{0}).abandoned, 0xFFFFU);
  EXPECT_EQ(l->window_sums(l->window_in_progress(), point_id{0}).abandoned, 0xFFFFU);
  accept(l->poll(100));
  accept(l->point_begin(100, point_id{0}));
  accept(l->task_terminate(100, task_id{0}));
  EXPECT_EQ(l->epoch_sums(point_id{0}).abandoned, 0x1'0000U);
}

TEST(counts, of_abandoned_points_in_all_stop_at_a_word) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->point_begin(0, point_id{0}));
  accept(l->task_terminate(0, task_id{0}));
  l->store().point_at(0).abandoned.total = 0xFFFF'FFFE;
  accept(l->poll(100));
  accept(l->point_begin(100, point_id{0}));
  accept(l->task_terminate(100, task_id{0}));
  EXPECT_GE(l->epoch_sums(point_id{0}).abandoned, 0xFFFF'FFFEU);
}

}  // namespace
}  // namespace rtm::test
