// SPDX-License-Identifier: MIT
// What `perf script` prints becomes a ledger.
#include <gtest/gtest.h>

#include <string>

#include "sources/ftrace_text/ftrace_text.hpp"
#include "sources/perf_text/perf_text.hpp"
#include "sources/reading.hpp"

namespace rtm::test {
namespace {

using host::ftrace_text;
using host::perf_text;

const std::string to_two = "prev_comm=a prev_pid=1 prev_prio=120 prev_state=R ==> next_comm=b next_pid=2 next_prio=120";

reading read(const std::string& text, perf_text::line_counts* lines = nullptr) {
  perf_text source(host::input("test", text));
  reading all = reading_of(source);
  if (lines != nullptr) *lines = source.lines();
  return all;
}

TEST(perf_text, every_choice_of_fields_is_read) {
  for (const std::string form : {
           "               a     1 [000]     1.000010:                     sched:sched_switch: ",
           "               a     1 [000]     1.000010000:                     sched:sched_switch: ",
           "               a     1/1     [000]     1.000010:                     sched:sched_switch: ",
           "    1 [000]     1.000010: sched:sched_switch: ",
           "               a [000]     1.000010: sched:sched_switch: ",
           "a 1 [000]     1.000010:          1 sched:sched_switch: ",
           "a [1] 2: :     1 [000]     1.000010: sched:sched_switch: ",
       }) {
    perf_text::line_counts lines;
    const reading all =
        read(form + to_two + "\n               b     2 [000]     1.000030: irq:softirq_raise: vec=1\n", &lines);
    EXPECT_EQ(named(all.core(0).tasks, "b").exclusive, 20'000U) << form;
    EXPECT_EQ(all.core(0).total, 20'000U) << form;
    EXPECT_EQ(lines, (perf_text::line_counts{2, 0, 0, 0, 0})) << form;
  }
}

TEST(perf_text, thread_not_process_is_who_runs) {
  const reading all = read("a 1/1 [000] 1.000000: sched:sched_switch: " + to_two + "\n" +
                           "b 7/2 [000] 1.000010: irq:softirq_raise: vec=1\n"
                           "c 7/3 [000] 1.000030: irq:softirq_raise: vec=1\n");
  EXPECT_EQ(named(all.core(0).tasks, "b").exclusive, 10'000U);
  EXPECT_EQ(all.core(0).base.unknown, 20'000U);
  EXPECT_EQ(all.completeness.at(0).repairs, 1U);
}

// A line that looks like one of ftrace, with an odd stamp; the first event of the file says that it is perf's.
TEST(perf_text, names_of_tasks_make_it_no_text_of_ftrace) {
  const reading all = reading_of(
      "swapper     0 [000] 1.000000000: sched:sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=S "
      "==> "
      "next_comm=q-12 [000] next_pid=1 next_prio=120\n"
      "q-12 [000]     1 [000] 1.000010000: sched:sched_switch: prev_comm=q-12 [000] prev_pid=1 prev_prio=120 "
      "prev_state=S ==> next_comm=swapper next_pid=0 next_prio=120\n"
      "swapper     0 [000] 1.000030000: sched:sched_waking: comm=x pid=9 prio=120 target_cpu=000\n");
  EXPECT_EQ(all.core(0).tasks.at(0).exclusive, 10'000U);
  EXPECT_EQ(all.core(0).base.idle, 20'000U);
  EXPECT_TRUE(all.report.problems.empty());
}

TEST(perf_text, nobody_is_named_where_the_thread_is_not_known) {
  const reading all = read("a 1 [000] 1.000000: sched:sched_switch: " + to_two + "\n" +
                           ":-1 -1 [000] 1.000010: irq:softirq_raise: vec=1\n");
  EXPECT_EQ(named(all.core(0).tasks, "b").exclusive, 10'000U);
  EXPECT_EQ(all.completeness.at(0).repairs, 0U);
}

TEST(perf_text, call_chains_belong_to_their_event) {
  perf_text::line_counts lines;
  const reading all = read("# captured on : today\na 1 [000] 1.000000: sched:sched_switch: " + to_two +
                               "\n\tffffffff82265ec8 __schedule+0x628 ([kernel.kallsyms])\n"
                               "\t           ee137 sched_setaffinity@@GLIBC_2.3.4+0x7 (/usr/lib/libc.so.6)\n\n" +
                               "b 2 [000] 1.000010: irq:softirq_raise: vec=1\n",
                           &lines);
  EXPECT_EQ(lines, (perf_text::line_counts{2, 0, 2, 2, 0}));
}

TEST(perf_text, lost_records_make_time_unknown) {
  const reading all = read("a 1 [000] 1.000000: sched:sched_switch: " + to_two + "\n" +
                           "b 2 [000] 1.000010: irq:softirq_raise: vec=1\n"
                           "swapper 0 [000] 1.000020: PERF_RECORD_LOST lost 7\n"
                           "b 2 [000] 1.000030: irq:softirq_raise: vec=1\n");
  EXPECT_EQ(named(all.core(0).tasks, "b").exclusive, 10'000U);
  EXPECT_EQ(all.core(0).base.unknown, 20'000U);
  EXPECT_EQ(all.completeness.at(0).lost, 7U);
}

TEST(perf_text, other_records_of_perf_have_no_time) {
  const reading all = read(
      "swapper 0 [000] 0.000000: PERF_RECORD_FORK(1:1):(0:0)\na 1 [000] 1.000000: "
      "sched:sched_switch: " +
      to_two + "\nb 2 [000] 1.000010: irq:softirq_raise: vec=1\n");
  EXPECT_EQ(all.core(0).total, 10'000U);
}

TEST(perf_text, same_events_as_text_of_ftrace_are_the_same_ledger) {
  const reading perf = read("a 1 [000] 1.000000: sched:sched_switch: " + to_two +
                            "\nb 2 [000] 1.000010: irq_vectors:local_timer_entry: vector=236\n"
                            "b 2 [000] 1.000013: irq_vectors:local_timer_exit: vector=236\n"
                            "b 2 [000] 1.000014: irq:softirq_entry: vec=1 [action=TIMER]\n"
                            "b 2 [000] 1.000019: irq:softirq_exit: vec=1 [action=TIMER]\n");
  const std::string text = "a-1 [000] 1.000000: sched_switch: " + to_two +
                           "\nb-2 [000] 1.000010: local_timer_entry: vector=236\n"
                           "b-2 [000] 1.000013: local_timer_exit: vector=236\n"
                           "b-2 [000] 1.000014: softirq_entry: vec=1 [action=TIMER]\n"
                           "b-2 [000] 1.000019: softirq_exit: vec=1 [action=TIMER]\n";
  ftrace_text source(host::input("test", text));
  const reading ftrace = reading_of(source);
  EXPECT_EQ(perf.core(0).tasks, ftrace.core(0).tasks);
  EXPECT_EQ(perf.core(0).isrs, ftrace.core(0).isrs);
  EXPECT_EQ(perf.core(0).swis, ftrace.core(0).swis);
  EXPECT_EQ(perf.core(0).base, ftrace.core(0).base);
  EXPECT_EQ(named(perf.core(0).tasks, "b").exclusive, 11'000U);
}

}  // namespace
}  // namespace rtm::test
