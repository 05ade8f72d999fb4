// SPDX-License-Identifier: MIT
// The overflow handler beside other devices, its ring, and the wiring that it needs.
#include <gtest/gtest.h>

#include <vector>

#include "rtm/pmu/line_test.hpp"
#include "rtm/pmu/overflow.hpp"
#include "rtm/pmu/unit.hpp"
#include "rtm/pmu/wiring.hpp"
#include "simulated_core.hpp"

namespace rtm::test {
namespace {

using backend = simulated_pmu<>;
using flag_counter = pmu::extended_counter<backend, pmu::extend::by_overflow_flag>;
using pmu::status;

struct machine {
  machine() : b(pmu_of(core)) {
    EXPECT_EQ(b.start_up(), status::ok);
    handler.start(b);
    for (unsigned n = 0; n < 2; ++n) EXPECT_EQ(counter[n].start(b, n), status::ok);
  }
  simulated_core core;
  backend b;
  pmu::overflow_handler<backend, 4> handler;
  flag_counter counter[2];
};

TEST(overflow_handler, says_not_mine_for_an_interrupt_without_a_flag) {
  machine m;
  ASSERT_EQ(m.handler.attach(m.counter[0]), status::ok);
  EXPECT_EQ(m.handler.handle(1), status::not_mine);
  EXPECT_EQ(m.handler.not_mine(), 1U);
  EXPECT_EQ(m.handler.ring().drain([](const pmu::overflow_record&) {}), 0U);
}

TEST(overflow_handler, leaves_flags_of_others_to_them) {
  machine m;
  ASSERT_EQ(m.handler.attach(m.counter[0]), status::ok);
  m.core.flags = 0b110;
  EXPECT_EQ(m.handler.handle(1), status::not_mine);
  EXPECT_EQ(m.core.flags, 0b110U);
  m.core.flags = 0b111;
  EXPECT_EQ(m.handler.handle(2), status::ok);
  EXPECT_EQ(m.core.flags, 0b110U);
}

TEST(overflow_handler, of_a_core_on_a_shared_line_sees_its_own_flags_only) {
  machine first, second;
  ASSERT_EQ(first.handler.attach(first.counter[0]), status::ok);
  ASSERT_EQ(second.handler.attach(second.counter[0]), status::ok);
  second.core.flags = 1;
  EXPECT_EQ(first.handler.handle(1), status::not_mine);
  EXPECT_EQ(second.handler.handle(1), status::ok);
}

TEST(overflow_handler, before_start_and_for_counters_that_are_taken_refuses) {
  machine m;
  pmu::overflow_handler<backend, 4> fresh;
  EXPECT_EQ(fresh.handle(0), status::not_started);
  EXPECT_EQ(fresh.attach(m.counter[0]), status::not_started);
  EXPECT_EQ(m.handler.attach(m.counter[0]), status::ok);
  EXPECT_EQ(m.handler.attach(m.counter[0]), status::bad_counter);
  m.handler.detach(0);
  EXPECT_EQ(m.handler.attach(m.counter[0]), status::ok);
}

TEST(overflow_handler, leaves_counter_and_time_of_every_overflow) {
  machine m;
  for (auto& c : m.counter) ASSERT_EQ(m.handler.attach(c), status::ok);
  m.core.flags = 0b01;
  ASSERT_EQ(m.handler.handle(100), status::ok);
  m.core.flags = 0b11;
  ASSERT_EQ(m.handler.handle(200), status::ok);
  std::vector<std::pair<std::uint32_t, std::uint64_t>> seen;
  m.handler.ring().drain([&](const pmu::overflow_record& r) { seen.emplace_back(r.counter, r.time_ticks); });
  const std::vector<std::pair<std::uint32_t, std::uint64_t>> expected{{0, 100}, {0, 200}, {1, 200}};
  EXPECT_EQ(seen, expected);
}

TEST(overflow_handler, counts_what_its_ring_has_no_room_for_and_loses_no_wrap) {
  machine m;
  ASSERT_EQ(m.handler.attach(m.counter[0]), status::ok);
  for (std::uint64_t i = 0; i < 6; ++i) {
    m.core.flags = 1;
    ASSERT_EQ(m.handler.handle(i), status::ok);
  }
  EXPECT_EQ(m.handler.ring().lost(), 2U);
  EXPECT_EQ(m.counter[0].read(), 6 * 256U);
  std::uint64_t next = 0;
  EXPECT_EQ(m.handler.ring().drain([&](const pmu::overflow_record& r) { EXPECT_EQ(r.time_ticks, next++); }), 4U);
  m.core.flags = 1;
  ASSERT_EQ(m.handler.handle(9), status::ok);
  EXPECT_EQ(m.handler.ring().drain([&](const pmu::overflow_record& r) { EXPECT_EQ(r.time_ticks, 9U); }), 1U);
}

TEST(overflow_handler, defers_what_a_period_means_to_a_task) {
  simulated_core core({.narrow_bits = 10, .irq_latency = 130});
  backend b = pmu_of(core);
  ASSERT_EQ(b.start_up(), status::ok);
  b.select(0, pmu::arm::cpu_cycles, {});
  pmu::sampling_counter<backend> sampling;
  pmu::overflow_handler<backend, 64> handler;
  ASSERT_EQ(sampling.start(b, 0, 50), status::ok);
  handler.start(b);
  ASSERT_EQ(handler.attach(sampling), status::ok);
  core.overflow_isr = [&] { (void)handler.handle(core.system_ticks); };
  b.irq_enable(1);
  b.enable(1);
  b.run();
  std::uint64_t periods = 0;
  for (int i = 0; i < 10; ++i) {
    core.work(500);
    // Task context: interrupts are on, and it may take its time.
    handler.ring().drain([&](const pmu::overflow_record& r) {
      periods += r.periods;
      core.work(30);
    });
  }
  core.masked = true;
  handler.ring().drain([&](const pmu::overflow_record& r) { periods += r.periods; });
  EXPECT_EQ(periods, sampling.periods());
  EXPECT_EQ(handler.ring().lost(), 0U);
}

TEST(sampling_counter, refuses_periods_that_a_late_handler_could_not_tell) {
  machine m;
  pmu::sampling_counter<backend> s;
  EXPECT_EQ(s.start(m.b, 0, 0), status::bad_period);
  EXPECT_EQ(s.start(m.b, 0, 129), status::bad_period);
  EXPECT_EQ(s.start(m.b, 4, 100), status::bad_counter);
  EXPECT_EQ(s.start(m.b, 32, 100), status::bad_counter);
  EXPECT_EQ(s.start(m.b, 0, 128), status::ok);
}

status tested_line(bool edge, bool routed) {
  simulated_core core({.edge = edge});
  backend b = pmu_of(core);
  EXPECT_EQ(b.start_up(), status::ok);
  b.run();
  pmu::line_test<backend> test;
  if (routed) core.overflow_isr = [&] { test.on_interrupt(); };
  core.masked = true;
  test.begin(b, 0, 1);
  core.masked = false;
  core.work(100);
  const status s = test.end();
  EXPECT_EQ(core.flags, 0U);
  EXPECT_EQ(core.interrupting, 0U);
  return s;
}

TEST(line_test, tells_a_level_from_an_edge_and_from_no_interrupt_at_all) {
  EXPECT_EQ(tested_line(false, true), status::ok);
  EXPECT_EQ(tested_line(true, true), status::edge_line);
  EXPECT_EQ(tested_line(false, false), status::no_interrupt);
}

TEST(wiring, with_an_edge_line_is_refused) {
  EXPECT_EQ(pmu::check_line({.edge_triggered = true}), status::edge_line);
  EXPECT_EQ(pmu::check_line({}), status::ok);
}

TEST(wiring, of_several_cores_on_one_interrupt_is_refused) {
  EXPECT_EQ(pmu::check_line({.line = pmu::irq_line::shared_by_all}), status::shared_line);
  EXPECT_EQ(pmu::check_line({.line = pmu::irq_line::spi_per_core, .routed_to = 0, .core = 1}), status::shared_line);
  EXPECT_EQ(pmu::check_line({.line = pmu::irq_line::spi_per_core, .routed_to = 1, .core = 1}), status::ok);
  EXPECT_EQ(pmu::check_line({.line = pmu::irq_line::polled, .edge_triggered = true}), status::ok);
}

TEST(priorities, let_the_start_ipi_interrupt_the_pmu_interrupt_equally_on_all_cores) {
  const auto check = [](std::vector<pmu::wiring> cores) {
    return pmu::check_priorities(cores.data(), std::uint32_t(cores.size()));
  };
  const pmu::wiring good{.pmu_priority = 0xA0, .start_ipi_priority = 0x80};
  const pmu::wiring equal{.pmu_priority = 0xA0, .start_ipi_priority = 0xA0};
  const pmu::wiring higher{.pmu_priority = 0x80, .start_ipi_priority = 0xA0};
  const pmu::wiring flat{.pmu_priority = 0xA0, .start_ipi_priority = 0x80, .interrupts_nest = false};
  const pmu::wiring other{.pmu_priority = 0xC0, .start_ipi_priority = 0x80};
  EXPECT_EQ(check({good, good}), status::ok);
  EXPECT_EQ(check({good, equal}), status::ipi_cannot_preempt);
  EXPECT_EQ(check({good, higher}), status::ipi_cannot_preempt);
  EXPECT_EQ(check({flat}), status::ipi_cannot_preempt);
  EXPECT_EQ(check({good, other}), status::priorities_differ);
}

}  // namespace
}  // namespace rtm::test
