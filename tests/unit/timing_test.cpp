// SPDX-License-Identifier: MIT
// Which timings does `start` take, and which gaps does the ledger then accept? At the edges, for every width of clock.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

#include "small.hpp"

namespace rtm::test {
namespace {

template <class Capacity>
class timing_of : public ::testing::Test {
 protected:
  using ledger_type = ledger<Capacity>;
  using word = typename Capacity::word;
  static constexpr std::uint32_t bits = Capacity::clock_bits;
  static constexpr std::uint64_t half_range = std::uint64_t{1} << (bits - 1);
  static constexpr std::uint64_t mask = half_range * 2 - 1;
  static constexpr std::uint64_t longest = ledger_type::max_window_ticks;

  static word cut(std::uint64_t reading) { return static_cast<word>(reading & mask); }

  /// What `start` answers; what it accepts must keep the gap, to the tick.
  static status starts(const timing& how) {
    const auto l = std::make_unique<ledger_type>();
    return l->start(0, idle, how);
  }
  static status after_gap(const timing& how, std::uint64_t gap) {
    const auto l = std::make_unique<ledger_type>();
    EXPECT_EQ(l->start(cut(mask), idle, how), status::ok);  // so that every gap wraps the clock
    return l->poll(cut(mask + gap));
  }
};

using clocks =
    ::testing::Types<small_with<std::uint32_t, 16>, small_with<std::uint32_t, 24>, small_with<std::uint32_t, 32>,
                     small_with<std::uint64_t, 16>, small_with<std::uint64_t, 32>, small_with<std::uint64_t, 48>,
                     small_with<std::uint64_t, 63>, small_with<std::uint64_t, 64>>;
TYPED_TEST_SUITE(timing_of, clocks);

TYPED_TEST(timing_of, a_clock_takes_gaps_below_half_its_range) {
  using t = timing_of<TypeParam>;
  const std::uint64_t most = std::min(t::half_range - 1, t::longest);
  EXPECT_EQ(t::starts({0, most}), status::ok);
  EXPECT_EQ(t::starts({0, most + 1}), status::bad_config);
  EXPECT_EQ(t::starts({t::longest, most}), status::ok);
  EXPECT_EQ(t::starts({t::longest, most + 1}), status::bad_config);
  EXPECT_EQ(t::starts({0, std::numeric_limits<std::uint64_t>::max()}), status::bad_config);
}

TYPED_TEST(timing_of, a_window_takes_gaps_up_to_its_length) {
  using t = timing_of<TypeParam>;
  EXPECT_EQ(t::starts({1000, 1000}), status::ok);
  EXPECT_EQ(t::starts({1000, 1001}), status::bad_config);
  EXPECT_EQ(t::starts({1, 1}), status::ok);
  EXPECT_EQ(t::starts({1, 2}), status::bad_config);
  EXPECT_EQ(t::starts({1, 0}), status::ok);
}

TYPED_TEST(timing_of, a_window_is_at_most_as_long_as_its_sums_fit_a_word) {
  using t = timing_of<TypeParam>;
  EXPECT_EQ(t::starts({t::longest, 1}), status::ok);
  if (t::longest != std::numeric_limits<std::uint64_t>::max()) {
    EXPECT_EQ(t::starts({t::longest + 1, 1}), status::bad_config);
    EXPECT_EQ(t::starts({std::uint64_t{1} << 32U, 1}), status::bad_config);
    EXPECT_EQ(t::starts({std::numeric_limits<std::uint64_t>::max(), 1}), status::bad_config);
  }
}

TYPED_TEST(timing_of, a_clock_of_its_own_width_or_of_none_named_is_taken) {
  using t = timing_of<TypeParam>;
  EXPECT_EQ(t::starts({100, 0, t::bits}), status::ok);
  EXPECT_EQ(t::starts({100, 0, 0}), status::ok);
  EXPECT_EQ(t::starts({100, 0, t::bits - 1}), status::bad_config);
  EXPECT_EQ(t::starts({100, 0, t::bits + 1}), status::bad_config);
}

TYPED_TEST(timing_of, a_gap_of_its_own_accord_is_the_longest_there_may_be) {
  using t = timing_of<TypeParam>;
  EXPECT_EQ(t::after_gap({1000, 0}, 1000), status::ok);
  EXPECT_EQ(t::after_gap({1000, 0}, 1001), status::gap_exceeded);
  const std::uint64_t most = std::min(t::half_range - 1, t::longest);
  EXPECT_EQ(t::after_gap({0, 0}, most), status::ok);
  EXPECT_EQ(t::after_gap({0, 0}, most + 1), most + 1 == t::half_range ? status::time_backwards : status::gap_exceeded);
}

TYPED_TEST(timing_of, a_gap_given_is_kept_to_the_tick) {
  using t = timing_of<TypeParam>;
  for (const std::uint64_t gap : {std::uint64_t{1}, std::uint64_t{999}, std::uint64_t{1000}}) {
    EXPECT_EQ(t::after_gap({1000, gap}, gap), status::ok);
    EXPECT_EQ(t::after_gap({1000, gap}, gap + 1), status::gap_exceeded);
  }
}

TYPED_TEST(timing_of, a_step_of_half_the_range_or_more_is_taken_for_one_backwards) {
  using t = timing_of<TypeParam>;
  EXPECT_EQ(t::after_gap({1000, 0}, t::half_range - 1), status::gap_exceeded);
  EXPECT_EQ(t::after_gap({1000, 0}, t::half_range), status::time_backwards);
  EXPECT_EQ(t::after_gap({1000, 0}, t::mask), status::time_backwards);
  EXPECT_EQ(t::after_gap({1000, 0}, 0), status::ok);
}

TYPED_TEST(timing_of, a_gap_is_measured_from_the_last_fact_not_from_the_last_window) {
  using t = timing_of<TypeParam>;
  const auto l = started<TypeParam>({1000, 100});
  for (std::uint64_t now = 0; now <= 5000; now += 100) {
    ASSERT_EQ(l->poll(t::cut(now)), status::ok) << now;
  }
  EXPECT_EQ(l->poll(t::cut(5101)), status::gap_exceeded);
}

TYPED_TEST(timing_of, a_reading_uses_only_the_bits_of_the_clock) {
  using t = timing_of<TypeParam>;
  const auto above = static_cast<typename TypeParam::word>(~t::mask);
  const auto l = started<TypeParam>({1000, 0}, static_cast<typename TypeParam::word>(above | 5));
  EXPECT_EQ(l->epoch().start_ticks, 5U);
  accept(l->poll(15));
  accept(l->poll(static_cast<typename TypeParam::word>(above | 25)));
  EXPECT_EQ(l->epoch().total_ticks, 20U);
  EXPECT_EQ(l->poll(static_cast<typename TypeParam::word>(above | 5)), status::time_backwards);
  fault f;
  accept(l->first_fault(f));
  EXPECT_EQ(f.reading_ticks, 5U);
}

TYPED_TEST(timing_of, time_goes_on_over_many_wraps_of_the_clock) {
  using t = timing_of<TypeParam>;
  const std::uint64_t step = std::min(t::half_range - 1, t::longest) / 3 * 3;
  const auto l = started<TypeParam>({0, 0}, t::cut(t::mask));
  std::uint64_t now = t::mask;  // extended, modulo 2^64
  for (int i = 0; i < 3000; ++i) {
    now += step / 3;
    ASSERT_EQ((i % 2 == 0 ? l->isr_enter(t::cut(now), isr_id{0}) : l->isr_exit(t::cut(now), isr_id{0})), status::ok);
  }
  accept(l->snapshot(t::cut(now)));
  EXPECT_EQ(l->epoch().total_ticks, now - t::mask);
  EXPECT_EQ(l->epoch_sums(idle).exclusive, step / 3 * 1500);
  EXPECT_EQ(l->epoch_sums(isr_id{0}).exclusive, step / 3 * 1500);
  EXPECT_EQ(l->epoch_sums(isr_id{0}).calls, 1500U);
}

using flexible_32 = small_with<std::uint32_t, 0>;
using flexible_64 = small_with<std::uint64_t, 0>;

template <class Capacity>
status start_with(std::uint32_t bits) {
  return std::make_unique<ledger<Capacity>>()->start(0, idle, {100, 0, bits});
}

TEST(timing, of_a_capacity_without_a_width_must_name_one_that_fits_the_word) {
  EXPECT_EQ(start_with<flexible_32>(0), status::bad_config);
  EXPECT_EQ(start_with<flexible_32>(15), status::bad_config);
  EXPECT_EQ(start_with<flexible_32>(33), status::bad_config);
  EXPECT_EQ(start_with<flexible_32>(0xFFFF'FFFFU), status::bad_config);
  for (std::uint32_t bits = 16; bits <= 32; ++bits) EXPECT_EQ(start_with<flexible_32>(bits), status::ok) << bits;
  EXPECT_EQ(start_with<flexible_64>(0), status::bad_config);
  EXPECT_EQ(start_with<flexible_64>(15), status::bad_config);
  EXPECT_EQ(start_with<flexible_64>(65), status::bad_config);
  for (std::uint32_t bits = 16; bits <= 64; ++bits) EXPECT_EQ(start_with<flexible_64>(bits), status::ok) << bits;
}

TEST(timing, of_a_capacity_without_a_width_keeps_the_one_that_start_named) {
  const auto l = started<flexible_32>({1000, 0, 16}, 0xFFFFU);
  accept(l->poll(9));
  EXPECT_EQ(l->epoch().total_ticks, 10U);
  EXPECT_EQ(l->start(0xFF'FFFFU, idle, {1000, 0, 24}), status::ok);
  accept(l->poll(19));
  EXPECT_EQ(l->epoch().total_ticks, 20U);
  EXPECT_EQ(l->poll(0xFF'FFFFU), status::time_backwards);
}

struct shallow : default_capacity {
  static constexpr std::uint32_t points = 0;
  static constexpr std::uint32_t depth = 1;
};
struct deep_in_points : default_capacity {
  static constexpr std::uint32_t depth = 2;
  static constexpr std::uint32_t point_frames = 20;
  static constexpr std::uint32_t point_depth = 16;
};

TEST(timing, longest_window_is_such_that_a_full_stack_of_one_id_fits_a_word) {
  EXPECT_EQ(ledger<default_capacity>::max_window_ticks, 0xFFFF'FFFFU / 8);
  EXPECT_EQ(ledger<shallow>::max_window_ticks, 0xFFFF'FFFFU);
  EXPECT_EQ(ledger<deep_in_points>::max_window_ticks, 0xFFFF'FFFFU / 16);
  EXPECT_EQ(ledger<small_64>::max_window_ticks, std::numeric_limits<std::uint64_t>::max());
}

TEST(timing, fixed_at_compile_time_is_the_same_as_any_other) {
  constexpr timing how = fixed_timing<1000, 500>();
  EXPECT_EQ(how.window_ticks, 1000U);
  EXPECT_EQ(how.max_gap_ticks, 500U);
  EXPECT_EQ(how.clock_bits, 0U);
  EXPECT_EQ((fixed_timing<1000>().max_gap_ticks), 1000U);
  EXPECT_EQ((fixed_timing<0, 7>().max_gap_ticks), 7U);
  const auto l = started(how);
  EXPECT_EQ(l->poll(501), status::gap_exceeded);
}

TEST(timing, start_takes_every_base_owner_of_the_capacity_and_no_other) {
  const auto l = std::make_unique<ledger<small>>();
  for (const task_id base : {idle, kernel, unknown, task_id{0}, task_id{3}}) {
    EXPECT_EQ(l->start(0, base, {100, 0}), status::ok);
    accept(l->poll(10));
    EXPECT_EQ(l->epoch_sums(base).exclusive, 10U);
    EXPECT_EQ(l->epoch_sums(base).dispatches, 0U);
  }
  for (const std::uint32_t id : {4U, 5U, 0xFFFFU, 0x1'0000U, 0x7FFF'FFFFU, 0xFFFF'FFFCU}) {
    EXPECT_EQ(l->start(0, task_id{id}, {100, 0}), status::bad_config) << id;
  }
}

}  // namespace
}  // namespace rtm::test
