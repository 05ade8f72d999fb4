// SPDX-License-Identifier: MIT
// Evidence that is too little, too much or impossible never becomes a name.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scenario.hpp"
#include "sources/source.hpp"

namespace rtm::test {
namespace {

using host::probe::answer_kind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::vector<written_step> zephyr = {{"activate", "out task=1; in task=9"},
                                          {"wait", "out task=9; in task=1"},
                                          {"isr", "enter; body 7; body_end 7; exit"},
                                          {"isr_wake", "enter; body 7; body_end 7; exit; out task=1; in task=9"},
                                          {"idle", "out task=9; in task=0; idle"}};

/// The same without one step.
std::vector<written_step> without(const std::string& step) {
  std::vector<written_step> rest;
  for (const written_step& s : zephyr) {
    if (s.step != step) rest.push_back(s);
  }
  return rest;
}

TEST(probe_evidence, step_that_tells_profiles_apart_is_asked_for) {
  const judged all = judge(text_of(without("idle")));
  EXPECT_EQ(all.made.kind, answer_kind::ambiguous);
  EXPECT_THAT(all.possible(), ElementsAre("threadx_cortex_m", "zephyr", "nuttx"));
  EXPECT_THAT(all.made.would_decide, ElementsAre(RTM_PROBE_NESTED, RTM_PROBE_IDLE_STEP));
}

TEST(probe_evidence, one_profile_that_fits_what_is_shown_is_no_answer_while_a_needed_step_is_missing) {
  const judged all = judge(text_of(without("activate")));
  EXPECT_EQ(all.made.kind, answer_kind::incomplete);
  EXPECT_THAT(all.possible(), ElementsAre("zephyr"));
  EXPECT_THAT(all.made.missing, ElementsAre(RTM_PROBE_ACTIVATE));
}

TEST(probe_evidence, order_that_no_profile_has_names_the_nearest_and_what_is_against_it) {
  std::vector<written_step> odd = zephyr;
  odd[2].events = "body 7; enter; exit; body_end 7";
  const judged all = judge(text_of(odd));
  EXPECT_EQ(all.made.kind, answer_kind::unheard_of);
  ASSERT_NE(all.made.nearest, nullptr);
  EXPECT_EQ(all.made.nearest->of->profile, "zephyr");
  EXPECT_THAT(all.made.nearest->against, ElementsAre(RTM_PROBE_ISR));
}

TEST(probe_evidence, step_that_comes_out_in_two_ways_is_a_contradiction) {
  std::vector<written_step> twice = zephyr;
  twice.push_back({"isr", "body 7; body_end 7"});
  EXPECT_EQ(judge(text_of(twice)).made.kind, answer_kind::contradictory);
}

TEST(probe_evidence, step_that_comes_out_the_same_each_time_is_none) {
  std::vector<written_step> twice = zephyr;
  twice.push_back(zephyr[2]);
  EXPECT_EQ(judge(text_of(twice)).made.kind, answer_kind::named);
}

TEST(probe_evidence, time_that_goes_back_is_a_clock_that_was_read_before_the_mask) {
  std::string text = text_of(zephyr);
  text.replace(text.find("\n9 "), 3, "\n3 ");
  const judged all = judge(text);
  EXPECT_EQ(all.made.kind, answer_kind::contradictory);
  ASSERT_EQ(all.seen.contradictions.size(), 1U);
  EXPECT_EQ(all.seen.contradictions[0].line, 11U);
  EXPECT_EQ(all.seen.contradictions[0].what, "time 3 comes after 8: the clock was read before interrupts were masked");
}

TEST(probe_evidence, clock_that_wraps_does_not_go_back) {
  const judged all =
      judge("rtm-probe 1\nclock bits=16\n65530 step isr\n65531 at_task 1\n65535 body 7\n2 body_end 7\n4 at_task 1\n");
  EXPECT_THAT(all.seen.contradictions, IsEmpty());
  EXPECT_EQ(all.signature(RTM_PROBE_ISR), "[ ]");
}

TEST(probe_evidence, body_that_ends_without_a_beginning_is_a_contradiction) {
  std::vector<written_step> odd = zephyr;
  odd[2].events = "enter; body 7; body_end 8; exit";
  const judged all = judge(text_of(odd));
  EXPECT_EQ(all.made.kind, answer_kind::contradictory);
  EXPECT_EQ(all.seen.contradictions[0].what, "the body of interrupt 8 ends, but 7 began last");
}

TEST(probe_evidence, state_in_which_out_finds_its_task_speaks_against_a_profile) {
  // The order of P4, whose tasks are ready when they are left.
  std::vector<written_step> steps = {{"activate", "out task=1 state=ready; in task=9"},
                                     {"wait", "out task=9 state=ready; in task=1"},
                                     {"isr", "enter; body 7; body_end 7; exit"},
                                     {"isr_wake", "enter; body 7; body_end 7; out task=1; in task=9; exit"},
                                     {"idle", "out task=9; in task=0"}};
  EXPECT_EQ(judge(text_of(steps)).made.kind, answer_kind::named);
  for (written_step& s : steps) {
    if (const auto at = s.events.find("ready"); at != std::string::npos) s.events.replace(at, 5, "running");
  }
  const judged all = judge(text_of(steps));
  EXPECT_EQ(all.made.kind, answer_kind::unheard_of);
  EXPECT_TRUE(all.made.nearest->is_state_against);
}

TEST(probe_evidence, hook_in_which_the_os_was_not_asked_fits_nothing) {
  std::vector<written_step> steps = zephyr;
  steps[0].events = "out; in";
  const judged all = judge(text_of(steps));
  EXPECT_EQ(all.signature(RTM_PROBE_ACTIVATE), "out in?");
  EXPECT_EQ(all.made.kind, answer_kind::unheard_of);
}

TEST(probe_evidence, step_without_an_end_is_not_shown) {
  const judged all = judge("rtm-probe 1\n0 step isr\n1 at_task 1\n5 body 7\n8 body_end 7\n");
  EXPECT_EQ(all.signature(RTM_PROBE_ISR), "-");
  EXPECT_EQ(all.seen.steps[RTM_PROBE_ISR].cut_line, 2U);
}

TEST(probe_evidence, loss_is_told_with_the_line_behind_which_it_lies) {
  const judged all = judge("rtm-probe 1\nlost 12\n0 step isr\n1 at_task 1\n5 body 7\n8 body_end 7\n9 at_task 1\n");
  ASSERT_FALSE(all.made.remarks.empty());
  EXPECT_EQ(all.made.remarks[0], "lost: 12 events found no room; what came behind line 7 is not shown");
  EXPECT_EQ(all.made.remarks[1], "end: the mark is missing, the scenario was not run to its end");
}

TEST(probe_evidence, hooks_that_lie_or_can_be_interrupted_are_told_of_a_sound_answer_too) {
  std::vector<written_step> steps = zephyr;
  steps[1].events = "out task=5 open; in task=1 masked";
  const judged all = judge(text_of(steps));
  EXPECT_EQ(all.signature(RTM_PROBE_WAIT), "out* in");
  EXPECT_THAT(all.made.remarks, testing::Contains(HasSubstr("out: the OS names another task than the one that leaves, "
                                                            "1 of 4 times (first in line 9)")));
  EXPECT_THAT(all.made.remarks,
              testing::Contains(HasSubstr("mask: interrupts are open in 1 of 2 hooks that say so (first in line 9)")));
}

struct bad_text {
  const char* name;
  std::string text;
  const char* message;  ///< Behind "probe:".
};

class refused_probe : public testing::TestWithParam<bad_text> {};

TEST_P(refused_probe, in_one_line_with_place_found_and_expected) {
  try {
    (void)judge(GetParam().text);
    FAIL() << "it was accepted";
  } catch (const host::source_error& error) {
    EXPECT_EQ(error.what(), std::string("probe:") + GetParam().message);
  }
}

std::string after_version(const std::string& lines) { return "rtm-probe 1\n" + lines; }

INSTANTIATE_TEST_SUITE_P(
    probe, refused_probe,
    testing::Values(
        bad_text{"empty", "", "1: found no line; expected \"rtm-probe 1\""},
        bad_text{"other", "rtm-timeline 1\n", "1: found \"rtm-timeline\"; expected \"rtm-probe 1\""},
        bad_text{"newer", "rtm-probe 2\n", "1: found \"2\"; expected version 1"},
        bad_text{"no_event", after_version("lost 0\n"),
                 "2: found no event; expected the events of a run of the scenario"},
        bad_text{"no_step", after_version("0 out task=1\n"),
                 "2: found no step; expected \"TIME step activate\" and so on, without which no hook can be told from "
                 "another"},
        bad_text{"header", after_version("hz 5\n"),
                 "2: found \"hz\"; expected os, clock bits=N, lost, or an event that begins with its time"},
        bad_text{"clock", after_version("clock bits=33\n"), "2: found \"33\"; expected bits=N, 16..32"},
        bad_text{"narrow_clock", after_version("clock bits=15\n"), "2: found \"bits=15\"; expected bits=N, 16..32"},
        bad_text{"time", after_version("clock bits=16\n65536 idle\n"),
                 "3: found \"65536\"; expected a reading of the 16-bit clock, 0..65535"},
        bad_text{"event", after_version("5 preempt\n"),
                 "2: found \"preempt\"; expected an event: step, at_task, at_idle, body, body_end, out, in, switch, "
                 "enter, exit, exit_to_os or idle"},
        bad_text{"step", after_version("5 step ?\n"),
                 "2: found \"?\"; expected a step: activate, chain, wait_set, wait, isr, isr_wake, nested, cat1, idle "
                 "or end"},
        bad_text{"no_id", after_version("5 body\n"), "2: found the end of the line; expected an id, 0..4294967293"},
        bad_text{"state", after_version("5 out task=1 state=asleep\n"),
                 "2: found \"state=asleep\"; expected state=running, ready, waiting or suspended"},
        bad_text{"field", after_version("5 out prio=1\n"),
                 "2: found \"prio=1\"; expected task=N, isr=N, state=WORD, open or masked"}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace rtm::test
