// SPDX-License-Identifier: MIT
// A stamp far ahead of those around it: the time between the sound ones is nobody's, and those behind it count. Times
// are whole milliseconds, as a step of more than one is doubted.
#include <gmock/gmock.h>

#include "sources/linux/cpu.hpp"

namespace rtm::host::kernel {
namespace {

constexpr std::uint64_t ms = 1'000'000;

/// Facts with times in ms.
std::string in_ms(const std::string& facts) {
  std::string text;
  for (std::size_t at = 0; at < facts.size();) {
    const std::size_t zeros = facts.find("000000 ", at);
    if (zeros == facts.npos) return text + facts.substr(at);
    text += facts.substr(at, zeros - at);
    at = zeros + 6;
  }
  return text;
}

// t      0       10      9000    20      30      40
//        9>1     1       1       1>2     2>0     end
TEST(odd_stamp, ahead_of_those_behind_it_leaves_the_time_between_the_sound_ones_to_nobody) {
  cpu of;
  of.switched(0, 9, 1).seen(10 * ms, 1).seen(9000 * ms, 1).switched(20 * ms, 1, 2).switched(30 * ms, 2, idle_owner);
  of.end(40 * ms);
  EXPECT_EQ(in_ms(of.facts()), "start 0 unknown\n0 task 1\n10 unknown\n20 task 2\n30 idle\n40 poll\n");
  EXPECT_EQ(of.counts().events, 5u);
  EXPECT_EQ(of.counts().ignored, 1u);
  EXPECT_EQ(of.counts().repairs, 0u);
}

TEST(odd_stamp, is_told_with_its_place_and_those_around_it) {
  cpu of;
  of.switched(0, 9, 1).seen(9000 * ms, 1).seen(20 * ms, 1).seen(8000 * ms, 1).seen(21 * ms, 1);
  const auto found = of.take_misfit();
  ASSERT_TRUE(found);
  EXPECT_EQ(problem_of(*found, "0", [](std::uint64_t ns) { return std::to_string(ns / ms); }).found,
            "core 0 at 9000 between 0 and 20");
  EXPECT_FALSE(of.take_misfit()) << "of a core the first";
}

// The switch that was said to be at 9000 never happened, for all that is known; nor did the interrupt begin.
TEST(odd_stamp, of_a_switch_or_an_interrupt_changes_nobody) {
  cpu of;
  of.switched(0, 9, 1).switched(9000 * ms, 1, 2).seen(20 * ms, 2).irq(8000 * ms, 2, 5).irq_end(30 * ms, 2, 5);
  of.seen(31 * ms, 2).end(40 * ms);
  EXPECT_EQ(in_ms(of.facts()), "start 0 unknown\n0 task 1\n0 unknown\n20 task 2\n20 unknown\n31 task 2\n40 poll\n");
}

TEST(odd_stamp, of_a_run_of_events_takes_them_all) {
  cpu of;
  of.switched(0, 9, 1).seen(9000 * ms, 1).seen(9000 * ms + 5, 1).switched(9001 * ms, 1, 3).seen(20 * ms, 1);
  of.seen(21 * ms, 1).seen(22 * ms, 1).seen(23 * ms, 1).end(30 * ms);
  EXPECT_EQ(in_ms(of.facts()), "start 0 unknown\n0 task 1\n0 unknown\n20 task 1\n30 poll\n");
  EXPECT_EQ(of.counts().ignored, 3u);
}

// Of 9000 and 20 one is odd, and 9001 fits both: neither is believed.
TEST(odd_stamp, that_may_be_either_of_two_makes_the_time_around_both_unknown) {
  cpu of;
  of.switched(0, 9, 1).seen(9000 * ms, 1).switched(20 * ms, 1, 2).seen(9001 * ms, 3).end(9002 * ms);
  EXPECT_EQ(in_ms(of.facts()), "start 0 unknown\n0 task 1\n0 unknown\n9001 task 3\n9002 poll\n");
  EXPECT_EQ(of.counts().ignored, 2u);
}

TEST(odd_stamp, is_none_if_what_follows_agrees) {
  cpu of;
  of.switched(0, 9, 1).switched(9000 * ms, 1, 2).seen(9001 * ms, 2).seen(9010 * ms, 2).end(9020 * ms);
  EXPECT_EQ(in_ms(of.facts()), "start 0 unknown\n0 task 1\n9000 task 2\n9020 poll\n");
  EXPECT_EQ(of.counts().ignored, 0u);
}

TEST(odd_stamp, is_none_a_little_ahead_which_is_disorder) {
  cpu of;
  of.switched(0, 9, 1).seen(50 * ms, 1).switched(50 * ms - 10, 1, 2).seen(60 * ms, 2).end(70 * ms);
  EXPECT_EQ(in_ms(of.facts()), "start 0 unknown\n0 task 1\n50 unknown\n60 task 2\n70 poll\n");
}

TEST(odd_stamp, is_one_at_the_end_if_it_is_beyond_the_common_range) {
  cpu of;
  of.switched(0, 9, 1).seen(10 * ms, 1).switched(9000 * ms, 1, 2).end(50 * ms);
  EXPECT_EQ(in_ms(of.facts()), "start 0 unknown\n0 task 1\n10 unknown\n50 poll\n");
}

TEST(odd_stamp, leaves_what_waits_to_the_reader_when_enough_agrees) {
  cpu of;
  of.switched(0, 9, 1).switched(10 * ms, 1, 2);
  EXPECT_EQ(in_ms(of.facts()), "start 0 unknown\n0 task 1\n");
  for (std::uint64_t i = 0; i < cpu_state::enough_events; ++i) of.seen(10 * ms + i, 2);
  EXPECT_EQ(in_ms(of.facts()), "10 task 2\n");
}

TEST(odd_stamp, loses_no_loss) {
  cpu of;
  of.switched(0, 9, 1).seen(9000 * ms, 1).lost(7, 9001 * ms).seen(9001 * ms, 1).seen(20 * ms, 1).end(30 * ms);
  EXPECT_EQ(of.counts().lost, 7u);
}

// All but the last lie within 60 ms.
TEST(range_of_all_cores, ends_with_what_is_not_out_of_all_proportion) {
  EXPECT_EQ(end_of_range(0, 100, {{0, 20}, {30, 60}, {1000, 1000}}), 60u);
  EXPECT_EQ(end_of_range(0, 100, {{0, 20}, {30, 60}, {150, 160}}), 160u);
  EXPECT_EQ(end_of_range(0, 100, {{0, 900}, {1700, 1700}}), 1700u) << "no longer than all the rest";
  EXPECT_EQ(end_of_range(5, 100, {}), 5u);
}

}  // namespace
}  // namespace rtm::host::kernel
