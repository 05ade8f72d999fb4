// SPDX-License-Identifier: MIT
// What if somebody forgets the hooks of one interrupt? In this image timer1 has none. Its ledger is valid, its sums add
// up, and they are wrong: the proof that an equation which holds is no proof of coverage. The log finds the interrupt,
// says how long it ran, and who was charged instead, to the tick.
#include <gmock/gmock.h>

#include <cstdlib>
#include <set>

#include "runs.hpp"

namespace truth {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t timer1 = 25;
constexpr owner timer1_owner{owner_kind::isr, 2};

const observed_run& run() { return run_of("blind"); }

TEST(firmware_blind, interrupt_without_hooks_is_found_and_no_other_is_suspected) {
  std::set<std::uint32_t> silent;
  std::set<std::uint32_t> reporting;
  for (const call& each : run().compared.calls) (each.facts.empty() ? silent : reporting).insert(each.exception);
  EXPECT_THAT(silent, ElementsAre(timer1));
  EXPECT_FALSE(reporting.contains(timer1));
  EXPECT_FALSE(run().all_hooks.isrs.contains(timer1_owner.id)) << "the ledger has never heard of it";
}

TEST(firmware_blind, conservation_holds_all_the_same) {
  EXPECT_TRUE(run().all_hooks.valid);
  EXPECT_EQ(run().all_hooks.owned(), run().all_hooks.length);
  EXPECT_EQ(run().all_hooks.length, run().compared.total_ticks);
  for (const demo::block& window : run().windows) EXPECT_EQ(window.owned(), window.length) << window.index;
}

TEST(firmware_blind, owners_are_overcharged_by_exactly_what_the_interrupt_ran_on_top_of_them) {
  std::uint64_t misplaced = 0;
  for (const auto& [who, cells] : run().compared.charged) {
    std::uint64_t rightful = 0;
    for (const auto& [exception, cell] : cells) rightful += exception == timer1 ? 0 : cell.ticks;
    const std::uint64_t wrongly = cells.contains(timer1) ? cells.at(timer1).ticks : 0;
    EXPECT_EQ(told_on_target(run().all_hooks, who) - rightful, wrongly);
    misplaced += wrongly;
  }
  std::uint64_t ran = 0;
  for (const call& each : run().compared.calls) ran += each.exception == timer1 ? each.own_ticks : 0;
  EXPECT_EQ(misplaced, ran);
  EXPECT_GT(run().compared.charged.at({owner_kind::idle, 0}).at(timer1).ticks, 0U);
}

TEST(firmware_blind, misplaced_ticks_are_the_instructions_of_the_interrupt_in_ticks) {
  for (const call& each : run().compared.calls) {
    if (each.exception != timer1) continue;
    const auto exact_ns = static_cast<std::int64_t>(each.own_instructions * tick_scale::ns_per_instruction);
    const auto counted_ns = static_cast<std::int64_t>(each.own_ticks * tick_scale::ns_per_tick);
    // Less than one tick of rounding for each piece that it ran in.
    const auto bound_ns = static_cast<std::int64_t>((each.interruptions + 1) * tick_scale::ns_per_tick);
    EXPECT_LT(std::abs(exact_ns - counted_ns), bound_ns);
  }
}

}  // namespace
}  // namespace truth
