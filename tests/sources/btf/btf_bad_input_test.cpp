// SPDX-License-Identifier: MIT
// BTF that cannot be used is refused with its line; damage behind sound rows keeps what was before it and is told.
#include <gtest/gtest.h>

#include <string>

#include "sources/reading.hpp"

namespace rtm::test {
namespace {

const std::string header = "#version 2.2.0\n#timeScale ns\n";
constexpr const char* form = "time,source,instance,type,target,instance,event";

TEST(btf_bad_input, wholly_unusable_input_is_refused_in_one_line) {
  EXPECT_EQ(refusal_of("#version 2.2.0\n"), std::string("test:1: found the end of the file; expected a row ") + form);
  EXPECT_EQ(refusal_of("#timeScale h\n0,Core_0,0,T,A,0,start\n"),
            "test:1: found #timeScale \"h\"; expected ps, ns, us, ms or s");
  EXPECT_EQ(refusal_of("#timeScale us\n#timeScale ns\n0,Core_0,0,T,A,0,start\n"),
            "test:2: found a second #timeScale, \"ns\"; expected one");
  const auto refused = [](const std::string& row) { return "test:3: found \"" + row + "\"; expected " + form; };
  for (const std::string row :
       {"hello", "0,Core_0,0,T,A,0", "-1,Core_0,0,T,A,0,start", "0.5,Core_0,0,T,A,0,start", "0,Core_0,x,T,A,0,start",
        "0,Core_0,0,T,A,,start", "0,,0,T,A,0,start", "0,Core_0,0,,A,0,start", "0,Core_0,0,T,A,0,"})
    EXPECT_EQ(refusal_of(header + row + "\n"), refused(row));
  EXPECT_EQ(refusal_of(header + "9223372036854775808,C,0,T,A,0,start\n"),
            refused("9223372036854775808,C,0,T,A,0,start"));
}

// What is no row may have said that A stopped, or that B started, on any core.
TEST(btf_bad_input, line_that_is_no_row_is_counted_and_told_once_and_the_time_around_it_is_unknown) {
  const reading got = reading_of(header +
                                 "0,Core_0,0,T,A,0,start\n0,Core_1,0,T,C,0,start\n6,Core_0,0,T,A,0,preempt\n"
                                 "7,Core_0,0,T,A,0,resume\nrubbish\n5,Core_0\n10,Core_0,0,T,A,0,terminate\n"
                                 "15,Core_0,0,T,A,0,start\n18,Core_0,0,T,A,0,terminate\n"
                                 "18,Core_1,0,T,C,0,terminate\n18,Core_0,0,T");
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 6U + 3U);
  EXPECT_EQ(got.core(0).base.unknown, 3U) << "from 7 to 10; whoever stops has left the core idle";
  EXPECT_EQ(got.core(1).base.unknown, 18U);
  ASSERT_EQ(got.report.problems.size(), 1U);
  EXPECT_EQ(got.report.problems[0].line, 7U);
  EXPECT_EQ(got.problem(0),
            std::string("found no row: \"rubbish\" (3 such lines, this is the first); expected ") + form);
  EXPECT_FALSE(got.report.losses.empty());
}

// A is said to stop an hour later; the row behind it says that it was before.
TEST(btf_bad_input, stamp_far_ahead_is_told_and_stretches_no_range) {
  const reading got = reading_of(header +
                                 "0,Core_0,0,T,A,0,start\n10,Core_0,0,T,A,0,terminate\n"
                                 "3600000000000,Core_0,0,T,B,0,start\n30,Core_0,0,T,B,0,terminate\n"
                                 "40,Core_0,0,T,A,0,start\n50,Core_0,0,T,A,0,terminate\n60,Core_1,0,T,C,0,start\n");
  EXPECT_EQ(got.core(0).total, 60U);
  EXPECT_EQ(got.core(1).total, 60U);
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 20U);
  EXPECT_EQ(got.core(0).base.unknown, 20U) << "from 10 to 30";
  EXPECT_EQ(got.core(0).base.idle, 20U);
  ASSERT_EQ(got.report.problems.size(), 1U);
  EXPECT_EQ(got.report.problems[0].line, 5U);
  EXPECT_EQ(got.problem(0),
            "found an odd time: core \"Core_0\" at 3600000000000 between 10 and 30; expected no row "
            "after the one behind it in its core");
}

TEST(btf_bad_input, unknown_entities_and_events_are_counted_and_told_once) {
  const reading got = reading_of(header +
                                 "0,Core_0,0,T,A,0,start\n3,Core_0,0,T,A,0,dance\n4,X,0,Y,Z,0,go\n"
                                 "9,Core_0,0,T,A,0,terminate\n");
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 9U);
  ASSERT_EQ(got.report.problems.size(), 1U);
  EXPECT_EQ(got.problem(0),
            "found a row that means nothing here: event \"dance\" of a task (2 such lines, this is the "
            "first); expected entities and events of BTF");
}

TEST(btf_bad_input, step_back_in_a_core_is_told_and_nothing_is_known_until_the_next_sure_event) {
  const reading got = reading_of(header +
                                 "0,Core_0,0,T,A,0,start\n10,Core_0,0,T,A,0,terminate\n4,Core_0,0,T,B,0,start\n"
                                 "20,Core_0,0,T,B,0,start\n30,Core_0,0,T,B,0,terminate\n");
  const auto& core = got.core(0);
  EXPECT_EQ(named(core.tasks, "A").exclusive, 10U);
  EXPECT_EQ(core.base.unknown, 10U);
  EXPECT_EQ(named(core.tasks, "B").exclusive, 10U);
  EXPECT_EQ(got.completeness.at(0).ignored, 1U);
  EXPECT_EQ(got.problem(0),
            "found a step back in time: core \"Core_0\" at 4 after 10; expected no row before the one before "
            "it in its core");
}

TEST(btf_bad_input, step_back_between_cores_is_legal) {
  const reading got = reading_of(header +
                                 "80,Core_0,0,T,A,0,start\n130,Core_0,0,T,A,0,terminate\n"
                                 "90,Core_1,0,T,B,0,start\n150,Core_1,0,T,B,0,terminate\n");
  EXPECT_FALSE(got.report.is_incomplete());
  EXPECT_EQ(got.core(0).total, 70U);
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 50U);
  EXPECT_EQ(got.core(1).base.unknown, 10U);
}

// A starts on the core at 3 and stops at 8; it is no fact of that core that A was activated at 40.
TEST(btf_bad_input, activation_that_is_later_than_the_start_is_told) {
  const reading got =
      reading_of(header + "40,S,0,T,A,0,activate\n3,Core_0,0,T,A,0,start\n8,Core_0,0,T,A,0,terminate\n");
  EXPECT_EQ(got.core(0).total, 37U);
  EXPECT_EQ(got.core(0).base.idle, 32U);
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 5U);
  ASSERT_EQ(got.report.problems.size(), 1U);
  EXPECT_NE(got.problem(0).find("activate of task \"A\""), std::string::npos) << got.problem(0);
}

// A starts on the core an hour behind all that is known, which is odd; so is that it was activated shortly before.
TEST(btf_bad_input, activation_before_a_start_that_is_odd_is_told_and_stretches_no_range) {
  const reading got =
      reading_of(header +
                 "3590000000000,S,0,T,A,0,activate\n0,Core_0,0,T,B,0,start\n9,Core_0,0,T,B,0,terminate\n"
                 "3600000000000,Core_0,0,T,A,0,start\n");
  EXPECT_EQ(got.core(0).total, 9U);
  EXPECT_EQ(named(got.core(0).tasks, "B").exclusive, 9U);
  ASSERT_EQ(got.report.problems.size(), 2U);
  EXPECT_NE((got.problem(0) + got.problem(1)).find("a mark of a task on no known core"), std::string::npos);
}

TEST(btf_bad_input, time_scale_behind_rows_is_told_and_not_used) {
  const reading got =
      reading_of("#version 2\n0,Core_0,0,T,A,0,start\n#timeScale s\n#timeScale ns\n9,Core_0,0,T,A,0,terminate\n");
  EXPECT_EQ(got.report.clock_hz, 1'000'000'000U);
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 9U);
  ASSERT_EQ(got.report.problems.size(), 1U);
  EXPECT_EQ(got.problem(0),
            "found a row that means nothing here: #timeScale \"s\" behind rows; expected entities and events of BTF");
}

TEST(btf_bad_input, runnable_of_who_does_not_run_is_told) {
  const reading got = reading_of(header +
                                 "0,Core_0,0,T,A,0,start\n2,B,0,R,f,0,start\n3,A,0,R,f,0,terminate\n"
                                 "9,Core_0,0,T,A,0,terminate\n");
  EXPECT_TRUE(got.core(0).valid());
  EXPECT_EQ(named(got.core(0).points, "f").calls, 0U);
  EXPECT_EQ(got.problem(0),
            "found a runnable that does not fit: start of runnable \"f\" in \"B\" (2 such lines, this is the "
            "first); expected one of the process that runs, ended in the order of nesting");
}

TEST(btf_bad_input, line_of_a_megabyte_costs_the_time_around_it_only) {
  const reading got =
      reading_of(header + "0,Core_0,0,T,A,0,start\n4,Core_0,0,T,A,0,terminate\n" + std::string(1'000'000, 'x') +
                 "\n9,Core_0,0,T,A,0,start\n13,Core_0,0,T,A,0,terminate\n");
  EXPECT_EQ(named(got.core(0).tasks, "A").exclusive, 8U);
  EXPECT_EQ(got.core(0).base.unknown, 5U);
  EXPECT_EQ(got.report.problems.size(), 1U);
}

TEST(btf_bad_input, names_are_made_printable) {
  const reading got = reading_of(header + "0,Core_0,0,T,\x1b[31m\xff,0,start\n5,X,0,STI,S,0,t\n");
  EXPECT_EQ(got.core(0).tasks.at(0).name, "\\x1b[31m\\xff");
}

TEST(btf_bad_input, cut_anywhere_keeps_what_was_before) {
  const std::string whole = header +
                            "0,Core_0,0,T,A,0,start\n0,A,0,R,f,0,start\n4,Core_0,0,I,CAN,0,start\n"
                            "6,Core_0,0,I,CAN,0,terminate\n9,A,0,R,f,0,terminate\n10,Core_0,0,T,A,0,terminate\n";
  for (std::size_t n = header.size() + 22; n < whole.size(); ++n) {
    const reading got = reading_of(whole.substr(0, n));
    const auto& core = got.core(0);
    EXPECT_TRUE(core.valid()) << n;
    EXPECT_EQ(core.base.idle + core.base.unknown + named(core.tasks, "A").exclusive +
                  (core.isrs.empty() ? 0 : core.isrs[0].exclusive),
              core.total)
        << n;
  }
}

}  // namespace
}  // namespace rtm::test
