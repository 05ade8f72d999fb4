// SPDX-License-Identifier: MIT
// The judge judged: sentences of the contract on facts small enough to be worked out on paper. The cases of
// tests/timeline (cases_test.cpp) and the drawings (draw_test.cpp) check it from two more sides.
#include "oracle.hpp"

#include <gtest/gtest.h>

#include "compare.hpp"
#include "generator.hpp"
#include "options.hpp"
#include "report/words.hpp"
#include "scenario.hpp"

namespace rtm::property {
namespace {

std::vector<host::epoch_row> judge(const std::string& script, oracle_settings settings = {}) {
  const scenario given = from_script("rtm-timeline 1\n" + script);
  return oracle_report(given.info, given.facts, settings).cores.at(0).epochs;
}

/// The fault of the first epoch in one line: kind fact id expected time reading depth.
std::string fault_of(const std::string& script, oracle_settings settings = {}) {
  const auto epochs = judge(script, settings);
  if (!epochs.at(0).fault) return "none";
  const host::fault_row& f = *epochs.at(0).fault;
  const auto id = [](const std::optional<std::uint64_t>& value) { return value ? std::to_string(*value) : "null"; };
  return std::string(host::word_of(f.kind)) + ' ' + std::string(host::word_of(f.fact)) + ' ' + id(f.id) + ' ' +
         id(f.expected) + ' ' + std::to_string(f.time_ticks) + ' ' + std::to_string(f.reading_ticks) + ' ' +
         std::to_string(f.depth);
}

TEST(property_oracle, idle_from_0_to_250_yields_two_full_windows_and_a_part) {
  const auto epoch = judge("window 100\nstart 0 idle\n100 poll\n200 poll\n250 poll\n").at(0);
  ASSERT_EQ(epoch.windows.size(), 3U);
  EXPECT_EQ(epoch.windows[1].base.idle, 100U);
  EXPECT_TRUE(epoch.windows[1].complete);
  EXPECT_EQ(epoch.windows[2].length, 50U);
  EXPECT_FALSE(epoch.windows[2].complete);
  EXPECT_FALSE(epoch.windows[2].cut_by_fault);
}

TEST(property_oracle, epoch_that_ends_at_a_boundary_has_no_empty_window) {
  EXPECT_EQ(judge("window 100\nstart 0 idle\n100 isr_enter 1\n100 isr_exit 1\n").at(0).windows.size(), 1U);
}

TEST(property_oracle, call_that_ends_at_a_boundary_counts_in_the_new_window_with_no_time) {
  const auto epoch = judge("window 100\nstart 0 idle\n90 isr_enter 1\n100 isr_exit 1\n110 poll\n").at(0);
  ASSERT_EQ(epoch.windows.at(0).isrs.size(), 1U);
  EXPECT_EQ(epoch.windows[0].isrs[0].exclusive, 10U);
  EXPECT_EQ(epoch.windows[0].isrs[0].calls, 0U);
  ASSERT_EQ(epoch.windows.at(1).isrs.size(), 1U);
  EXPECT_EQ(epoch.windows[1].isrs[0].exclusive, 0U);
  EXPECT_EQ(epoch.windows[1].isrs[0].calls, 1U);
}

TEST(property_oracle, shortest_and_longest_call_cover_the_whole_call_across_windows) {
  const auto epoch =
      judge("window 10\nstart 0 idle\n5 isr_enter 1\n15 isr_enter 2\n25 isr_exit 2\n30 isr_exit 1\n").at(0);
  EXPECT_EQ(epoch.isrs.at(0).inclusive_call, (host::extremes{25, 25}));
  EXPECT_EQ(epoch.isrs.at(0).exclusive_call, (host::extremes{15, 15}));
}

TEST(property_oracle, reentered_interrupt_counts_inclusive_time_for_every_frame) {
  const auto epoch = judge("start 0 idle\n0 isr_enter 1\n10 isr_enter 1\n20 isr_exit 1\n30 isr_exit 1\n").at(0);
  EXPECT_EQ(epoch.isrs.at(0).exclusive, 30U);
  EXPECT_EQ(epoch.isrs.at(0).inclusive, 40U);
  EXPECT_EQ(epoch.isrs.at(0).exclusive_call, (host::extremes{10, 20}));
  EXPECT_EQ(epoch.isrs.at(0).inclusive_call, (host::extremes{10, 30}));
}

TEST(property_oracle, terminating_task_abandons_points_and_keeps_their_time_and_the_owner) {
  const auto epoch =
      judge("start 0 task 1\n0 point_begin 5\n10 point_begin 5\n20 task 2\n30 terminate 1\n40 task 1\n50 poll\n").at(0);
  EXPECT_EQ(epoch.points.at(0).abandoned, 2U);
  EXPECT_EQ(epoch.points.at(0).calls, 0U);
  EXPECT_EQ(epoch.points.at(0).inclusive, 30U);
  EXPECT_EQ(epoch.points.at(0).exclusive, 20U);
  EXPECT_EQ(epoch.points.at(0).open, 0U);
  EXPECT_EQ(epoch.tasks.at(1).exclusive, 20U);
}

TEST(property_oracle, idle_keeps_its_open_point_while_a_task_runs) {
  const auto epoch = judge("start 0 idle\n0 point_begin 1\n10 task 1\n30 idle\n35 point_end 1\n").at(0);
  EXPECT_EQ(epoch.points.at(0).inclusive, 15U);
  EXPECT_EQ(epoch.points.at(0).inclusive_call, (host::extremes{15, 15}));
}

TEST(property_oracle, reset_begins_an_epoch_with_empty_stacks_in_extended_time) {
  const auto epochs = judge(
      "clock bits=16\nstart 65530 task 1\n65534 point_begin 1\n2 isr_enter 1\n4 reset task 2\n9 point_begin 1\n10 "
      "poll\n");
  ASSERT_EQ(epochs.size(), 2U);
  EXPECT_TRUE(epochs[0].valid());
  EXPECT_EQ(epochs[0].total, 10U);
  EXPECT_EQ(epochs[1].start, 65540U);
  EXPECT_EQ(epochs[1].tasks.at(0).exclusive, 6U);
  EXPECT_EQ(epochs[1].tasks.at(0).dispatches, 0U);
}

TEST(property_oracle, reset_after_a_fault_counts_from_the_last_settled_reading) {
  const auto epochs = judge("clock bits=16\nmax_gap 100\nstart 0 idle\n50 poll\n500 poll\n700 poll\n20 reset idle\n");
  ASSERT_EQ(epochs.size(), 2U);
  EXPECT_EQ(epochs[0].total, 50U);
  EXPECT_EQ(epochs[0].ignored, 1U);
  EXPECT_EQ(epochs[1].start, 65556U);
}

TEST(property_oracle, reset_at_an_unsound_time_is_a_fault_of_the_old_epoch_and_begins_a_new_one) {
  const auto epochs = judge("window 100\nstart 0 idle\n50 poll\n500 reset task 1\n510 poll\n");
  ASSERT_EQ(epochs.size(), 2U);
  EXPECT_EQ(epochs[0].fault->kind, status::gap_exceeded);
  EXPECT_EQ(epochs[0].fault->fact, fact_kind::reset);
  EXPECT_EQ(epochs[0].total, 50U);
  EXPECT_EQ(epochs[0].ignored, 0U);
  EXPECT_TRUE(epochs[0].windows.at(0).cut_by_fault);
  EXPECT_EQ(epochs[1].start, 500U);
  EXPECT_TRUE(epochs[1].valid());
}

TEST(property_oracle, reset_to_an_id_out_of_range_is_refused_and_later_ignored) {
  const auto epochs = judge("capacity tasks=1\nstart 0 idle\n10 reset task 1\n20 reset task 1\n30 reset task 0\n");
  ASSERT_EQ(epochs.size(), 2U);
  EXPECT_EQ(epochs[0].fault->kind, status::bad_id);
  EXPECT_EQ(epochs[0].total, 10U);
  EXPECT_EQ(epochs[0].ignored, 1U);
}

TEST(property_oracle, max_gap_defaults_to_the_window_or_to_half_the_clock) {
  EXPECT_EQ(fault_of("window 10\nstart 0 idle\n10 poll\n"), "none");
  EXPECT_EQ(fault_of("window 10\nstart 0 idle\n11 poll\n"), "gap_exceeded poll null null 0 11 0");
  EXPECT_EQ(fault_of("clock bits=16\nstart 0 idle\n32767 poll\n"), "none");
  EXPECT_EQ(fault_of("clock bits=16\nstart 0 idle\n32768 poll\n"), "time_backwards poll null null 0 32768 0");
  EXPECT_EQ(fault_of("clock bits=64\nstart 5 idle\n9223372036854775812 poll\n"), "none");
  EXPECT_EQ(fault_of("clock bits=64\nstart 5 idle\n9223372036854775813 poll\n"),
            "time_backwards poll null null 5 9223372036854775813 0");
}

TEST(property_oracle, faults_are_named_with_what_was_refused_and_expected) {
  EXPECT_EQ(fault_of("start 0 idle\n1 isr_exit 3\n"), "isr_underflow isr_exit 3 null 1 1 0");
  EXPECT_EQ(fault_of("start 0 idle\n1 swi_exit 3\n"), "swi_underflow swi_exit 3 null 1 1 0");
  EXPECT_EQ(fault_of("start 0 idle\n1 isr_enter 3\n2 isr_exit 4\n"), "isr_mismatch isr_exit 4 3 2 2 1");
  EXPECT_EQ(fault_of("start 0 idle\n1 swi_enter 3\n2 isr_exit 3\n"), "isr_mismatch isr_exit 3 3 2 2 1");
  EXPECT_EQ(fault_of("start 0 idle\n1 isr_enter 3\n2 swi_exit 3\n"), "swi_mismatch swi_exit 3 3 2 2 1");
  EXPECT_EQ(fault_of("start 0 idle\n1 isr_enter 3\n2 swi_enter 4\n"), "swi_over_isr swi_enter 4 3 2 2 1");
  EXPECT_EQ(fault_of("start 0 idle\n1 isr_enter 3\n2 idle\n"), "switch_in_isr task_switch null 3 2 2 1");
  EXPECT_EQ(fault_of("start 0 idle\n1 point_end 3\n"), "point_underflow point_end 3 null 1 1 0");
  EXPECT_EQ(fault_of("start 0 idle\n1 point_begin 3\n2 point_end 4\n"), "point_mismatch point_end 4 3 2 2 0");
  EXPECT_EQ(fault_of("start 0 idle\n1 isr_enter 3\n2 point_begin 7\n3 isr_exit 3\n"),
            "point_left_open isr_exit 3 7 3 3 1");
  EXPECT_EQ(fault_of("capacity depth=1\nstart 0 idle\n1 isr_enter 3\n2 isr_enter 4\n"),
            "stack_full isr_enter 4 null 2 2 1");
  EXPECT_EQ(fault_of("start 0 idle\n1 point_begin 0\n2 task 1\n3 point_begin 0\n", {pace::runs, 1}),
            "point_stack_full point_begin 0 null 3 3 0");
  EXPECT_EQ(fault_of("capacity tasks=2\nstart 0 idle\n1 terminate 2\n"), "bad_id task_terminate 2 null 1 1 0");
}

TEST(property_oracle, of_several_faults_the_first_in_the_order_of_the_contract_is_named) {
  const std::string limits =
      "max_gap 50\ncapacity tasks=1 isrs=4 swis=4 points=4 depth=1 point_depth=1\nstart 0 idle\n";
  EXPECT_EQ(fault_of(limits + "60 isr_exit 9\n"), "gap_exceeded isr_exit 9 null 0 60 0");
  EXPECT_EQ(fault_of(limits + "1 isr_exit 9\n"), "bad_id isr_exit 9 null 1 1 0");
  EXPECT_EQ(fault_of(limits + "1 isr_enter 0\n2 swi_enter 9\n"), "bad_id swi_enter 9 null 2 2 1");
  EXPECT_EQ(fault_of(limits + "1 isr_enter 0\n2 swi_enter 1\n"), "swi_over_isr swi_enter 1 0 2 2 1");
  EXPECT_EQ(fault_of(limits + "1 isr_enter 0\n2 task 9\n"), "bad_id task_switch 9 null 2 2 1");
  EXPECT_EQ(fault_of(limits + "1 isr_enter 0\n2 point_begin 1\n3 isr_exit 1\n"), "isr_mismatch isr_exit 1 0 3 3 1");
  EXPECT_EQ(fault_of(limits + "1 point_begin 1\n2 point_begin 9\n"), "bad_id point_begin 9 null 2 2 0");
}

TEST(property_oracle, ids_of_refused_and_ignored_facts_are_not_listed) {
  const auto epoch =
      judge("capacity tasks=5\nstart 0 task 3\n1 activate 4\n2 isr_exit 7\n3 task 1\n4 isr_enter 8\n").at(0);
  ASSERT_EQ(epoch.tasks.size(), 2U);
  EXPECT_EQ(epoch.tasks[0].id, 3U);
  EXPECT_EQ(epoch.tasks[1].id, 4U);
  EXPECT_TRUE(epoch.isrs.empty());
  EXPECT_EQ(epoch.ignored, 2U);
}

TEST(property_oracle, named_ids_are_listed_in_every_epoch) {
  const auto epochs = judge("isr 3 CAN\npoint 1 filter\nstart 0 idle\n10 reset idle\n20 poll\n");
  for (const host::epoch_row& epoch : epochs) {
    EXPECT_EQ(epoch.isrs.at(0).name, "CAN");
    EXPECT_EQ(epoch.points.at(0).name, "filter");
  }
}

TEST(property_oracle, first_fact_that_starts_nothing_is_not_accepted) {
  EXPECT_THROW((void)judge("5 poll\n"), std::invalid_argument);
  EXPECT_THROW((void)judge("capacity tasks=1\nstart 0 task 1\n"), std::invalid_argument);
}

TEST(property_oracle, pace_of_runs_is_the_pace_of_single_ticks) {
  std::uint64_t ticks = 0;
  for (std::uint64_t seed = options().seed; seed < options().seed + 1500; ++seed) {
    const scenario drawn = generate(seed, 60, {{}, 40, {}, false});
    const host::report expected = oracle_report(drawn.info, drawn.facts, {pace::ticks, {}});
    const auto found = first_difference(expected, oracle_report(drawn.info, drawn.facts, {pace::runs, {}}));
    ASSERT_FALSE(found) << "seed " << seed << ", " << found->place << ": " << found->expected << ", " << found->actual;
    for (const auto& core : expected.cores) {
      for (const auto& epoch : core.epochs) ticks += epoch.total;
    }
  }
  EXPECT_GE(ticks, 100'000U);
}

TEST(property_scenario, script_of_random_facts_survives_being_written_and_read) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const scenario drawn = generate(seed, 50, {});
    const scenario read = from_script(to_script(drawn));
    ASSERT_EQ(read.facts, drawn.facts);
    ASSERT_EQ(to_script(read), to_script(drawn));
  }
}

}  // namespace
}  // namespace rtm::property
