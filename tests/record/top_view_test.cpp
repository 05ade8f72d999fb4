// SPDX-License-Identifier: MIT
// What `rtm top` shows of windows whose numbers are known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "text/text.hpp"
#include "top/board.hpp"
#include "top/top_view.hpp"

namespace rtm::test {
namespace {

using host::board_core;
using host::board_frame;
using host::call_row;
using host::lines_of;
using host::task_row;
using host::top_look;
using host::top_order;
using host::window_row;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

task_row task(std::uint64_t id, std::string name, std::uint64_t ticks, std::uint64_t dispatches) {
  task_row row;
  row.id = id;
  row.name = std::move(name);
  row.exclusive = ticks;
  row.dispatches = dispatches;
  return row;
}

call_row call(std::uint64_t id, std::string name, std::uint64_t ticks, std::uint64_t calls) {
  call_row row;
  row.id = id;
  row.name = std::move(name);
  row.exclusive = row.inclusive = ticks;
  row.calls = calls;
  return row;
}

/// Two cores, 1000 ticks of 1 ms: core 0 idle 400, tasks 500, an interrupt 60, a softirq 40; core 1 idle 800, a task
/// 100, 100 unknown.
board_frame two_cores() {
  board_frame frame;
  frame.number = 3;
  frame.clock_hz = 1000;
  frame.facts = 42;
  board_core first;
  first.core = 0;
  first.window.index = 2;
  first.window.length = 1000;
  first.window.complete = true;
  first.window.base.idle = 400;
  first.window.tasks = {task(7, "alpha", 200, 5), task(8, "beta", 300, 1)};
  first.window.isrs = {call(1000, "local_timer", 60, 100)};
  first.window.swis = {call(3, "NET_RX", 40, 9)};
  board_core second = first;
  second.core = 1;
  second.window.base.idle = 800;
  second.window.base.unknown = 100;
  second.window.tasks = {task(7, "alpha", 100, 9)};
  second.window.isrs.clear();
  second.window.swis.clear();
  frame.cores = {first, second};
  return frame;
}

top_look look_of_machine() {
  top_look look;
  look.title = "this machine";
  return look;
}

TEST(top_view, shows_cores_then_tasks_then_interrupts) {
  EXPECT_THAT(
      lines_of(two_cores(), look_of_machine()),
      ElementsAre("rtm top: this machine, window 2 of 1.000 s, 42 facts",
                  "core     load %  idle  tasks  irqs  softirqs  kernel  unknown",
                  "0          60.0  40.0   50.0   6.0       4.0       0        0",
                  "1     10.0-20.0  80.0   10.0     0         0       0     10.0", "",
                  "task     % of a core      time  dispatches", "7 alpha         30.0  300.0 ms          14",
                  "8 beta          30.0  300.0 ms           1", "", "irq               % of a core      time  calls",
                  "1000 local_timer          6.0  60.00 ms    100", "", "softirq   % of a core      time  calls",
                  "3 NET_RX          4.0  40.00 ms      9"));
}

TEST(top_view, orders_by_calls_and_by_name) {
  board_frame frame = two_cores();
  frame.cores[0].window.tasks.push_back(task(9, "aaa", 1, 99));
  top_look look = look_of_machine();
  const auto first_task = [&] { return lines_of(frame, look)[6]; };
  EXPECT_THAT(first_task(), HasSubstr("7 alpha"));
  look.order = top_order::calls;
  EXPECT_THAT(first_task(), HasSubstr("9 aaa"));
  look.order = top_order::name;
  EXPECT_THAT(first_task(), HasSubstr("9 aaa"));
  EXPECT_EQ(next_of(top_order::time), top_order::calls);
  EXPECT_EQ(next_of(next_of(next_of(top_order::time))), top_order::time);
}

TEST(top_view, shows_each_core_when_asked) {
  top_look look = look_of_machine();
  look.is_by_core = true;
  const auto lines = lines_of(two_cores(), look);
  EXPECT_EQ(lines[5], "task     % of a core      time  dispatches  core 0  core 1");
  EXPECT_EQ(lines[6], "7 alpha         30.0  300.0 ms          14    20.0    10.0");
  EXPECT_EQ(lines[7], "8 beta          30.0  300.0 ms           1    30.0       0");
}

TEST(top_view, fits_a_screen_of_any_size) {
  for (const std::size_t height : {0U, 1U, 2U, 5U, 12U, 24U, 60U})
    for (const std::size_t width : {20U, 40U, 80U, 200U}) {
      top_look look = look_of_machine();
      look.height = height;
      look.width = width;
      const auto lines = lines_of(two_cores(), look);
      EXPECT_EQ(lines.size(), height);
      for (const std::string& line : lines) EXPECT_LE(host::width_of(line), width) << line;
      EXPECT_EQ(lines_of_waiting(look).size(), height);
    }
}

TEST(top_view, gives_tasks_the_room_that_is_left) {
  board_frame frame = two_cores();
  for (std::uint64_t i = 100; i < 200; ++i) frame.cores[0].window.tasks.push_back(task(i, "more", 1, 1));
  top_look look = look_of_machine();
  look.height = 24;
  const auto lines = lines_of(frame, look);
  EXPECT_EQ(lines.size(), 24U);
  EXPECT_THAT(lines[22], HasSubstr("NET_RX")) << "interrupts are still there";
  EXPECT_EQ(lines[23], "q quit  s sort: time  f freeze  c each core");
}

TEST(top_view, tells_what_is_wrong) {
  board_frame frame = two_cores();
  frame.lost = 5;
  frame.cores[0].window.covered = false;
  frame.cores[1].is_faulty = true;
  top_look look = look_of_machine();
  look.is_frozen = true;
  const auto lines = lines_of(frame, look);
  EXPECT_EQ(lines[0], "rtm top: this machine, window 2 of 1.000 s, 42 facts, 5 lost [frozen]");
  EXPECT_THAT(lines[2], HasSubstr("0 !"));
  EXPECT_THAT(lines[3], HasSubstr("1 invalid"));
}

TEST(top_view, lets_no_control_character_of_a_name_through) {
  board_frame frame = two_cores();
  frame.cores[0].window.tasks[0].name = "a\x1b[2J";
  for (const std::string& line : lines_of(frame, look_of_machine())) EXPECT_EQ(line.find('\x1b'), std::string::npos);
}

TEST(top_view, as_json_has_windows_of_the_report_and_the_names_of_their_rows) {
  const auto made = nlohmann::json::parse(host::json_of(two_cores()));
  EXPECT_EQ(made["schema"], "rtm.top/1");
  EXPECT_EQ(made["clock_hz"], 1000);
  EXPECT_EQ(made["facts"], 42);
  ASSERT_EQ(made["cores"].size(), 2U);
  EXPECT_EQ(made["cores"][1]["core"], 1);
  EXPECT_EQ(made["cores"][1]["valid"], true);
  EXPECT_EQ(made["cores"][1]["window"]["unknown"], 100);
  EXPECT_EQ(made["cores"][0]["window"]["tasks"][1]["exclusive"], 300);
  EXPECT_EQ(made["names"]["tasks"]["7"], "alpha");
  EXPECT_EQ(made["names"]["isrs"]["1000"], "local_timer");
}

class board : public testing::Test {
 protected:
  static window_row window(std::uint64_t start) {
    window_row row;
    row.start = start;
    row.length = 10;
    row.tasks = {task(7, "", 10, 1)};
    row.tasks[0].name.reset();
    return row;
  }
  std::vector<board_frame> frames;
  host::source_info info;
  host::window_board made{[this](const board_frame& frame) { frames.push_back(frame); }};
};

TEST_F(board, tells_aligned_windows_when_every_core_has_its_own) {
  info.tasks[7] = "alpha";
  made.begin(info);
  made.epoch_began(0, 0, host::unknown_owner);
  made.epoch_began(1, 0, host::unknown_owner);
  made.window_ended(0, window(0));
  made.publish(true);
  EXPECT_THAT(frames, IsEmpty()) << "core 1 has none yet";
  made.window_ended(1, window(0));
  made.publish(true);
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].cores.size(), 2U);
  EXPECT_EQ(frames[0].cores[0].window.tasks[0].name, "alpha");
  made.window_ended(0, window(10));
  made.publish(true);
  EXPECT_EQ(frames.size(), 1U) << "core 1 is one behind";
  made.publish(false);
  EXPECT_EQ(frames.size(), 2U) << "of cores that have nothing to do with each other it need not be there";
}

// Of a stream, in which a core may be windows ahead of another.
TEST_F(board, leaves_no_window_of_a_stream_untold) {
  made.begin(info);
  made.publish_each(true);
  made.epoch_began(0, 0, host::unknown_owner);
  made.epoch_began(1, 0, host::unknown_owner);
  made.window_ended(0, window(0));
  made.publish_if_whole();
  EXPECT_THAT(frames, IsEmpty()) << "that of core 1 may be next";
  made.window_ended(0, window(10));
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].cores.size(), 1U);
  EXPECT_EQ(frames[0].cores[0].window.start, 0U);
  made.window_ended(1, window(10));
  made.publish_if_whole();
  ASSERT_EQ(frames.size(), 2U);
  EXPECT_EQ(frames[1].cores.size(), 2U);
  EXPECT_EQ(frames[1].cores[0].window.start, 10U);
  made.window_ended(1, window(20));
  made.publish_if_whole();
  EXPECT_EQ(frames.size(), 2U);
  made.publish(false);
  EXPECT_EQ(frames.size(), 3U) << "the end";
}

TEST_F(board, tells_nothing_twice_and_counts_facts_and_losses) {
  made.begin(info);
  made.epoch_began(0, 0, host::unknown_owner);
  made.accepted({}, 0);
  made.accepted({}, 1);
  made.window_ended(0, window(0));
  made.publish(true);
  made.publish(true);
  ASSERT_EQ(frames.size(), 1U);
  EXPECT_EQ(frames[0].facts, 2U);
  host::source_loss loss;
  loss.lost = 3;
  loss.missing = 4;
  made.lost(5, loss);
  made.window_ended(0, window(10));
  made.publish(true);
  EXPECT_EQ(frames[1].facts, 0U);
  EXPECT_EQ(frames[1].lost, 7U);
}

}  // namespace
}  // namespace rtm::test
