// SPDX-License-Identifier: MIT
// Which task had a pid when, by what is told of its life in any order.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>

#include "sources/linux/pid_lives.hpp"

namespace rtm::test {
namespace {

using host::kernel::pid_lives;
constexpr host::source_id first = 7, second = 1'000'000'007, third = 2'000'000'007;

//   10 fork   20 exit   30 fork   40 exit   50 fork
TEST(pid_lives, order_in_which_lives_are_told_is_no_matter) {
  pid_lives in_order, backwards;
  for (const std::uint64_t fork : {10, 30, 50}) {
    (void)in_order.forked(7, fork);
    (void)in_order.exited(7, fork + 10);
  }
  for (const std::uint64_t fork : {50, 30, 10}) {
    (void)backwards.exited(7, fork + 10);
    (void)backwards.forked(7, fork);
  }
  for (const pid_lives* each : {&in_order, &backwards}) {
    EXPECT_EQ(each->id_of(7, 29), first);
    EXPECT_EQ(each->id_of(7, 30), second);
    EXPECT_EQ(each->id_of(7, 49), second);
    EXPECT_EQ(each->id_of(7, 50), third);
  }
}

// A clock with coarse steps: the task is forked, runs and exits within one.
TEST(pid_lives, of_the_same_time_are_in_the_order_told) {
  pid_lives of;
  EXPECT_EQ(of.forked(7, 4), std::nullopt);
  EXPECT_EQ(of.exited(7, 4), std::nullopt);
  EXPECT_EQ(of.id_of(7, 4), first);
  EXPECT_EQ(of.forked(7, 4), 4U);
  EXPECT_EQ(of.id_of(7, 4), second);
}

TEST(pid_lives, what_is_told_answers_from_when_on_ids_are_others) {
  pid_lives of;
  EXPECT_EQ(of.forked(7, 100), std::nullopt);
  EXPECT_EQ(of.forked(7, 50), 100U) << "now that one is the second";
  EXPECT_EQ(of.exited(7, 60), std::nullopt);
  EXPECT_EQ(of.forked(7, 70), 70U);
  EXPECT_EQ(of.id_of(7, 100), third);
}

// With an exit in order that seems to change nothing: the switch before it, told later, makes it another task's.
TEST(pid_lives, nothing_told_is_forgotten) {
  pid_lives of;
  EXPECT_EQ(of.exited(7, 10), std::nullopt);
  EXPECT_EQ(of.exited(7, 30), std::nullopt);
  EXPECT_EQ(of.died(7, 20), 21U);
  of.expect_forks();
  EXPECT_EQ(of.forked(7, 40), 40U) << "the second one exited at 30";
  EXPECT_EQ(of.id_of(7, 40), third);
}

// Else every late line would cost as much as there are lines.
TEST(pid_lives, what_is_told_too_late_changes_nothing_and_says_so) {
  pid_lives of;
  for (std::uint64_t time = 1000; time < 3000; ++time) (void)of.forked(7, time);
  const host::source_id latest = of.id_of(7, 3000);
  EXPECT_EQ(latest, 7 + 1'999 * 1'000'000'000ULL);
  EXPECT_EQ(of.forked(7, 2000), 2000U);
  EXPECT_EQ(of.id_of(7, 3000), latest);
  EXPECT_EQ(of.forked(7, 2990), 2990U);
  EXPECT_EQ(of.id_of(7, 3000), latest + 1'000'000'000);
}

}  // namespace
}  // namespace rtm::test
