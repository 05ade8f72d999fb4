// SPDX-License-Identifier: MIT
// The simulated core does what the architecture says. What is proven on it is worth no more than this.
#include <gtest/gtest.h>

#include "simulated_core.hpp"

namespace rtm::test {
namespace {

namespace a64 = pmu::a64;

constexpr std::uint32_t cycle_bit = 1U << 31;

/// Counter 0 counts cycles.
void count_cycles(simulated_core& core) {
  core.type[0] = 0x11;
  core.enabled = 1;
  core.control = 1;
}

TEST(simulated_core, flags_are_cleared_by_ones_and_not_by_zeros) {
  simulated_core core;
  core.write(a64::pmovsset, 5);
  core.write(a64::pmovsclr, 0);
  EXPECT_EQ(core.read(a64::pmovsclr), 5U);
  core.write(a64::pmovsclr, 1);
  EXPECT_EQ(core.read(a64::pmovsset), 4U);
}

TEST(simulated_core, set_registers_cannot_disable) {
  simulated_core core;
  core.write(a64::pmcntenset, 3);
  core.write(a64::pmcntenset, 0);
  EXPECT_EQ(core.read(a64::pmcntenset), 3U);
  core.write(a64::pmcntenclr, 1);
  EXPECT_EQ(core.read(a64::pmcntenset), 2U);
}

TEST(simulated_core, resetting_or_disabling_counters_leaves_their_flags) {
  simulated_core core;
  core.write(a64::pmovsset, 0x8000'0001U);
  core.write(a64::pmcr, 7);
  core.write(a64::pmcntenclr, ~0U);
  EXPECT_EQ(core.flags, 0x8000'0001U);
}

TEST(simulated_core, counter_wraps_past_its_maximum_and_sets_its_flag) {
  simulated_core core;
  count_cycles(core);
  core.counter[0] = 254;
  core.work(1);
  EXPECT_EQ(core.counter[0], 255U);
  EXPECT_EQ(core.flags, 0U);
  core.work(1);
  EXPECT_EQ(core.counter[0], 0U);
  EXPECT_EQ(core.flags, 1U);
}

TEST(simulated_core, counter_with_several_events_a_cycle_overflows_without_showing_zero) {
  simulated_core core;
  core.type[0] = std::uint32_t(bursts);
  core.enabled = core.control = 1;
  core.counter[0] = 255;
  core.work(4);
  EXPECT_EQ(core.counter[0], 2U);
  EXPECT_EQ(core.flags, 1U);
}

TEST(simulated_core, long_counter_with_a_narrow_flag_carries_on) {
  simulated_core core({.p5 = true});
  count_cycles(core);
  core.counter[0] = 255;
  core.work(1);
  EXPECT_EQ(core.counter[0], 256U);
  EXPECT_EQ(core.flags, 1U);
}

TEST(simulated_core, chain_counts_overflows_of_the_even_counter_below) {
  simulated_core core;
  count_cycles(core);
  core.type[1] = 0x1E;
  core.enabled = 3;
  core.work(3 * 256 + 7);
  EXPECT_EQ(core.counter[1], 3U);
  EXPECT_EQ(core.counter[0], 7U);
}

TEST(simulated_core, cycle_divider_is_ignored_with_a_long_cycle_counter) {
  for (const bool is_long : {false, true}) {
    simulated_core core({.narrow_bits = 32});
    core.enabled = cycle_bit;
    core.control = 1U | 1U << 3 | (is_long ? 1U << 6 : 0U);
    core.work(16'000);
    EXPECT_EQ(core.counter[31], is_long ? 16'000U : 250U);
  }
}

TEST(simulated_core, freeze_on_overflow_stops_event_counters_but_not_cycles) {
  simulated_core core;
  core.type[0] = core.type[1] = 0x11;
  core.enabled = 3U | cycle_bit;
  core.control = 1U | 1U << 6 | 1U << 9;
  core.counter[0] = 200;
  core.work(500);
  EXPECT_EQ(core.counter[0], 0U);
  EXPECT_EQ(core.counter[1], 56U);
  EXPECT_EQ(core.counter[31], 500U);
}

TEST(simulated_core, level_line_calls_a_handler_that_never_clears_again_and_again) {
  simulated_core core;
  core.most_entries = 1000;
  core.overflow_isr = [] {};
  core.control = core.interrupting = 1;
  core.write(a64::pmovsset, 1);
  core.work(1);
  EXPECT_EQ(core.handled, 1000U);
}

TEST(simulated_core, clearing_the_flag_takes_a_pending_level_away) {
  simulated_core core;
  core.overflow_isr = [] { FAIL(); };
  core.control = core.interrupting = 1;
  core.masked = true;
  core.write(a64::pmovsset, 1);
  core.write(a64::pmovsclr, 1);
  core.masked = false;
  core.work(10);
}

TEST(simulated_core, cycle_counter_may_stop_in_sleep_while_the_system_counter_runs) {
  for (const bool stops : {false, true}) {
    simulated_core core({.narrow_bits = 32, .stops_in_wfi = stops});
    core.enabled = cycle_bit;
    core.control = 1;
    core.work(100);
    core.sleep(1000);
    EXPECT_EQ(core.system_ticks, 1100U);
    EXPECT_EQ(core.counter[31], stops ? 100U : 1100U);
  }
}

TEST(simulated_core, software_increments_count_one_each) {
  simulated_core core;
  core.enabled = 3;
  core.control = 1;
  core.counter[0] = 0xF0;
  for (int i = 0; i < 16; ++i) core.write(a64::pmswinc, 1);
  EXPECT_EQ(core.counter[0], 0U);
  EXPECT_EQ(core.counter[1], 0U);
  EXPECT_EQ(core.flags, 1U);
}

}  // namespace
}  // namespace rtm::test
