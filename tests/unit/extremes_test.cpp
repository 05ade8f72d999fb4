// SPDX-License-Identifier: MIT
// The shortest and the longest call: over windows, re-entry and recursion, and where a word ends.
#include <gtest/gtest.h>

#include <cstdint>

#include "small.hpp"

namespace rtm::test {
namespace {

values of(const call_extremes& e) {
  return {{"exclusive_min", e.exclusive_min},
          {"exclusive_max", e.exclusive_max},
          {"inclusive_min", e.inclusive_min},
          {"inclusive_max", e.inclusive_max}};
}
values spans(std::uint64_t exclusive_min, std::uint64_t exclusive_max, std::uint64_t inclusive_min,
             std::uint64_t inclusive_max) {
  return {{"exclusive_min", exclusive_min},
          {"exclusive_max", exclusive_max},
          {"inclusive_min", inclusive_min},
          {"inclusive_max", inclusive_max}};
}

TEST(extremes, without_a_completed_call_are_0) {
  const auto l = started({1000, 0});
  accept(l->isr_enter(10, isr_id{0}));
  accept(l->snapshot(20));
  EXPECT_EQ(of(l->epoch_extremes(isr_id{0})), spans(0, 0, 0, 0));
  EXPECT_EQ(of(l->epoch_extremes(isr_id{1})), spans(0, 0, 0, 0));
}

TEST(extremes, of_empty_calls_are_0_and_stay_the_minimum) {
  const auto l = started({1000, 0});
  accept(l->isr_enter(10, isr_id{0}));
  accept(l->isr_exit(10, isr_id{0}));
  EXPECT_EQ(of(l->epoch_extremes(isr_id{0})), spans(0, 0, 0, 0));
  accept(l->isr_enter(10, isr_id{0}));
  accept(l->isr_exit(17, isr_id{0}));
  EXPECT_EQ(of(l->epoch_extremes(isr_id{0})), spans(0, 7, 0, 7));
}

TEST(extremes, widen_in_both_directions) {
  const auto l = started({1000, 0});
  std::uint32_t now = 0;
  for (const std::uint32_t length : {20U, 30U, 10U, 25U, 40U, 5U}) {
    accept(l->isr_enter(now, isr_id{0}));
    accept(l->isr_exit(now += length, isr_id{0}));
  }
  EXPECT_EQ(of(l->epoch_extremes(isr_id{0})), spans(5, 40, 5, 40));
}

//   isr 1  =--====---=      exclusive of the outer call 6, of the nested ones 2 and 3
//   isr 1   ==    ===
TEST(extremes, of_a_re_entered_interrupt_are_those_of_each_call) {
  const auto l = started({1000, 0});
  accept(l->isr_enter(0, isr_id{1}));
  accept(l->isr_enter(1, isr_id{1}));
  accept(l->isr_exit(3, isr_id{1}));
  accept(l->isr_enter(7, isr_id{1}));
  accept(l->isr_exit(10, isr_id{1}));
  accept(l->isr_exit(11, isr_id{1}));
  EXPECT_EQ(of(l->epoch_extremes(isr_id{1})), spans(2, 6, 2, 11));
}

TEST(extremes, of_a_call_over_many_windows_are_those_of_the_whole_call) {
  const auto l = started({10, 0});
  accept(l->swi_enter(0, swi_id{0}));
  accept(l->point_begin(0, point_id{2}));
  for (std::uint32_t now = 5; now <= 95; now += 10) {
    accept(l->isr_enter(now, isr_id{0}));
    accept(l->isr_exit(now + 1, isr_id{0}));
  }
  accept(l->point_end(100, point_id{2}));
  accept(l->swi_exit(103, swi_id{0}));
  EXPECT_EQ(of(l->epoch_extremes(swi_id{0})), spans(93, 93, 103, 103));
  EXPECT_EQ(of(l->epoch_extremes(point_id{2})), spans(90, 90, 90, 90));
}

TEST(extremes, of_a_call_that_ends_with_its_window_are_not_cut) {
  const auto l = started({10, 0});
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->isr_exit(10, isr_id{0}));
  EXPECT_EQ(of(l->epoch_extremes(isr_id{0})), spans(10, 10, 10, 10));
}

TEST(extremes, of_an_abandoned_point_are_not_counted) {
  const auto l = started({1000, 0}, 0, task_id{0});
  accept(l->point_begin(0, point_id{0}));
  accept(l->task_terminate(50, task_id{0}));
  EXPECT_EQ(of(l->epoch_extremes(point_id{0})), spans(0, 0, 0, 0));
  accept(l->point_begin(50, point_id{0}));
  accept(l->point_end(57, point_id{0}));
  EXPECT_EQ(of(l->epoch_extremes(point_id{0})), spans(7, 7, 7, 7));
}

// ---- Where a 32-bit word ends ----

struct one_frame : small {
  static constexpr std::uint32_t depth = 1;
  static constexpr std::uint32_t point_frames = 1;
  static constexpr std::uint32_t point_depth = 1;
};

/// One call of isr 0, and of point 0 in it, that lasts `length` ticks.
call_extremes extremes_of_a_call(std::uint64_t length) {
  constexpr std::uint32_t step = 0x4000'0000U;
  const auto l = started<one_frame>({0, 0x7FFF'FFFFU});
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->point_begin(0, point_id{0}));
  std::uint64_t now = 0;
  for (; length - now > step; now += step) accept(l->poll(static_cast<std::uint32_t>(now + step)));
  accept(l->point_end(static_cast<std::uint32_t>(length), point_id{0}));
  accept(l->isr_exit(static_cast<std::uint32_t>(length), isr_id{0}));
  EXPECT_EQ(l->epoch_sums(isr_id{0}).exclusive, length);
  EXPECT_EQ(l->epoch_sums(point_id{0}).inclusive, length);
  EXPECT_EQ(of(l->epoch_extremes(point_id{0})), of(l->epoch_extremes(isr_id{0})));
  return l->epoch_extremes(isr_id{0});
}

TEST(extremes, of_calls_up_to_the_largest_word_but_one_are_exact) {
  for (const std::uint64_t length : {0xFFFF'FFFDU, 0xFFFF'FFFEU}) {
    EXPECT_EQ(of(extremes_of_a_call(length)), spans(length, length, length, length));
  }
}

TEST(extremes, of_longer_calls_are_the_largest_word_but_one) {
  for (const std::uint64_t length : {0xFFFF'FFFFULL, 0x1'0000'0000ULL, 0x1'0000'0001ULL, 0x5'0000'0007ULL}) {
    EXPECT_EQ(of(extremes_of_a_call(length)), spans(0xFFFF'FFFE, 0xFFFF'FFFE, 0xFFFF'FFFE, 0xFFFF'FFFE)) << length;
  }
}

TEST(extremes, with_64_bit_words_are_exact_beyond_32_bits) {
  const auto l = started<small_64>({0, 0});
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->isr_exit(0x5'0000'0007, isr_id{0}));
  EXPECT_EQ(of(l->epoch_extremes(isr_id{0})), spans(0x5'0000'0007, 0x5'0000'0007, 0x5'0000'0007, 0x5'0000'0007));
}

// ---- Switched off ----

struct no_extremes : small {
  static constexpr bool extremes = false;
};

TEST(extremes, switched_off_are_0_and_everything_else_is_the_same) {
  const auto with = started<small>({10, 0});
  const auto without = started<no_extremes>({10, 0});
  const auto tell = [](auto& l) {
    accept(l.isr_enter(5, isr_id{0}));
    accept(l.point_begin(6, point_id{1}));
    accept(l.point_end(12, point_id{1}));
    accept(l.isr_exit(17, isr_id{0}));
    accept(l.snapshot(23));
  };
  tell(*with);
  tell(*without);
  EXPECT_EQ(epoch_sums_of(*with), epoch_sums_of(*without));
  EXPECT_EQ(latest_values(*with), latest_values(*without));
  EXPECT_EQ(of(without->epoch_extremes(isr_id{0})), spans(0, 0, 0, 0));
  EXPECT_LT(sizeof(*without), sizeof(*with));
}

}  // namespace
}  // namespace rtm::test
