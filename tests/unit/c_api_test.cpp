// SPDX-License-Identifier: MIT
// The C API, function by function, from C++: that each translates to the ledger and back without loss.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "rtm/rtm.h"
#include "small.hpp"

namespace rtm::test {
namespace {

/// Zeroed, as static storage is, with bytes behind it that no call may touch.
class c_api : public ::testing::Test {
 protected:
  void SetUp() override {
    std::memset(&guarded_, 0, sizeof guarded_);
    std::memset(guarded_.behind, 0xA5, sizeof guarded_.behind);
  }
  void TearDown() override {
    for (const unsigned char byte : guarded_.behind) ASSERT_EQ(byte, 0xA5);
  }

  rtm_core* core() { return &guarded_.core; }
  void start(rtm_ticks window, uint32_t base = 0) {
    const rtm_timing how{window, 0};
    ASSERT_EQ(rtm_start(core(), 0, base, &how), RTM_OK);
  }
  rtm_snapshot_info snapshot(rtm_ticks now, rtm_status expected = RTM_OK) {
    auto seen = std::make_unique<rtm_snapshot_info>();
    EXPECT_EQ(rtm_snapshot(core(), now, seen.get()), expected);
    return *seen;
  }

 private:
  struct {
    rtm_core core;
    unsigned char behind[64];
  } guarded_;
};

TEST_F(c_api, before_start_answers_not_started) {
  EXPECT_EQ(rtm_poll(core(), 1), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_task_switch(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_isr_enter(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_isr_exit(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_swi_enter(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_swi_exit(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_point_begin(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_point_end(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_task_activate(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_task_wait(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_task_release(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_task_terminate(core(), 1, 0), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_reset(core(), 1, 0), RTM_NOT_STARTED);
}

TEST_F(c_api, before_start_leaves_what_it_has_nothing_to_say_about_alone) {
  rtm_window_info window;
  window.index = 42;
  EXPECT_EQ(rtm_window(core(), &window), RTM_NO_WINDOW);
  EXPECT_EQ(window.index, 42U);
  rtm_snapshot_info seen;
  seen.total = 43;
  EXPECT_EQ(rtm_snapshot(core(), 5, &seen), RTM_NOT_STARTED);
  EXPECT_EQ(seen.total, 43U);
  rtm_fault_info fault;
  EXPECT_EQ(rtm_fault(core(), &fault), RTM_OK);
  EXPECT_EQ(fault.kind, RTM_OK);
}

TEST_F(c_api, start_refuses_what_the_ledger_refuses) {
  const rtm_timing gap_longer_than_window{100, 101};
  EXPECT_EQ(rtm_start(core(), 0, 0, &gap_longer_than_window), RTM_BAD_CONFIG);
  const rtm_timing good{100, 100};
  EXPECT_EQ(rtm_start(core(), 0, RTM_TASKS, &good), RTM_BAD_CONFIG);
  EXPECT_EQ(rtm_poll(core(), 1), RTM_NOT_STARTED);
  EXPECT_EQ(rtm_start(core(), 0, RTM_TASKS - 1, &good), RTM_OK);
}

TEST_F(c_api, start_refuses_a_core_of_another_size) {
  const rtm_timing how{100, 0};
  EXPECT_EQ(rtm_start_sized(core(), 0, 0, &how, sizeof(rtm_core) - sizeof(rtm_ticks)), RTM_BAD_CONFIG);
  EXPECT_EQ(rtm_start_sized(core(), 0, 0, &how, sizeof(rtm_core) + sizeof(rtm_ticks)), RTM_BAD_CONFIG);
  EXPECT_EQ(rtm_start_sized(core(), 0, 0, &how, 0), RTM_BAD_CONFIG);
  EXPECT_EQ(rtm_poll(core(), 1), RTM_NOT_STARTED);
}

TEST_F(c_api, start_takes_each_base_owner) {
  const rtm_timing how{0, 0};
  for (const uint32_t base : {RTM_IDLE, RTM_KERNEL, RTM_UNKNOWN, uint32_t{3}}) {
    ASSERT_EQ(rtm_start(core(), 0, base, &how), RTM_OK);
    const rtm_snapshot_info seen = snapshot(9);
    EXPECT_EQ(seen.idle, base == RTM_IDLE ? 9U : 0U);
    EXPECT_EQ(seen.kernel, base == RTM_KERNEL ? 9U : 0U);
    EXPECT_EQ(seen.unknown, base == RTM_UNKNOWN ? 9U : 0U);
    EXPECT_EQ(seen.tasks[3].exclusive, base == 3 ? 9U : 0U);
  }
}

//   task 1   ==-----====    point 4 from 1 on: 1 + 3; the whole is a window of 12, 1 more is in progress
//   isr 2      =---=
//   isr 3       ===         point 5 from 4 to 6
TEST_F(c_api, snapshot_shows_the_epoch_and_the_window_in_progress) {
  start(12, 1);
  EXPECT_EQ(rtm_point_begin(core(), 1, 4), RTM_OK);
  EXPECT_EQ(rtm_isr_enter(core(), 2, 2), RTM_OK);
  EXPECT_EQ(rtm_isr_enter(core(), 3, 3), RTM_OK);
  EXPECT_EQ(rtm_point_begin(core(), 4, 5), RTM_OK);
  EXPECT_EQ(rtm_point_end(core(), 6, 5), RTM_OK);
  EXPECT_EQ(rtm_isr_exit(core(), 6, 3), RTM_OK);
  EXPECT_EQ(rtm_isr_exit(core(), 7, 2), RTM_OK);
  EXPECT_EQ(rtm_point_end(core(), 10, 4), RTM_OK);
  EXPECT_EQ(rtm_task_switch(core(), 11, RTM_IDLE), RTM_OK);
  EXPECT_EQ(rtm_task_switch(core(), 12, 0), RTM_OK);
  const rtm_snapshot_info seen = snapshot(13);
  EXPECT_EQ(seen.start, 0U);
  EXPECT_EQ(seen.total, 13U);
  EXPECT_EQ(seen.epoch, 0U);
  EXPECT_EQ(seen.valid, 1U);
  EXPECT_EQ(seen.ignored, 0U);
  EXPECT_EQ(seen.idle, 1U);
  EXPECT_EQ(seen.tasks[1].exclusive, 6U);
  EXPECT_EQ(seen.tasks[0].exclusive, 1U);
  EXPECT_EQ(seen.tasks[0].dispatches, 1U);
  EXPECT_EQ(seen.isrs[2].exclusive, 2U);
  EXPECT_EQ(seen.isrs[2].inclusive, 5U);
  EXPECT_EQ(seen.isrs[2].calls, 1U);
  EXPECT_EQ(seen.isrs[2].exclusive_min, 2U);
  EXPECT_EQ(seen.isrs[2].exclusive_max, 2U);
  EXPECT_EQ(seen.isrs[2].inclusive_min, 5U);
  EXPECT_EQ(seen.isrs[2].inclusive_max, 5U);
  EXPECT_EQ(seen.isrs[3].exclusive, 3U);
  EXPECT_EQ(seen.points[4].exclusive, 4U);
  EXPECT_EQ(seen.points[4].calls, 1U);
  EXPECT_EQ(seen.points[5].inclusive, 2U);
  EXPECT_EQ(seen.window.index, 1U);
  EXPECT_EQ(seen.window.start, 12U);
  EXPECT_EQ(seen.window.length, 1U);
  EXPECT_EQ(seen.window.complete, 0U);
  EXPECT_EQ(seen.window.tasks[0].exclusive, 1U);
  EXPECT_EQ(seen.window.tasks[1].exclusive, 0U);
}

TEST_F(c_api, window_shows_the_latest_closed_one_and_adds_up) {
  start(100, 2);
  EXPECT_EQ(rtm_task_switch(core(), 10, RTM_KERNEL), RTM_OK);
  EXPECT_EQ(rtm_task_switch(core(), 25, RTM_UNKNOWN), RTM_OK);
  EXPECT_EQ(rtm_task_switch(core(), 45, RTM_IDLE), RTM_OK);
  EXPECT_EQ(rtm_task_switch(core(), 70, 3), RTM_OK);
  EXPECT_EQ(rtm_point_begin(core(), 70, 0), RTM_OK);
  EXPECT_EQ(rtm_task_terminate(core(), 80, 3), RTM_OK);
  EXPECT_EQ(rtm_isr_enter(core(), 90, 15), RTM_OK);
  EXPECT_EQ(rtm_poll(core(), 110), RTM_OK);
  rtm_window_info w;
  ASSERT_EQ(rtm_window(core(), &w), RTM_OK);
  EXPECT_EQ(w.index, 0U);
  EXPECT_EQ(w.start, 0U);
  EXPECT_EQ(w.length, 100U);
  EXPECT_EQ(w.epoch, 0U);
  EXPECT_EQ(w.complete, 1U);
  EXPECT_EQ(w.kernel, 15U);
  EXPECT_EQ(w.unknown, 20U);
  EXPECT_EQ(w.idle, 25U);
  EXPECT_EQ(w.tasks[2].exclusive, 10U);
  EXPECT_EQ(w.tasks[3].exclusive, 20U);
  EXPECT_EQ(w.tasks[3].dispatches, 1U);
  EXPECT_EQ(w.isrs[15].exclusive, 10U);
  EXPECT_EQ(w.isrs[15].inclusive, 10U);
  EXPECT_EQ(w.isrs[15].calls, 0U);
  EXPECT_EQ(w.points[0].exclusive, 10U);
  EXPECT_EQ(w.points[0].abandoned, 1U);
  rtm_ticks owned = w.idle + w.kernel + w.unknown;
  for (const auto& task : w.tasks) owned += task.exclusive;
  for (const auto& isr : w.isrs) owned += isr.exclusive;
  EXPECT_EQ(owned, w.length);
}

TEST_F(c_api, without_swis_has_an_empty_row_for_them_and_refuses_them) {
  static_assert(RTM_SWIS == 0, "the library under test has the default configuration");
  start(100);
  EXPECT_EQ(rtm_swi_enter(core(), 1, 0), RTM_BAD_ID);
  EXPECT_EQ(rtm_reset(core(), 1, 0), RTM_OK);
  EXPECT_EQ(rtm_swi_exit(core(), 1, 0), RTM_BAD_ID);
}

TEST_F(c_api, marks_are_accepted_and_change_no_owner) {
  start(100, 1);
  EXPECT_EQ(rtm_task_activate(core(), 5, 2), RTM_OK);
  EXPECT_EQ(rtm_task_wait(core(), 10, 1), RTM_OK);
  EXPECT_EQ(rtm_task_release(core(), 15, 1), RTM_OK);
  EXPECT_EQ(rtm_task_terminate(core(), 20, 1), RTM_OK);
  EXPECT_EQ(snapshot(30).tasks[1].exclusive, 30U);
  EXPECT_EQ(rtm_task_activate(core(), 30, RTM_IDLE), RTM_BAD_ID);
}

TEST_F(c_api, fault_says_what_the_ledger_says) {
  start(100, 1);
  EXPECT_EQ(rtm_isr_enter(core(), 10, 3), RTM_OK);
  EXPECT_EQ(rtm_isr_exit(core(), 20, 4), RTM_ISR_MISMATCH);
  EXPECT_EQ(rtm_poll(core(), 30), RTM_IGNORED);
  rtm_fault_info fault;
  ASSERT_EQ(rtm_fault(core(), &fault), RTM_OK);
  EXPECT_EQ(fault.kind, RTM_ISR_MISMATCH);
  EXPECT_EQ(fault.fact, RTM_FACT_ISR_EXIT);
  EXPECT_EQ(fault.id, 4U);
  EXPECT_EQ(fault.expected, 3U);
  EXPECT_EQ(fault.time, 20U);
  EXPECT_EQ(fault.reading, 20U);
  EXPECT_EQ(fault.depth, 1U);
  const rtm_snapshot_info seen = snapshot(40, RTM_IGNORED);
  EXPECT_EQ(seen.valid, 0U);
  EXPECT_EQ(seen.ignored, 1U);
  EXPECT_EQ(seen.total, 20U);
  EXPECT_EQ(rtm_reset(core(), 50, RTM_IDLE), RTM_OK);
  ASSERT_EQ(rtm_fault(core(), &fault), RTM_OK);
  EXPECT_EQ(fault.kind, RTM_OK);
  EXPECT_EQ(snapshot(60).epoch, 1U);
}

TEST_F(c_api, fault_without_an_id_says_no_id) {
  start(100, 1);
  EXPECT_EQ(rtm_poll(core(), 101), RTM_GAP_EXCEEDED);
  rtm_fault_info fault;
  ASSERT_EQ(rtm_fault(core(), &fault), RTM_OK);
  EXPECT_EQ(fault.fact, RTM_FACT_POLL);
  EXPECT_EQ(fault.id, RTM_NO_ID);
  EXPECT_EQ(fault.expected, RTM_NO_ID);
  EXPECT_EQ(fault.time, 0U);
  EXPECT_EQ(fault.reading, 101U);
}

TEST_F(c_api, snapshot_that_comes_too_late_shows_the_sums_up_to_the_last_fact) {
  start(100, 1);
  EXPECT_EQ(rtm_poll(core(), 60), RTM_OK);
  const rtm_snapshot_info seen = snapshot(161, RTM_GAP_EXCEEDED);
  EXPECT_EQ(seen.total, 60U);
  EXPECT_EQ(seen.valid, 0U);
}

TEST_F(c_api, two_cores_know_nothing_of_each_other) {
  static rtm_core other;
  const rtm_timing how{50, 0};
  start(100, 1);
  ASSERT_EQ(rtm_start(&other, 1000, RTM_IDLE, &how), RTM_OK);
  EXPECT_EQ(rtm_isr_enter(core(), 10, 0), RTM_OK);
  EXPECT_EQ(rtm_isr_exit(&other, 1010, 0), RTM_ISR_UNDERFLOW);
  EXPECT_EQ(rtm_isr_exit(core(), 20, 0), RTM_OK);
}

// ---- The words ----

/// Each status of C with the one of C++ and its name.
struct word {
  rtm_status c;
  status cpp;
  const char* name;
};
const std::vector<word>& words() {
  static const std::vector<word> all{
      {RTM_OK, status::ok, "ok"},
      {RTM_NOT_STARTED, status::not_started, "not_started"},
      {RTM_IGNORED, status::ignored, "ignored"},
      {RTM_BAD_CONFIG, status::bad_config, "bad_config"},
      {RTM_NO_WINDOW, status::no_window, "no_window"},
      {RTM_MOVED, status::moved, "moved"},
      {RTM_GAP_EXCEEDED, status::gap_exceeded, "gap_exceeded"},
      {RTM_TIME_BACKWARDS, status::time_backwards, "time_backwards"},
      {RTM_BAD_ID, status::bad_id, "bad_id"},
      {RTM_SWI_OVER_ISR, status::swi_over_isr, "swi_over_isr"},
      {RTM_STACK_FULL, status::stack_full, "stack_full"},
      {RTM_POINT_STACK_FULL, status::point_stack_full, "point_stack_full"},
      {RTM_SWITCH_IN_ISR, status::switch_in_isr, "switch_in_isr"},
      {RTM_ISR_UNDERFLOW, status::isr_underflow, "isr_underflow"},
      {RTM_SWI_UNDERFLOW, status::swi_underflow, "swi_underflow"},
      {RTM_POINT_UNDERFLOW, status::point_underflow, "point_underflow"},
      {RTM_ISR_MISMATCH, status::isr_mismatch, "isr_mismatch"},
      {RTM_SWI_MISMATCH, status::swi_mismatch, "swi_mismatch"},
      {RTM_POINT_MISMATCH, status::point_mismatch, "point_mismatch"},
      {RTM_POINT_LEFT_OPEN, status::point_left_open, "point_left_open"},
  };
  return all;
}

TEST(c_status, has_the_value_of_its_cpp_twin) {
  for (const word& w : words()) EXPECT_EQ(static_cast<int>(w.c), static_cast<int>(w.cpp)) << w.name;
}

TEST(c_status, has_the_name_that_reports_use) {
  for (const word& w : words()) EXPECT_STREQ(rtm_status_name(w.c), w.name);
}

TEST(c_status, that_is_none_has_a_question_mark_for_a_name) {
  // 31 is the largest value that C++ grants an enumeration of these bits; larger ones only C may pass.
  for (const int value : {RTM_POINT_LEFT_OPEN + 1, 31}) {
    rtm_status none = RTM_OK;
    static_assert(sizeof none == sizeof value);
    std::memcpy(&none, &value, sizeof none);
    EXPECT_STREQ(rtm_status_name(none), "?") << value;
  }
}

TEST(c_fact, has_the_value_of_its_cpp_twin) {
  const std::vector<std::pair<rtm_fact, fact_kind>> facts{{RTM_FACT_TASK_SWITCH, fact_kind::task_switch},
                                                          {RTM_FACT_ISR_ENTER, fact_kind::isr_enter},
                                                          {RTM_FACT_ISR_EXIT, fact_kind::isr_exit},
                                                          {RTM_FACT_SWI_ENTER, fact_kind::swi_enter},
                                                          {RTM_FACT_SWI_EXIT, fact_kind::swi_exit},
                                                          {RTM_FACT_POINT_BEGIN, fact_kind::point_begin},
                                                          {RTM_FACT_POINT_END, fact_kind::point_end},
                                                          {RTM_FACT_POLL, fact_kind::poll},
                                                          {RTM_FACT_TASK_ACTIVATE, fact_kind::task_activate},
                                                          {RTM_FACT_TASK_WAIT, fact_kind::task_wait},
                                                          {RTM_FACT_TASK_RELEASE, fact_kind::task_release},
                                                          {RTM_FACT_TASK_TERMINATE, fact_kind::task_terminate},
                                                          {RTM_FACT_RESET, fact_kind::reset}};
  for (const auto& [c, cpp] : facts) EXPECT_EQ(static_cast<int>(c), static_cast<int>(cpp));
}

}  // namespace
}  // namespace rtm::test
