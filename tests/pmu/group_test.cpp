// SPDX-License-Identifier: MIT
// Groups: one window for all events, no more events than counters, nothing lost to a reader.
#include "rtm/pmu/group.hpp"

#include <gtest/gtest.h>

#include "rtm/pmu/chain.hpp"
#include "rtm/pmu/overflow.hpp"
#include "simulated_core.hpp"

namespace rtm::test {
namespace {

using backend = simulated_pmu<>;
using pmu::status;

struct machine {
  explicit machine(const core_options& how = {}) : core(how), pmu(pmu_of(core)) {
    EXPECT_EQ(pmu.start(), status::ok);
    handler.start(pmu.backend());
    core.overflow_isr = [this] { (void)handler.handle(core.system_ticks); };
  }
  template <class Group>
  void attach(Group& group) {
    for (unsigned i = 0; i < group.used(); ++i) EXPECT_EQ(handler.attach(group.counter(i)), status::ok);
  }

  simulated_core core;
  pmu::unit<backend> pmu;
  pmu::overflow_handler<backend, 4> handler;
};

TEST(counter_group, refuses_more_events_than_counters_and_keeps_what_it_has) {
  machine m;
  pmu::counter_group<backend, 8> group;
  for (int i = 0; i < 4; ++i) ASSERT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::ok);
  EXPECT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::no_counter);
  EXPECT_EQ(group.add(m.pmu, pmu::arm::cycle_counter), status::ok);  // that one counts nothing else
  EXPECT_EQ(group.add(m.pmu, pmu::arm::cycle_counter), status::no_counter);
  EXPECT_EQ(group.used(), 5U);
}

TEST(counter_group, of_a_full_size_takes_no_more) {
  machine m;
  pmu::counter_group<backend, 1> group;
  EXPECT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::ok);
  EXPECT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::no_counter);
  EXPECT_EQ(m.pmu.taken(), 0b1000U);
}

TEST(counter_group, that_never_counted_has_no_reading) {
  machine m;
  pmu::counter_group<backend, 1> group;
  ASSERT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::ok);
  pmu::group_reading<1> r;
  EXPECT_EQ(group.read(m.pmu.backend(), 5, r), status::not_started);
}

TEST(counter_group, refuses_an_event_that_the_cpu_does_not_have) {
  machine m;
  m.core.pmceid0 = 1U << 0x11;
  pmu::counter_group<backend, 2> group;
  EXPECT_EQ(group.add(m.pmu, pmu::arm::inst_retired), status::no_event);
  EXPECT_EQ(group.add(m.pmu, pmu::event{0x1'0000}), status::no_event);
  EXPECT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::ok);
}

TEST(counter_group, is_not_changed_while_it_counts) {
  machine m;
  pmu::counter_group<backend, 2> group;
  ASSERT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::ok);
  m.attach(group);
  ASSERT_EQ(group.start(m.pmu), status::ok);
  EXPECT_EQ(group.add(m.pmu, pmu::arm::inst_retired), status::running);
  EXPECT_EQ(group.start(m.pmu), status::running);
}

TEST(counter_group, that_nobody_counts_the_wraps_of_does_not_start) {
  machine m;
  pmu::counter_group<backend, 2> group;
  ASSERT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::ok);
  ASSERT_EQ(group.add(m.pmu, pmu::arm::inst_retired), status::ok);
  ASSERT_EQ(m.handler.attach(group.counter(0)), status::ok);
  EXPECT_EQ(group.start(m.pmu), status::no_interrupt);
  EXPECT_EQ(m.core.enabled, 0U);
  ASSERT_EQ(m.handler.attach(group.counter(1)), status::ok);
  EXPECT_EQ(group.start(m.pmu), status::ok);
  group.stop(m.pmu);
  m.handler.detach(group.counter(1).counter());
  EXPECT_EQ(group.start(m.pmu), status::no_interrupt);
}

TEST(counter_group, starts_and_stops_all_counters_by_one_access_each) {
  machine m;
  pmu::counter_group<backend, 3> group;
  for (int i = 0; i < 3; ++i) ASSERT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::ok);
  m.attach(group);
  ASSERT_EQ(group.start(m.pmu), status::ok);
  m.core.work(1000);
  group.stop(m.pmu);
  pmu::group_reading<3> r;
  ASSERT_EQ(group.read(m.pmu.backend(), 7, r), status::ok);
  EXPECT_EQ(r.time_ticks, 7U);
  EXPECT_GE(r.count[0], 1000U);
  EXPECT_EQ(r.count[0], r.count[1]);
  EXPECT_EQ(r.count[1], r.count[2]);
}

TEST(counter_group, that_runs_again_counts_from_zero) {
  machine m;
  pmu::counter_group<backend, 1> group;
  ASSERT_EQ(group.add(m.pmu, pmu::arm::cycle_counter), status::ok);
  m.attach(group);
  for (int run = 0; run < 3; ++run) {
    const std::uint64_t before = m.core.counted[31];
    ASSERT_EQ(group.start(m.pmu), status::ok);
    m.core.work(700);
    group.stop(m.pmu);
    pmu::group_reading<1> r;
    ASSERT_EQ(group.read(m.pmu.backend(), 0, r), status::ok);
    EXPECT_EQ(r.count[0], m.core.counted[31] - before);
  }
}

TEST(counter_group, gives_its_counters_back) {
  machine m;
  pmu::counter_group<backend, 4> group;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i) ASSERT_EQ(group.add(m.pmu, pmu::arm::cpu_cycles), status::ok);
    group.release(m.pmu);
    EXPECT_EQ(m.pmu.taken(), 0U);
  }
}

// Wrong: stopping the counters to read them loses whatever interrupts the reader.
TEST(counter_group, loses_nothing_to_an_interrupt_anywhere_in_a_read) {
  for (unsigned at = 1; at < 20; ++at) {
    machine m;
    pmu::counter_group<backend, 2> group;
    ASSERT_EQ(group.add(m.pmu, pmu::arm::cycle_counter), status::ok);
    ASSERT_EQ(group.add(m.pmu, pmu::arm::inst_retired), status::ok);
    m.attach(group);
    const std::uint64_t before = m.core.counted[31];
    ASSERT_EQ(group.start(m.pmu), status::ok);
    m.core.work(100);
    m.core.accesses = 0;
    m.core.on_access = [&](unsigned n) {
      // An interrupt or a task that preempts; while masked, another core that holds the bus.
      if (n == at) m.core.work(m.core.masked ? 100 : 500);
    };
    pmu::group_reading<2> r;
    ASSERT_EQ(group.read(m.pmu.backend(), 0, r), status::ok);
    m.core.on_access = nullptr;
    m.core.work(100);
    group.stop(m.pmu);
    ASSERT_EQ(group.read(m.pmu.backend(), 0, r), status::ok);
    EXPECT_EQ(r.count[0], m.core.counted[31] - before) << at;
  }
}

TEST(chained_counter, is_exact_wherever_the_lower_half_wraps) {
  for (unsigned cost = 1; cost <= 3; ++cost) {
    for (std::uint64_t start = 0; start < 256; ++start) {
      machine m({.access_cost = cost});
      pmu::chained_counter<backend> pair;
      ASSERT_EQ(pair.take(m.pmu, pmu::arm::cpu_cycles), status::ok);
      m.core.counter[0] = m.core.counted[0] = start;
      m.core.counter[1] = 0;
      ASSERT_EQ(m.pmu.count(pair.mask()), status::ok);
      for (int i = 0; i < 2; ++i) {
        const std::uint64_t least = m.core.counted[0];
        const std::uint64_t read = pair.read();
        ASSERT_GE(read, least) << start;
        ASSERT_LE(read, m.core.counted[0]) << start;
      }
      m.core.work(1000);
      m.pmu.rest(pair.mask());
      ASSERT_EQ(pair.read(), m.core.counted[0]);
    }
  }
}

TEST(wrong_read, of_a_pair_from_above_without_looking_again_is_found) {
  std::uint64_t wrong = 0;
  for (std::uint64_t start = 0; start < 256; ++start) {
    simulated_core core;
    core.type[0] = 0x11;
    core.type[1] = 0x1E;
    core.enabled = 3;
    core.control = 1;
    core.counter[0] = core.counted[0] = start;
    core.work(100);
    const std::uint64_t least = core.counted[0];
    const std::uint64_t high = core.read(pmu::a64::pmevcntr(1));
    const std::uint64_t read = high << 8 | core.read(pmu::a64::pmevcntr(0));
    if (read < least || read > core.counted[0]) ++wrong;
  }
  EXPECT_GT(wrong, 0U);
}

TEST(chained_counter, is_refused_where_the_cpu_has_no_chain_event) {
  machine m;
  m.core.pmceid0 = 1U << 0x11;  // as QEMU says: it would count nothing, and raise no error
  pmu::chained_counter<backend> pair;
  EXPECT_EQ(pair.take(m.pmu, pmu::arm::cpu_cycles), status::no_event);
  EXPECT_EQ(m.pmu.taken(), 0U);
}

TEST(chained_counter, needs_two_neighbours) {
  machine m;
  unsigned n = 0;
  ASSERT_EQ(m.pmu.take(pmu::arm::cpu_cycles, {}, n), status::ok);  // counter 3: only 0 and 1 are left as a pair
  pmu::chained_counter<backend> first, second;
  EXPECT_EQ(first.take(m.pmu, pmu::arm::cpu_cycles), status::ok);
  EXPECT_EQ(first.mask(), 0b0011U);
  EXPECT_EQ(second.take(m.pmu, pmu::arm::cpu_cycles), status::no_counter);
}

}  // namespace
}  // namespace rtm::test
