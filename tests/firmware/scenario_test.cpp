// SPDX-License-Identifier: MIT
// Does the demo show what it promises? Seen by QEMU, not by the firmware: a scenario that no longer nests, chains or
// wraps would make every other test here weaker without failing it.
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "runs.hpp"

namespace truth {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;

constexpr std::uint32_t pend_sv = 14;
constexpr std::uint32_t sys_tick = 15;
constexpr std::uint32_t timer0 = 24;
constexpr std::uint32_t timer1 = 25;
constexpr std::uint32_t dual_timer = 26;

const observed_run& run() { return run_of("hooked"); }

TEST(firmware_scenario, interrupts_of_four_priorities_nest_four_deep) {
  EXPECT_THAT(run().compared.calls, Contains(AllOf(Field(&call::exception, dual_timer),
                                                   Field(&call::below, ElementsAre(sys_tick, timer0, timer1)))));
}

TEST(firmware_scenario, interrupt_takes_the_core_from_a_task_switch_under_way) {
  EXPECT_THAT(run().compared.calls, Contains(Field(&call::below, Contains(pend_sv))));
}

TEST(firmware_scenario, interrupts_tail_chain_from_one_into_another) {
  EXPECT_THAT(run().compared.calls, Contains(AllOf(Field(&call::exception, timer1), Field(&call::chained, true))));
  EXPECT_THAT(run().compared.calls, Contains(AllOf(Field(&call::exception, pend_sv), Field(&call::chained, true))));
}

TEST(firmware_scenario, windows_close_by_polls_while_idle_and_no_interrupt_comes) {
  const script& told = run().told;
  int closed = 0;
  for (std::size_t i = 1; i < told.facts.size(); ++i) {
    const bool reaches_end = ticks_of(told, i) / told.window_ticks != ticks_of(told, i - 1) / told.window_ticks;
    // Two polls in a row: nothing but the idle loop ran between them.
    if (reaches_end && told.facts[i].kind == fact_kind::poll && told.facts[i - 1].kind == fact_kind::poll) ++closed;
  }
  EXPECT_GE(closed, 2);
}

TEST(firmware_scenario, clock_wraps_within_the_run) {
  const std::vector<fact>& facts = run().told.facts;
  const auto goes_back = [](const fact& earlier, const fact& later) { return later.now < earlier.now; };
  const auto wrap = std::adjacent_find(facts.begin(), facts.end(), goes_back);
  ASSERT_NE(wrap, facts.end());
  EXPECT_EQ(std::adjacent_find(wrap + 1, facts.end(), goes_back), facts.end());
}

TEST(firmware_scenario, interrupt_wakes_a_task_of_higher_priority_than_the_running_one) {
  // timer0 exits, the switch follows at once, and comm, which only timer0 wakes, is dispatched.
  const std::vector<fact>& facts = run().told.facts;
  const std::vector<fact> wanted{{0, fact_kind::isr_exit, {owner_kind::isr, 1}, 0},
                                 {0, fact_kind::base, {owner_kind::kernel, 0}, 0},
                                 {0, fact_kind::base, {owner_kind::task, 1}, 0}};
  const auto same = [](const fact& a, const fact& b) { return a.kind == b.kind && a.who == b.who; };
  EXPECT_NE(std::search(facts.begin(), facts.end(), wanted.begin(), wanted.end(), same), facts.end());
}

TEST(firmware_scenario, interrupts_come_while_the_reader_of_windows_runs) {
  EXPECT_THAT(run().compared.calls, Contains(Field(&call::charged, owner{owner_kind::task, 3})));
}

TEST(firmware_scenario, points_of_a_task_are_preempted_and_nested_and_one_is_in_an_interrupt) {
  int depth_in_isr = 0;
  bool in_isr = false;
  bool preempted = false;
  bool nested = false;
  std::vector<std::uint32_t> open_in_task;
  std::vector<owner> frames;
  for (const fact& f : run().told.facts) {
    if (f.kind == fact_kind::isr_enter) frames.push_back(f.who);
    if (f.kind == fact_kind::isr_exit) frames.pop_back();
    if (f.kind == fact_kind::point_begin && !frames.empty()) in_isr = true;
    if (f.kind == fact_kind::point_begin && frames.empty()) open_in_task.push_back(f.id);
    if (f.kind == fact_kind::point_end && frames.empty()) open_in_task.pop_back();
    nested = nested || open_in_task.size() == 2;
    preempted = preempted || (f.kind == fact_kind::isr_enter && !open_in_task.empty());
    depth_in_isr = std::max(depth_in_isr, static_cast<int>(frames.size()));
  }
  EXPECT_TRUE(in_isr);
  EXPECT_TRUE(preempted);
  EXPECT_TRUE(nested);
  EXPECT_EQ(depth_in_isr, 4);
}

}  // namespace
}  // namespace truth
