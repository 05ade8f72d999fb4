// SPDX-License-Identifier: MIT
// Sampling with handlers that are late by up to several periods: every event that the counter counted is in its total.
#include <gtest/gtest.h>

#include "rtm/pmu/overflow.hpp"
#include "rtm/pmu/sampling.hpp"
#include "simulated_core.hpp"

namespace rtm::test {
namespace {

using backend = simulated_pmu<>;

struct sampling_run {
  sampling_run(const core_options& how, std::uint64_t period, pmu::event what = pmu::arm::cpu_cycles)
      : core(how), b(pmu_of(core)) {
    EXPECT_EQ(b.start_up(), pmu::status::ok);
    b.select(0, what, {});
    EXPECT_EQ(counter.start(b, 0, period), pmu::status::ok);
    handler.start(b);
    EXPECT_EQ(handler.attach(counter), pmu::status::ok);
    core.overflow_isr = [this] { (void)handler.handle(core.system_ticks); };
    b.irq_enable(1);
    b.enable(1);
    b.run();
  }

  simulated_core core;
  backend b;
  pmu::sampling_counter<backend> counter;
  pmu::overflow_handler<backend, 4> handler;
};

TEST(sampling_counter, keeps_every_counted_event_however_late_the_handler_is) {
  for (const bool p5 : {false, true}) {
    for (const std::uint64_t period : {7U, 50U, 100U}) {
      for (unsigned latency = 0; latency <= 3 * period; ++latency) {
        sampling_run run({.narrow_bits = 10, .p5 = p5, .irq_latency = latency}, period);
        run.core.work(3000);
        run.core.masked = true;
        run.b.disable(1);
        ASSERT_EQ(run.counter.total(), run.core.counted[0]) << period << " " << latency;
        // The periods are those that fit into the events, but for one that may still be pending.
        const std::uint64_t whole = run.core.counted[0] / period;
        ASSERT_LE(run.counter.periods(), whole);
        ASSERT_GE(run.counter.periods() + latency / period + 2, whole);
      }
    }
  }
}

TEST(sampling_counter, folds_the_periods_that_had_no_interrupt_of_their_own) {
  sampling_run run({.narrow_bits = 10, .irq_latency = 120}, 50);
  run.core.work(20'000);
  EXPECT_GT(run.counter.folded(), 0U);
  EXPECT_EQ(run.core.handled + run.counter.folded(), run.counter.periods());
}

TEST(sampling_counter, keeps_what_is_past_when_it_jumps_over_zero) {
  sampling_run run({.narrow_bits = 10}, 50, bursts);
  run.core.work(5000);
  run.core.masked = true;
  run.b.disable(1);
  EXPECT_EQ(run.counter.total(), run.core.counted[0]);
}

TEST(sampling_counter, is_right_through_the_whole_range_of_start_values) {
  for (std::uint64_t period = 20; period <= 128; ++period) {
    sampling_run run({.narrow_bits = 8}, period);
    run.core.work(2000);
    run.core.masked = true;
    run.b.disable(1);
    ASSERT_EQ(run.counter.total(), run.core.counted[0]) << period;
  }
}

// ---- What is wrong ----

enum class reload { fixed, without_folding, without_stopping };

struct outcome {
  std::uint64_t total = 0, counted = 0, handled = 0;
};

template <reload How>
outcome run_wrong(unsigned latency, std::uint64_t period) {
  constexpr std::uint64_t full = 1U << 16;
  simulated_core core({.narrow_bits = 16, .irq_latency = latency});
  std::uint64_t samples = 0;
  core.type[0] = 0x11;
  core.enabled = core.interrupting = core.control = 1;
  core.counter[0] = full - period;
  core.overflow_isr = [&] {
    const std::uint64_t flags = core.read(pmu::a64::pmovsclr);
    core.write(pmu::a64::pmovsclr, flags);
    ++samples;
    if constexpr (How == reload::fixed) {
      core.write(pmu::a64::pmevcntr(0), full - period);
    } else {
      if constexpr (How == reload::without_folding) core.write(pmu::a64::pmcntenclr, 1);
      const std::uint64_t past = core.read(pmu::a64::pmevcntr(0));
      core.write(pmu::a64::pmevcntr(0), (past - period) % full);
      if constexpr (How == reload::without_folding) core.write(pmu::a64::pmcntenset, 1);
    }
  };
  core.work(21'000);
  core.masked = true;
  return {samples * period + (core.counter[0] + period) % full, core.counted[0], core.handled};
}

TEST(wrong_reload, with_a_fixed_number_loses_what_is_past) {
  const outcome o = run_wrong<reload::fixed>(7, 50);
  EXPECT_LT(o.total + o.handled * 7, o.counted + 50);
  EXPECT_LT(o.total, o.counted);
}

TEST(wrong_reload, of_a_running_counter_loses_events) {
  const outcome o = run_wrong<reload::without_stopping>(0, 50);
  EXPECT_LT(o.total, o.counted);
}

TEST(wrong_reload, that_does_not_fold_stops_sampling_when_it_is_late_by_a_period) {
  EXPECT_GT(run_wrong<reload::without_folding>(5, 50).handled, 300U);
  EXPECT_LT(run_wrong<reload::without_folding>(60, 50).handled, 10U);
}

}  // namespace
}  // namespace rtm::test
