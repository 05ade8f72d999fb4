// SPDX-License-Identifier: MIT
// No interrupt forgotten. The application has four interrupts; three have no hooks. coverage() on target and QEMU's log
// must accuse the same three; under the table of trampolines, with the same handlers, none is left.
#include <gmock/gmock.h>

#include "runs.hpp"
#include "vectors_run.hpp"

namespace truth {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint32_t sys_tick = 15;
constexpr std::uint32_t timer0 = 24;  // with hooks of its own
constexpr std::uint32_t timer1 = 25;
constexpr std::uint32_t urgent = 26;
constexpr owner idle_owner{owner_kind::idle, 0};

std::set<std::uint32_t> silent_in(const attribution& seen) {
  std::set<std::uint32_t> silent;
  for (const call& each : seen.calls) {
    if (each.facts.empty()) silent.insert(each.exception);
  }
  return silent;
}

TEST(firmware_vectors, coverage_accuses_those_that_the_log_finds_silent) {
  const vectors_told told = read_vectors("vectors_plain");
  EXPECT_THAT(told.uncovered, ElementsAre(sys_tick, timer1, urgent));
  EXPECT_EQ(told.uncovered, silent_in(attribution_of("vectors_plain")));
  EXPECT_EQ(told.enabled, 4U);
}

TEST(firmware_vectors, silent_interrupts_are_paid_for_by_idle_to_the_tick_while_the_sums_add_up) {
  const vectors_told told = read_vectors("vectors_plain");
  const attribution seen = attribution_of("vectors_plain");
  EXPECT_TRUE(told.valid);
  EXPECT_EQ(told.idle + told.isrs.at(timer0).exclusive, told.total);
  const auto& idle = seen.charged.at(idle_owner);
  EXPECT_EQ(told.idle, seen.row(idle_owner).ticks);
  for (const std::uint32_t exception : {sys_tick, timer1, urgent}) {
    EXPECT_EQ(told.isrs.at(exception).calls, 0U);
    EXPECT_GT(idle.at(exception).ticks, 0U);
  }
}

TEST(firmware_vectors, table_leaves_none_silent_and_coverage_agrees) {
  EXPECT_THAT(read_vectors("vectors_table").uncovered, IsEmpty());
  EXPECT_THAT(silent_in(attribution_of("vectors_table")), IsEmpty());
}

TEST(firmware_vectors, table_counts_every_call_once_nested_or_chained) {
  const vectors_told told = read_vectors("vectors_table");
  const attribution seen = attribution_of("vectors_table");
  std::map<std::uint32_t, std::uint64_t> really;
  std::uint64_t nested = 0;
  std::uint64_t chained = 0;
  for (const call& each : seen.calls) {
    ++really[each.exception];
    nested += each.below.empty() ? 0U : 1U;
    chained += each.chained ? 1U : 0U;
  }
  EXPECT_TRUE(told.valid);
  for (const auto& [exception, isr] : told.isrs) {
    EXPECT_EQ(isr.calls, isr.ran) << exception;
    EXPECT_EQ(isr.calls, really[exception]) << exception;
  }
  EXPECT_GT(nested, 0U);
  EXPECT_GT(chained, 0U) << "returning through the trampoline still chains";
}

TEST(firmware_vectors, table_charges_each_interrupt_what_it_ran_between_its_readings_to_the_tick) {
  const vectors_told told = read_vectors("vectors_table");
  const attribution seen = attribution_of("vectors_table");
  EXPECT_EQ(told.idle, seen.row(idle_owner).ticks);
  for (const auto& [exception, isr] : told.isrs) {
    EXPECT_EQ(isr.exclusive, seen.row({owner_kind::isr, exception}).ticks) << exception;
  }
}

TEST(firmware_vectors, trampoline_executes_a_constant_number_of_instructions_before_the_first_reading) {
  std::map<std::uint32_t, std::set<std::uint64_t>> before;
  for (const call& each : attribution_of("vectors_table").calls) before[each.exception].insert(each.before_first_fact);
  EXPECT_EQ(before.at(sys_tick).size(), 1U);
  EXPECT_EQ(before.at(sys_tick), before.at(timer1));
  EXPECT_EQ(before.at(sys_tick), before.at(urgent));
}

/// The share of time that somebody else than idle has.
double load_of(const vectors_told& told) {
  return static_cast<double>(told.total - told.idle) / static_cast<double>(told.total);
}

TEST(firmware_vectors, load_was_too_low_by_what_the_silent_interrupts_take) {
  const vectors_told before = read_vectors("vectors_plain");
  const vectors_told after = read_vectors("vectors_table");
  std::uint64_t silent = 0;
  for (const std::uint32_t exception : {sys_tick, timer1, urgent}) {
    silent += attribution_of("vectors_plain").column(exception).ticks;
  }
  const double really = load_of(before) + static_cast<double>(silent) / static_cast<double>(before.total);
  EXPECT_LT(load_of(before), 0.11);
  // The hooks themselves cost some 250 instructions a call, 2.5 % of this short run.
  EXPECT_NEAR(load_of(after), really, 0.03);
}

/// Machines with the same map run the same image; all are the same every time.
class firmware_vectors_on : public ::testing::TestWithParam<const char*> {};

TEST_P(firmware_vectors_on, runs_are_the_same_three_times_and_as_on_machines_with_the_same_map) {
  const std::string machine = GetParam();
  const bool is_m33 = machine == "an505" || machine == "an521";
  for (const std::string run : {"_plain_1", "_plain_2", "_plain_3", "_table_1", "_table_2", "_table_3"}) {
    const std::string first = run.substr(0, run.size() - 1) + "1";
    const std::string reference = file_of(std::string("vectors_") + (is_m33 ? "an505" : "an385") + first, "uart.txt");
    EXPECT_EQ(file_of("vectors_" + machine + run, "uart.txt"), reference) << run;
  }
}

TEST_P(firmware_vectors_on, coverage_and_counts_agree_with_the_exceptions_that_were_taken) {
  const std::string machine = GetParam();
  const std::string plain_run = "vectors_" + machine + "_plain_1";
  const std::string table_run = "vectors_" + machine + "_table_1";
  const vectors_told plain = read_vectors(plain_run);
  const vectors_told table = read_vectors(table_run);
  auto plain_taken = taken_in(plain_run);
  auto table_taken = taken_in(table_run);
  EXPECT_EQ(plain.uncovered.size(), 3U);
  EXPECT_THAT(table.uncovered, IsEmpty());
  for (const auto& [exception, isr] : plain.isrs) {
    EXPECT_EQ(isr.ran, plain_taken[exception]) << exception;
    EXPECT_EQ(isr.calls, plain.uncovered.contains(exception) ? 0 : isr.ran) << exception;
  }
  for (const auto& [exception, isr] : table.isrs) {
    EXPECT_EQ(isr.ran, table_taken[exception]) << exception;
    EXPECT_EQ(isr.calls, isr.ran) << exception;
  }
}

INSTANTIATE_TEST_SUITE_P(machines, firmware_vectors_on, ::testing::Values("an385", "an386", "an500", "an505", "an521"),
                         [](const auto& tested) { return std::string(tested.param); });

}  // namespace
}  // namespace truth
