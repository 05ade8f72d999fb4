// SPDX-License-Identifier: MIT
// Who else has hands on the counters: firmware before us, a debugger, the power management, another driver.
#include <gtest/gtest.h>

#include "rtm/ledger.hpp"
#include "rtm/pmu/group.hpp"
#include "rtm/pmu/overflow.hpp"
#include "rtm/pmu/power.hpp"
#include "rtm/pmu/probe.hpp"
#include "simulated_core.hpp"

namespace rtm::test {
namespace {

using backend = simulated_pmu<>;
using flag_counter = pmu::extended_counter<backend, pmu::extend::by_overflow_flag>;
using pmu::status;

struct machine {
  explicit machine(const core_options& how = {}) : core(how), pmu(pmu_of(core)) {
    handler.start(pmu.backend());
    core.overflow_isr = [this] { (void)handler.handle(core.system_ticks); };
  }
  void count_cycles() {
    ASSERT_EQ(pmu.start(), status::ok);
    ASSERT_EQ(pmu.take(pmu::arm::cpu_cycles, {}, n), status::ok);
    ASSERT_EQ(cycles.start(pmu.backend(), n), status::ok);
    ASSERT_EQ(handler.attach(cycles), status::ok);
    counted_before = core.counted[n];
    ASSERT_EQ(pmu.count(1U << n, 1U << n), status::ok);
  }
  [[nodiscard]] std::uint64_t counted() const { return core.counted[n] - counted_before; }

  simulated_core core;
  pmu::unit<backend> pmu;
  pmu::overflow_handler<backend, 4> handler;
  flag_counter cycles;
  unsigned n = 0;
  std::uint64_t counted_before = 0;
};

TEST(start_up, clears_what_firmware_left_and_interrupts_nobody_before_a_counter_is_taken) {
  machine m;
  m.core.masked = true;
  m.core.power_cycle(12345);
  ASSERT_EQ(m.pmu.start(), status::ok);
  m.core.masked = false;
  m.core.work(2000);
  EXPECT_EQ(m.core.handled, 0U);
  EXPECT_EQ(m.core.flags, 0U);
  EXPECT_EQ(m.core.interrupting, 0U);
  EXPECT_EQ(m.core.enabled, 0U);
}

TEST(start_up, finds_that_there_is_no_pmu) {
  for (const std::uint32_t version : {0U, 15U}) {
    machine m;
    m.core.pmu_version = version;
    EXPECT_EQ(m.pmu.start(), status::no_pmu);
    unsigned n = 0;
    EXPECT_EQ(m.pmu.take(pmu::arm::cpu_cycles, {}, n), status::not_started);
    EXPECT_EQ(m.pmu.check(), status::not_started);
  }
}

TEST(start_up, configures_one_core_and_no_other) {
  machine first, second;
  first.count_cycles();
  second.core.work(100);
  EXPECT_EQ(second.core.control, 0U);
  EXPECT_EQ(second.pmu.check(), status::not_started);
}

TEST(ownership, holds_while_nobody_interferes) {
  machine m;
  m.count_cycles();
  for (int i = 0; i < 10; ++i) {
    m.core.work(100);
    EXPECT_EQ(m.pmu.check(), status::ok);
  }
}

TEST(ownership, is_lost_when_somebody_lets_a_counter_go_that_rests) {
  machine m;
  m.count_cycles();
  unsigned resting = 0;
  ASSERT_EQ(m.pmu.take(pmu::arm::inst_retired, {}, resting), status::ok);
  EXPECT_EQ(m.pmu.check(), status::ok);
  m.core.write(pmu::a64::pmcntenset, std::uint32_t{1} << resting);
  EXPECT_EQ(m.pmu.check(), status::ownership_lost);
}

TEST(ownership, is_lost_when_somebody_stops_or_reprograms_a_counter) {
  const auto after = [](auto interfere) {
    machine m;
    m.count_cycles();
    m.core.work(100);
    EXPECT_EQ(m.pmu.check(), status::ok);
    interfere(m.core);
    return m.pmu.check();
  };
  EXPECT_EQ(after([](simulated_core& c) { c.write(pmu::a64::pmcr, 0); }), status::ownership_lost);
  EXPECT_EQ(after([](simulated_core& c) { c.write(pmu::a64::pmcntenclr, ~0U); }), status::ownership_lost);
  EXPECT_EQ(after([](simulated_core& c) { c.write(pmu::a64::pmevtyper(3), 8); }), status::ownership_lost);
  EXPECT_EQ(after([](simulated_core& c) { c.power_cycle(99); }), status::ownership_lost);
  // Of a counter that is not ours anybody may do what he likes.
  EXPECT_EQ(after([](simulated_core& c) { c.write(pmu::a64::pmevtyper(0), 8); }), status::ok);
}

TEST(ownership, of_an_overflow_interrupt_is_lost_when_somebody_switches_it_off_or_on) {
  machine m;
  m.count_cycles();
  unsigned polled = 0;
  ASSERT_EQ(m.pmu.take(pmu::arm::inst_retired, {}, polled), status::ok);
  EXPECT_EQ(m.pmu.check(), status::ok);
  m.core.write(pmu::a64::pmintenset, 1U << 0);  // not ours
  EXPECT_EQ(m.pmu.check(), status::ok);
  m.core.write(pmu::a64::pmintenset, std::uint32_t{1} << polled);
  EXPECT_EQ(m.pmu.check(), status::ownership_lost);
  m.core.write(pmu::a64::pmintenclr, std::uint32_t{1} << polled | 1U << m.n);
  EXPECT_EQ(m.pmu.check(), status::interrupt_off);
}

// The counter wraps after 256 cycles. Nobody answers its interrupt: it goes to another core, or is masked for ever.
TEST(ownership, an_overflow_that_still_waits_at_the_next_poll_has_no_interrupt) {
  machine m;
  m.count_cycles();
  m.core.overflow_isr = nullptr;
  m.core.work(100);
  EXPECT_EQ(m.pmu.check(), status::ok);
  m.core.work(200);                      // wraps
  EXPECT_EQ(m.pmu.check(), status::ok);  // may be on its way
  m.core.work(10);
  EXPECT_EQ(m.pmu.check(), status::no_interrupt);
  EXPECT_EQ(m.pmu.check(), status::no_interrupt);
  ASSERT_EQ(m.pmu.start(), status::ok);
  EXPECT_EQ(m.pmu.check(), status::ok);
}

// Waits at every poll, and is another overflow each time.
TEST(ownership, an_overflow_that_was_handled_since_the_last_poll_does_not_wait_still) {
  machine m;
  m.count_cycles();
  for (int i = 0; i < 5; ++i) {
    m.core.masked = true;
    m.core.work(300);
    EXPECT_NE(m.core.flags, 0U);
    EXPECT_EQ(m.pmu.check(), status::ok);
    m.core.masked = false;
    m.core.work(1);
    EXPECT_EQ(m.core.flags, 0U);
  }
}

TEST(ownership, of_a_count_is_lost_when_it_goes_back_without_a_wrap) {
  const auto after = [](auto interfere) {
    machine m;
    m.count_cycles();
    m.core.work(150);
    EXPECT_EQ(m.pmu.check(), status::ok);
    interfere(m.core, m.n);
    const status found = m.pmu.check();
    m.core.work(60);  // further than it was
    EXPECT_EQ(m.pmu.check(), found);
    EXPECT_EQ(m.pmu.start(), status::ok);
    EXPECT_EQ(m.pmu.check(), status::ok);
    return found;
  };
  EXPECT_EQ(after([](simulated_core& c, unsigned n) { c.write(pmu::a64::pmevcntr(n), 5); }), status::counter_written);
  EXPECT_EQ(after([](simulated_core& c, unsigned) { c.write(pmu::a64::pmcr, 3); }), status::counter_written);
  // What no register tells: written forward, and halted and let go again between two polls.
  EXPECT_EQ(after([](simulated_core& c, unsigned n) { c.write(pmu::a64::pmevcntr(n), 190); }), status::ok);
  EXPECT_EQ(after([](simulated_core& c, unsigned) {
              c.write(pmu::a64::pmcr, 0);
              c.work(50);
              c.write(pmu::a64::pmcr, 1);
            }),
            status::ok);
}

TEST(ownership, holds_wherever_a_wrap_falls_into_a_poll) {
  for (std::uint32_t first = 0; first < 256; ++first) {
    machine m;
    m.count_cycles();
    m.core.work(first);
    for (int i = 0; i < 12; ++i) {
      ASSERT_EQ(m.pmu.check(), status::ok) << first << ", poll " << i;
      m.core.work(3);
    }
  }
}

TEST(ownership, is_not_lost_to_the_reloads_of_a_sampling_counter) {
  machine m;
  ASSERT_EQ(m.pmu.start(), status::ok);
  ASSERT_EQ(m.pmu.take(pmu::arm::sw_incr, {}, m.n), status::ok);
  pmu::sampling_counter<backend> sampling;
  ASSERT_EQ(sampling.start(m.pmu.backend(), m.n, 60), status::ok);
  ASSERT_EQ(m.handler.attach(sampling), status::ok);
  ASSERT_EQ(m.pmu.count(1U << m.n, 1U << m.n), status::ok);
  for (int i = 0; i < 500; ++i) {
    m.core.write(pmu::a64::pmswinc, 1U << m.n);
    ASSERT_EQ(m.pmu.check(), status::ok) << i;
  }
  EXPECT_EQ(sampling.periods(), 8U);
  ASSERT_EQ(sampling.start(m.pmu.backend(), m.n, 100), status::ok);  // once more, from further back
  EXPECT_EQ(m.pmu.check(), status::ok);
}

TEST(unit, writes_zeros_to_no_set_register_to_disable) {
  machine m;
  m.count_cycles();
  m.pmu.rest(1U << m.n);
  EXPECT_EQ(m.core.enabled & 1U << m.n, 0U);
  EXPECT_EQ(m.core.interrupting & 1U << m.n, 0U);
}

TEST(unit, counts_only_what_was_taken) {
  machine m;
  m.count_cycles();
  EXPECT_EQ(m.pmu.count(1U << 0), status::bad_counter);
  EXPECT_EQ(m.pmu.count(1U << m.n, 1U << 0), status::bad_counter);
  EXPECT_EQ(m.core.enabled, 1U << m.n);
}

TEST(power, keeps_totals_over_a_loss_of_all_registers) {
  for (std::uint32_t seed = 1; seed < 50; ++seed) {
    machine m;
    m.count_cycles();
    m.core.work(1000 + seed);
    m.core.masked = true;
    pmu::suspend(m.pmu, m.cycles);
    const std::uint64_t before = m.cycles.read();
    EXPECT_EQ(m.pmu.check(), status::suspended);
    EXPECT_EQ(m.pmu.count(1U << m.n), status::suspended);
    m.core.power_cycle(seed);
    EXPECT_EQ(m.cycles.read(), before);
    const std::uint64_t on_the_way_up = m.core.counted[m.n];
    ASSERT_EQ(pmu::resume(m.pmu, m.cycles), status::ok);
    m.core.masked = false;
    m.core.work(1000);
    EXPECT_EQ(m.pmu.check(), status::ok);
    m.pmu.rest(1U << m.n);
    // What it counted while it held anything, before it was programmed, is not ours.
    const std::uint64_t read = m.cycles.read();
    EXPECT_GE(read, before + 1000);
    EXPECT_LE(read, before + m.core.counted[m.n] - on_the_way_up);
    EXPECT_LE(read, before + 1000 + 40);
  }
}

TEST(power, keeps_the_period_in_progress_of_a_sampling_counter) {
  machine m;
  ASSERT_EQ(m.pmu.start(), status::ok);
  ASSERT_EQ(m.pmu.take(pmu::arm::sw_incr, {}, m.n), status::ok);
  pmu::sampling_counter<backend> sampling;
  ASSERT_EQ(sampling.start(m.pmu.backend(), m.n, 100), status::ok);
  ASSERT_EQ(m.handler.attach(sampling), status::ok);
  ASSERT_EQ(m.pmu.count(1U << m.n, 1U << m.n), status::ok);
  for (int i = 0; i < 70; ++i) m.core.write(pmu::a64::pmswinc, 1U << m.n);
  m.core.masked = true;
  pmu::suspend(m.pmu, sampling);
  m.core.power_cycle(7);
  EXPECT_EQ(sampling.total(), 70U);
  ASSERT_EQ(pmu::resume(m.pmu, sampling), status::ok);
  m.core.masked = false;
  for (int i = 0; i < 29; ++i) m.core.write(pmu::a64::pmswinc, 1U << m.n);
  EXPECT_EQ(sampling.periods(), 0U);
  m.core.write(pmu::a64::pmswinc, 1U << m.n);
  EXPECT_EQ(sampling.periods(), 1U);
  EXPECT_EQ(sampling.total(), 100U);
}

// An interrupt that is masked until after `suspend`: 150 events of a period of 60 are two periods and a half.
TEST(power, owes_the_periods_that_were_over_when_it_went) {
  machine m;
  ASSERT_EQ(m.pmu.start(), status::ok);
  ASSERT_EQ(m.pmu.take(pmu::arm::sw_incr, {}, m.n), status::ok);
  pmu::sampling_counter<backend> sampling;
  ASSERT_EQ(sampling.start(m.pmu.backend(), m.n, 60), status::ok);
  ASSERT_EQ(m.handler.attach(sampling), status::ok);
  ASSERT_EQ(m.pmu.count(1U << m.n, 1U << m.n), status::ok);
  const auto happen = [&](int events) {
    for (int i = 0; i < events; ++i) m.core.write(pmu::a64::pmswinc, 1U << m.n);
  };
  m.core.masked = true;
  happen(150);
  pmu::suspend(m.pmu, sampling);
  (void)m.handler.handle(0);  // its flag is still up
  EXPECT_EQ(sampling.total(), 150U);
  m.core.power_cycle(7);
  ASSERT_EQ(pmu::resume(m.pmu, sampling), status::ok);
  m.core.masked = false;
  happen(1);
  EXPECT_EQ(sampling.periods(), 2U);
  EXPECT_EQ(sampling.folded(), 1U);
  EXPECT_EQ(sampling.total(), 151U);
  happen(28);
  EXPECT_EQ(sampling.periods(), 2U);
  happen(1);
  EXPECT_EQ(sampling.periods(), 3U);
  EXPECT_EQ(sampling.total(), 180U);
}

TEST(power, that_never_came_back_is_over_with_a_new_start) {
  machine m;
  m.count_cycles();
  pmu::suspend(m.pmu, m.cycles);
  EXPECT_EQ(m.pmu.check(), status::suspended);
  ASSERT_EQ(m.pmu.start(), status::ok);
  EXPECT_EQ(m.pmu.check(), status::ok);
}

TEST(power, resumes_only_what_was_suspended) {
  machine m;
  EXPECT_EQ(pmu::resume(m.pmu, m.cycles), status::not_started);
  m.count_cycles();
  EXPECT_EQ(pmu::resume(m.pmu, m.cycles), status::not_started);
}

TEST(probe, tells_a_counter_that_stops_in_idle_from_one_that_does_not) {
  for (const bool stops : {false, true}) {
    simulated_core core({.narrow_bits = 32, .stops_in_wfi = stops});
    core.enabled = 1U << 31;
    core.control = 1;
    core.sleep(1000);
    EXPECT_EQ(pmu::in_idle(core.counter[31], 1000, core.system_ticks),
              stops ? pmu::idle_behaviour::stops : pmu::idle_behaviour::keeps_counting);
  }
  EXPECT_EQ(pmu::in_idle(0, 1000, 0), pmu::idle_behaviour::cannot_tell);
}

TEST(probe, cycle_event_may_stop_in_idle_though_the_cycle_counter_does_not) {
  simulated_core core({.narrow_bits = 32, .stops_in_wfi = false});
  core.type[0] = 0x11;
  core.enabled = 1U << 31 | 1U;
  core.control = 1;
  core.sleep(1000);
  EXPECT_EQ(pmu::in_idle(core.counter[31], 1000, 1000), pmu::idle_behaviour::keeps_counting);
  EXPECT_EQ(pmu::in_idle(core.counter[0], 1000, 1000), pmu::idle_behaviour::stops);
  // So they are different events here, and no group can take one for the other.
  pmu::unit<backend> pmu(pmu_of(core));
  ASSERT_EQ(pmu.start(), status::ok);
  unsigned n = 0;
  ASSERT_EQ(pmu.take(pmu::arm::cpu_cycles, {}, n), status::ok);
  EXPECT_NE(n, 31U);
  ASSERT_EQ(pmu.take(pmu::arm::cycle_counter, {}, n), status::ok);
  EXPECT_EQ(n, 31U);
}

TEST(probe, finds_a_counter_that_stood_still_while_the_core_was_active) {
  machine m;
  m.count_cycles();
  m.core.work(100);
  const std::uint64_t before = m.cycles.read();
  const std::uint64_t then = m.core.system_ticks;
  m.core.control = 0;  // what a debugger that halts or disconnects does to it
  m.core.debug_halt(5000);
  EXPECT_EQ(pmu::check_advance(m.cycles.read() - before, m.core.system_ticks - then), status::ok);  // one last read
  const std::uint64_t later = m.cycles.read();
  m.core.debug_halt(5000);
  EXPECT_EQ(pmu::check_advance(m.cycles.read() - later, 5000), status::counter_stopped);
}

// A halt longer than max_gap: the ledger's clock has run on, and nobody knows whose time that was.
TEST(probe, a_debug_halt_is_a_gap_of_the_ledger_and_no_idle_time) {
  machine m;
  m.count_cycles();
  ledger<> l;
  const auto now = [&] { return static_cast<std::uint32_t>(m.core.system_ticks); };
  const std::uint32_t begin = now();
  ASSERT_EQ(l.start(begin, idle, {10'000, 1'000}), rtm::status::ok);
  m.core.work(500);
  const std::uint32_t halted = now();
  ASSERT_EQ(l.poll(halted), rtm::status::ok);
  m.core.debug_halt(5'000);
  EXPECT_EQ(l.poll(now()), rtm::status::gap_exceeded);
  EXPECT_EQ(l.epoch_sums(idle).exclusive, halted - begin);
}

TEST(probe, two_reads_may_show_no_difference) { EXPECT_EQ(pmu::check_advance(0, 0), status::ok); }

}  // namespace
}  // namespace rtm::test
