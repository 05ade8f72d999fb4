// SPDX-License-Identifier: MIT
// Frames of which not all is known, in the ledger: cut by a gap, resumed after it, or on top of nobody knows whom.
#include <gtest/gtest.h>

#include <string>

#include "sources/reading.hpp"

namespace rtm::test {
namespace {

TEST(frame_in_pieces, is_one_call_and_no_shortest_one) {
  const reading got = reading_of(
      "rtm-timeline 1\nstart 0 task 1\n10 isr_enter 3\n14 isr_exit 3\n20 isr_enter 3\n22 isr_exit 3 piece\n"
      "22 unknown\n30 task 1\n30 isr_enter 3 piece\n31 isr_exit 3\n40 poll\n");
  const host::call_row& isr = got.core(0).isrs.at(0);
  EXPECT_EQ(isr.calls, 2U);
  EXPECT_EQ(isr.open, 0U);
  EXPECT_EQ(isr.exclusive, 7U);  // 4 + 2 + 1
  EXPECT_EQ(isr.exclusive_call, (host::extremes{4, 4}));
  EXPECT_EQ(isr.inclusive_call, (host::extremes{4, 4}));
  EXPECT_EQ(got.core(0).base.unknown, 8U);
}

TEST(frame_in_pieces, is_open_if_its_end_never_comes) {
  const reading got =
      reading_of("rtm-timeline 1\nstart 0 task 1\n20 isr_enter 3\n22 isr_exit 3 piece\n22 unknown\n30 poll\n");
  EXPECT_EQ(got.core(0).isrs.at(0).calls, 0U);
  EXPECT_EQ(got.core(0).isrs.at(0).open, 1U);
  EXPECT_EQ(got.core(0).isrs.at(0).exclusive_call, std::nullopt);
}

TEST(frame_in_pieces, counts_in_the_window_in_which_it_ends) {
  const reading got = reading_of(
      "rtm-timeline 1\nwindow 20\nstart 0 task 1\n10 isr_enter 3\n18 isr_exit 3 piece\n18 unknown\n25 task 1\n"
      "25 isr_enter 3 piece\n30 isr_exit 3\n40 poll\n");
  const auto& windows = got.core(0).windows;
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_EQ(windows[0].isrs.at(0).calls, 0U);
  EXPECT_EQ(windows[0].isrs.at(0).exclusive, 8U);
  EXPECT_EQ(windows[1].isrs.at(0).calls, 1U);
  EXPECT_EQ(windows[1].isrs.at(0).exclusive, 5U);
}

TEST(unowned_frame, is_a_call_whose_own_time_is_unknown) {
  const reading got = reading_of(
      "rtm-timeline 1\nwindow 20\nstart 0 unknown\n10 swi_enter 2 unowned\n15 isr_enter 3 unowned\n"
      "25 isr_exit 3 unowned\n30 swi_exit 2 unowned\n35 task 1\n40 isr_enter 3\n44 isr_exit 3\n50 poll\n");
  const host::epoch_row& core = got.core(0);
  EXPECT_EQ(core.base.unknown, 35U);
  ASSERT_EQ(core.isrs.size(), 1U);
  EXPECT_EQ(core.isrs[0].calls, 2U);
  EXPECT_EQ(core.isrs[0].exclusive, 4U);
  EXPECT_EQ(core.isrs[0].inclusive, 14U);  // 10 + 4
  EXPECT_EQ(core.isrs[0].inclusive_call, (host::extremes{4, 4}));
  EXPECT_EQ(core.swis.at(0).exclusive, 0U);
  EXPECT_EQ(core.swis.at(0).inclusive, 20U);
  EXPECT_EQ(core.windows.at(0).base.unknown, 20U);
  EXPECT_EQ(core.windows.at(1).base.unknown, 15U);
  ASSERT_EQ(core.windows.at(1).isrs.size(), 1U);
  EXPECT_EQ(core.windows.at(1).isrs[0].id, 3U);
}

TEST(unowned_frame, is_refused_where_it_is_no_frame) {
  EXPECT_EQ(refusal_of("rtm-timeline 1\nstart 0 idle\n5 isr_enter 3 alone\n"),
            "test:3: found \"alone\"; expected piece, unowned or the end of the line");
}

}  // namespace
}  // namespace rtm::test
