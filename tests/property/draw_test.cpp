// SPDX-License-Identifier: MIT
// The drawings in the report of a failure say what happened: the reader of tests/timeline finds in them the same facts
// and counts the same times.
#include "draw.hpp"

#include <gtest/gtest.h>

#include <utility>

#include "compare.hpp"
#include "generator.hpp"
#include "oracle.hpp"
#include "timeline/diagram.hpp"

namespace rtm::property {
namespace {

TEST(property_draw, nested_interrupts_and_points_are_read_off_by_counting) {
  const scenario drawn = from_script(
      "rtm-timeline 1\nwindow 50\nstart 0 task 1\n10 point_begin 5\n20 isr_enter 3\n30 isr_enter 4\n40 isr_exit 4\n"
      "50 isr_exit 3\n70 task 2\n80 point_end 5\n90 poll\n");
  EXPECT_EQ(
      *draw(drawn),
      "# core 0, epoch 0\n"
      "window          : 50\n"
      "col             : 10\n"
      "t               : 0    5\n"
      "task 1          : ==---==-\n"
      "point 5 @ task 1:  =---==->\n"
      "task 2          :        =\n"
      "isr 3           :   =-=\n"
      "isr 4           :    =\n"
      "# 0 reset task 1; 10 point_begin 5; 20 isr_enter 3; 30 isr_enter 4; 40 isr_exit 4; 50 isr_exit 3; 70 task 2;\n"
      "# 80 point_end 5 (refused); 80 poll (ignored)\n");
}

TEST(property_draw, calls_that_touch_or_overlap_have_a_lane_each) {
  const scenario drawn = from_script(
      "rtm-timeline 1\nstart 0 idle\n10 isr_enter 3\n20 isr_enter 3\n30 isr_exit 3\n40 isr_exit 3\n40 isr_enter 3\n"
      "50 isr_exit 3\n70 isr_enter 3\n80 poll\n");
  EXPECT_EQ(
      *draw(drawn),
      "# core 0, epoch 0\n"
      "col  : 10\n"
      "t    : 0    5\n"
      "idle : =----==-\n"
      "isr 3:  =-=   =>\n"
      "isr 3:   = =\n"
      "poll :         |\n"
      "# 0 reset idle; 10 isr_enter 3; 20 isr_enter 3; 30 isr_exit 3; 40 isr_exit 3; 40 isr_enter 3; 50 isr_exit 3;\n"
      "# 70 isr_enter 3; 80 poll\n");
}

TEST(property_draw, epoch_of_more_than_100_columns_is_not_drawn) {
  EXPECT_FALSE(draw(from_script("rtm-timeline 1\nstart 0 idle\n100 task 1\n101 poll\n")));
  EXPECT_TRUE(draw(from_script("rtm-timeline 1\nstart 0 idle\n99 task 1\n100 poll\n")));
}

/// Legal facts of one core, none at the time of another, so that a drawing says everything.
scenario drawable(std::uint64_t seed) {
  scenario made = generate(seed, 25, {{}, 40, 0, true});
  made.info.max_gap_ticks = 0;
  made.info.window_ticks = 0;
  made.info.capacity = {};
  std::erase_if(made.facts, [first = true](const source_fact& fact) mutable {
    return !std::exchange(first, false) && fact.kind == fact_kind::reset;
  });
  made.facts.push_back({fact_kind::poll, 0, 0, 0});  // what begins at the very end has no length to draw
  std::uint64_t reading = made.facts.front().reading_ticks;
  for (source_fact& fact : made.facts) {
    fact.reading_ticks = reading & clock_mask(made.info.clock_bits);
    reading += 1 + seed % 3;
  }
  return made;
}

TEST(property_draw, drawing_of_random_facts_is_read_back_as_the_same_report) {
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    scenario made = drawable(seed);
    host::report expected = oracle_report(made.info, made.facts);
    drop_open_calls(expected);                                     // the reader does not count them
    if (!expected.cores.front().epochs.front().valid()) continue;  // a reset that is gone ended what was open
    const auto text = draw(made);
    ASSERT_TRUE(text) << to_script(made);
    host::report read;
    ASSERT_NO_THROW(read = test::read_diagram(*text).expected) << to_script(made) << *text;
    read.clock_hz = expected.clock_hz;
    const auto found = first_difference(expected, read);
    ASSERT_FALSE(found) << found->place << ": " << found->expected << ", " << found->actual << '\n'
                        << to_script(made) << *text;
    ++compared;
  }
  EXPECT_GE(compared, 500U);
}

}  // namespace
}  // namespace rtm::property
