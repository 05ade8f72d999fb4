// SPDX-License-Identifier: MIT
// What the packets of a SystemView recording say of who owned the core. Values are worked out beside each.
#include <gtest/gtest.h>

#include <string>

#include "sources/reading.hpp"
#include "sources/systemview/recording.hpp"

namespace rtm::test {
namespace {

reading read(const recording& of) { return reading_of(of.bytes()); }

TEST(systemview, recording_in_bytes_is_what_the_documentation_of_the_target_says) {
  const std::string bytes(
      "\0\0\0\0\0\0\0\0\0\0"                                          // synchronisation
      "\x0a\x00"                                                      // the recording starts
      "\x18\x0c\xc0\x84\x3d\xc0\x84\x3d\x80\x80\x80\x80\x02\x02\x00"  // clocks of 1 000 000 Hz, RAM 0x20000000, shift 2
      "\x11\x05"                                                      // idle, 5 ticks later
      "\x02\x0f\x0a"                                                  // interrupt 15 enters after 10
      "\x03\x82\x01"                                                  // it exits after 130
      "\x00\x05",                                                     // nothing, 5 ticks later
      10 + 2 + 15 + 2 + 3 + 3 + 2);
  const recording made = recording::begun().idle(5).isr_enter(10, 15).isr_exit(130).nop(5);
  EXPECT_EQ(made.bytes(), bytes);
  const reading got = reading_of(bytes);
  EXPECT_EQ(got.report.clock_hz, 1'000'000U);
  EXPECT_EQ(got.core(0).base.unknown, 5U);
  EXPECT_EQ(got.core(0).base.idle, 15U);
  EXPECT_EQ(got.core(0).isrs.at(0).exclusive, 130U);
  EXPECT_EQ(got.core(0).total, 150U);
}

TEST(systemview, tasks_interrupts_idle_and_the_scheduler_share_the_time) {
  const reading got = read(recording::begun()
                               .task_info(0x40, "Control")
                               .description("N=Demo,O=RTOS,I#15=SysTick,I#16=CAN RX")
                               .task(0, 0x40)
                               .isr_enter(100, 15)
                               .isr_exit(10)    // Control goes on
                               .task_stops(40)  // the kernel from 150 on
                               .idle(5)
                               .isr_enter(45, 16)     // at 200
                               .isr_enter(3, 15)      // over it
                               .isr_exit(7)           // 210
                               .isr_to_scheduler(10)  // 220
                               .task(4, 0x40)         // 224
                               .nop(76));             // 300
  const auto& core = got.core(0);
  EXPECT_EQ(core.total, 300U);
  EXPECT_EQ(named(core.tasks, "Control").exclusive, 216U);  // 100 + 40 + 76
  EXPECT_EQ(named(core.tasks, "Control").dispatches, 2U);
  EXPECT_EQ(core.base.idle, 45U);
  EXPECT_EQ(core.base.kernel, 9U);  // 150..155, 220..224
  const auto& tick = named(core.isrs, "SysTick");
  EXPECT_EQ(tick.exclusive, 17U);
  EXPECT_EQ(tick.calls, 2U);
  EXPECT_EQ(named(core.isrs, "CAN RX").exclusive, 13U);
  EXPECT_EQ(named(core.isrs, "CAN RX").inclusive, 20U);
  EXPECT_FALSE(got.report.is_incomplete());
  EXPECT_EQ(got.completeness.at(0).repairs, 0U);
}

TEST(systemview, lines_with_a_semicolon_may_stand_before_it) {
  const std::string bytes = recording::begun().idle(0).nop(7).bytes();
  for (const std::string lines :
       {";\n; Version     SEGGER SystemViewer V2.42\n; Author      me\n;\n", ";\r\n; Title x\r\n\r\n"}) {
    const reading got = reading_of(lines + bytes);
    EXPECT_EQ(got.core(0).base.idle, 7U);
  }
}

TEST(systemview, task_without_a_name_is_called_by_its_address) {
  const reading got = read(recording::begun().task(0, 0x10).nop(5));
  EXPECT_EQ(got.core(0).tasks.at(0).name, "0x20000040");
  EXPECT_EQ(got.core(0).tasks.at(0).id, 0U);
}

TEST(systemview, packets_that_own_nothing_or_are_not_known_are_skipped_by_their_length) {
  const reading got = read(recording::begun()
                               .idle(0)
                               .add(12, 1, {77})    // system time in cycles
                               .add(13, 1, {1, 2})  // in microseconds
                               .add(15, 1, {3})     // marker
                               .add(16, 1, {3})
                               .add(21, 1, {0x10, 0x2000'1000, 512, 0})  // stack
                               .add(23, 1, {1, 2})                       // data sample
                               .add(6, 1, {0x10})                        // task ready
                               .add(7, 1, {0x10, 4})                     // no longer
                               .add(8, 1, {0x10})                        // created
                               .add_with_length(26, "printf", 1)
                               .add_with_length(31, std::string("\x00\x05", 2), 1)
                               .add_with_length(300, std::string(200, '\x7f'), 1)
                               .nop(1));
  EXPECT_EQ(got.core(0).base.idle, 13U);
  EXPECT_FALSE(got.report.is_incomplete());
}

TEST(systemview, overflow_makes_the_time_since_the_latest_packet_unknown_until_one_tells_who_runs) {
  const reading got = read(recording::begun()
                               .task(0, 1)
                               .isr_enter(10, 15)
                               .overflow(80, 4)  // at 90
                               .isr_exit(5)      // of an interrupt that nobody saw enter: no contradiction
                               .idle(5)          // 100
                               .nop(50));
  const auto& core = got.core(0);
  EXPECT_EQ(core.tasks.at(0).exclusive, 10U);
  EXPECT_EQ(core.base.unknown, 90U);
  EXPECT_EQ(core.base.idle, 50U);
  EXPECT_EQ(core.isrs.at(0).calls, 0U);
  EXPECT_EQ(core.isrs.at(0).exclusive, 0U);
  EXPECT_FALSE(core.covered);
  ASSERT_EQ(got.report.losses.size(), 1U);
  EXPECT_EQ(got.report.losses[0].lost, 4U);
  EXPECT_EQ(got.report.losses[0].from, 10U);
  EXPECT_EQ(got.report.losses[0].to, 90U);
  EXPECT_EQ(got.completeness.at(0).lost, 4U);
  EXPECT_EQ(got.completeness.at(0).repairs, 0U);
}

TEST(systemview, timers_are_points_of_who_runs_them) {
  const reading got = read(recording::begun()
                               .name_resource(7, "Heartbeat")
                               .task(0, 1)
                               .timer_enter(10, 7)
                               .isr_enter(5, 15)
                               .isr_exit(100)
                               .timer_exit(5)
                               .isr_enter(10, 15)
                               .timer_enter(1, 9)
                               .timer_exit(2)
                               .isr_exit(1));
  const auto& core = got.core(0);
  EXPECT_EQ(named(core.points, "Heartbeat").inclusive, 10U) << "the interrupt is not in it";
  EXPECT_EQ(named(core.points, "timer 0x20000024").inclusive, 2U);
  EXPECT_FALSE(got.report.is_incomplete());
}

TEST(systemview, timer_left_open_by_its_interrupt_ends_with_it) {
  const reading got =
      read(recording::begun().idle(0).isr_enter(1, 15).timer_enter(1, 9).isr_exit(3).timer_exit(1).nop(1));
  EXPECT_TRUE(got.core(0).valid());
  EXPECT_EQ(got.core(0).points.at(0).inclusive, 3U);
  EXPECT_EQ(got.problem(0),
            "found a timer that does not fit; expected one inside a task or an interrupt, ended where it began");
}

TEST(systemview, exit_without_an_enter_is_a_contradiction_once_the_owner_is_known) {
  const reading got = read(recording::begun().isr_exit(1).task(1, 1).nop(10).isr_exit(20).idle(5).nop(4));
  EXPECT_EQ(got.core(0).tasks.at(0).exclusive, 10U);
  EXPECT_EQ(got.core(0).base.unknown, 2U + 25U);
  EXPECT_EQ(got.core(0).base.idle, 4U);
  EXPECT_EQ(got.completeness.at(0).repairs, 1U);
}

TEST(systemview, task_that_starts_inside_an_interrupt_means_that_its_exit_is_missing) {
  const reading got = read(recording::begun().idle(0).isr_enter(10, 15).task(8, 1).nop(30));
  EXPECT_EQ(got.core(0).base.idle, 10U);
  EXPECT_EQ(got.core(0).base.unknown, 8U);
  EXPECT_EQ(got.core(0).tasks.at(0).exclusive, 30U);
  EXPECT_EQ(got.core(0).isrs.at(0).calls, 0U);
  EXPECT_EQ(got.completeness.at(0).repairs, 1U);
}

TEST(systemview, idle_told_inside_an_interrupt_is_ignored_and_counted) {
  const reading got = read(recording::begun().task(0, 1).isr_enter(20, 9).idle(10).isr_exit(0).idle(50).nop(20));
  EXPECT_EQ(got.core(0).tasks.at(0).exclusive, 70U);  // 20 + 50
  EXPECT_EQ(got.core(0).isrs.at(0).exclusive, 10U);
  EXPECT_EQ(got.core(0).base.idle, 20U);
  EXPECT_EQ(got.problem(0), "found idle inside an interrupt, which goes on; expected idle when no interrupt is served");
}

TEST(systemview, recording_that_starts_again_has_a_break) {
  const reading got = read(recording::begun().task(0, 1).nop(10).add(11, 0).add(10, 100).idle(0).nop(5));
  EXPECT_EQ(got.core(0).tasks.at(0).exclusive, 10U);
  EXPECT_EQ(got.core(0).base.unknown, 100U);
  EXPECT_EQ(got.core(0).base.idle, 5U);
  EXPECT_EQ(got.report.losses.size(), 1U);
}

TEST(systemview, long_recording_is_read_in_blocks) {
  recording made = recording::begun();
  for (int i = 0; i < 200'000; ++i) made.task(3, 1).idle(300);
  const reading got = read(made);
  EXPECT_EQ(got.core(0).tasks.at(0).exclusive, 60'000'000U);  // 200 000 * 300
  EXPECT_EQ(got.core(0).base.idle, 199'999U * 3);
  EXPECT_EQ(got.core(0).base.unknown, 3U);
}

}  // namespace
}  // namespace rtm::test
