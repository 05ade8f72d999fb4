// SPDX-License-Identifier: MIT
// What ftrace prints becomes a ledger. Times are small numbers of microseconds; ledgers are worked out by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sources/ftrace_text/ftrace_text.hpp"
#include "sources/reading.hpp"
#include "sources/traces_folder.hpp"

namespace rtm::test {
namespace {

using host::ftrace_text;

constexpr std::uint64_t us = 1000;

/// A line as the kernel prints it. `flags` may be empty.
std::string line(unsigned cpu, unsigned at_us, unsigned pid, const std::string& flags, const std::string& event) {
  return fmt::format("{:>16}-{:<7} [{:03}] {}{:>5}.{:06}: {}\n", pid == 0 ? "<idle>" : "task", pid, cpu,
                     flags.empty() ? "" : flags + " ", at_us / 1'000'000, at_us % 1'000'000, event);
}
std::string change(unsigned cpu, unsigned at_us, unsigned from, unsigned to) {
  return line(cpu, at_us, from, "d..2.",
              fmt::format("sched_switch: prev_comm=t{0} prev_pid={0} prev_prio=120 prev_state=R ==> next_comm=t{1} "
                          "next_pid={1} next_prio=120",
                          from, to));
}

struct read_text {
  reading all;
  ftrace_text::line_counts lines;
};
read_text read(const std::string& text) {
  ftrace_text source(host::input("test", text));
  reading all = reading_of(source);
  return {std::move(all), source.lines()};
}

template <class Row>
std::uint64_t exclusive(const std::vector<Row>& rows, std::uint64_t id) {
  for (const Row& row : rows)
    if (row.id == id) return row.exclusive;
  return 0;
}

TEST(ftrace_text, hard_interrupt_in_a_softirq_takes_its_time_from_it) {
  const auto [all, lines] =
      read(change(0, 0, 9, 100) + line(0, 10, 100, "d..1.", "irq_handler_entry: irq=27 name=eth0") +
           line(0, 14, 100, "d.h1.", "irq_handler_exit: irq=27 ret=handled") +
           line(0, 14, 100, "..s1.", "softirq_entry: vec=3 [action=NET_RX]") +
           line(0, 20, 100, "d.s1.", "irq_handler_entry: irq=194 name=usb") +
           line(0, 26, 100, "d.H1.", "irq_handler_exit: irq=194 ret=handled") +
           line(0, 50, 100, "..s1.", "softirq_exit: vec=3 [action=NET_RX]") + change(0, 80, 100, 0) +
           line(0, 100, 0, "d..1.", "cpu_idle: state=1 cpu_id=0"));
  const auto& core = all.core(0);
  EXPECT_EQ(exclusive(core.tasks, 100), 40 * us);
  EXPECT_EQ(exclusive(core.isrs, 27), 4 * us);
  EXPECT_EQ(exclusive(core.isrs, 194), 6 * us);
  EXPECT_EQ(exclusive(core.swis, 3), 30 * us);
  EXPECT_EQ(named(core.swis, "NET_RX").inclusive, 36 * us);
  EXPECT_EQ(core.base.idle, 20 * us);
  EXPECT_EQ(core.base.unknown, 0U);
  EXPECT_EQ(core.total, 100 * us);
  EXPECT_EQ(lines.events, 9U);
}

TEST(ftrace_text, interrupts_that_were_not_recorded_are_named) {
  const auto [all, lines] =
      read(change(0, 0, 9, 100) + line(0, 10, 100, "d.h1.", "sched_waking: comm=a pid=1 prio=1") +
           line(0, 14, 100, "d.h1.", "sched_waking: comm=a pid=1 prio=1") +
           line(0, 20, 100, "..s1.", "sched_waking: comm=a pid=1 prio=1") + change(0, 80, 100, 0));
  const auto& complete = all.completeness.at(0);
  EXPECT_EQ(complete.hard_irqs.events, 2U);
  EXPECT_EQ(complete.hard_irqs.ticks, 4 * us);
  EXPECT_EQ(complete.soft_irqs.events, 1U);
  EXPECT_EQ(complete.missing, (std::vector<std::string>{"irq_handler", "irq_vectors (x86) or ipi (Arm)", "softirq"}));
}

TEST(ftrace_text, two_handlers_that_share_a_line_are_two_calls) {
  const auto [all, lines] =
      read(change(0, 0, 9, 1) + line(0, 10, 1, "d..1.", "irq_handler_entry: irq=13 name=A") +
           line(0, 16, 1, "d.h1.", "irq_handler_exit: irq=13 ret=unhandled") +
           line(0, 16, 1, "d.h1.", "irq_handler_entry: irq=13 name=B") +
           line(0, 30, 1, "d.h1.", "irq_handler_exit: irq=13 ret=handled") + line(0, 50, 1, ".....", "print: end"));
  EXPECT_EQ(exclusive(all.core(0).tasks, 1), 30 * us);
  EXPECT_EQ(named(all.core(0).isrs, "A, B").exclusive, 20 * us);
  EXPECT_EQ(named(all.core(0).isrs, "A, B").calls, 2U);
}

TEST(ftrace_text, nothing_is_charged_across_a_loss_until_an_owner_is_sure) {
  for (const std::string lost : {"CPU:0 [LOST 4 EVENTS]\n", "CPU:0 [4 EVENTS DROPPED]\n"}) {
    const auto [all, lines] =
        read(change(0, 0, 9, 1) + change(0, 10, 1, 2) + line(0, 20, 2, "d..1.", "irq_handler_entry: irq=5 name=disk") +
             lost + line(0, 90, 3, "d.h1.", "irq_handler_exit: irq=5 ret=handled") + change(0, 95, 3, 0) +
             line(0, 100, 0, "d..1.", "cpu_idle: state=1 cpu_id=0"));
    const auto& core = all.core(0);
    EXPECT_EQ(exclusive(core.tasks, 1), 10 * us);
    EXPECT_EQ(exclusive(core.tasks, 2), 10 * us);
    EXPECT_EQ(exclusive(core.isrs, 5), 0U);
    EXPECT_EQ(core.base.unknown, 75 * us);
    EXPECT_EQ(core.base.idle, 5 * us);
    EXPECT_EQ(all.completeness.at(0).lost, 4U);
    EXPECT_EQ(lines.losses, 1U);
    ASSERT_EQ(all.report.losses.size(), 1U);
    EXPECT_EQ(all.report.losses[0].line, 4U);
  }
}

TEST(ftrace_text, loss_at_the_end_makes_the_rest_of_its_core_unknown) {
  const auto [all, lines] =
      read(change(0, 0, 9, 1) + change(1, 0, 9, 2) + "CPU:1 [LOST EVENTS]\n" + line(0, 50, 1, ".....", "print: x"));
  EXPECT_EQ(exclusive(all.core(0).tasks, 1), 50 * us);
  EXPECT_EQ(all.core(1).base.unknown, 50 * us);
  EXPECT_TRUE(all.report.is_incomplete());
}

TEST(ftrace_text, lines_of_different_cores_may_be_out_of_order) {
  const auto [all, lines] = read(change(0, 80, 1, 0) + change(1, 80, 1, 7) + change(0, 100, 0, 7) +
                                 change(0, 130, 7, 0) + change(1, 90, 7, 0) + line(0, 150, 0, ".....", "print: end"));
  EXPECT_EQ(all.core(0).base.idle, 40 * us);
  EXPECT_EQ(exclusive(all.core(0).tasks, 7), 30 * us);
  EXPECT_EQ(exclusive(all.core(1).tasks, 7), 10 * us);
  EXPECT_EQ(all.core(1).base.idle, 60 * us);
  EXPECT_TRUE(all.report.problems.empty());
}

TEST(ftrace_text, time_that_goes_back_within_a_core_is_told_with_its_line) {
  const auto [all, lines] =
      read(change(1, 10, 9, 1) + change(1, 1'234'570, 1, 2) + change(1, 1'234'567, 2, 3) + change(1, 1'234'580, 3, 0));
  ASSERT_EQ(all.report.problems.size(), 1U);
  EXPECT_EQ(all.problem(0),
            "found core 1 at 1.234567 after 1.234570; expected no event before the one before it in its core");
  EXPECT_EQ(all.report.problems[0].line, 3U);
  EXPECT_EQ(exclusive(all.core(1).tasks, 1), 1'234'560 * us);
  EXPECT_EQ(all.core(1).base.unknown, 10 * us);
  EXPECT_EQ(all.completeness.at(0).ignored, 1U);
}

TEST(ftrace_text, core_that_begins_later_is_unknown_until_then) {
  const auto [all, lines] =
      read("##### CPU 0 buffer started ####\n" + change(0, 0, 9, 0) + "##### CPU 1 buffer started ####\n" +
           change(1, 400, 9, 2) + change(0, 900, 0, 1) + line(0, 1000, 1, ".....", "print: end"));
  EXPECT_EQ(all.core(0).base.idle, 900 * us);
  EXPECT_EQ(exclusive(all.core(0).tasks, 1), 100 * us);
  EXPECT_EQ(all.core(1).base.unknown, 400 * us);
  EXPECT_EQ(exclusive(all.core(1).tasks, 2), 600 * us);
  EXPECT_EQ(lines.notes, 2U);
}

TEST(ftrace_text, switch_from_another_task_than_ran_makes_that_time_unknown) {
  const auto [all, lines] =
      read(change(0, 0, 9, 1) + change(0, 10, 1, 2) + change(0, 40, 5, 0) + line(0, 60, 0, ".....", "print: end"));
  EXPECT_EQ(exclusive(all.core(0).tasks, 1), 10 * us);
  EXPECT_EQ(all.core(0).base.unknown, 30 * us);
  EXPECT_EQ(all.core(0).base.idle, 20 * us);
  EXPECT_EQ(all.completeness.at(0).repairs, 1U);
}

TEST(ftrace_text, every_form_of_a_line_is_read) {
  const std::string fields = "prev_comm=a prev_pid=1 prev_prio=120 prev_state=R ==> next_comm=b next_pid=2 next_prio=1";
  for (const std::string form : {
           "               a-1       [000] d..2.     0.000010: sched_switch: ",
           "               a-1       [000]     0.000010: sched_switch: ",
           "               a-1     [000]     0.000010000: sched_switch:         ",
           "               a-1       (    123) [000] d..2.     0.000010: sched_switch: ",
           "               a-1       (-------) [000] d..2     0.000010: sched:sched_switch: ",
           "      a-1       0d..2.     0.000010: sched_switch: ",
           "buffer:                a-1     [000]     0.000010: sched_switch: ",
           "               a-1     [000]     0.000010: (+33)    sched_switch: ",
           "a-1 [000] 0.000010: sched_switch: ",
           "  a-9 [001] 1.0:-1       [000] d..2.     0.000010: sched_switch: ",
       }) {
    const auto [all, lines] = read(form + fields + "\n" + line(0, 30, 2, ".....", "print: end"));
    EXPECT_EQ(exclusive(all.core(0).tasks, 2), 20 * us) << form;
    EXPECT_EQ(lines.events, 2U) << form;
    EXPECT_EQ(all.core(0).total, 20 * us) << form;
  }
}

TEST(ftrace_text, context_is_where_the_header_says) {
  const std::string header =
      "# tracer: nop\n#                                _-----=> irqs-off\n# / _----=> need-resched\n"
      "# | / _---=> need-resched-lazy\n# || / _--=> hardirq/softirq\n# ||| / _-=> preempt-depth\n";
  const auto [all, lines] = read(header + change(0, 0, 9, 1) + line(0, 10, 1, "d..h1", "print: x"));
  EXPECT_EQ(all.completeness.at(0).hard_irqs.events, 1U);
  EXPECT_EQ(lines.notes, 6U);
}

TEST(ftrace_text, local_timer_and_other_vectors_are_interrupts) {
  const auto [all, lines] =
      read(change(0, 0, 9, 1) + line(0, 10, 1, "d..1.", "local_timer_entry: vector=236") +
           line(0, 13, 1, "d.h1.", "local_timer_exit: vector=236") +
           line(0, 20, 1, "d..1.", "ipi_entry: (Rescheduling interrupts)") +
           line(0, 25, 1, "d.h1.", "ipi_exit: (Rescheduling interrupts)") +
           line(0, 40, 1, "d.Z1.", "nmi_handler: perf_event_nmi_handler() delta_ns: 2000 handled: 1"));
  EXPECT_EQ(named(all.core(0).isrs, "local_timer").exclusive, 3 * us);
  EXPECT_EQ(named(all.core(0).isrs, "Rescheduling interrupts").exclusive, 5 * us);
  EXPECT_EQ(named(all.core(0).isrs, "nmi").exclusive, 2 * us);
  EXPECT_EQ(exclusive(all.core(0).tasks, 1), 30 * us);
}

TEST(ftrace_text, pid_that_comes_again_is_another_task) {
  const auto [all, lines] = read(
      change(0, 0, 9, 5) + line(0, 10, 5, ".....", "sched_process_exit: comm=t5 pid=5 prio=120 group_dead=true") +
      change(0, 20, 5, 9) + line(0, 30, 9, ".....", "sched_process_fork: comm=t9 pid=9 child_comm=new child_pid=5") +
      change(0, 40, 9, 5) + line(0, 70, 5, ".....", "print: end"));
  EXPECT_EQ(exclusive(all.core(0).tasks, 5), 20 * us);
  EXPECT_EQ(exclusive(all.core(0).tasks, 1'000'000'005), 30 * us);
}

std::string forks(unsigned cpu, unsigned at_us, unsigned parent, unsigned child) {
  return line(cpu, at_us, parent, ".....",
              fmt::format("sched_process_fork: comm=t{0} pid={0} child_comm=t{1} child_pid={1}", parent, child));
}
std::string exits(unsigned cpu, unsigned at_us, unsigned pid) {
  return line(cpu, at_us, pid, ".....", fmt::format("sched_process_exit: comm=t{0} pid={0} prio=120", pid));
}

//   time     0    10   20   30   40      70
//   core 0   t5 ------ t9 -------------- end     5 exits at 10, is forked again at 30
//   core 1   t0 ---------------- t5 ---- end
TEST(ftrace_text, pid_that_comes_again_is_another_task_whatever_line_stands_first) {  // O32
  const std::string of_0 = change(0, 0, 9, 5) + exits(0, 10, 5) + change(0, 20, 5, 9) + forks(0, 30, 9, 5) +
                           line(0, 70, 9, ".....", "print: x");
  const std::string of_1 = change(1, 0, 9, 0) + change(1, 40, 0, 5) + line(1, 70, 5, ".....", "print: x");
  for (const std::string& text : {of_0 + of_1, of_1 + of_0}) {
    const auto [all, lines] = read(text);
    EXPECT_EQ(exclusive(all.core(0).tasks, 5), 20 * us);
    EXPECT_EQ(exclusive(all.core(1).tasks, 5), 0U);
    EXPECT_EQ(exclusive(all.core(1).tasks, 1'000'000'005), 30 * us);
    EXPECT_TRUE(all.report.problems.empty());
  }
}

// All at once by a clock with coarse steps.
TEST(ftrace_text, task_that_is_forked_and_exits_at_the_same_stamp_is_one) {
  const auto [all, lines] = read(change(0, 0, 9, 8) + forks(0, 4, 8, 7) + change(0, 4, 8, 7) + exits(0, 4, 7) +
                                 change(0, 8, 7, 8) + line(0, 12, 8, ".....", "print: x"));
  EXPECT_EQ(exclusive(all.core(0).tasks, 7), 4 * us);
  EXPECT_TRUE(all.report.problems.empty());
}

TEST(ftrace_text, pid_that_is_seen_to_come_again_too_late_is_told) {
  std::string text = change(1, 0, 9, 0) + change(1, 40, 0, 5) + line(1, 50, 5, ".....", "print: x");
  for (int i = 0; i < 65'536; ++i) text += line(1, 60, 5, ".....", "print: x");
  const std::string late = exits(0, 10, 5) + forks(0, 30, 9, 5);
  const auto [all, lines] = read(text + change(0, 0, 9, 5) + late);
  ASSERT_EQ(all.report.problems.size(), 1U);
  EXPECT_EQ(
      all.problem(0),
      "found that pid 5 is used again from 0.000030 on, behind later lines of it; expected lines of all CPUs in the "
      "order of time");
  EXPECT_EQ(all.report.problems[0].line, 65'542U);
}

TEST(ftrace_text, stacks_belong_to_their_event) {
  const auto [all, lines] = read(change(0, 0, 9, 1) + line(0, 0, 1, "d..2.", "kernel_stack: <stack trace>") +
                                 " => __schedule\n => schedule\n=> do_idle (ffffffff810d)\n\n" + change(0, 10, 1, 0));
  EXPECT_EQ(lines.continuations, 3U);
  EXPECT_EQ(lines.notes, 1U);
  EXPECT_EQ(lines.others, 0U);
}

TEST(ftrace_text, juno_board_has_the_values_computed_elsewhere) {
  const auto folder = traces_folder();
  if (!folder) GTEST_SKIP() << "found no folder of traces";
  ftrace_text source(host::input((*folder / "ftrace/lisa-6cpu.txt").string()));
  const reading all = reading_of(source);
  EXPECT_EQ(source.lines(), (ftrace_text::line_counts{2941, 0, 2, 0, 0}));
  struct expected {
    std::uint64_t unknown, idle, busy;
  };
  const std::vector<expected> cores = {{486648, 6180685, 9164}, {0, 6608752, 67745},        {10, 6436251, 240236},
                                       {90678, 6577615, 8204},  {134677, 2848155, 3693665}, {155982, 6517318, 3197}};
  ASSERT_EQ(all.report.cores.size(), cores.size());
  for (std::size_t i = 0; i < cores.size(); ++i) {
    const auto& core = all.core(i);
    EXPECT_EQ(core.start, 76'211'513 * us);
    EXPECT_EQ(core.total, 6'676'497 * us);
    EXPECT_EQ(core.base.unknown, cores[i].unknown * us) << i;
    EXPECT_EQ(core.base.idle, cores[i].idle * us) << i;
    EXPECT_EQ(core.total - core.base.idle - core.base.unknown, cores[i].busy * us) << i;
  }
  EXPECT_EQ(exclusive(all.core(2).tasks, 1706), 158'358 * us);
  EXPECT_EQ(exclusive(all.core(4).tasks, 1706), 3'687'170 * us);
  EXPECT_TRUE(all.report.problems.empty());
}

}  // namespace
}  // namespace rtm::test
