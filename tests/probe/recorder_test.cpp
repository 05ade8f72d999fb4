// SPDX-License-Identifier: MIT
// The recorder on the target: it keeps what has room, counts what has not, and prints each as one line.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rtm/os/probe.hpp"
#include "rtm/rtm_probe.h"

namespace rtm::test {
namespace {

rtm_probe_record made(uint32_t time, rtm_probe_event event, uint32_t id = RTM_PROBE_NONE) {
  return {time, id, RTM_PROBE_UNASKED, RTM_PROBE_UNASKED, uint8_t(event), RTM_PROBE_NOT_ASKED, RTM_PROBE_MASK_UNKNOWN};
}

std::vector<std::string> lines_of(const rtm_probe& probe) {
  std::vector<std::string> lines;
  char text[RTM_PROBE_LINE];
  for (uint32_t n = 0; rtm_probe_line(&probe, n, text, sizeof text) != 0; ++n) lines.emplace_back(text);
  return lines;
}

TEST(probe_recorder, each_event_is_one_line_of_the_text_that_the_host_reads) {
  rtm_probe_record room[8];
  rtm_probe probe;
  rtm_probe_start(&probe, room, 8);
  rtm_probe_record of[] = {made(0, RTM_PROBE_STEP, RTM_PROBE_ISR_WAKE),
                           made(1, RTM_PROBE_AT_TASK, 1),
                           made(5, RTM_PROBE_OUT),
                           made(7, RTM_PROBE_IN),
                           made(9, RTM_PROBE_BODY, 7),
                           made(11, RTM_PROBE_EXIT_TO_OS)};
  of[2].task = 1;
  of[2].isr = RTM_PROBE_NONE;
  of[2].state = RTM_PROBE_READY;
  of[2].mask = RTM_PROBE_OPEN;
  of[3].task = RTM_PROBE_NONE;
  of[3].isr = 7;
  of[3].mask = RTM_PROBE_MASKED;
  for (const rtm_probe_record& record : of) rtm_probe_note(&probe, &record);
  EXPECT_EQ(lines_of(probe), (std::vector<std::string>{"rtm-probe 1", "lost 0", "0 step isr_wake", "1 at_task 1",
                                                       "5 out task=1 isr=- state=ready open",
                                                       "7 in task=- isr=7 masked", "9 body 7", "11 exit_to_os"}));
}

TEST(probe_recorder, what_has_no_room_is_counted_and_what_is_there_has_no_hole) {
  rtm_probe_record room[3];
  room[2] = made(77, RTM_PROBE_IDLE);
  rtm_probe probe;
  rtm_probe_start(&probe, room, 2);
  for (uint32_t time = 0; time < 5; ++time) {
    const rtm_probe_record record = made(time, RTM_PROBE_AT_IDLE);
    rtm_probe_note(&probe, &record);
  }
  EXPECT_EQ(lines_of(probe), (std::vector<std::string>{"rtm-probe 1", "lost 3", "0 at_idle", "1 at_idle"}));
  EXPECT_EQ(room[2].time, 77U) << "behind its room";
}

TEST(probe_recorder, loss_stays_at_its_largest_count) {
  rtm_probe probe = {nullptr, 0, 0, 0xFFFF'FFFFU};
  const rtm_probe_record record = made(0, RTM_PROBE_IDLE);
  rtm_probe_note(&probe, &record);
  EXPECT_EQ(probe.lost, 0xFFFF'FFFFU);
}

TEST(probe_recorder, hooks_that_come_before_the_start_are_lost_not_written_somewhere) {
  rtm_probe zeroed = {};
  const rtm_probe_record record = made(0, RTM_PROBE_IDLE);
  rtm_probe_note(&zeroed, &record);
  EXPECT_EQ(zeroed.lost, 1U);
  rtm_probe_start(&zeroed, nullptr, 100);
  rtm_probe_note(&zeroed, &record);
  EXPECT_EQ(zeroed.lost, 1U) << "the start forgot the first one";
}

TEST(probe_recorder, longest_line_fits_the_room_that_the_header_names) {
  rtm_probe_record room[1] = {{0xFFFF'FFFFU, 0xFFFF'FFFDU, 0xFFFF'FFFDU, 0xFFFF'FFFDU, RTM_PROBE_EXIT_TO_OS,
                               RTM_PROBE_SUSPENDED, RTM_PROBE_MASKED}};
  const rtm_probe probe = {room, 1, 1, 0};
  char text[RTM_PROBE_LINE];
  EXPECT_LT(rtm_probe_line(&probe, 2, text, sizeof text), sizeof text);
  EXPECT_EQ(std::string(text),
            "4294967295 exit_to_os 4294967293 task=4294967293 isr=4294967293 state=suspended masked");
}

TEST(probe_recorder, line_that_does_not_fit_is_cut_and_its_length_told) {
  const rtm_probe probe = {};
  char text[5] = "????";
  EXPECT_EQ(rtm_probe_line(&probe, 0, text, sizeof text), 11U);
  EXPECT_EQ(std::string(text), "rtm-");
  EXPECT_EQ(rtm_probe_line(&probe, 2, text, sizeof text), 0U);
  EXPECT_EQ(std::string(text), "");
  EXPECT_EQ(rtm_probe_line(&probe, 0xFFFF'FFFFU, text, sizeof text), 0U);
}

TEST(probe_recorder, record_that_was_written_over_is_a_question_mark_which_the_host_refuses) {
  rtm_probe_record room[2] = {made(3, RTM_PROBE_IDLE), made(4, RTM_PROBE_STEP, 99)};
  room[0].event = 0xA5;
  const rtm_probe probe = {room, 2, 2, 0};
  EXPECT_EQ(lines_of(probe)[2], "3 ?");
  EXPECT_EQ(lines_of(probe)[3], "4 step ?");
}

/// A port whose clock and mask are watched.
struct watched_port {
  using word = uint32_t;
  using mask_state = bool;
  static inline bool is_masked = false;
  static inline bool was_read_masked = false;
  static word now() {
    was_read_masked = is_masked;
    return 42;
  }
  static mask_state lock() {
    const bool before = is_masked;
    is_masked = true;
    return before;
  }
  static void unlock(mask_state before) { is_masked = before; }
};

TEST(probe_recorder, in_cpp_the_os_is_asked_before_the_mask_and_the_clock_read_under_it) {
  os::probe<4> probe;
  probe.start();
  bool was_asked_masked = true;
  os::note<watched_port>(probe, {RTM_PROBE_IN}, [&](rtm_probe_record& record) {
    was_asked_masked = watched_port::is_masked;
    record.task = 3;
  });
  EXPECT_TRUE(watched_port::was_read_masked);
  EXPECT_FALSE(was_asked_masked) << "an OS may refuse its services while interrupts are disabled";
  EXPECT_FALSE(watched_port::is_masked);
  char text[RTM_PROBE_LINE];
  EXPECT_NE(probe.line(2, text, sizeof text), 0U);
  EXPECT_EQ(std::string(text), "42 in task=3");
  EXPECT_EQ(probe.count(), 1U);
  EXPECT_EQ(probe.lost(), 0U);
}

}  // namespace
}  // namespace rtm::test
