// SPDX-License-Identifier: MIT
// Method 3: the CPU load from the time that the CPU was halted. It differs from the ledger's by the code of the idle
// loop, and by nothing else.
#include <gmock/gmock.h>

#include "machine.hpp"

namespace rtm::test {
namespace {

constexpr task_id task_1{1};

rtm_load_config halting() {
  rtm_load_config how = by_call();
  how.idleHalts = 1;
  return how;
}

void halt(core<>& c, std::uint64_t begin, std::uint64_t end) {
  EXPECT_EQ(c.at(begin)->halt_begin(), RTM_LOAD_OK);
  EXPECT_EQ(c.at(end)->halt_end(), RTM_LOAD_OK);
}

TEST(load_halt, differs_from_the_ledger_by_the_code_of_the_idle_loop) {
  core<> c(halting());
  halt(c, 3, 90);  // 3 + 10 ticks of code
  c.task(100, task_1);
  c.task(300, idle);
  halt(c, 304, 995);  // 4 + 5
  c.update(1000);
  const rtm_load_stat by_halt = c.cpu(RTM_LOAD_BY_HALT);
  EXPECT_EQ(by_halt.thread_ticks, 1000U - 87U - 691U);
  EXPECT_EQ(by_halt.method, RTM_LOAD_BY_HALT);
  EXPECT_EQ(by_halt.quality, RTM_LOAD_EXACT);
  EXPECT_EQ(c.cpu(RTM_LOAD_BY_LEDGER).thread_ticks, 200U);
  EXPECT_EQ(by_halt.thread_ticks - c.cpu(RTM_LOAD_BY_LEDGER).thread_ticks, 3U + 10U + 4U + 5U);
  EXPECT_EQ(c.summary().halted_ticks, 87U + 691U);
}

TEST(load_halt, chosen_when_idle_halts) {
  core<> c(halting());
  halt(c, 10, 40);
  c.update(100);
  EXPECT_EQ(c.cpu(RTM_LOAD_AUTO).method, RTM_LOAD_BY_HALT);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_AUTO)), 70U);
}

TEST(load_halt, first_interrupt_ends_it_and_its_time_is_not_halted) {
  core<> c(halting());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  EXPECT_EQ(c.at(50)->hwi_begin(isr_id{0}), status::ok);
  c.hwi(53, 57, isr_id{1});  // nested: the halt is over
  EXPECT_EQ(c.at(60)->hwi_end(isr_id{0}), status::ok);
  EXPECT_EQ(c.at(62)->halt_end(), RTM_LOAD_OK) << "over already";
  c.update(100);
  EXPECT_EQ(c.summary().halted_ticks, 40U);
  EXPECT_EQ(c.summary().hwi_ticks, 10U);
  EXPECT_EQ(c.summary().flags, 0U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_HALT)), 60U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_LEDGER)), 10U);
}

TEST(load_halt, first_interrupt_ends_it_even_if_hwis_are_not_watched) {
  rtm_load_config how = halting();
  how.hwiEnabled = 0;
  core<> c(how);
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  c.hwi(50, 60);
  c.update(100);
  EXPECT_EQ(c.summary().halted_ticks, 40U);
  EXPECT_EQ(c.summary().idle_ticks, 100U) << "the interrupt is inside idle";
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_HALT)), 60U);
  EXPECT_NE(c.cpu(RTM_LOAD_BY_HALT).flags & RTM_LOAD_HWI_NOT_WATCHED, 0U);
}

/// An interrupt that has not reported itself updates: the CPU runs, so the halt is over, since when nobody knows.
TEST(load_halt, update_in_it_ends_it_and_nothing_of_it_is_in_the_next_window) {
  rtm_load_config how = halting();
  how.taskEnabled = 0;
  core<> c(how);
  EXPECT_EQ(c.at(60)->halt_begin(), RTM_LOAD_OK);
  c.update(100);
  EXPECT_EQ(c.summary().halted_ticks, 40U);
  EXPECT_EQ(c.cpu().quality, RTM_LOAD_ESTIMATE);
  EXPECT_NE(c.cpu().flags & RTM_LOAD_HALT_ENDED_LATE, 0U);
  EXPECT_EQ(c.at(130)->halt_end(), RTM_LOAD_OK) << "over already";
  halt(c, 150, 180);
  c.update(200);
  EXPECT_EQ(c.summary().halted_ticks, 30U);
  EXPECT_EQ(percent(c.cpu()), 70U);
  EXPECT_EQ(c.cpu().quality, RTM_LOAD_EXACT);
}

TEST(load_halt, reset_in_it_ends_it) {
  core<> c(halting());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  EXPECT_EQ(c.at(50)->reset(), RTM_LOAD_OK);
  EXPECT_EQ(c.at(60)->halt_end(), RTM_LOAD_OK);
  c.update(150);
  EXPECT_EQ(c.summary().halted_ticks, 0U);
  EXPECT_EQ(c.summary().flags, 0U);
}

TEST(load_halt, no_halt_in_a_window_is_100_percent) {
  core<> c(halting());
  c.update(100);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_HALT)), 100U);
}

/// Whatever runs next ends the halt, but the time in between was no halt: said, and no longer called exact.
void expect_ended_late(core<>& c, std::uint64_t halted) {
  c.update(200);
  EXPECT_EQ(c.summary().halted_ticks, halted);
  const rtm_load_stat s = c.cpu(RTM_LOAD_BY_HALT);
  EXPECT_EQ(s.quality, RTM_LOAD_ESTIMATE);
  EXPECT_THAT(reasons(s), testing::ElementsAre(testing::HasSubstr("not reported in time")));
  EXPECT_EQ(c.cpu(RTM_LOAD_BY_LEDGER).quality, RTM_LOAD_EXACT);
  c.update(300);
  EXPECT_EQ(c.cpu(RTM_LOAD_BY_HALT).quality, RTM_LOAD_EXACT) << "the next window has nothing to do with it";
}

TEST(load_halt, end_that_nobody_reported_is_ended_by_a_task_switch_and_flagged) {
  core<> c(halting());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  c.task(110, task_1);
  c.task(120, idle);
  expect_ended_late(c, 100);
}

TEST(load_halt, end_that_nobody_reported_is_ended_by_a_swi_and_flagged) {
  core<> c(halting());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  EXPECT_EQ(c.at(110)->swi_begin(swi_id{0}), status::ok);
  EXPECT_EQ(c.at(120)->swi_end(swi_id{0}), status::ok);
  expect_ended_late(c, 100);
}

TEST(load_halt, end_that_nobody_reported_is_ended_by_the_idle_function_and_flagged) {
  core<> c(halting());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  c.idle_trip(110);
  expect_ended_late(c, 100);
}

TEST(load_halt, end_that_nobody_reported_is_ended_by_the_next_halt_and_flagged) {
  core<> c(halting());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  halt(c, 110, 150);
  expect_ended_late(c, 140);
}

TEST(load_halt, not_configured_is_a_status_and_no_point_of_the_ledger) {
  core<> c(by_call());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_NO_HALT);
  EXPECT_EQ(c.at(20)->halt_end(), RTM_LOAD_NO_HALT);
  c.update(100);
  EXPECT_EQ(c.engine().closed_sums(point_id{0}).calls, 0U);
  rtm_load_stat s = {};
  EXPECT_EQ(c->get_cpu_load(RTM_LOAD_BY_HALT, s), RTM_LOAD_NO_HALT);
}

TEST(load_halt, point_of_the_ledger_that_keeps_it_has_to_exist) {
  core<> c(by_call());
  rtm_load_config how = halting();
  how.haltPoint = load_capacity::points;
  EXPECT_EQ(c->start(c.engine(), idle, how), RTM_LOAD_BAD_HALT_POINT);
  how.haltPoint = 0xFFFF'FFFFU;
  EXPECT_EQ(c->start(c.engine(), idle, how), RTM_LOAD_BAD_HALT_POINT);
}

TEST(load_halt, epoch_that_somebody_else_began_has_ended_it) {
  core<> c(halting());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  EXPECT_EQ(c.engine().reset(30, idle), status::ok) << "so the CPU runs";
  EXPECT_EQ(c.at(50)->halt_end(), RTM_LOAD_OK);
  halt(c, 60, 70);
  c.hwi(80, 85);
  c.update(130);
  EXPECT_EQ(c.summary().total_ticks, 100U);
  EXPECT_EQ(c.summary().halted_ticks, 10U);
  EXPECT_EQ(c.summary().flags, 0U);
}

TEST(load_halt, forgotten_when_ledger_and_load_are_started_again) {
  core<> c(halting());
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_OK);
  EXPECT_EQ(c.engine().start(20, idle, {}), status::ok);
  EXPECT_EQ(c.at(20)->start(c.engine(), idle, halting()), RTM_LOAD_OK);
  c.hwi(30, 35);
  halt(c, 40, 50);
  c.update(120);
  EXPECT_EQ(c.summary().halted_ticks, 10U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_LEDGER)), 5U);
}

TEST(load_halt, after_a_fault_is_a_status) {
  core<> c(halting());
  EXPECT_EQ(c.at(5)->hwi_end(isr_id{0}), status::isr_underflow);
  EXPECT_EQ(c.at(10)->halt_begin(), RTM_LOAD_FAULT);
  EXPECT_EQ(c.at(20)->halt_end(), RTM_LOAD_OK) << "none was begun";
  EXPECT_EQ(c->reset(), RTM_LOAD_OK);
  halt(c, 30, 40);
  c.update(120);
  EXPECT_EQ(c.summary().halted_ticks, 10U);
}

}  // namespace
}  // namespace rtm::test
