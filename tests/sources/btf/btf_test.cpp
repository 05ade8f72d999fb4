// SPDX-License-Identifier: MIT
// What the rows of a BTF file say of who owned a core. Values are worked out beside each.
#include <gtest/gtest.h>

#include <string>

#include "sources/reading.hpp"

namespace rtm::test {
namespace {

using host::source_completeness;

reading read(const std::string& rows) { return reading_of("#version 2.2.0\n#timeScale us\n" + rows); }

TEST(btf, task_that_leaves_gives_the_core_to_idle_or_to_who_starts_at_that_instant) {
  const reading got = read(
      "10,Core_1,0,T,A,0,start\n"
      "40,Core_1,0,T,A,0,preempt\n"
      "40,Core_1,0,T,B,0,start\n"
      "60,Core_1,0,T,B,0,terminate\n"
      "90,Core_1,0,T,A,0,resume\n"
      "95,Core_1,0,T,A,0,terminate\n"
      "100,X,0,STI,S,0,trigger\n");
  const auto& core = got.core(1);
  EXPECT_EQ(core.start, 10U) << "the range of the whole file";
  EXPECT_EQ(core.total, 90U);
  EXPECT_EQ(named(core.tasks, "A").exclusive, 35U);  // 10..40, 90..95
  EXPECT_EQ(named(core.tasks, "A").dispatches, 2U);
  EXPECT_EQ(named(core.tasks, "B").exclusive, 20U);  // 40..60
  EXPECT_EQ(core.base.idle, 35U);                    // 60..90, 95..100
  EXPECT_EQ(core.base.unknown, 0U);
  EXPECT_FALSE(got.report.is_incomplete());
}

TEST(btf, owner_is_unknown_until_an_event_of_the_core_tells_it) {
  const reading got = read(
      "0,X,0,STI,S,0,trigger\n"
      "0,Core_2,0,C,Core_2,0,execute\n"
      "30,Core_2,0,T,A,0,terminate\n"
      "50,X,0,STI,S,0,trigger\n");
  const auto& core = got.core(2);
  EXPECT_EQ(core.base.unknown, 30U) << "who ran before may have been A, but nobody says since when";
  EXPECT_EQ(core.base.idle, 20U);
}

TEST(btf, every_core_covers_the_range_of_the_file) {
  const reading got = read(
      "5,Core_7,0,T,A,0,start\n"
      "45,Core_0,0,T,B,0,start\n"
      "65,Core_7,0,T,A,0,terminate\n"
      "105,X,0,STI,S,0,trigger\n");
  EXPECT_EQ(got.core(7).total, 100U);
  EXPECT_EQ(got.core(7).tasks.at(0).exclusive, 60U);
  EXPECT_EQ(got.core(7).base.idle, 40U);
  EXPECT_EQ(got.core(0).total, 100U);
  EXPECT_EQ(got.core(0).base.unknown, 40U);
  EXPECT_EQ(named(got.core(0).tasks, "B").exclusive, 60U);
}

TEST(btf, cores_are_called_by_the_number_in_their_name_or_else_by_the_least_free_one) {
  const reading got = read(
      "0,Alpha,0,T,A,0,start\n0,Core_1,0,T,B,0,start\n0,Other_1,0,T,C,0,start\n0,Core_70000,0,T,D,0,start\n"
      "9,X,0,STI,S,0,trigger\n");
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 9U);
  EXPECT_EQ(named(got.core(1).tasks, "B").exclusive, 9U);
  EXPECT_EQ(named(got.core(2).tasks, "C").exclusive, 9U);
  EXPECT_EQ(named(got.core(3).tasks, "D").exclusive, 9U);
}

TEST(btf, isr_is_a_frame_whether_or_not_the_task_is_preempted_for_it) {
  for (const std::string type : {"I", "ISR"}) {
    const reading got = read(
        "0,Core_0,0,T,A,0,start\n"
        "10,Core_0,0,T,A,0,preempt\n"
        "10,Core_0,0," +
        type +
        ",CAN,0,start\n"
        "14,Core_0,0," +
        type +
        ",CAN,0,terminate\n"
        "14,Core_0,0,T,A,0,resume\n"
        "20,Core_0,0," +
        type +
        ",CAN,1,start\n"
        "21,Core_0,0," +
        type +
        ",CAN,1,terminate\n"
        "30,Core_0,0,T,A,0,terminate\n");
    const auto& core = got.core(0);
    EXPECT_EQ(named(core.tasks, "A").exclusive, 25U);  // 0..10, 14..20, 21..30
    EXPECT_EQ(named(core.tasks, "A").dispatches, 1U) << "an interrupt is no dispatch";
    const auto& isr = named(core.isrs, "CAN");
    EXPECT_EQ(isr.exclusive, 5U);
    EXPECT_EQ(isr.calls, 2U);
    EXPECT_EQ(isr.exclusive_call, (host::extremes{1, 4}));
    EXPECT_EQ(core.base.idle, 0U);
  }
}

TEST(btf, isr_preempts_an_isr_and_the_outer_call_is_one) {
  const reading got = read(
      "0,Core_0,0,T,A,0,start\n"
      "10,Core_0,0,I,Low,0,start\n"
      "15,Core_0,0,I,Low,0,preempt\n"
      "15,Core_0,0,I,High,0,start\n"
      "18,Core_0,0,I,High,0,terminate\n"
      "18,Core_0,0,I,Low,0,resume\n"
      "25,Core_0,0,I,Low,0,terminate\n"
      "30,Core_0,0,T,A,0,terminate\n");
  const auto& low = named(got.core(0).isrs, "Low");
  EXPECT_EQ(low.exclusive, 12U);  // 10..15, 18..25
  EXPECT_EQ(low.inclusive, 15U);
  EXPECT_EQ(low.calls, 1U);
  EXPECT_EQ(low.inclusive_call, (host::extremes{15, 15}));
  EXPECT_EQ(named(got.core(0).isrs, "High").exclusive, 3U);
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 15U);
}

TEST(btf, isr_that_waits_while_a_task_runs_is_one_call_in_two_pieces) {
  const reading got = read(
      "0,Core_0,0,I,Slow,0,start\n"
      "10,Core_0,0,I,Slow,0,preempt\n"
      "12,Core_0,0,T,A,0,start\n"
      "20,Core_0,0,T,A,0,terminate\n"
      "20,Core_0,0,I,Slow,0,resume\n"
      "25,Core_0,0,I,Slow,0,terminate\n"
      "30,X,0,STI,S,0,trigger\n");
  const auto& core = got.core(0);
  EXPECT_EQ(named(core.isrs, "Slow").exclusive, 15U);
  EXPECT_EQ(named(core.isrs, "Slow").calls, 1U);
  EXPECT_EQ(named(core.tasks, "A").exclusive, 8U);
  EXPECT_EQ(core.base.unknown, 2U) << "10..12: nobody has said yet who runs when Slow does not";
  EXPECT_EQ(core.base.idle, 5U);
}

TEST(btf, runnables_are_points_of_who_runs_them) {
  const reading got = read(
      "0,Core_0,0,T,A,0,start\n"
      "0,A,0,R,outer,0,start\n"
      "10,A,0,R,inner,0,start\n"
      "20,A,0,R,inner,0,suspend\n"
      "20,Core_0,0,T,A,0,preempt\n"
      "20,Core_0,0,T,B,0,start\n"
      "50,Core_0,0,T,B,0,terminate\n"
      "50,Core_0,0,T,A,0,resume\n"
      "50,A,0,R,inner,0,resume\n"
      "55,A,0,R,inner,0,terminate\n"
      "60,A,0,R,outer,0,terminate\n"
      "60,Core_0,0,T,A,0,terminate\n");
  const auto& core = got.core(0);
  const auto& outer = named(core.points, "outer");
  EXPECT_EQ(outer.calls, 1U);
  EXPECT_EQ(outer.inclusive, 30U) << "0..20 and 50..60: time of the task, without what displaced it";
  EXPECT_EQ(outer.exclusive, 15U);
  EXPECT_EQ(named(core.points, "inner").inclusive, 15U);
  EXPECT_FALSE(got.report.is_incomplete());
}

TEST(btf, runnable_that_does_not_end_is_abandoned_with_its_task) {
  const reading got =
      read("0,Core_0,0,T,A,0,start\n0,A,0,R,f,0,start\n9,Core_0,0,T,A,0,terminate\n20,X,0,STI,S,0,trigger\n");
  EXPECT_EQ(named(got.core(0).points, "f").abandoned, 1U);
  EXPECT_EQ(named(got.core(0).points, "f").calls, 0U);
  EXPECT_TRUE(got.core(0).valid());
}

TEST(btf, start_while_another_task_runs_makes_the_time_since_the_latest_event_unknown) {
  const reading got = read(
      "0,Core_0,0,T,A,0,start\n"
      "10,Core_0,0,C,Core_0,0,execute\n"
      "30,Core_0,0,T,B,0,start\n"
      "50,Core_0,0,T,B,0,terminate\n");
  const auto& core = got.core(0);
  EXPECT_EQ(named(core.tasks, "A").exclusive, 10U);
  EXPECT_EQ(core.base.unknown, 20U);
  EXPECT_EQ(named(core.tasks, "B").exclusive, 20U);
  EXPECT_EQ(got.completeness.at(0).repairs, 1U);
  EXPECT_EQ(got.completeness.at(0).events, 4U);
  EXPECT_FALSE(got.report.is_incomplete()) << "a repair alone loses nothing that was there";
}

TEST(btf, end_of_a_task_that_does_not_run_is_a_contradiction) {
  const reading got = read("0,Core_0,0,T,A,0,start\n20,Core_0,0,T,B,0,preempt\n30,X,0,STI,S,0,trigger\n");
  EXPECT_EQ(got.core(0).base.unknown, 20U);
  EXPECT_EQ(got.core(0).base.idle, 10U);
  EXPECT_EQ(got.completeness.at(0).repairs, 1U);
}

TEST(btf, isr_that_never_ended_is_cut_and_its_time_is_unknown) {
  const reading got = read(
      "0,Core_0,0,T,A,0,start\n"
      "10,Core_0,0,I,CAN,0,start\n"
      "18,Core_0,0,T,B,0,start\n"
      "40,Core_0,0,T,B,0,terminate\n");
  const auto& core = got.core(0);
  EXPECT_EQ(core.base.unknown, 8U);
  EXPECT_EQ(named(core.isrs, "CAN").calls, 0U);
  EXPECT_EQ(named(core.isrs, "CAN").exclusive, 0U);
  EXPECT_EQ(named(core.tasks, "B").exclusive, 22U);
  EXPECT_EQ(got.completeness.at(0).repairs, 1U);
}

TEST(btf, activation_counts_on_the_core_that_the_task_runs_on_and_owns_nothing) {
  const reading got = read(
      "0,S,0,T,A,0,activate\n"
      "10,Core_0,0,T,A,0,start\n"
      "20,Core_0,0,T,A,0,wait\n"
      "30,Event,0,T,A,0,release\n"
      "40,Core_0,0,T,A,0,resume\n"
      "50,Core_0,0,T,A,0,terminate\n"
      "60,S,0,T,A,1,activate\n");
  const auto& core = got.core(0);
  EXPECT_EQ(core.start, 0U);
  EXPECT_EQ(core.base.unknown, 10U);
  EXPECT_EQ(named(core.tasks, "A").exclusive, 20U);
  EXPECT_EQ(core.base.idle, 30U);
  EXPECT_FALSE(got.report.is_incomplete());
}

TEST(btf, marks_stand_where_they_happened) {
  auto from = host::open_source(host::input("test",
                                            "#version 2\n0,S,0,T,A,0,activate\n10,Core_0,0,T,A,0,start\n"
                                            "20,Core_0,0,T,A,0,terminate\n"));
  std::vector<host::source_fact> facts(16);
  facts.resize(from->read(facts));
  const std::vector<host::source_fact> expected = {{fact_kind::reset, 0, 0, host::unknown_owner},
                                                   {fact_kind::task_activate, 0, 0, 0},
                                                   {fact_kind::task_switch, 0, 10, 0},
                                                   {fact_kind::task_terminate, 0, 20, 0},
                                                   {fact_kind::poll, 0, 20, 0}};
  EXPECT_EQ(facts, expected);
}

// Else the new instance would have no start, and its activation would be the next one's.
TEST(btf, task_that_starts_at_the_instant_at_which_it_ended_is_dispatched_anew) {
  auto from = host::open_source(host::input("test",
                                            "#version 2\n0,Core_0,0,T,A,0,start\n10,Core_0,0,T,A,0,terminate\n"
                                            "10,Core_0,0,T,A,1,activate\n10,Core_0,0,T,A,1,start\n"
                                            "30,Core_0,0,T,A,1,terminate\n"));
  std::vector<host::source_fact> facts(16);
  facts.resize(from->read(facts));
  const std::vector<host::source_fact> expected = {{fact_kind::reset, 0, 0, host::unknown_owner},
                                                   {fact_kind::task_switch, 0, 0, 0},
                                                   {fact_kind::task_terminate, 0, 10, 0},
                                                   {fact_kind::task_activate, 0, 10, 0},
                                                   {fact_kind::task_switch, 0, 10, host::idle_owner},
                                                   {fact_kind::task_switch, 0, 10, 0},
                                                   {fact_kind::task_terminate, 0, 30, 0},
                                                   {fact_kind::poll, 0, 30, 0}};
  EXPECT_EQ(facts, expected);
}

TEST(btf, polling_task_executes_nothing) {
  const reading got = read(
      "0,Core_0,0,T,A,0,start\n10,Core_0,0,T,A,0,poll\n15,Core_0,0,T,A,0,run\n20,Core_0,0,T,A,0,poll\n"
      "22,Core_0,0,T,A,0,park\n22,Core_0,0,T,B,0,start\n30,Core_0,0,T,B,0,terminate\n");
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 15U);
  EXPECT_EQ(named(got.core(0).tasks, "B").exclusive, 8U);
  EXPECT_EQ(got.core(0).base.idle, 7U);
  EXPECT_EQ(got.completeness.at(0).repairs, 0U);
}

TEST(btf, time_scale_is_the_clock_and_nanoseconds_without_it) {
  const std::string row = "0,Core_0,0,T,A,0,start\n";
  EXPECT_EQ(reading_of("#version 2\n" + row).report.clock_hz, 1'000'000'000U);
  EXPECT_EQ(reading_of("#timescale ps\n" + row).report.clock_hz, 1'000'000'000'000U);
  EXPECT_EQ(reading_of("#timeScale us\n" + row).report.clock_hz, 1'000'000U);
  EXPECT_EQ(reading_of("#timeScale MS\r\n" + row).report.clock_hz, 1'000U);
  EXPECT_EQ(reading_of("#timeScale s\n#timeScale s\n" + row).report.clock_hz, 1U);
}

TEST(btf, tables_give_names_to_numbers) {
  const reading got = reading_of(
      "#version 2.1.3\n#timeScale ns\n#typeTable\n#-0 T\n#-1 C\n#entityTable\n#-0 Core_1\n#-1 Task_1ms\n"
      "#entityTypeTable\n#-T Task_1ms\n#-C Core_1\n"
      "0,0,0,0,1,0,start\n7,0,0,0,1,0,terminate\n");
  EXPECT_EQ(named(got.core(1).tasks, "Task_1ms").exclusive, 7U);
}

TEST(btf, is_told_by_its_content) {
  const std::string row = "0,Core_0,0,T,A,0,start\n";
  EXPECT_EQ(refusal_of(row), "") << "no header at all";
  EXPECT_EQ(refusal_of("# made by hand\n\n" + row), "");
  EXPECT_EQ(refusal_of("\xEF\xBB\xBF#version 2\r\n0,Core_0,0,T,A,0,start,a note, with a comma\r\n"), "");
  EXPECT_NE(refusal_of("0,Core_0,0,T,A,zero,start\n"), "");
}

TEST(btf, row_of_any_length_and_many_rows_are_read_in_blocks) {
  std::string rows;
  for (int i = 0; i < 200'000; ++i)
    rows += std::to_string(i) + (i % 2 == 0 ? ",Core_0,0,T,A,0,start\n" : ",Core_0,0,T,A,0,terminate\n");
  const reading got = read(rows);
  EXPECT_EQ(got.core(0).total, 199'999U);
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 100'000U);
  EXPECT_EQ(got.core(0).base.idle, 99'999U);
  EXPECT_EQ(got.completeness.at(0).repairs, 0U);
}

TEST(btf, core_that_appears_late_is_unknown_until_then) {
  std::string rows = "0,Core_0,0,T,A,0,start\n";
  for (int i = 0; i < 70'000; ++i) rows += std::to_string(i) + ",X,0,STI,S,0,trigger\n";
  const reading got = read(rows + "80000,Core_1,0,T,B,0,start\n80010,Core_1,0,T,B,0,terminate\n");
  EXPECT_EQ(got.core(1).total, 80'010U);
  EXPECT_EQ(got.core(1).base.unknown, 80'000U);
  EXPECT_EQ(named(got.core(1).tasks, "B").exclusive, 10U);
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 80'010U);
}

}  // namespace
}  // namespace rtm::test
