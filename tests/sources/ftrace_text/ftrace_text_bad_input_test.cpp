// SPDX-License-Identifier: MIT
// Texts that are not as they should be: one line says what and where, and what is sound remains.
#include <gtest/gtest.h>

#include <string>

#include "sources/ftrace_text/ftrace_text.hpp"
#include "sources/reading.hpp"

namespace rtm::test {
namespace {

using host::ftrace_text;

const std::string first = "   <idle>-0     [000] d..2.     1.000000: sched_switch: swapper/0:0 [120] R ==> a:1 [120]\n";
const std::string last = "        a-1     [000] .....     1.000050: print: end\n";

reading read(const std::string& text) {
  ftrace_text source(host::input("test", text));
  return reading_of(source);
}
std::string refused(const std::string& text) {
  try {
    (void)read(text);
  } catch (const host::source_error& error) {
    return error.what();
  }
  return "not refused";
}

TEST(ftrace_text_bad_input, text_without_events_is_refused) {
  EXPECT_EQ(refused("# tracer: nop\n#\n"), "test:2: found no event; expected COMM-PID [CPU] SECONDS: EVENT: FIELDS");
  EXPECT_EQ(refused("# tracer: nop\nhello\n"),
            "test:2: found \"hello\"; expected COMM-PID [CPU] SECONDS: EVENT: FIELDS");
}

TEST(ftrace_text_bad_input, stamps_that_are_no_seconds_are_refused) {
  EXPECT_EQ(refused("   a-1     [000] 990948072946: print: x\n"),
            "test:1: found \"a-1     [000] 990948072946: print: x\"; expected seconds with 6 or 9 digits behind the "
            "point");
}

TEST(ftrace_text_bad_input, lines_that_are_not_understood_are_counted_and_the_first_is_shown) {
  const reading all = read(first + "one\ntwo\n" + last);
  ASSERT_EQ(all.report.problems.size(), 1U);
  EXPECT_EQ(all.problem(0), "found 2 lines such as \"one\"; expected COMM-PID [CPU] SECONDS: EVENT: FIELDS");
  EXPECT_EQ(all.report.problems[0].line, 2U);
  EXPECT_EQ(all.core(0).tasks.at(0).exclusive, 50'000U);
}

TEST(ftrace_text_bad_input, cpu_beyond_the_header_is_told) {
  const reading all = read("cpus=1\n" + first + "        b-2     [007] .....     1.000020: print: x\n" + last);
  ASSERT_EQ(all.report.cores.size(), 1U);
  EXPECT_EQ(all.problem(0), "found an event of CPU 7; expected CPUs below 1");
}

TEST(ftrace_text_bad_input, cpu_that_linux_cannot_have_is_told) {
  const reading all = read(first + "        b-2     [123456789] .....     1.000020: print: x\n" + last);
  ASSERT_EQ(all.report.cores.size(), 1U);
  EXPECT_EQ(all.problem(0), "found an event of CPU 123456789; expected CPUs below 8192");
}

TEST(ftrace_text_bad_input, switch_without_its_fields_makes_the_owner_unknown) {
  const reading all = read(first + "        a-1     [000] d..2.     1.000020: sched_switch: a:1 [12\n" + last);
  EXPECT_EQ(all.problem(0), "found sched_switch with \"a:1 [12\"; expected its fields as the kernel prints them");
  EXPECT_EQ(all.core(0).tasks.at(0).exclusive, 20'000U);
  EXPECT_EQ(all.core(0).base.unknown, 30'000U);
}

TEST(ftrace_text_bad_input, interrupt_without_its_number_makes_the_time_behind_it_unknown) {
  const reading all = read(first + "        a-1     [000] d..2.     1.000020: irq_handler_entry: irq=\n" +
                           "        a-1     [000]     1.000050: print: end\n");
  EXPECT_EQ(all.core(0).tasks.at(0).exclusive, 20'000U);
  EXPECT_EQ(all.core(0).base.unknown, 30'000U);
  EXPECT_TRUE(all.report.is_incomplete());
}

TEST(ftrace_text_bad_input, what_stands_before_a_line_that_is_too_long_remains) {
  const reading all = read(first + last + std::string(4097, 'x') + "\n" + last);
  EXPECT_EQ(all.problem(0), "found a line of more than 4096 bytes; expected at most 4096 bytes a line");
  EXPECT_EQ(all.report.problems[0].line, 3U);
  EXPECT_EQ(all.core(0).tasks.at(0).exclusive, 50'000U);
}

// Core 0: a from 1.000000 to 1.000030, the odd stamp, a again from 1.000040. Core 1 ends at 1.000050.
TEST(ftrace_text_bad_input, stamp_far_ahead_is_told_and_stretches_no_range) {
  const reading all = read(first + "        a-1     [000] .....     1.000030: print: x\n" +
                           "        a-1     [000] .....  9999.000000: print: odd\n" +
                           "        a-1     [000] .....     1.000040: print: x\n" +
                           "        a-1     [000] .....     1.000045: print: x\n" +
                           "        b-2     [001] .....     1.000050: print: end\n");
  ASSERT_EQ(all.report.problems.size(), 1U);
  EXPECT_EQ(
      all.problem(0),
      "found core 0 at 9999.000000 between 1.000030 and 1.000040; expected no event after the one behind it in its "
      "core");
  EXPECT_EQ(all.report.problems[0].line, 3U);
  EXPECT_EQ(all.core(0).total, 50'000U);
  EXPECT_EQ(all.core(1).total, 50'000U);
  EXPECT_EQ(all.core(0).base.unknown, 10'000U);
  EXPECT_EQ(all.core(0).tasks.at(0).exclusive, 40'000U);
  EXPECT_EQ(all.completeness.at(0).ignored, 1U);
}

TEST(ftrace_text_bad_input, stamp_far_ahead_that_ends_a_core_stretches_no_range) {
  const reading all = read(first + "        a-1     [000] .....     1.000040: print: x\n" +
                           "        b-2     [001] .....     1.000050: print: end\n" +
                           "        a-1     [000] .....  9999.000000: print: odd\n");
  ASSERT_EQ(all.report.problems.size(), 1U);
  EXPECT_EQ(
      all.problem(0),
      "found core 0 at 9999.000000 after 1.000040, long after all others; expected a last event no further behind "
      "the others than all of them are apart");
  EXPECT_EQ(all.core(0).total, 50'000U);
  EXPECT_EQ(all.core(0).base.unknown, 10'000U);
}

TEST(ftrace_text_bad_input, loss_of_an_absurd_number_is_a_loss) {
  for (const char* count : {"18446744073709551616", "999999999999999999", "-5", "many"}) {
    const reading all = read(first + "CPU:0 [LOST " + count + " EVENTS]\n" + last);
    EXPECT_EQ(all.core(0).base.unknown, 50'000U) << count;
    EXPECT_EQ(all.completeness.at(0).lost, 0U) << count;
    EXPECT_TRUE(all.report.is_incomplete()) << count;
  }
}

// What carries a's number may be two slices of a, with others between.
TEST(ftrace_text_bad_input, trace_without_switches_knows_nobody) {
  const reading all = read("        a-1     [000] .....     1.000000: print: x\n" + last);
  ASSERT_EQ(all.report.problems.size(), 1U);
  EXPECT_EQ(all.problem(0),
            "found no sched_switch in all of it, so nobody knows who ran; expected events that tell who "
            "runs");
  EXPECT_EQ(all.core(0).base.unknown, 50'000U);
  EXPECT_EQ(all.completeness.at(0).missing.at(0), "sched_switch");
  EXPECT_TRUE(all.report.is_incomplete());
}

TEST(ftrace_text_bad_input, trace_with_switches_alone_names_what_it_cannot_see) {  // O29
  const reading all = read(first + last);
  EXPECT_EQ(all.completeness.at(0).missing,
            (std::vector<std::string>{"interrupts (not one was seen)", "softirqs (not one was seen)"}));
  EXPECT_FALSE(all.report.is_incomplete());
}

TEST(ftrace_text_bad_input, names_may_be_any_bytes) {
  const reading all = read(first + "     \xff\xc3-2     [000] .....     1.000020: print: x\n" + last);
  EXPECT_TRUE(all.report.problems.empty());
}

TEST(ftrace_text_bad_input, core_that_begins_before_all_that_was_looked_at_begins_there) {
  std::string text = first;
  for (int i = 0; i < 65'536; ++i) text += last;
  text += "        b-2     [001] .....     0.999999: print: x\n";
  const reading all = read(text);
  EXPECT_EQ(all.problem(0),
            "found the first event of core 1, 0.000001000 before that of the trace; expected the first event of all "
            "among the first 65536 lines");
  EXPECT_EQ(all.core(1).start, 999'999'000U);
  EXPECT_EQ(all.core(0).start, 1'000'000'000U);
}

}  // namespace
}  // namespace rtm::test
