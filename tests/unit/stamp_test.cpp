// SPDX-License-Identifier: MIT
// Rows say in 16 bits (with 32-bit words) in which window they were last touched. Whoever sleeps for 65536 windows must
// not look young again, and must not lose what was counted before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "small.hpp"

namespace rtm::test {
namespace {

constexpr std::uint32_t window = 8;

/// Lets `count` windows close with nothing else happening.
template <class Ledger>
void close_windows(Ledger& l, std::uint32_t& now, std::uint32_t count) {
  const std::uint32_t end = now + count * window;
  while (now != end) {
    now += window;
    ASSERT_EQ(l.poll(now), status::ok);
  }
}

/// One call of 2 ticks of everything numbered 1, and of a task that then sleeps; idle goes on.
void touch_all(ledger<small>& l, std::uint32_t& now) {
  accept(l.task_switch(now, task_id{1}));
  accept(l.point_begin(now, point_id{1}));
  now += 2;
  accept(l.point_end(now, point_id{1}));
  accept(l.task_switch(now, idle));
  accept(l.swi_enter(now, swi_id{1}));
  accept(l.isr_enter(now, isr_id{1}));
  now += 2;
  accept(l.isr_exit(now, isr_id{1}));
  accept(l.swi_exit(now, swi_id{1}));
}

values touched(std::uint64_t times) {
  return {{"task 1", 2 * times},          {"task 1 dispatches", times},
          {"idle dispatches", times},     {"isr 1", 2 * times},
          {"isr 1 inclusive", 2 * times}, {"isr 1 calls", times},
          {"swi 1 inclusive", 2 * times}, {"swi 1 calls", times},
          {"point 1", 2 * times},         {"point 1 inclusive", 2 * times},
          {"point 1 calls", times}};
}

values without_idle(values v) {
  v.erase("idle");
  return v;
}

class row_untouched_for : public ::testing::TestWithParam<std::uint32_t> {};

TEST_P(row_untouched_for, many_windows_keeps_its_totals_and_is_in_no_window) {
  const auto l = started({window, 0});
  std::uint32_t now = 0;
  touch_all(*l, now);
  now = 0;
  close_windows(*l, now, GetParam());
  EXPECT_EQ(without_idle(epoch_sums_of(*l)), touched(1));
  EXPECT_EQ(window_values(*l, l->window_in_progress()), values{});
  window_header latest;
  accept(l->latest_window(latest));
  EXPECT_EQ(latest.index, GetParam() - 1);
  if (GetParam() > 1) {
    EXPECT_EQ(window_values(*l, latest), (values{{"idle", window}}));
  }
}

TEST_P(row_untouched_for, many_windows_goes_on_where_it_was) {
  const auto l = started({window, 0});
  std::uint32_t now = 0;
  touch_all(*l, now);
  now = 0;
  close_windows(*l, now, GetParam());
  touch_all(*l, now);
  EXPECT_EQ(without_idle(epoch_sums_of(*l)), touched(2));
  EXPECT_EQ(without_idle(window_values(*l, l->window_in_progress())), touched(1));
  accept(l->poll((GetParam() + 1) * window));
  window_header latest;
  accept(l->latest_window(latest));
  EXPECT_EQ(without_idle(window_values(*l, latest)), touched(1));
}

INSTANTIATE_TEST_SUITE_P(windows, row_untouched_for,
                         ::testing::Values(1, 2, 3, 4, 30, 8191, 8192, 8193, 16384, 32767, 32768, 32769, 65534, 65535,
                                           65536, 65537, 65538, 131071, 131072, 131073, 200000));

// A row that is read after each window, so that no single one brings it back.
TEST(row, untouched_is_never_in_a_window_again) {
  const auto l = started({window, 0});
  std::uint32_t now = 0;
  touch_all(*l, now);
  now = 0;
  close_windows(*l, now, 1);
  for (int i = 0; i < 70'000; ++i) {
    close_windows(*l, now, 1);
    window_header latest;
    accept(l->latest_window(latest));
    ASSERT_EQ(l->window_sums(latest, isr_id{1}).calls, 0U) << i;
    ASSERT_EQ(l->window_sums(latest, task_id{1}).exclusive, 0U) << i;
    ASSERT_EQ(l->window_sums(latest, point_id{1}).calls, 0U) << i;
    ASSERT_EQ(l->epoch_sums(swi_id{1}).calls, 1U) << i;
  }
}

TEST(row, of_the_current_owner_is_never_lost) {
  const auto l = started({window, 0}, 0, task_id{2});
  std::uint32_t now = 0;
  close_windows(*l, now, 70'000);
  EXPECT_EQ(l->epoch_sums(task_id{2}).exclusive, 70'000U * window);
}

// As many ids as a 32-bit word allows: the sweep needs 8192 windows for one round.
struct most_ids : default_capacity {
  static constexpr std::uint32_t tasks = 1000;
  static constexpr std::uint32_t isrs = 4000;
  static constexpr std::uint32_t swis = 188;
  static constexpr std::uint32_t points = 3000;
};
static_assert(most_ids::tasks + most_ids::isrs + most_ids::swis + most_ids::points + 3 ==
              detail::max_ids<std::uint32_t> - 1);

std::uint64_t lost_rows(const ledger<most_ids>& l) {
  std::uint64_t lost = 0;
  for (std::uint32_t i = 0; i < most_ids::tasks; ++i) lost += l.epoch_sums(task_id{i}).dispatches != 1 ? 1 : 0;
  for (std::uint32_t i = 0; i < most_ids::isrs; ++i) lost += l.epoch_sums(isr_id{i}).calls != 1 ? 1 : 0;
  for (std::uint32_t i = 0; i < most_ids::swis; ++i) lost += l.epoch_sums(swi_id{i}).calls != 1 ? 1 : 0;
  for (std::uint32_t i = 0; i < most_ids::points; ++i) lost += l.epoch_sums(point_id{i}).calls != 1 ? 1 : 0;
  return lost;
}

void touch_each_row_once(ledger<most_ids>& l, std::uint32_t now) {
  for (std::uint32_t i = 0; i < most_ids::tasks; ++i) accept(l.task_switch(now, task_id{i}));
  accept(l.task_switch(now, idle));
  for (std::uint32_t i = 0; i < most_ids::swis; ++i) {
    accept(l.swi_enter(now, swi_id{i}));
    accept(l.swi_exit(now, swi_id{i}));
  }
  for (std::uint32_t i = 0; i < most_ids::isrs; ++i) {
    accept(l.isr_enter(now, isr_id{i}));
    accept(l.isr_exit(now, isr_id{i}));
  }
  for (std::uint32_t i = 0; i < most_ids::points; ++i) {
    accept(l.point_begin(now, point_id{i}));
    accept(l.point_end(now, point_id{i}));
  }
}

TEST(row, among_as_many_as_there_may_be_keeps_its_totals) {
  const auto l = started<most_ids>({window, 0});
  touch_each_row_once(*l, 0);
  std::uint32_t now = 0;
  for (int i = 0; i < 20; ++i) {
    close_windows(*l, now, 4001);
    ASSERT_EQ(lost_rows(*l), 0U) << "after " << now / window << " windows";
  }
}

TEST(row, among_as_many_as_there_may_be_is_forgotten_by_a_reset_for_good) {
  const auto l = started<most_ids>({window, 0});
  touch_each_row_once(*l, 0);
  accept(l->reset(0, idle));
  std::uint32_t now = 0;
  constexpr std::uint64_t all = most_ids::tasks + most_ids::isrs + most_ids::swis + most_ids::points;
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(lost_rows(*l), all) << "after " << now / window << " windows";
    close_windows(*l, now, 4001);
  }
}

}  // namespace
}  // namespace rtm::test
