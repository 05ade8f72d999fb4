// SPDX-License-Identifier: MIT
// What the bytes of a trace.dat mean: files made by hand, values worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "sources/reading.hpp"
#include "trace_dat_file.hpp"

namespace rtm::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::uint64_t lost_flag = 1U << 31, count_flag = 1U << 30;

cpu_pages_writer page(std::uint64_t time_ns, byte_order order = {}) { return cpu_pages_writer(order).page(time_ns); }

/// Task 7, irq 36, softirq 3 and in it the timer, idle, task 8; on the other CPU idle.
dat_file two_cpus(byte_order order = {}) {
  cpu_pages_writer first = page(1000, order);
  first.numbered(0, sched_waking, 7, 1).irq_entered(100, 7, 36, "eth0").numbered(20, irq_exit, 7, 36, in_hard_irq);
  first.numbered(0, softirq_entry, 7, 3).numbered(30, timer_entry, 7, 236, in_soft_irq);
  first.numbered(10, timer_exit, 7, 236, in_hard_irq | in_soft_irq).numbered(20, softirq_exit, 7, 3, in_soft_irq);
  first.switched(120, 7, 0).switched(200, 0, 8).numbered(100, sched_waking, 8, 1);
  dat_file file;
  file.order = order;
  file.cpus = {first.finish(), page(1100, order).switched(0, 9, 0).switched(600, 0, 9).finish()};
  return file;
}

void expect_two_cpus(const reading& read) {
  const auto& first = read.core(0);
  EXPECT_EQ(first.start, 1000U);
  EXPECT_EQ(first.total, 700U);
  EXPECT_EQ(named(first.tasks, "task7").exclusive, 100U + 120U);
  EXPECT_EQ(named(first.isrs, "eth0").exclusive, 20U);
  EXPECT_EQ(named(first.isrs, "eth0").id, 36U);
  EXPECT_EQ(named(first.swis, "NET_RX").exclusive, 30U + 20U);
  EXPECT_EQ(named(first.isrs, "local_timer").exclusive, 10U);
  EXPECT_EQ(first.base.idle, 200U);
  EXPECT_EQ(named(first.tasks, "task8").exclusive, 200U) << "up to the end of the range, which is the other CPU's";
  EXPECT_EQ(read.core(1).base.unknown, 100U) << "before its first event";
  EXPECT_EQ(read.core(1).base.idle, 600U);
  EXPECT_EQ(read.core(1).total, 700U);
  EXPECT_THAT(read.report.problems, IsEmpty());
}

TEST(trace_dat, gives_each_owner_its_time) { expect_two_cpus(reading_of(version_6(two_cpus()))); }

TEST(trace_dat, means_the_same_in_version_7) { expect_two_cpus(reading_of(version_7(two_cpus()))); }

TEST(trace_dat, means_the_same_in_the_other_byte_order_and_with_the_other_long) {
  for (const bool is_big : {false, true}) {
    for (const unsigned long_bytes : {4U, 8U}) {
      SCOPED_TRACE(testing::Message() << (is_big ? "big" : "little") << " long " << long_bytes);
      expect_two_cpus(reading_of(version_6(two_cpus({is_big, long_bytes}))));
      expect_two_cpus(reading_of(version_7(two_cpus({is_big, long_bytes}))));
    }
  }
}

/// A report of one CPU.
reading one_cpu(cpu_pages_writer of, const std::set<std::uint16_t>& without = {}) {
  dat_file file;
  file.cpus = {of.finish()};
  file.without = without;
  return reading_of(version_6(file));
}

std::uint64_t exclusive_of(const reading& read, host::source_id id) {
  for (const auto& task : read.core(0).tasks)
    if (task.id == id) return task.exclusive;
  return 0;
}

TEST(trace_dat, time_in_which_events_were_lost_is_unknown) {
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).numbered(100, sched_waking, 8, 1);
  cpu.page(1500, lost_flag | count_flag, 12).numbered(0, sched_waking, 8, 1).numbered(100, sched_waking, 8, 1);
  const reading read = one_cpu(cpu);
  EXPECT_EQ(read.completeness.at(0).lost, 12U);
  EXPECT_EQ(read.core(0).base.unknown, 400U);
  EXPECT_EQ(named(read.core(0).tasks, "task8").exclusive, 100U + 100U);
  EXPECT_EQ(read.report.losses.size(), 1U);
}

TEST(trace_dat, events_may_be_lost_without_a_number) {
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).page(1500, lost_flag).numbered(0, sched_waking, 8, 1);
  const reading read = one_cpu(cpu);
  EXPECT_EQ(read.completeness.at(0).lost, 0U);
  EXPECT_EQ(read.core(0).base.unknown, 500U);
  EXPECT_EQ(read.report.losses.size(), 1U);
}

TEST(trace_dat, adds_up_extended_times_absolute_ones_and_those_of_discarded_events) {
  constexpr std::uint64_t stamp = 5'000'000'000;
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).extend(std::uint64_t{1} << 30).numbered(5, sched_waking, 8, 1);
  cpu.stamp(stamp).numbered(7, sched_waking, 8, 1);
  cpu.discarded(9, 3).discarded(1, 2).numbered(1, sched_waking, 8, 1);
  const reading read = one_cpu(cpu);
  EXPECT_EQ(read.completeness.at(0).events, 4U);
  EXPECT_EQ(read.core(0).total, stamp + 7 + 9 + 1 - 1000);
}

TEST(trace_dat, nothing_follows_the_padding_at_the_end_of_a_page) {
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).numbered(10, sched_waking, 8, 1).raw(29, 0).raw(31, 12345);
  const reading read = one_cpu(cpu);
  EXPECT_EQ(read.core(0).total, 10U);
  EXPECT_THAT(read.report.problems, IsEmpty());
}

TEST(trace_dat, an_nmi_is_told_at_its_end) {
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).nmi(100, 8, 30).numbered(100, sched_waking, 8, 1);
  const reading read = one_cpu(cpu);
  EXPECT_EQ(named(read.core(0).isrs, "nmi").exclusive, 30U);
  EXPECT_EQ(named(read.core(0).tasks, "task8").exclusive, 170U);
}

TEST(trace_dat, time_that_goes_back_in_a_core_is_told_and_unknown) {
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).page(900).numbered(0, sched_waking, 8, 1);
  cpu.page(1200).switched(0, 8, 7).numbered(100, sched_waking, 7, 1);
  const reading read = one_cpu(cpu);
  ASSERT_EQ(read.report.problems.size(), 1U);
  EXPECT_EQ(read.problem(0),
            "found core 0 at 0.000000900 after 0.000001000; expected no event before the one before it in its core");
  EXPECT_EQ(read.core(0).base.unknown, 200U);
  EXPECT_EQ(named(read.core(0).tasks, "task7").exclusive, 100U);
}

TEST(trace_dat, a_pid_that_another_task_uses_again_is_another_row_on_every_cpu) {
  cpu_pages_writer first = page(1000);
  first.numbered(0, sched_waking, 5, 1).numbered(100, process_exit, 5, 5).switched(100, 5, 0);
  first.switched(200, 0, 5).numbered(100, sched_waking, 5, 1);
  dat_file file;
  file.cpus = {first.finish(), page(1000).switched(0, 0, 6).numbered(300, process_fork, 6, 5).finish()};
  const reading read = reading_of(version_6(file));
  EXPECT_EQ(exclusive_of(read, 5), 200U);
  EXPECT_EQ(exclusive_of(read, 1'000'000'005), 100U);
}

TEST(trace_dat, a_pid_is_seen_to_be_used_again_by_forks_alone) {
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 6, 5).numbered(100, process_fork, 5, 7).switched(0, 5, 7).switched(100, 7, 5);
  cpu.numbered(100, process_fork, 5, 7).switched(0, 5, 7).switched(50, 7, 5);
  const reading read = one_cpu(cpu);
  EXPECT_EQ(exclusive_of(read, 7), 100U);
  EXPECT_EQ(exclusive_of(read, 1'000'000'007), 50U);
}

// The exit at 1100 comes while the task still runs; its last switch at 1150 ends it.
TEST(trace_dat, a_pid_is_seen_to_be_used_again_by_exits_alone) {
  constexpr std::uint32_t zombie = 0x20;
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 5, 7).numbered(100, process_exit, 7, 7).switched(50, 7, 5, zombie).switched(100, 5, 7);
  cpu.switched(30, 7, 5);
  const reading read = one_cpu(cpu, {process_fork});
  EXPECT_EQ(exclusive_of(read, 7), 150U);
  EXPECT_EQ(exclusive_of(read, 1'000'000'007), 30U);
}

TEST(trace_dat, a_task_that_no_switch_names_has_its_name_from_the_table) {
  dat_file file;
  file.cpus = {page(1000).numbered(0, sched_waking, 7, 1).numbered(100, sched_waking, 7, 1).finish(),
               page(1000).switched(0, 9, 0).finish()};
  EXPECT_EQ(named(reading_of(version_6(file)).core(0).tasks, "named beside").exclusive, 100U);
}

// Between two events of a task others may have run.
TEST(trace_dat, without_switches_knows_nobody) {
  cpu_pages_writer cpu = page(1000);
  cpu.numbered(0, sched_waking, 7, 1).irq_entered(10, 7, 36, "eth0").numbered(20, irq_exit, 7, 36, in_hard_irq);
  cpu.numbered(70, sched_waking, 7, 1);
  const reading read = one_cpu(cpu);
  EXPECT_EQ(read.core(0).base.unknown, 100U);
  ASSERT_EQ(read.report.problems.size(), 1U);
  EXPECT_EQ(read.problem(0),
            "found no sched_switch in all of it, so nobody knows who ran; expected events that tell "
            "who runs");
  EXPECT_THAT(read.completeness.at(0).missing, ElementsAre("sched_switch", "softirqs (not one was seen)"));
}

TEST(trace_dat, tells_apart_what_was_not_recorded_and_what_never_came) {
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).numbered(100, sched_waking, 8, 1);
  EXPECT_THAT(one_cpu(cpu).completeness.at(0).missing,
              ElementsAre("interrupts (not one was seen)", "softirqs (not one was seen)"));
  EXPECT_THAT(one_cpu(cpu, {irq_entry, timer_entry, softirq_entry}).completeness.at(0).missing,
              ElementsAre("interrupts", "softirqs"));
}

TEST(trace_dat, an_interrupt_with_a_high_number_shares_no_row_with_a_vector) {
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).irq_entered(10, 8, 1000, "lpi").numbered(20, irq_exit, 8, 1000, in_hard_irq);
  cpu.numbered(10, timer_entry, 8, 236).numbered(5, timer_exit, 8, 236, in_hard_irq);
  const reading read = one_cpu(cpu);
  EXPECT_EQ(named(read.core(0).isrs, "lpi").id, 1'000'001'000U);
  EXPECT_EQ(named(read.core(0).isrs, "lpi").exclusive, 20U);
  EXPECT_EQ(named(read.core(0).isrs, "local_timer").exclusive, 5U);
}

// Times in a page build on each other: the odd one takes those behind it along, up to the next page.
TEST(trace_dat, a_stamp_far_ahead_is_odd_with_all_behind_it_in_its_page) {
  constexpr std::uint64_t odd = 3'600'000'000'000;
  cpu_pages_writer cpu = page(1000);
  cpu.switched(0, 7, 8).numbered(100, sched_waking, 8, 1).stamp(odd).numbered(0, sched_waking, 8, 1).switched(9, 8, 7);
  cpu.page(1300).switched(0, 8, 7).numbered(100, sched_waking, 7, 1);
  cpu.page(1500).numbered(0, sched_waking, 7, 1);
  const reading read = one_cpu(cpu);
  ASSERT_EQ(read.report.problems.size(), 1U);
  EXPECT_EQ(read.problem(0),
            "found core 0 at 3600.000000000 between 0.000001100 and 0.000001300; expected no event "
            "after the one behind it in its core");
  EXPECT_EQ(read.core(0).total, 500U);
  EXPECT_EQ(named(read.core(0).tasks, "task8").exclusive, 100U);
  EXPECT_EQ(read.core(0).base.unknown, 200U);
  EXPECT_EQ(named(read.core(0).tasks, "task7").exclusive, 200U);
  EXPECT_EQ(read.completeness.at(0).ignored, 2U);
}

TEST(trace_dat, a_stamp_far_ahead_in_the_last_page_stretches_no_range) {
  cpu_pages_writer odd = page(1000);
  odd.switched(0, 7, 8).numbered(100, sched_waking, 8, 1).stamp(3'600'000'000'000).numbered(0, sched_waking, 8, 1);
  dat_file file;
  file.cpus = {odd.finish(), page(1000).switched(0, 9, 0).switched(600, 0, 9).finish()};
  const reading read = reading_of(version_6(file));
  EXPECT_EQ(read.core(0).total, 600U);
  EXPECT_EQ(read.core(1).total, 600U);
  EXPECT_EQ(named(read.core(0).tasks, "task8").exclusive, 100U);
  EXPECT_EQ(read.core(0).base.unknown, 500U);
  EXPECT_EQ(read.report.problems.size(), 1U);
}

TEST(trace_dat, reads_the_instance_that_has_data) {
  dat_file file;
  file.cpus = {""};
  file.instance = {page(1000).switched(0, 7, 8).numbered(100, sched_waking, 8, 1).finish()};
  const reading read = reading_of(version_6(file));
  EXPECT_EQ(named(read.core(0).tasks, "task8").exclusive, 100U);
  EXPECT_THAT(read.report.problems, IsEmpty());
}

TEST(trace_dat, of_several_buffers_with_data_tells_which_one_it_reads) {
  dat_file file = two_cpus();
  file.instance = file.cpus;
  const reading read = reading_of(version_6(file));
  ASSERT_EQ(read.report.problems.size(), 1U);
  EXPECT_EQ(read.problem(0),
            "found data in buffer \"other\" too, which is not read; expected it in the top buffer only");
  EXPECT_EQ(read.core(0).total, 700U);
}

}  // namespace
}  // namespace rtm::test
