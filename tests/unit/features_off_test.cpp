// SPDX-License-Identifier: MIT
// A capacity without interrupts, Swis or points: every call is still there, and answers as for an id out of range.
#include <gtest/gtest.h>

#include "small.hpp"

namespace rtm::test {
namespace {

struct no_points : small {
  static constexpr std::uint32_t points = 0;
};
struct no_isrs : small {
  static constexpr std::uint32_t isrs = 0;
};
struct no_swis : small {
  static constexpr std::uint32_t swis = 0;
};
struct only_tasks : small {
  static constexpr std::uint32_t isrs = 0;
  static constexpr std::uint32_t swis = 0;
  static constexpr std::uint32_t points = 0;
  static constexpr std::uint32_t depth = 1;
};
struct one_of_everything : default_capacity {
  static constexpr std::uint32_t tasks = 1;
  static constexpr std::uint32_t isrs = 1;
  static constexpr std::uint32_t swis = 1;
  static constexpr std::uint32_t points = 1;
  static constexpr std::uint32_t depth = 1;
  static constexpr std::uint32_t point_frames = 1;
  static constexpr std::uint32_t point_depth = 1;
};
template <class Capacity>
struct in_64_bits : Capacity {
  using word = std::uint64_t;
  static constexpr std::uint32_t clock_bits = 64;
};

template <class Capacity>
class capacity : public ::testing::Test {};
using capacities = ::testing::Types<small, no_points, no_isrs, no_swis, only_tasks, one_of_everything,
                                    in_64_bits<no_points>, in_64_bits<only_tasks>, in_64_bits<one_of_everything>>;
TYPED_TEST_SUITE(capacity, capacities);

/// The answer to a fact about id 0 of a kind of which the capacity has `count`.
constexpr status if_there_are(std::uint32_t count) { return count == 0 ? status::bad_id : status::ok; }

TYPED_TEST(capacity, of_any_features_measures_what_it_has) {
  const auto l = started<TypeParam>({100, 0}, 0, task_id{0});
  values expected{{"task 0", 30}};
  // Each in an epoch of its own, since what is off is a fault.
  EXPECT_EQ(l->isr_enter(10, isr_id{0}), if_there_are(TypeParam::isrs));
  accept(l->reset(10, task_id{0}));
  EXPECT_EQ(l->swi_enter(10, swi_id{0}), if_there_are(TypeParam::swis));
  accept(l->reset(10, task_id{0}));
  EXPECT_EQ(l->point_begin(10, point_id{0}), if_there_are(TypeParam::points));
  accept(l->reset(10, task_id{0}));
  if (TypeParam::isrs != 0) {
    accept(l->isr_enter(20, isr_id{0}));
    accept(l->isr_exit(25, isr_id{0}));
    expected.insert({{"isr 0", 5}, {"isr 0 inclusive", 5}, {"isr 0 calls", 1}});
  } else {
    accept(l->poll(25));
    expected["task 0"] += 5;
  }
  if (TypeParam::points != 0) {
    accept(l->point_begin(30, point_id{0}));
    accept(l->point_end(40, point_id{0}));
    expected.insert({{"point 0", 10}, {"point 0 inclusive", 10}, {"point 0 calls", 1}});
  }
  accept(l->task_terminate(40, task_id{0}));
  accept(l->task_switch(45, idle));
  expected.insert({{"idle", 5}, {"idle dispatches", 1}});
  accept(l->snapshot(50));
  EXPECT_EQ(epoch_sums_of(*l), expected);
}

TYPED_TEST(capacity, of_any_features_names_ends_of_what_it_does_not_have_a_bad_id) {
  const auto l = started<TypeParam>({100, 0}, 0, task_id{0});
  EXPECT_EQ(l->isr_exit(0, isr_id{0}), TypeParam::isrs == 0 ? status::bad_id : status::isr_underflow);
  accept(l->reset(0, task_id{0}));
  EXPECT_EQ(l->swi_exit(0, swi_id{0}), TypeParam::swis == 0 ? status::bad_id : status::swi_underflow);
  accept(l->reset(0, task_id{0}));
  EXPECT_EQ(l->point_end(0, point_id{0}), TypeParam::points == 0 ? status::bad_id : status::point_underflow);
}

TYPED_TEST(capacity, of_any_features_closes_windows) {
  const auto l = started<TypeParam>({10, 0}, 0, task_id{0});
  for (typename TypeParam::word now = 0; now <= 3000; now += 10) {
    if (TypeParam::isrs != 0) {
      accept(l->isr_enter(now, isr_id{0}));
      accept(l->isr_exit(now, isr_id{0}));
    }
    accept(l->poll(now));
  }
  EXPECT_EQ(l->window_in_progress().index, 300U);
  EXPECT_EQ(l->epoch_sums(task_id{0}).exclusive, 3000U);
  EXPECT_EQ(l->epoch_sums(isr_id{0}).calls, TypeParam::isrs == 0 ? 0U : 301U);
}

TYPED_TEST(capacity, of_any_features_shows_zeros_for_what_it_does_not_have) {
  const auto l = started<TypeParam>({10, 0}, 0, task_id{0});
  accept(l->poll(10));
  window_header latest;
  accept(l->latest_window(latest));
  values v;
  add(v, "isr", l->window_sums(latest, isr_id{TypeParam::isrs}));
  add(v, "swi", l->window_sums(latest, swi_id{TypeParam::swis}));
  add(v, "point", l->window_sums(latest, point_id{TypeParam::points}));
  add(v, "isr", l->epoch_sums(isr_id{TypeParam::isrs}));
  add(v, "swi", l->epoch_sums(swi_id{TypeParam::swis}));
  add(v, "point", l->epoch_sums(point_id{TypeParam::points}));
  add(v, "isr", l->epoch_extremes(isr_id{TypeParam::isrs}));
  add(v, "swi", l->epoch_extremes(swi_id{TypeParam::swis}));
  add(v, "point", l->epoch_extremes(point_id{TypeParam::points}));
  EXPECT_EQ(v, values{});
}

TEST(capacity, without_a_feature_is_smaller) {
  EXPECT_LT(sizeof(ledger<no_points>), sizeof(ledger<small>));
  EXPECT_LT(sizeof(ledger<no_isrs>), sizeof(ledger<small>));
  EXPECT_LT(sizeof(ledger<no_swis>), sizeof(ledger<small>));
  EXPECT_LT(sizeof(ledger<only_tasks>), sizeof(ledger<no_points>));
}

TEST(capacity, of_one_frame_refuses_the_second) {
  const auto l = started<one_of_everything>({100, 0}, 0, task_id{0});
  accept(l->isr_enter(0, isr_id{0}));
  accept(l->point_begin(0, point_id{0}));
  EXPECT_EQ(l->point_begin(0, point_id{0}), status::point_stack_full);
  accept(l->reset(0, task_id{0}));
  accept(l->swi_enter(0, swi_id{0}));
  EXPECT_EQ(l->isr_enter(0, isr_id{0}), status::stack_full);
}

struct deepest : default_capacity {
  static constexpr std::uint32_t isrs = 2;
  static constexpr std::uint32_t depth = 255;
  static constexpr std::uint32_t points = 1;
  static constexpr std::uint32_t point_frames = 2000;
  static constexpr std::uint32_t point_depth = 2000;
};

TEST(capacity, of_255_frames_and_2000_points_holds_them_all) {
  const auto l = started<deepest>({1000, 0});
  for (int i = 0; i < 2000; ++i) accept(l->point_begin(0, point_id{0}));
  EXPECT_EQ(l->point_begin(0, point_id{0}), status::point_stack_full);
  accept(l->reset(0, idle));
  for (std::uint32_t i = 0; i < 255; ++i) accept(l->isr_enter(0, isr_id{i % 2}));
  accept(l->poll(1000));
  EXPECT_EQ(l->isr_enter(1000, isr_id{0}), status::stack_full);
  EXPECT_EQ(l->epoch_sums(isr_id{0}).inclusive, 128'000U);
  EXPECT_EQ(l->epoch_sums(isr_id{1}).inclusive, 127'000U);
  fault f;
  accept(l->first_fault(f));
  EXPECT_EQ(f.depth, 255U);
}

}  // namespace
}  // namespace rtm::test
