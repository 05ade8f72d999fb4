// SPDX-License-Identifier: MIT
// Method 1: the CPU load from trips through the idle loop. Always an estimate; when it refuses, and what its distance
// from the ledger tells about interrupts that have no hook.
#include "machine.hpp"

namespace rtm::test {
namespace {

constexpr task_id task_1{1};

rtm_load_status by_trips(core<>& c) {
  rtm_load_stat s = {};
  return c->get_cpu_load(RTM_LOAD_BY_TRIPS, s);
}

TEST(load_trips, the_first_call_of_the_idle_function_begins_a_trip_and_ends_none) {
  core<> c(by_call());
  c.idle_trip(10);
  c.update(100);
  EXPECT_EQ(c.summary().trips, 0U);
  EXPECT_EQ(by_trips(c), RTM_LOAD_NO_TRIP) << "0 trips of an unknown length are no measurement";
}

TEST(load_trips, shortest_trip_is_learned_across_windows) {
  core<> c(by_call());
  c.idle_trip(0);
  c.idle_trip(7);
  c.update(100);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 7U);
  c.idle_trip(107);
  c.idle_trip(120);
  c.update(200);
  EXPECT_EQ(c.summary().trips, 2U);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 7U) << "13 is longer";
  EXPECT_EQ(c.cpu(RTM_LOAD_BY_TRIPS).thread_ticks, 100U - 14U);
  c.idle_trip(206);
  c.idle_trip(211);
  c.update(300);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 5U);
}

TEST(load_trips, never_idle_after_a_trip_was_seen_is_100_percent) {
  core<> c(by_call());
  c.idle_trip(0);
  c.idle_trip(10);
  c.task(10, task_1);
  c.update(10);
  c.update(1010);
  EXPECT_EQ(c.summary().trips, 0U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_TRIPS)), 100U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_LEDGER)), 100U);
}

TEST(load_trips, never_idle_from_the_beginning_is_no_number) {
  core<> c(by_call(), 0, task_1);
  c.update(1000);
  EXPECT_EQ(by_trips(c), RTM_LOAD_NO_TRIP);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_LEDGER)), 100U);
}

TEST(load_trips, trips_that_nobody_counted_are_load_by_trips_only) {
  core<> c(by_call());
  c.idle_trip(0);
  c.idle_trips(0, 50, 10);
  // The loop takes another way for 300 ticks, in which it does not call the idle function.
  c.idle_trips(800, 20, 10);
  c.update(1000);
  EXPECT_EQ(c.summary().trips, 71U - 1U) << "the long one counts as one: from 500 to 810";
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_TRIPS)), 30U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_LEDGER)), 0U);
}

TEST(load_trips, work_in_the_idle_loop_above_the_shortest_trip_is_load) {
  core<> c(by_call());
  c.idle_trip(0);
  for (std::uint64_t t = 0; t < 1000; t += 50) {
    c.idle_trip(t + 10);
    c.idle_trip(t + 50);  // this one does something
  }
  c.update(1000);
  EXPECT_EQ(c.summary().trips, 40U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_TRIPS)), 60U);
}

TEST(load_trips, trips_may_be_longer_than_half_the_clock_if_the_time_is_settled_meanwhile) {
  core<load_capacity_with<std::uint32_t, 16>> c(by_call());
  c.idle_trip(0);
  c.task(10, task_1);
  std::uint64_t t = 10;
  for (; t < 100'000; t += 30'000) EXPECT_EQ(c.at(t)->poll(), status::ok);
  c.task(t, idle);
  c.idle_trip(t + 5);
  c.update(t + 5);
  EXPECT_EQ(c.summary().trips, 1U);
  EXPECT_EQ(c.summary().shortest_trip_ticks, t + 5);
}

// ---- minIdle ----

TEST(load_trips, set_min_idle_returns_the_old_bound_and_holds_from_the_next_update_on) {
  core<> c(by_call());
  std::uint32_t old = 99;
  c.idle_trip(0);
  c.idle_trip(8);
  c.update(100);
  EXPECT_EQ(c->set_min_idle(10, &old), RTM_LOAD_OK);
  EXPECT_EQ(old, 0U);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 8U) << "a closed window does not change";
  c.update(200);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 10U);
  EXPECT_EQ(c->set_min_idle(3, &old), RTM_LOAD_OK);
  EXPECT_EQ(old, 10U);
  c.update(300);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 8U) << "what was measured had not been forgotten";
  EXPECT_EQ(c->set_min_idle(4), RTM_LOAD_OK) << "who does not want the old one";
}

TEST(load_trips, reset_forgets_the_shortest_trip) {
  core<> c(by_call());
  c.idle_trip(0);
  c.idle_trip(3);
  EXPECT_EQ(c->reset(), RTM_LOAD_OK);
  c.idle_trip(10);
  c.update(20);
  EXPECT_EQ(c.summary().trips, 0U) << "the trip that was under way is forgotten too";
  EXPECT_EQ(by_trips(c), RTM_LOAD_NO_TRIP);
  c.idle_trip(21);
  c.update(40);
  EXPECT_EQ(c.summary().trips, 1U);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 11U);
}

TEST(load_trips, a_new_epoch_of_the_ledger_ends_no_trip) {
  core<> c(by_call());
  c.idle_trip(0);
  c.idle_trip(10);
  EXPECT_EQ(c.engine().reset(11, idle), status::ok);
  c.idle_trip(12);  // 2 ticks after the last one, but in another epoch
  c.update(100);
  EXPECT_EQ(c.summary().trips, 1U);
  EXPECT_EQ(c.summary().shortest_trip_ticks, 10U);
}

// ---- When it refuses ----

TEST(load_trips, refused_when_idle_halts_the_cpu) {
  rtm_load_config how = by_call();
  how.idleHalts = 1;
  core<> c(how);
  c.idle_trips(0, 10, 10);
  c.update(100);
  EXPECT_EQ(by_trips(c), RTM_LOAD_IDLE_HALTS);
}

TEST(load_trips, refused_for_windows_with_a_halt_that_was_not_configured) {
  core<> c(by_call());
  c.idle_trips(0, 10, 10);
  EXPECT_EQ(c.at(100)->halt_begin(), RTM_LOAD_NO_HALT);
  c.idle_trip(110);
  c.update(120);
  EXPECT_EQ(by_trips(c), RTM_LOAD_IDLE_HALTS);
  c.idle_trip(130);
  c.update(140);
  EXPECT_EQ(by_trips(c), RTM_LOAD_OK) << "no halt in this one";
}

TEST(load_trips, selected_when_tasks_are_not_watched) {
  rtm_load_config how = by_call();
  how.taskEnabled = 0;
  core<> c(how);
  c.idle_trip(0);
  c.idle_trips(0, 6, 10);
  c.update(100);
  EXPECT_EQ(c.cpu(RTM_LOAD_AUTO).method, RTM_LOAD_BY_TRIPS);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_AUTO)), 40U);
  EXPECT_NE(c.cpu(RTM_LOAD_AUTO).flags & RTM_LOAD_TASK_NOT_WATCHED, 0U);
}

TEST(load_trips, a_chosen_method_is_what_auto_means) {
  rtm_load_config how = by_call();
  how.cpuMethod = RTM_LOAD_BY_TRIPS;
  core<> c(how);
  c.idle_trip(0);
  c.idle_trips(0, 6, 10);
  c.update(100);
  EXPECT_EQ(c.cpu(RTM_LOAD_AUTO).method, RTM_LOAD_BY_TRIPS);
  EXPECT_EQ(c.cpu(RTM_LOAD_BY_LEDGER).method, RTM_LOAD_BY_LEDGER);
}

TEST(load_trips, not_counted_and_no_cpu_load_when_that_is_switched_off) {
  rtm_load_config how = by_call();
  how.enableCPULoadCalc = 0;
  core<> c(how);
  c.idle_trips(0, 6, 10);
  c.update(100);
  EXPECT_EQ(c.summary().trips, 0U);
  rtm_load_stat s = {};
  rtm_load_coverage coverage = {};
  for (const auto method : {RTM_LOAD_AUTO, RTM_LOAD_BY_TRIPS, RTM_LOAD_BY_LEDGER, RTM_LOAD_BY_HALT})
    EXPECT_EQ(c->get_cpu_load(method, s), RTM_LOAD_CPU_LOAD_OFF);
  EXPECT_EQ(c->get_coverage(coverage), RTM_LOAD_CPU_LOAD_OFF);
  EXPECT_EQ(c.task_ticks(idle), 100U) << "tasks have their loads all the same";
}

// ---- Evidence of coverage ----

TEST(load_trips, an_interrupt_without_a_hook_is_idle_time_that_the_loop_does_not_confirm) {
  core<> c(by_call());
  c.idle_trip(0);
  std::uint64_t t = 0;
  for (int i = 0; i < 8; ++i) {
    t = c.idle_trips(t, 10, 10);
    t += 25;  // somebody has the core here, and says nothing
  }
  c.update(1000);
  rtm_load_coverage seen = {};
  ASSERT_EQ(c->get_coverage(seen), RTM_LOAD_OK);
  EXPECT_EQ(seen.idle_ticks, 1000U);
  EXPECT_EQ(seen.confirmed_ticks, 800U);
  EXPECT_EQ(seen.unconfirmed_ticks, 200U);
  EXPECT_EQ(seen.window, 1U);
  EXPECT_EQ(percent(c.cpu(RTM_LOAD_BY_LEDGER)), 0U) << "the ledger believes its facts";
}

TEST(load_trips, with_every_hook_in_place_the_loop_confirms_all_idle_time) {
  core<> c(by_call());
  c.idle_trip(0);
  std::uint64_t t = 0;
  for (int i = 0; i < 8; ++i) {
    t = c.idle_trips(t, 10, 10);
    c.hwi(t, t + 25);
    t += 25;
  }
  c.update(1000);
  rtm_load_coverage seen = {};
  ASSERT_EQ(c->get_coverage(seen), RTM_LOAD_OK);
  EXPECT_EQ(seen.idle_ticks, 800U);
  EXPECT_EQ(seen.unconfirmed_ticks, 0U);
}

TEST(load_trips, more_confirmed_than_idle_is_said_to_be_clamped) {
  core<> c(by_call());
  c.idle_trip(0);
  c.idle_trip(10);
  c.update(19);
  c.idle_trip(20);  // began in the window before
  c.update(25);
  rtm_load_coverage seen = {};
  ASSERT_EQ(c->get_coverage(seen), RTM_LOAD_OK);
  EXPECT_EQ(seen.idle_ticks, 6U);
  EXPECT_EQ(seen.confirmed_ticks, 10U);
  EXPECT_EQ(seen.unconfirmed_ticks, 0U);
  EXPECT_NE(seen.flags & RTM_LOAD_CLAMPED, 0U);
}

TEST(load_trips, coverage_needs_tasks_watched_trips_and_no_halts) {
  rtm_load_coverage seen = {};
  seen.idle_ticks = 77;
  {
    core<> c(by_call());
    c.update(100);
    EXPECT_EQ(c->get_coverage(seen), RTM_LOAD_NO_TRIP);
  }
  {
    rtm_load_config how = by_call();
    how.taskEnabled = 0;
    core<> c(how);
    c.idle_trips(0, 2, 10);
    c.update(100);
    EXPECT_EQ(c->get_coverage(seen), RTM_LOAD_NO_IDLE_TASK);
  }
  {
    rtm_load_config how = by_call();
    how.idleHalts = 1;
    core<> c(how);
    c.idle_trips(0, 2, 10);
    c.update(100);
    EXPECT_EQ(c->get_coverage(seen), RTM_LOAD_IDLE_HALTS);
  }
  EXPECT_EQ(seen.idle_ticks, 77U) << "unchanged";
}

}  // namespace
}  // namespace rtm::test
