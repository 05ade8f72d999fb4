// SPDX-License-Identifier: MIT
// The compiler's own hooks, in C: measured.c says how long each function takes.
#include <gtest/gtest.h>

#include "measured.h"

namespace rtm::test {
namespace {

rtm_snapshot_info results() {
  rtm_snapshot_info info = {};
  (void)rtm_snapshot(&measured_core, measured_now(), &info);
  return info;
}

rtm_function_counts counts() {
  rtm_function_counts all = {};
  rtm_functions_counts(&measured_functions, &all);
  return all;
}

TEST(function_hooks, time_of_each_function_is_exclusive_and_inclusive) {
  ASSERT_EQ(measured_start(), RTM_OK);
  measured_outer();
  measured_outer();
  const rtm_snapshot_info info = results();
  EXPECT_EQ(info.points[0].calls, 2U);
  EXPECT_EQ(info.points[0].inclusive, 44U);
  EXPECT_EQ(info.points[0].exclusive, 30U);
  EXPECT_EQ(info.points[1].calls, 2U);
  EXPECT_EQ(info.points[1].inclusive, 14U);
  EXPECT_EQ(info.tasks[1].exclusive, 44U);
  EXPECT_EQ(counts().known, 2U);
  EXPECT_EQ(counts().unrecorded + counts().unmatched, 0U);
}

TEST(function_hooks, recursion_counts_each_level) {
  ASSERT_EQ(measured_start(), RTM_OK);
  EXPECT_EQ(measured_sum(3), 6U);
  const rtm_snapshot_info info = results();
  EXPECT_EQ(info.points[0].calls, 4U);
  EXPECT_EQ(info.points[0].exclusive, 16U);
  EXPECT_EQ(info.points[0].inclusive, 16U + 12 + 8 + 4);
}

TEST(function_hooks, function_called_in_an_interrupt_is_not_in_what_it_interrupts) {
  ASSERT_EQ(measured_start(), RTM_OK);
  measured_with_interrupt();
  const rtm_snapshot_info info = results();
  EXPECT_TRUE(info.valid);
  EXPECT_EQ(info.points[0].inclusive, 5U);
  EXPECT_EQ(info.points[1].inclusive, 6U);
  EXPECT_EQ(info.isrs[2].exclusive, 6U);
  EXPECT_EQ(info.tasks[1].exclusive, 5U);
}

TEST(function_hooks, function_that_starts_the_ledger_returns_unmatched) {
  measured_start_within();
  const rtm_snapshot_info info = results();
  EXPECT_TRUE(info.valid);
  EXPECT_EQ(counts().unmatched, 1U);
  EXPECT_EQ(info.points[0].inclusive, 22U);  // outer
}

TEST(function_hooks, longjmp_is_the_first_fault) {
  ASSERT_EQ(measured_start(), RTM_OK);
  measured_outer();
  measured_jump();
  rtm_fault_info fault = {};
  ASSERT_EQ(rtm_fault(&measured_core, &fault), RTM_OK);
  EXPECT_EQ(fault.kind, RTM_POINT_MISMATCH);
  EXPECT_EQ(fault.id, 2U);        // measured_jump returns,
  EXPECT_EQ(fault.expected, 3U);  // and jump never has.
  EXPECT_EQ(results().points[0].inclusive, 22U);
}

TEST(function_hooks, start_is_refused_without_room_or_port) {
  const rtm_function_port none = {nullptr, nullptr, nullptr};
  ASSERT_EQ(measured_start(), RTM_OK);
  measured_outer();
  EXPECT_EQ(rtm_functions_start(&measured_functions, &measured_core, 0, 0, &none), RTM_BAD_CONFIG);
  EXPECT_EQ(rtm_functions_start(&measured_functions, &measured_core, 0, 0, nullptr), RTM_BAD_CONFIG);
  EXPECT_EQ(rtm_functions_start(&measured_functions, nullptr, 0, 0, &none), RTM_BAD_CONFIG);
  EXPECT_EQ(counts().known, 2U);
  rtm_functions zeroed = {};
  const rtm_function_port port = {measured_now, [] { return 0U; }, [](unsigned) {}};
  EXPECT_EQ(rtm_function_enter(&zeroed, &zeroed), RTM_NO_ID);
  EXPECT_EQ(rtm_functions_start(&zeroed, &measured_core, 1, 0, &port), RTM_BAD_CONFIG);  // RTM_POINTS are all wanted.
  EXPECT_EQ(rtm_functions_start_sized(&zeroed, &measured_core, 0, 0, &port, sizeof zeroed - 1), RTM_BAD_CONFIG);
  EXPECT_EQ(rtm_functions_start(&zeroed, &measured_core, 0, 0, &port), RTM_OK);
}

TEST(function_hooks, name_of_no_function_is_empty) {
  ASSERT_EQ(measured_start(), RTM_OK);
  char text[RTM_FUNCTION_NAME_BYTES] = "x";
  EXPECT_EQ(rtm_function_name(&measured_functions, 0, text), RTM_NO_ID);
  EXPECT_STREQ(text, "");
}

}  // namespace
}  // namespace rtm::test
