// SPDX-License-Identifier: MIT
// Is the ledger on target right? QEMU's log says which exceptions ran and for how many instructions; the ledger knows
// only what its hooks told it. With all hooks in place both agree on every call, and differ in time by the few
// instructions that an interrupt executes before its first reading of the clock and after its last.
#include <gmock/gmock.h>

#include <map>

#include "runs.hpp"

namespace truth {
namespace {

constexpr std::uint32_t pend_sv = 14;

const observed_run& run() { return run_of("hooked"); }

std::map<std::uint32_t, std::uint64_t> calls_by_exception() {
  std::map<std::uint32_t, std::uint64_t> count;
  for (const call& each : run().compared.calls) ++count[each.exception];
  return count;
}

std::uint64_t count_of_facts(fact_kind kind, owner who) {
  std::uint64_t count = 0;
  for (const fact& f : run().told.facts) count += f.kind == kind && f.who == who ? 1U : 0U;
  return count;
}

TEST(firmware_truth, clock_every_reading_is_a_fact_and_every_fact_is_explained_by_instructions) {
  // compare() throws if a reading is no fact or the other way round, or if the clock is not 128 ns an instruction.
  EXPECT_EQ(run().told.facts.size(), run().end.facts);
  EXPECT_EQ(run().end.dropped_facts, 0U);
  EXPECT_EQ(run().compared.total_ticks, run().all_hooks.length);
}

TEST(firmware_truth, interrupts_ran_exactly_as_often_as_the_ledger_counted) {
  const auto ran = calls_by_exception();
  EXPECT_EQ(ran.size(), run().names.isrs.size() + 1) << "exceptions seen: one for each interrupt, and PendSV";
  for (const auto& [id, isr] : run().names.isrs) {
    ASSERT_TRUE(ran.contains(isr.exception)) << isr.name;
    EXPECT_EQ(ran.at(isr.exception), run().all_hooks.isrs.at(id).calls) << isr.name;
  }
  EXPECT_EQ(ran.at(pend_sv), count_of_facts(fact_kind::base, {owner_kind::kernel, 0})) << "PendSV is the kernel";
}

TEST(firmware_truth, exceptions_all_report_themselves) {
  for (const call& each : run().compared.calls) {
    ASSERT_GE(each.facts.size(), 2U) << "exception " << each.exception;
    const std::uint32_t isr = isr_of(run().names, each.exception);
    if (isr == no_isr) continue;
    const fact& first = run().told.facts[each.facts.front()];
    const fact& last = run().told.facts[each.facts.back()];
    EXPECT_EQ(first.kind, fact_kind::isr_enter);
    EXPECT_EQ(last.kind, fact_kind::isr_exit);
    EXPECT_EQ(first.who.id, isr);
    EXPECT_EQ(last.who.id, isr);
  }
}

TEST(firmware_truth, owners_are_charged_on_target_what_the_log_says_they_were_told_to_to_the_tick) {
  std::uint64_t sum = 0;
  for (const auto& [who, cells] : run().compared.charged) {
    EXPECT_EQ(told_on_target(run().all_hooks, who), run().compared.row(who).ticks);
    sum += run().compared.row(who).ticks;
  }
  EXPECT_EQ(sum, run().all_hooks.length);
}

/// How many calls executed how many instructions.
using distribution = std::map<std::uint64_t, std::uint64_t>;

TEST(firmware_truth, interrupts_execute_a_constant_number_of_instructions_before_their_first_reading) {
  std::map<std::uint32_t, distribution> before;
  for (const call& each : run().compared.calls) ++before[each.exception][each.before_first_fact];
  for (const auto& [exception, counts] : before) {
    EXPECT_EQ(counts.size(), 1U) << "exception " << exception << ": " << ::testing::PrintToString(counts);
    EXPECT_LE(counts.begin()->first, 20U) << "the hook stands at the very beginning";
  }
}

TEST(firmware_truth, interrupts_execute_a_constant_number_of_instructions_after_their_last_reading_but_for_cold_paths) {
  // A window to close, a row to roll over into a new window, a new longest call, the check of max_gap to renew: seldom,
  // always longer than the constant, and bounded. The golden file states every number.
  constexpr std::uint64_t longest_cold_path = 500;
  std::map<std::uint32_t, distribution> after;
  for (const call& each : run().compared.calls) ++after[each.exception][each.from_last_fact];
  for (const auto& [id, isr] : run().names.isrs) {
    const distribution& counts = after.at(isr.exception);
    const auto& [constant, calls] = *counts.begin();
    EXPECT_LE(constant, 150U) << "the hook stands at the very end";
    EXPECT_LE(run().all_hooks.isrs.at(id).calls - calls, std::uint64_t{3} * run().names.windows)
        << ::testing::PrintToString(counts);
    EXPECT_LT(counts.rbegin()->first, constant + longest_cold_path) << ::testing::PrintToString(counts);
  }
}

TEST(firmware_truth, interrupts_are_charged_all_their_instructions_but_those_outside_their_hooks) {
  std::map<std::uint32_t, std::uint64_t> outside;
  for (const call& each : run().compared.calls) outside[each.exception] += each.before_first_fact + each.from_last_fact;
  for (const auto& [id, isr] : run().names.isrs) {
    const owner who{owner_kind::isr, id};
    const std::uint64_t own = run().compared.charged.at(who).at(isr.exception).instructions;
    EXPECT_EQ(run().compared.column(isr.exception).instructions - own, outside[isr.exception]) << isr.name;
  }
}

}  // namespace
}  // namespace truth
