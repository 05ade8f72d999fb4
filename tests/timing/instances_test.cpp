// SPDX-License-Identifier: MIT
// Timing parameters worked out by hand. In the drawings a character is 10 ticks: `=` runs, `w` waits, `.` is ready;
// `a` activation, `s` start, `e` end.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "sources/selection.hpp"

namespace rtm::test {
namespace {

using v = std::vector<std::uint64_t>;

/// {count, min, max, sum}; nothing counted: {}.
v of(const os::spread& s) { return s.count == 0 ? v{} : v{s.count, s.min, s.max, s.sum}; }
/// One value.
v one(std::uint64_t ticks) { return {1, ticks, ticks, ticks}; }

host::epoch_timing timing_of(const std::string& facts, const host::selection& part = {}) {
  const std::string script = "rtm-timeline 1\n" + facts;
  const auto from = host::select(host::open_source(host::input("script", script)), part);
  const host::report made = host::make_report(*from, host::all_windows, true);
  return made.cores.at(0).epochs.back().timing.value();
}

os::task_times task_1(const std::string& facts) {
  const host::epoch_timing all = timing_of(facts);
  for (const auto& row : all.tasks)
    if (row.id == 1) return row.times;
  return {};
}

//   t       0    50   100
//   idle    ==       ===
//   task 1    a.s==ww.===e          activated 20, starts 40, waits 60 to 80, ends 120
//   task 2         ====...          owns the core while task 1 waits and until 90
TEST(task_instance, every_tick_from_start_to_end_is_running_waiting_or_preemption) {
  const auto t = task_1(
      "start 0 idle\n20 activate 1\n40 task 1\n60 wait 1\n60 task 2\n80 release 1\n90 task 1\n"
      "120 terminate 1\n120 idle\n150 poll\n");
  EXPECT_EQ(of(t.cet), one(20 + 30));
  EXPECT_EQ(of(t.get), one(120 - 40));
  EXPECT_EQ(of(t.ipt), one(40 - 20));
  EXPECT_EQ(of(t.rt), one(120 - 20));
  EXPECT_EQ(of(t.wt), one(80 - 60));
  EXPECT_EQ(of(t.pre), one(90 - 80)) << "released, and not yet back";
  EXPECT_EQ(of(t.dt), v{}) << "there is no start before";
  EXPECT_EQ(of(t.st), v{}) << "there is no activation after";
}

//   t       0    50   100  150
//   task 1  as==e    as=.==e   as=e
//   isr 3               i
TEST(task_instance, distances_between_instances_are_slack_and_delta) {
  const auto t = task_1(
      "start 0 idle\n0 activate 1\n0 task 1\n30 terminate 1\n30 idle\n"
      "90 activate 1\n100 task 1\n120 isr_enter 3\n130 isr_exit 3\n150 terminate 1\n150 idle\n"
      "210 activate 1\n210 task 1\n230 terminate 1\n230 idle\n");
  EXPECT_EQ(of(t.cet), (v{3, 20, 40, 30 + 40 + 20}));
  EXPECT_EQ(of(t.get), (v{3, 20, 50, 30 + 50 + 20}));
  EXPECT_EQ(of(t.pre), (v{3, 0, 10, 10})) << "the interrupt";
  EXPECT_EQ(of(t.ipt), (v{3, 0, 10, 10}));
  EXPECT_EQ(of(t.dt), (v{2, 100, 110, 210}));
  EXPECT_EQ(of(t.st), (v{2, 60, 60, 120}));
}

TEST(task_instance, without_activation_it_opens_at_its_dispatch) {
  const auto t = task_1("start 0 idle\n10 task 1\n25 terminate 1\n25 idle\n30 poll\n");
  EXPECT_EQ(of(t.cet), one(15));
  EXPECT_EQ(of(t.rt), v{}) << "nobody told when it was activated";
  EXPECT_EQ(of(t.ipt), v{});
}

TEST(task_instance, only_what_has_ended_counts) {
  const auto t = task_1("start 0 idle\n10 activate 1\n10 task 1\n50 idle\n60 poll\n");
  EXPECT_EQ(of(t.cet), v{});
  EXPECT_EQ(of(t.get), v{});
  EXPECT_EQ(t.open, 1U);
}

// No fact tells when the instance began with which the recording begins.
TEST(task_instance, one_that_runs_when_the_epoch_begins_is_not_counted) {
  const auto t = task_1("start 0 task 1\n30 terminate 1\n30 idle\n40 task 1\n45 terminate 1\n45 idle\n");
  EXPECT_EQ(of(t.cet), one(5));
}

TEST(task_instance, one_that_is_killed_before_it_starts_counts_in_nothing) {
  const auto t =
      task_1("start 0 idle\n10 activate 1\n20 terminate 1\n30 activate 1\n30 task 1\n35 terminate 1\n35 idle\n");
  EXPECT_EQ(of(t.cet), one(5));
  EXPECT_EQ(of(t.rt), one(5)) << "not 25: that activation died";
  EXPECT_EQ(of(t.st), v{}) << "nothing ended at 20";
}

//   t       0    50   100
//   task 1  as===e                 activated again at 20 and at 30, while it runs
//                 s=e              the instance activated at 20
//                      s=e         the one of 30: its time is not kept, so it has no RT
TEST(task_instance, early_activation_belongs_to_the_next_instance) {
  const auto t = task_1(
      "start 0 idle\n0 activate 1\n0 task 1\n20 activate 1\n30 activate 1\n40 terminate 1\n40 idle\n"
      "60 task 1\n75 terminate 1\n75 idle\n90 task 1\n95 terminate 1\n95 idle\n");
  EXPECT_EQ(t.early, 2U);
  EXPECT_EQ(of(t.rt), (v{2, 40, 55, 95})) << "0 to 40, and 20 to 75";
  EXPECT_EQ(of(t.ipt), (v{2, 0, 40, 40}));
  EXPECT_EQ(of(t.cet), (v{3, 5, 40, 60}));
  EXPECT_EQ(of(t.st), v{}) << "no activation came after an end";
}

TEST(task_instance, chained_task_begins_anew_although_it_keeps_the_core) {
  const auto t = task_1(
      "start 0 idle\n0 activate 1\n0 task 1\n40 terminate 1\n40 activate 1\n40 task 1\n70 terminate 1\n"
      "70 idle\n");
  EXPECT_EQ(of(t.cet), (v{2, 30, 40, 70}));
  EXPECT_EQ(of(t.dt), one(40));
  EXPECT_EQ(of(t.st), one(0));
}

TEST(task_instance, one_that_is_announced_again_is_the_same) {
  const auto t =
      task_1("start 0 idle\n10 task 1\n20 isr_enter 3\n25 isr_exit 3\n25 task 1\n40 terminate 1\n45 task 1\n50 idle\n");
  EXPECT_EQ(of(t.cet), one(25));
  EXPECT_EQ(t.open, 0U) << "nor does what it still runs after its end begin one";
}

// The mark comes 10 ticks before the task leaves the core: those are execution, so that GET = CET + WT + PRE.
TEST(task_instance, what_it_runs_after_it_said_that_it_waits_is_execution) {
  const auto t =
      task_1("start 0 idle\n0 task 1\n20 wait 1\n30 idle\n50 release 1\n55 task 1\n60 terminate 1\n60 idle\n");
  EXPECT_EQ(of(t.cet), one(30 + 5));
  EXPECT_EQ(of(t.wt), one(20)) << "30 to 50";
  EXPECT_EQ(of(t.pre), one(5));
}

TEST(task_instance, waiting_without_a_release_is_not_known) {
  const auto t = task_1("start 0 idle\n0 task 1\n20 wait 1\n20 idle\n55 task 1\n60 terminate 1\n60 idle\n");
  EXPECT_EQ(of(t.cet), one(25));
  EXPECT_EQ(of(t.wt), v{}) << "not 35: it may have been ready long before";
  EXPECT_EQ(of(t.pre), v{});
}

// In the unknown time task 1 may have ended and begun again, so what comes behind it counts from its next start on.
TEST(task_instance, one_cut_by_unknown_time_is_not_counted) {
  const auto t = task_1(
      "start 0 idle\n0 activate 1\n0 task 1\n10 unknown\n20 task 1\n30 terminate 1\n30 idle\n"
      "50 activate 1\n50 task 1\n57 terminate 1\n57 idle\n");
  EXPECT_EQ(of(t.cet), one(7));
  EXPECT_EQ(of(t.dt), v{}) << "not 50: there may have been starts between";
  EXPECT_EQ(of(t.st), v{}) << "not 20: no instance ended that was seen whole";
  EXPECT_EQ(t.cut, 1U);
}

// What runs from 20 to 30 is the rest of the instance that began before the reset.
TEST(task_instance, one_that_reaches_into_the_next_epoch_is_not_counted) {
  const auto t = task_1(
      "start 0 idle\n0 activate 1\n0 task 1\n10 reset idle\n20 task 1\n30 terminate 1\n30 idle\n"
      "50 task 1\n57 terminate 1\n57 idle\n");
  EXPECT_EQ(of(t.cet), one(7));
  EXPECT_EQ(of(t.rt), v{});
}

// The instance that runs at the start was activated before it. That of 10 begins at 40; that of 35 is of the next one.
TEST(task_instance, activation_before_all_is_known_is_of_a_later_instance) {
  const auto t = task_1(
      "start 0 task 1\n10 activate 1\n30 terminate 1\n30 kernel\n35 activate 1\n40 task 1\n50 terminate 1\n"
      "50 idle\n60 task 1\n70 terminate 1\n70 idle\n");
  EXPECT_EQ(t.cet.count, 2U);
  EXPECT_EQ(of(t.ipt), one(25));
  EXPECT_EQ(of(t.rt), one(35));
}

TEST(task_instance, one_cut_by_a_fault_is_not_counted) {
  const auto t = task_1("start 0 idle\n0 task 1\n10 isr_exit 3\n20 terminate 1\n20 idle\n");
  EXPECT_EQ(of(t.cet), v{});
}

// The range begins at 10: what task 1 does at 20 may be the middle of an instance, and is.
TEST(task_instance, one_that_reaches_into_a_selected_range_is_not_counted) {
  const std::string script =
      "start 0 idle\n0 task 1\n5 idle\n20 task 1\n30 terminate 1\n30 idle\n40 task 1\n44 terminate 1\n44 idle\n";
  host::selection part;
  part.from_ticks = 10;
  const host::epoch_timing all = timing_of(script, part);
  ASSERT_EQ(all.tasks.size(), 1U);
  EXPECT_EQ(of(all.tasks[0].times.cet), one(4));
}

//   t       0    50   100
//   isr 1   =--==     ==       calls 0 to 50 with isr 2 on top, and 100 to 120
//   isr 2    ==
TEST(isr_call, has_its_own_time_and_what_lay_on_top) {
  const auto all = timing_of(
      "start 0 idle\n0 isr_enter 1\n10 isr_enter 2\n30 isr_exit 2\n50 isr_exit 1\n100 isr_enter 1\n"
      "120 isr_exit 1\n130 isr_enter 1\n135 poll\n");
  ASSERT_EQ(all.isrs.size(), 2U);
  const auto& one_call = all.isrs[0].times;
  EXPECT_EQ(of(one_call.cet), (v{2, 20, 30, 50}));
  EXPECT_EQ(of(one_call.get), (v{2, 20, 50, 70}));
  EXPECT_EQ(of(one_call.pre), (v{2, 0, 20, 20}));
  EXPECT_EQ(of(one_call.dt), one(100)) << "the call that goes on at the end does not count";
  EXPECT_EQ(one_call.open, 1U);
  EXPECT_EQ(of(all.isrs[1].times.cet), one(20));
}

TEST(isr_call, piece_counts_in_nothing) {
  const auto all = timing_of(
      "start 0 idle\n0 isr_enter 1\n10 isr_exit 1 piece\n30 isr_enter 1 piece\n50 isr_exit 1\n"
      "60 isr_enter 1\n65 isr_exit 1\n70 poll\n");
  EXPECT_EQ(of(all.isrs.at(0).times.cet), one(5));
  EXPECT_EQ(of(all.isrs.at(0).times.dt), one(60)) << "from enter to enter: the pieces are one call";
  EXPECT_EQ(all.isrs.at(0).times.cut, 2U);
}

TEST(isr_call, unowned_time_is_nobodys_execution) {
  const auto all = timing_of(
      "start 0 unknown\n0 isr_enter 1 unowned\n10 isr_exit 1 unowned\n40 isr_enter 1\n45 isr_exit 1\n50 poll\n");
  EXPECT_EQ(of(all.isrs.at(0).times.cet), one(5));
  EXPECT_EQ(of(all.isrs.at(0).times.dt), one(40));
}

//   t         0    50   100
//   task 1    =====---====        isr 3 takes 50 to 80
//   point 5    =--=---=           10 to 90; point 6 inside from 20 to 40
//   point 6     ==
TEST(point_call, is_processor_time_and_its_distance_is_not) {
  const auto all = timing_of(
      "start 0 task 1\n10 point_begin 5\n20 point_begin 6\n40 point_end 6\n50 isr_enter 3\n80 isr_exit 3\n"
      "90 point_end 5\n100 point_begin 5\n104 point_end 5\n120 poll\n");
  ASSERT_EQ(all.points.size(), 2U);
  EXPECT_EQ(of(all.points[0].times.cet), (v{2, 4, 50, 54}));
  EXPECT_EQ(of(all.points[0].times.self), (v{2, 4, 30, 34}));
  EXPECT_EQ(of(all.points[0].times.dt), one(90));
  EXPECT_EQ(of(all.points[1].times.self), one(20));
}

TEST(point_call, abandoned_by_its_task_counts_in_nothing) {
  const auto all = timing_of("start 0 idle\n0 task 1\n5 point_begin 5\n9 terminate 1\n9 idle\n20 poll\n");
  EXPECT_EQ(of(all.points.at(0).times.cet), v{});
  EXPECT_EQ(all.points.at(0).times.cut, 1U);
}

TEST(point_call, one_that_reaches_into_a_selected_range_counts_in_nothing) {
  host::selection part;
  part.from_ticks = 10;
  const auto all =
      timing_of("start 0 task 1\n5 point_begin 5\n20 point_end 5\n30 point_begin 5\n34 point_end 5\n40 poll\n", part);
  EXPECT_EQ(of(all.points.at(0).times.cet), one(4));
  EXPECT_EQ(of(all.points.at(0).times.dt), v{});
  EXPECT_EQ(all.points.at(0).times.cut, 1U);
}

/// Facts of core 0 before a loss from 20 up to before 41, and behind it.
host::epoch_timing with_loss(const std::vector<host::source_fact>& before,
                             const std::vector<host::source_fact>& behind) {
  const host::source_info info;
  host::replay run(info, nullptr, host::all_windows, true);
  run.tell(before);
  const host::source_loss loss{0, 7, 3, 0, {0, 20}, host::epoch_instant{0, 41}};
  run.lose({&loss, 1});
  run.tell(behind);
  return run.finish(info).cores.at(0).epochs.back().timing.value();
}

// Who is there at 40 was told by the page at which the reader goes on, so nothing begins there.
TEST(loss, what_it_touches_counts_in_nothing) {
  const auto all = with_loss({{fact_kind::reset, 0, 0, host::idle_owner},
                              {fact_kind::task_switch, 0, 5, 1},
                              {fact_kind::point_begin, 0, 6, 5},
                              {fact_kind::isr_enter, 0, 10, 3},
                              {fact_kind::isr_exit, 0, 12, 3}},
                             {{fact_kind::task_switch, 0, 20, host::unknown_owner},
                              {fact_kind::task_switch, 0, 40, 1},
                              {fact_kind::point_end, 0, 42, 5},
                              {fact_kind::isr_enter, 0, 44, 3},
                              {fact_kind::isr_exit, 0, 45, 3},
                              {fact_kind::task_terminate, 0, 50, 1}});
  EXPECT_EQ(all.tasks.at(0).times.cet.count, 0U);
  EXPECT_EQ(all.tasks.at(0).times.cut, 1U);
  EXPECT_EQ(all.points.at(0).times.cet.count, 0U);
  EXPECT_EQ(of(all.isrs.at(0).times.cet), (v{2, 1, 2, 3})) << "both calls were seen whole";
  EXPECT_EQ(of(all.isrs.at(0).times.dt), v{}) << "not 34: calls may be missing between";
}

// Nobody says who ran: even so the facts of the lost time are not to be believed.
TEST(loss, frame_that_is_open_over_it_counts_in_nothing) {
  const auto all = with_loss({{fact_kind::reset, 0, 0, host::idle_owner}, {fact_kind::isr_enter, 0, 10, 3}},
                             {{fact_kind::isr_exit, 0, 30, 3},
                              {fact_kind::isr_enter, 0, 35, 3},
                              {fact_kind::isr_exit, 0, 44, 3},
                              {fact_kind::isr_enter, 0, 50, 3},
                              {fact_kind::isr_exit, 0, 53, 3}});
  EXPECT_EQ(of(all.isrs.at(0).times.cet), one(3));
  EXPECT_EQ(all.isrs.at(0).times.cut, 2U);
}

}  // namespace
}  // namespace rtm::test
