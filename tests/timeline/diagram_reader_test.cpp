// SPDX-License-Identifier: MIT
// Does a diagram mean what its reader sees? Facts and numbers are spelt out here, so that the other diagrams can be
// believed.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "diagram.hpp"
#include "report/words.hpp"

namespace rtm::test {
namespace {

std::string owner_text(host::source_id id) {
  if (id == host::idle_owner) return "idle";
  if (id == host::kernel_owner) return "kernel";
  return id == host::unknown_owner ? "unknown" : std::to_string(id);
}

std::vector<std::string> facts_in(std::string_view text) {
  std::vector<std::string> out;
  for (const host::source_fact& f : read_diagram(text).facts)
    out.push_back(std::to_string(f.reading_ticks) + ' ' + std::string(host::word_of(f.kind)) +
                  (f.kind == fact_kind::poll ? "" : ' ' + owner_text(f.id)));
  return out;
}

const host::epoch_row only_epoch(const diagram& of) { return of.expected.cores.at(0).epochs.at(0); }

using strings = std::vector<std::string>;

constexpr std::string_view example = R"(
  col   : 10
  t     : 0    5    10
  task 1: ==
  idle  :   ===-====
  isr 7 :      =
)";

TEST(diagram, example_of_the_contract_gives_its_facts) {
  EXPECT_EQ(facts_in(example),
            (strings{"0 reset 1", "20 task_switch idle", "50 isr_enter 7", "60 isr_exit 7", "100 poll"}));
}

TEST(diagram, example_of_the_contract_counts_20_70_10) {
  const auto epoch = only_epoch(read_diagram(example));
  EXPECT_EQ(epoch.total, 100U);
  EXPECT_EQ(epoch.base.idle, 70U);
  ASSERT_EQ(epoch.tasks.size(), 1U);
  EXPECT_EQ(epoch.tasks[0].exclusive, 20U);
  EXPECT_EQ(epoch.tasks[0].dispatches, 0U);
  ASSERT_EQ(epoch.isrs.size(), 1U);
  EXPECT_EQ(epoch.isrs[0].exclusive, 10U);
  EXPECT_EQ(epoch.isrs[0].inclusive, 10U);
  EXPECT_EQ(epoch.isrs[0].calls, 1U);
}

TEST(diagram, instant_with_everything_reports_from_the_inside_out_and_back) {
  EXPECT_EQ(facts_in(R"(
    start           : 100
    task 1          : ===---
    point 5 @ task 1:  ==
    swi 2           :    =
    isr 3           :     -
    point 6 @ isr 3 :     -
    isr 4           :     =
    task 2          :      ==-
    point 5 @ task 2:      =
    point 7 @ task 2:       =-
    isr 4           :        =
    wait 1          :      |
    activate 1      :       |
    poll            :  |
  )"),
            (strings{"100 reset 1",       "101 point_begin 5",   "101 poll",          "103 point_end 5",
                     "103 swi_enter 2",   "104 swi_exit 2",      "104 isr_enter 3",   "104 point_begin 6",
                     "104 isr_enter 4",   "105 task_wait 1",     "105 isr_exit 4",    "105 point_end 6",
                     "105 isr_exit 3",    "105 task_switch 2",   "105 point_begin 5", "106 point_end 5",
                     "106 point_begin 7", "106 task_activate 1", "107 isr_enter 4",   "108 isr_exit 4",
                     "108 point_end 7"}));
}

TEST(diagram, call_with_a_greater_sign_stays_open) {
  const char* const text = R"(
    idle : =--
    isr 3:  ==>
  )";
  EXPECT_EQ(facts_in(text), (strings{"0 reset idle", "1 isr_enter 3", "3 poll"}));
  const auto epoch = only_epoch(read_diagram(text));
  EXPECT_EQ(epoch.isrs.at(0).calls, 0U);
  EXPECT_EQ(epoch.isrs.at(0).exclusive, 2U);
}

TEST(diagram, point_is_counted_on_the_clock_of_its_context) {
  const auto epoch = only_epoch(read_diagram(R"(
    task 1          : ==-=-=
    point 5 @ task 1:  =---=
    point 6 @ task 1:    =-
    isr 3           :   = =
  )"));
  ASSERT_EQ(epoch.points.size(), 2U);
  EXPECT_EQ(epoch.points[0].exclusive, 2U);
  EXPECT_EQ(epoch.points[0].inclusive, 3U);
  EXPECT_EQ(epoch.points[1].exclusive, 1U);
  EXPECT_EQ(epoch.points[1].inclusive, 1U);
}

TEST(diagram, windows_are_counted_by_their_columns) {
  const auto epoch = only_epoch(read_diagram(R"(
    window: 20
    col   : 10
    task 1: =-=
    isr 3 :  =
  )"));
  ASSERT_EQ(epoch.windows.size(), 2U);
  EXPECT_TRUE(epoch.windows[0].complete);
  EXPECT_EQ(epoch.windows[0].isrs.at(0).calls, 0U) << "it ends where window 1 begins";
  EXPECT_EQ(epoch.windows[1].isrs.at(0).calls, 1U);
  EXPECT_FALSE(epoch.windows[1].complete);
  EXPECT_EQ(epoch.windows[1].length, 10U);
}

struct refusal {
  const char* name;
  const char* text;
  const char* message;
};

class refused : public testing::TestWithParam<refusal> {};

TEST_P(refused, drawing_is_refused_with_its_place) {
  try {
    (void)read_diagram(GetParam().text);
    FAIL() << "accepted";
  } catch (const diagram_error& error) {
    EXPECT_STREQ(error.what(), GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    diagram, refused,
    testing::Values(
        refusal{"nothing", "# only a comment\n", "found no lanes, expected at least one owner"},
        refusal{"nobody", "task 1: ==\nidle  :    =", "column 2: found no owner, expected exactly one ="},
        refusal{"two_owners", "task 1: ==\nidle  :  =", "column 1: found task 1 and idle, expected exactly one ="},
        refusal{"shifted_lane", "task 1: ==\nidle :   =",
                "line 2: found a colon at another place than above, expected all lanes side by side"},
        refusal{"wrong_ruler", "t     : 0   5\ntask 1: ==", "line 1: found \"5\" over column 4, expected its number"},
        refusal{"wrong_lane", "tsk 1: ==", "line 1: found \"tsk 1\", expected a lane or a setting"},
        refusal{"wrong_letter", "task 1: ==x", "line 1: found \"==x\", expected only  =-"},
        refusal{"no_context", "task 1: =\npoint 1 @ isr 2: =",
                "line 2: found a colon at another place than above, expected all lanes side by side"},
        refusal{"point_of_nobody",
                "task 1 : =\npoint 1: =", "line 2: found a point in \"\", expected the lane of a context above it"},
        refusal{"interrupts_nobody", "isr 3: =", "column 0: found 0 interrupted base owners, expected one -"},
        refusal{"exit_below_the_top",
                "idle : =---\nisr 1:  =-\nisr 2:   ==", "column 3: isr 1 ends under another frame"},
        refusal{"lower_frame_owns",
                "idle : =---\nisr 1:  -=-\nisr 2:  =-=", "column 2: isr 2 is topmost and does not own the core"},
        refusal{"switch_under_a_frame",
                "task 1: =- \ntask 2:   -\nisr 3 :  ==", "column 2: the base owner changes under isr 3"},
        refusal{"swi_over_isr", "idle : =--\nisr 3:  =-\nswi 2:   =", "column 2: swi 2 begins inside isr 3"},
        refusal{"point_runs_under_isr", "task 1          : =-\npoint 1 @ task 1: ==\nisr 3           :  =",
                "column 1: point 1 @ task 1 is drawn = and does not run"},
        refusal{"point_begins_under_isr", "task 1          : =--\npoint 1 @ task 1:   -\nisr 3           :  ==",
                "column 2: point 1 @ task 1 begins while its context does not own the core"},
        refusal{"point_ends_under_isr", "task 1          : =--\npoint 1 @ task 1: =-\nisr 3           :  ==",
                "column 2: point 1 @ task 1 ends while its context does not own the core, or outside its order"},
        refusal{"window_between_columns",
                "window: 15\ncol   : 10\nidle  : ==", "window: expected a whole number of columns"}),
    [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace rtm::test
