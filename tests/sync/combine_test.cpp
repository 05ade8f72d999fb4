// SPDX-License-Identifier: MIT
// Windows of several cores as one: what is refused, and the numbers of one small example, worked out by hand.
#include "rtm/sync/combine.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rtm::test {
namespace {

using sync::status;
using sync::strategy;
using window = sync::core_window<2>;

/// From 10'000 to 20'000, with an error of 1 %.
sync::requirement<2> asked() {
  sync::requirement<2> r;
  r.start_ticks = 10'000;
  r.length_ticks = 10'000;
  r.error_ppm = 10'000;
  r.rates[0] = {0, 2, 1};
  return r;
}

window good(std::uint32_t core, std::uint64_t start = 10'000, std::uint64_t stop = 20'000) {
  window w;
  w.core = core;
  w.number = 4;
  w.group = 9;
  w.how = strategy::software;
  w.start_ticks = start;
  w.stop_ticks = stop;
  w.count[0] = stop - start;
  w.count[1] = 2 * (stop - start);
  return w;
}

sync::system_window<2> combined(const std::vector<window>& windows, const sync::requirement<2>& r = asked()) {
  return sync::combine(windows.data(), std::uint32_t(windows.size()), r);
}

TEST(combine, sums_what_each_core_counted_in_the_common_window) {
  const auto s = combined({good(0), good(1, 10'050, 20'010)});
  EXPECT_EQ(s.verdict, status::ok);
  EXPECT_EQ(s.number, 4U);
  EXPECT_EQ(s.cores, 2U);
  EXPECT_EQ(s.total[0], 20'000U);  // 9960 in 9960 ticks are 10000 in 10000
  EXPECT_EQ(s.total[1], 40'000U);
  EXPECT_EQ(s.late_ticks, 50U);
  EXPECT_EQ(s.skew_bound_ticks, 50U);
  EXPECT_EQ(s.error_ppm, 5000U);
  EXPECT_EQ(s.minimum_length_ticks, 5000U);
  // Core 0: 0 ticks, core 1: 50 + 10 ticks at 2 events a tick; 2 each for rounding.
  EXPECT_EQ(s.total_error[0], 2U + 120U + 2U);
  EXPECT_EQ(s.total_error[1], sync::unknown_error);
}

TEST(combine, rejects_lateness_and_says_how_long_a_window_would_have_to_be) {
  const auto s = combined({good(0), good(1, 10'300, 20'000)});
  EXPECT_EQ(s.verdict, status::too_late);
  EXPECT_EQ(s.error_ppm, 30'000U);
  EXPECT_EQ(s.minimum_length_ticks, 30'000U);
  EXPECT_EQ(s.total[0], 0U);
  // With that length the same lateness is allowed.
  auto longer = asked();
  longer.length_ticks = s.minimum_length_ticks;
  EXPECT_EQ(combined({good(0, 10'000, 40'000), good(1, 10'300, 40'000)}, longer).verdict, status::ok);
  longer.length_ticks -= 1;
  EXPECT_EQ(combined({good(0, 10'000, 39'999), good(1, 10'300, 39'999)}, longer).verdict, status::too_late);
}

TEST(combine, counts_the_time_of_the_reading_and_the_bound_of_clocks_as_lateness) {
  window slow = good(1);
  slow.start_taken_ticks = 30;
  slow.clock_bound_ticks = 40;
  const auto s = combined({good(0), slow});
  EXPECT_EQ(s.late_ticks, 0U);
  EXPECT_EQ(s.skew_bound_ticks, 70U);
  EXPECT_EQ(s.clock_bound_ticks, 40U);
  EXPECT_EQ(s.verdict, status::ok);
  slow.clock_bound_ticks = 80;
  EXPECT_EQ(combined({good(0), slow}).verdict, status::too_late);
}

// Two events a tick, always. Core 1 read its counter 30 ticks after its clock at the start, at once at the stop:
//
//   stamps  10000                    20000
//   counts       10030               20000     9970 ticks, 19940 events, and nobody knows that
TEST(combine, knows_that_counts_are_taken_later_than_stamps_however_constant_the_rate) {
  auto constant = asked();
  constant.rates[0] = {2, 2, 1};
  window slow = good(1);
  slow.start_taken_ticks = 30;
  slow.stop_taken_ticks = 10;
  slow.count[0] = 19'940;
  const auto s = combined({slow}, constant);
  EXPECT_EQ(s.total[0], 19'940U);
  EXPECT_EQ(s.total_error[0], 2U * 30U + 2U);
  // In half the time the same delay is twice as much of it: 30 ticks of 5000 are 60 of 10000.
  slow.stop_ticks = 15'000;
  constant.error_ppm = 600'000;
  EXPECT_EQ(combined({slow}, constant).total_error[0], 2U * 60U + 2U);
}

// The clock of a core may be off by 40 ticks at both ends: its window may have been 80 ticks longer or shorter.
TEST(combine, knows_that_a_window_between_uncertain_stamps_has_an_uncertain_length) {
  auto constant = asked();
  constant.rates[0] = {2, 2, 1};
  window aligned = good(1);
  aligned.clock_bound_ticks = 40;
  EXPECT_EQ(combined({aligned}, constant).total_error[0], 2U * 80U + 2U);
}

TEST(combine, takes_a_core_that_is_early_by_its_clock_as_seriously_as_a_late_one) {
  EXPECT_EQ(combined({good(0, 9'960, 20'000)}).late_ticks, 40U);
}

TEST(combine, never_calls_clocks_synchronous_that_nobody_has_calibrated) {
  window foreign = good(1);
  foreign.clock = 5;
  const auto s = combined({good(0), foreign});
  EXPECT_EQ(s.verdict, status::not_synchronous);
  EXPECT_EQ(s.total[0], 0U);
}

TEST(combine, refuses_what_does_not_belong_together_or_is_not_to_be_believed) {
  window other = good(1);
  other.number = 5;
  EXPECT_EQ(combined({good(0), other}).verdict, status::different_windows);
  EXPECT_EQ(combined({good(0), good(1), good(0)}).verdict, status::different_windows) << "core 0 would count twice";
  other = good(1);
  other.group = 10;  // other events in the same columns
  EXPECT_EQ(combined({good(0), other}).verdict, status::mixed_groups);
  other = good(1);
  other.how = strategy::periodic;
  EXPECT_EQ(combined({good(0), other}).verdict, status::different_windows);
  other = good(1);
  other.is_lost = true;
  EXPECT_EQ(combined({good(0), other}).verdict, status::lost);
  other = good(1);
  other.is_warm_up = true;
  EXPECT_EQ(combined({good(0), other}).verdict, status::warming_up);
  EXPECT_EQ(combined({good(0), good(1, 20'000, 20'000)}).verdict, status::lost);
  EXPECT_EQ(combined({}).verdict, status::no_window);
  auto none = asked();
  none.error_ppm = 0;
  EXPECT_EQ(combined({good(0)}, none).verdict, status::bad_plan);
  auto upside_down = asked();
  upside_down.rates[0] = {10, 1, 1};
  EXPECT_EQ(combined({good(0)}, upside_down).verdict, status::bad_plan);
}

TEST(combine, does_not_overflow_at_the_ends_of_the_clock) {
  auto far = asked();
  far.start_ticks = ~std::uint64_t{0} - 20'000;
  const auto s = combined({good(0, 1, ~std::uint64_t{0})}, far);
  EXPECT_EQ(s.verdict, status::too_late);
  EXPECT_EQ(s.error_ppm, ~std::uint64_t{0});
}

// ---- Instructions per cycle ----

TEST(system_ipc, is_the_sum_of_instructions_over_the_sum_of_cycles) {
  std::vector<window> w{good(0), good(1, 10'300, 19'000)};  // however late
  sync::system_ipc ipc;
  ASSERT_EQ(sync::combine_ipc(w.data(), 2, 0, 1, ipc), status::ok);
  EXPECT_EQ(ipc.instructions, 18'700U);
  EXPECT_EQ(ipc.cycles, 37'400U);
  EXPECT_EQ(ipc.ipc_ppm, 500'000U);
}

TEST(system_ipc, is_made_of_pairs_of_one_group_only) {
  std::vector<window> w{good(0), good(1)};
  sync::system_ipc ipc;
  w[1].group = 0;
  EXPECT_EQ(sync::combine_ipc(w.data(), 2, 0, 1, ipc), status::mixed_groups);
  w[1].group = 8;  // other events in the same columns
  EXPECT_EQ(sync::combine_ipc(w.data(), 2, 0, 1, ipc), status::mixed_groups);
  w[1].group = 9;
  EXPECT_EQ(sync::combine_ipc(w.data(), 2, 0, 0, ipc), status::mixed_groups);
  EXPECT_EQ(sync::combine_ipc(w.data(), 2, 0, 2, ipc), status::mixed_groups);
  w[1] = good(0);
  EXPECT_EQ(sync::combine_ipc(w.data(), 2, 0, 1, ipc), status::different_windows);
  w[1] = good(1, 20'000, 10'000);
  EXPECT_EQ(sync::combine_ipc(w.data(), 2, 0, 1, ipc), status::lost);
  EXPECT_EQ(ipc.cycles, 0U);
}

TEST(system_ipc, of_cores_that_had_no_cycle_is_no_number) {
  std::vector<window> w{good(0)};
  w[0].count[1] = 0;
  sync::system_ipc ipc;
  EXPECT_EQ(sync::combine_ipc(w.data(), 1, 0, 1, ipc), status::no_cycles);
  w[0].is_lost = true;
  EXPECT_EQ(sync::combine_ipc(w.data(), 1, 0, 1, ipc), status::lost);
  EXPECT_EQ(sync::combine_ipc(w.data(), 0, 0, 1, ipc), status::no_window);
}

}  // namespace
}  // namespace rtm::test
