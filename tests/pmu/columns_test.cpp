// SPDX-License-Identifier: MIT
// Counters beside the ledger. One column is the clock itself, so that the ledger judges it, row by row; another
// advances as it likes, and a plain list of who ran in each step judges that.
#include "rtm/pmu/columns.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "property/prng.hpp"
#include "rtm/ledger.hpp"
#include "rtm/pmu/power.hpp"
#include "rtm/sink_chain.hpp"
#include "simulated_core.hpp"
#include "threads/capacities.hpp"
#include "threads/fact_stream.hpp"

namespace rtm::test {
namespace {

/// Column 0 is the clock, 32 bits of it; column 1 a counter of 12 bits.
struct two_counters {
  std::uint64_t time = 0, events = 0;
  void read(std::uint64_t (&raw)[2]) const {
    raw[0] = time | std::uint64_t{7} << 32;  // above the width stands anything
    raw[1] = events & 0xFFFU;
  }
  [[nodiscard]] static std::uint32_t bits(unsigned column) { return column == 0 ? 32 : 12; }
};

template <class Capacity>
using counted_ledger = ledger<Capacity, pmu::columns<Capacity, 2, two_counters>>;

/// Who owns the core: 'b' base, 'i' interrupt, 's' Swi, and the id.
using owner = std::pair<char, std::uint32_t>;

owner owner_of(const core_state& s) {
  if (s.frames.empty()) return {'b', owner_id(s.base)};
  return {s.frames.back().is_swi ? 's' : 'i', s.frames.back().id};
}

template <class Capacity>
void compare_with_the_ledger(const counted_ledger<Capacity>& l) {
  const auto& c = l.sink();
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < owners; ++i) {
    const task_id id{owner_id(i)};
    EXPECT_EQ(c.sums(id).exclusive[0], l.epoch_sums(id).exclusive) << i;
    sum += c.sums(id).exclusive[0];
  }
  const auto compare_calls = [&](auto id) {
    EXPECT_EQ(c.sums(id).exclusive[0], l.epoch_sums(id).exclusive) << std::uint32_t(id);
    EXPECT_EQ(c.sums(id).inclusive[0], l.epoch_sums(id).inclusive) << std::uint32_t(id);
    return c.sums(id).exclusive[0];
  };
  for (std::uint32_t i = 0; i < isrs; ++i) sum += compare_calls(isr_id{i});
  for (std::uint32_t i = 0; i < swis; ++i) sum += compare_calls(swi_id{i});
  for (std::uint32_t i = 0; i < points; ++i) (void)compare_calls(point_id{i});
  EXPECT_EQ(sum, c.total(0));
  EXPECT_EQ(sum, l.epoch().total_ticks);
}

template <class Capacity>
void compare_with_the_list(const counted_ledger<Capacity>& l, const std::map<owner, std::uint64_t>& events,
                           const std::map<std::uint32_t, std::uint64_t>& events_of_points) {
  const auto& c = l.sink();
  const auto of = [](const auto& map, auto key) {
    const auto at = map.find(key);
    return at == map.end() ? 0U : at->second;
  };
  for (std::uint32_t i = 0; i < owners; ++i) {
    EXPECT_EQ(c.sums(task_id{owner_id(i)}).exclusive[1], of(events, owner{'b', owner_id(i)})) << i;
  }
  for (std::uint32_t i = 0; i < isrs; ++i) EXPECT_EQ(c.sums(isr_id{i}).exclusive[1], of(events, owner{'i', i})) << i;
  for (std::uint32_t i = 0; i < swis; ++i) EXPECT_EQ(c.sums(swi_id{i}).exclusive[1], of(events, owner{'s', i})) << i;
  for (std::uint32_t i = 0; i < points; ++i) EXPECT_EQ(c.sums(point_id{i}).exclusive[1], of(events_of_points, i)) << i;
  std::uint64_t sum = 0;
  for (const auto& [who, count] : events) sum += count;
  EXPECT_EQ(c.total(1), sum);
}

template <class Capacity>
void run(std::uint64_t seed) {
  const auto l = std::make_unique<counted_ledger<Capacity>>();
  two_counters source;
  source.time = source.events = seed * 977;
  l->sink().attach(source);
  fact_stream stream(seed, source.time);
  property::prng random(seed);
  ASSERT_EQ(l->start(static_cast<typename Capacity::word>(source.time), task_id{0},
                     {fact_stream::window_ticks, fact_stream::max_gap_ticks}),
            status::ok);
  core_state state;
  state.base = owner_index(0);
  std::map<owner, std::uint64_t> events;
  std::map<std::uint32_t, std::uint64_t> events_of_points;
  bool is_frozen = false;
  for (int i = 0; i < 20'000; ++i) {
    const told t = stream.next();
    const std::uint64_t step = random.below(10) == 0 ? random.below(0x1000) : random.below(30);
    source.events += step;
    source.time = t.time;
    ASSERT_EQ(tell(*l, t), t.answer);
    // The step belongs to whoever ran before the fact, unless the fact found the time itself unsound.
    const bool counts = !is_frozen && t.answer != status::gap_exceeded && t.answer != status::time_backwards;
    if (counts) {
      events[owner_of(state)] += step;
      if (!state.current_points().empty()) events_of_points[state.current_points().back()] += step;
    }
    if (t.answer == status::ok && t.fact == fact_kind::reset) {
      is_frozen = false;
      events.clear();
      events_of_points.clear();
    }
    if (t.answer == status::ok) state.accept(t);
    if (is_fault(t.answer)) is_frozen = true;
    if (i % 64 != 0) continue;
    const status settled = l->snapshot(static_cast<typename Capacity::word>(t.time));
    ASSERT_EQ(settled, is_frozen ? status::ignored : status::ok);
    compare_with_the_ledger(*l);
    compare_with_the_list(*l, events, events_of_points);
    if (::testing::Test::HasFailure()) FAIL() << "fact " << i << " of seed " << seed;
  }
}

/// All owners of a window, and what the counter itself advanced in it.
template <class Sink>
std::pair<std::uint64_t, std::uint64_t> sums_of(const Sink& c, const pmu::column_window& w) {
  std::uint64_t sum = 0, count[2] = {};
  const auto add = [&](auto id) {
    c.window_sums(w, id, count);
    sum += count[1];
  };
  for (std::uint32_t i = 0; i < owners; ++i) add(task_id{owner_id(i)});
  for (std::uint32_t i = 0; i < isrs; ++i) add(isr_id{i});
  for (std::uint32_t i = 0; i < swis; ++i) add(swi_id{i});
  c.window_totals(w, count);
  return {sum, count[1]};
}

// After each fact: if it closed a window, the windows so far hold all that the counter has advanced up to that fact.
TEST(columns, of_all_windows_sum_up_to_the_epoch) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const auto l = std::make_unique<counted_ledger<words_of_32_bits>>();
    two_counters source;
    source.time = seed * 977;
    l->sink().attach(source);
    fact_stream stream(seed, source.time);
    property::prng random(seed);
    ASSERT_EQ(l->start(static_cast<std::uint32_t>(source.time), task_id{0},
                       {fact_stream::window_ticks, fact_stream::max_gap_ticks}),
              status::ok);
    std::uint64_t closed = 0, windows = 0;
    std::uint32_t epoch = 0, mark = 0;
    for (int i = 0; i < 20'000; ++i) {
      const told t = stream.next();
      source.events += random.below(30);
      source.time = t.time;
      ASSERT_EQ(tell(*l, t), t.answer);
      if (l->epoch().epoch != epoch) closed = 0;
      epoch = l->epoch().epoch;
      pmu::column_window w;
      if (!l->sink().latest_window(w) || w.mark == mark) continue;
      mark = w.mark;
      const auto [sum, total] = sums_of(l->sink(), w);
      EXPECT_EQ(sum, total);
      closed += total;
      ++windows;
      window_header of_ledger;
      ASSERT_EQ(l->latest_window(of_ledger), status::ok);
      EXPECT_EQ(w.index, of_ledger.index);
      EXPECT_EQ(w.epoch, of_ledger.epoch);
      ASSERT_EQ(closed, l->sink().total(1)) << "fact " << i << " of seed " << seed;
    }
    EXPECT_GT(windows, 100U);
  }
}

/// Hears facts and counts them; a plain sink.
struct fact_counter {
  unsigned facts = 0;
  template <class Word>
  void accepted(fact_kind, Word, std::uint32_t) {
    ++facts;
  }
};

TEST(sink_chain, tells_every_sink_of_every_fact) {
  ledger<words_of_32_bits, sink_chain<pmu::columns<words_of_32_bits, 2, two_counters>, fact_counter>> l;
  two_counters source;
  l.sink().attach(source);
  ASSERT_EQ(l.start(0, idle, {100, 0}), status::ok);
  source.events = 7;
  ASSERT_EQ(l.isr_enter(10, isr_id{0}), status::ok);
  source.events = 9;
  ASSERT_EQ(l.isr_exit(20, isr_id{0}), status::ok);
  EXPECT_EQ(l.sink().facts, 3U);
  EXPECT_EQ(l.sink().sums(idle).exclusive[1], 7U);
  EXPECT_EQ(l.sink().sums(isr_id{0}).exclusive[1], 2U);
}

TEST(columns, go_to_the_owner_that_the_ledger_charges) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) run<words_of_32_bits>(seed);
  for (std::uint64_t seed = 13; seed <= 18; ++seed) run<words_of_64_bits>(seed);
}

TEST(columns, of_a_ledger_that_nobody_attached_are_no_numbers) {
  counted_ledger<words_of_32_bits> l;
  ASSERT_EQ(l.start(0, idle, {100, 0}), status::ok);
  ASSERT_EQ(l.isr_enter(10, isr_id{0}), status::ok);
  EXPECT_FALSE(l.sink().is_sound());
  EXPECT_EQ(l.sink().sums(idle).exclusive[0], 0U);
}

TEST(columns, are_spoilt_until_the_next_epoch_by_whoever_finds_the_counters_lost) {
  counted_ledger<words_of_32_bits> l;
  two_counters source;
  l.sink().attach(source);
  ASSERT_EQ(l.start(0, idle, {100, 0}), status::ok);
  EXPECT_TRUE(l.sink().is_sound());
  l.sink().spoil();
  EXPECT_FALSE(l.sink().is_sound());
  ASSERT_EQ(l.reset(10, idle), status::ok);
  EXPECT_TRUE(l.sink().is_sound());
}

TEST(columns, keep_what_start_up_found_for_the_first_epoch) {
  counted_ledger<words_of_32_bits> l;
  two_counters source;
  l.sink().attach(source);
  l.sink().spoil(pmu::status::no_counter);
  ASSERT_EQ(l.start(0, idle, {100, 0}), status::ok);
  EXPECT_EQ(l.sink().state(), pmu::status::no_counter);
  ASSERT_EQ(l.reset(10, idle), status::ok);
  EXPECT_EQ(l.sink().state(), pmu::status::ok);
}

TEST(columns, of_an_epoch_that_a_fault_froze_say_so_until_the_next) {
  counted_ledger<words_of_32_bits> l;
  two_counters source;
  l.sink().attach(source);
  ASSERT_EQ(l.start(0, idle, {100, 0}), status::ok);
  source.events = 5;
  ASSERT_EQ(l.isr_exit(10, isr_id{0}), status::isr_underflow);
  EXPECT_EQ(l.sink().state(), pmu::status::epoch_invalid);
  EXPECT_EQ(l.sink().sums(idle).exclusive[1], 5U) << "what was measured before is not lost";
  ASSERT_EQ(l.reset(20, idle), status::ok);
  EXPECT_TRUE(l.sink().is_sound());
}

TEST(columns, outside_the_capacity_are_zero) {
  counted_ledger<words_of_32_bits> l;
  EXPECT_EQ(l.sink().sums(task_id{tasks}).exclusive[0], 0U);
  EXPECT_EQ(l.sink().sums(isr_id{isrs}).exclusive[0], 0U);
  EXPECT_EQ(l.sink().sums(swi_id{swis}).exclusive[0], 0U);
  EXPECT_EQ(l.sink().sums(point_id{points}).exclusive[0], 0U);
}

// A task that moves to another core: what it caused on each is counted there, once.
TEST(columns, count_on_each_core_what_happened_there) {
  counted_ledger<words_of_32_bits> core[2];
  two_counters source[2];
  for (int i = 0; i < 2; ++i) {
    source[i].events = 100U * static_cast<unsigned>(i);
    core[i].sink().attach(source[i]);
    ASSERT_EQ(core[i].start(0, idle, {1000, 0}), status::ok);
  }
  ASSERT_EQ(core[0].task_switch(10, task_id{1}), status::ok);
  source[0].events += 6000 % 4096;
  ASSERT_EQ(core[0].task_switch(20, idle), status::ok);
  ASSERT_EQ(core[1].task_switch(20, task_id{1}), status::ok);
  source[1].events += 3096;
  ASSERT_EQ(core[1].task_switch(40, idle), status::ok);
  EXPECT_EQ(core[0].sink().sums(task_id{1}).exclusive[1] + core[1].sink().sums(task_id{1}).exclusive[1], 1904U + 3096U);
}

TEST(columns, are_not_fed_by_a_group_that_did_not_fit) {
  using backend = simulated_pmu<>;
  simulated_core machine({.narrow_bits = 16});
  pmu::unit<backend> pmu(pmu_of(machine));
  ASSERT_EQ(pmu.start(), pmu::status::ok);
  pmu::counter_group<backend, 2, pmu::extend::by_poll> group;
  ASSERT_EQ(group.add(pmu, pmu::arm::cycle_counter), pmu::status::ok);
  ASSERT_EQ(group.start(pmu), pmu::status::ok);
  pmu::raw_counters<backend, 2> source;
  EXPECT_EQ(source.attach(pmu.backend(), group), pmu::status::no_counter);
  machine.work(100);
  std::uint64_t raw[2] = {1, 1};
  source.read(raw);
  EXPECT_EQ(raw[0], 0U);
  EXPECT_EQ(raw[1], 0U) << "whoever has counter 0, it is not ours";
  ledger<words_of_32_bits, pmu::columns<words_of_32_bits, 2, pmu::raw_counters<backend, 2>>> l;
  l.sink().attach(source);
  ASSERT_EQ(l.start(0, idle, {}), status::ok);
  EXPECT_EQ(l.sink().state(), pmu::status::no_counter);
}

/// Two counters of a group as columns: the core is idle, loses its power after 1000 cycles, and works 500 more.
struct powered_columns {
  using backend = simulated_pmu<>;
  using counters = pmu::raw_counters<backend, 2>;
  using counted = pmu::columns<words_of_32_bits, 2, counters>;

  powered_columns() {
    EXPECT_EQ(pmu.start(), pmu::status::ok);
    EXPECT_EQ(group.add(pmu, pmu::arm::cycle_counter), pmu::status::ok);
    EXPECT_EQ(group.add(pmu, pmu::arm::inst_retired), pmu::status::ok);
    EXPECT_EQ(group.start(pmu), pmu::status::ok);
    EXPECT_EQ(source.attach(pmu.backend(), group), pmu::status::ok);
    l.sink().attach(source);
    EXPECT_EQ(l.start(0, idle, {}), status::ok);
    machine.work(1000);
  }

  simulated_core machine{{.narrow_bits = 16}};
  pmu::unit<backend> pmu{pmu_of(machine)};
  pmu::counter_group<backend, 2, pmu::extend::by_poll> group;
  counters source;
  ledger<words_of_32_bits, counted> l;
};

TEST(columns, that_are_suspended_with_their_group_go_on_after_a_loss_of_power) {
  for (std::uint32_t seed = 1; seed < 20; ++seed) {
    powered_columns m;
    pmu::suspend(m.pmu, m.group, m.l.sink());
    m.machine.power_cycle(seed);
    ASSERT_EQ(pmu::resume(m.pmu, m.group, m.l.sink()), pmu::status::ok);
    m.machine.work(500);
    ASSERT_EQ(m.l.poll(100), status::ok);
    EXPECT_EQ(m.l.sink().state(), pmu::status::ok);
    // The accesses of both calls are cycles too.
    EXPECT_GE(m.l.sink().total(0), 1500U) << seed;
    EXPECT_LE(m.l.sink().total(0), 1500U + 60U) << seed;
    EXPECT_EQ(m.l.sink().sums(idle).exclusive[0], m.l.sink().total(0));
  }
}

TEST(columns, whose_group_alone_was_suspended_say_so_until_the_next_epoch) {
  powered_columns m;
  pmu::suspend(m.pmu, m.group);
  m.machine.power_cycle(7);
  ASSERT_EQ(pmu::resume(m.pmu, m.group), pmu::status::ok);
  ASSERT_EQ(m.l.poll(100), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::suspended);
  ASSERT_EQ(m.l.reset(110, idle), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::ok);
}

// Told of one loss of power, not of the one before: that stays in the columns of the epoch.
TEST(columns, whose_group_alone_was_suspended_say_so_though_they_go_with_it_the_next_time) {
  powered_columns m;
  pmu::suspend(m.pmu, m.group);
  m.machine.power_cycle(7);
  ASSERT_EQ(pmu::resume(m.pmu, m.group), pmu::status::ok);
  pmu::suspend(m.pmu, m.group, m.l.sink());
  m.machine.power_cycle(8);
  ASSERT_EQ(pmu::resume(m.pmu, m.group, m.l.sink()), pmu::status::ok);
  ASSERT_EQ(m.l.poll(100), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::suspended);
  ASSERT_EQ(m.l.reset(110, idle), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::ok);
}

/// A group of one event, and columns that are attached before it counts.
struct one_column {
  using backend = simulated_pmu<>;
  using counters = pmu::raw_counters<backend, 1>;

  explicit one_column(pmu::event counted) {
    EXPECT_EQ(pmu.start(), pmu::status::ok);
    EXPECT_EQ(group.add(pmu, counted), pmu::status::ok);
    l.sink().attach(source);
  }

  simulated_core machine{{.narrow_bits = 16}};
  pmu::unit<backend> pmu{pmu_of(machine)};
  pmu::counter_group<backend, 1, pmu::extend::by_poll> group;
  counters source;
  ledger<words_of_32_bits, pmu::columns<words_of_32_bits, 1, counters>> l;
};

// Instructions, of which a counter of 16 bits comes round twice.
TEST(columns, know_how_wide_counters_are_in_whatever_order_all_is_attached) {
  one_column m(pmu::arm::inst_retired);
  ASSERT_EQ(m.group.start(m.pmu), pmu::status::ok);
  ASSERT_EQ(m.source.attach(m.pmu.backend(), m.group), pmu::status::ok);
  ASSERT_EQ(m.l.start(0, idle, {}), status::ok);
  for (std::uint32_t time = 1; time <= 100; ++time) {
    m.machine.work(2000);
    ASSERT_EQ(m.l.poll(time), status::ok);
  }
  EXPECT_GT(m.l.sink().total(0), 65'536U * 2);
  EXPECT_LT(m.l.sink().total(0), 65'536U * 4);
}

TEST(columns, attached_in_the_midst_of_an_epoch_have_missed_what_was_before) {
  for (const bool counts_before : {true, false}) {
    one_column m(pmu::arm::cycle_counter);
    ASSERT_EQ(m.l.start(0, idle, {}), status::ok);
    if (counts_before) {
      ASSERT_EQ(m.group.start(m.pmu), pmu::status::ok);
    }
    ASSERT_EQ(m.source.attach(m.pmu.backend(), m.group), pmu::status::ok);
    if (!counts_before) {
      ASSERT_EQ(m.group.start(m.pmu), pmu::status::ok);
    }
    ASSERT_EQ(m.l.poll(10), status::ok);
    EXPECT_EQ(m.l.sink().state(), pmu::status::suspended);
    ASSERT_EQ(m.l.reset(20, idle), status::ok);
    EXPECT_EQ(m.l.sink().state(), pmu::status::ok);
  }
}

TEST(columns, of_a_group_that_stood_still_say_so_until_the_epoch_after) {
  powered_columns m;
  m.group.stop(m.pmu);
  ASSERT_EQ(m.l.poll(10), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::suspended);
  ASSERT_EQ(m.l.reset(20, idle), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::suspended) << "it still does";
  ASSERT_EQ(m.group.start(m.pmu), pmu::status::ok);
  ASSERT_EQ(m.l.poll(30), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::suspended) << "not all of the epoch was counted";
  ASSERT_EQ(m.l.reset(40, idle), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::ok);
}

TEST(columns, of_an_epoch_that_began_before_the_power_came_back_say_so) {
  powered_columns m;
  pmu::suspend(m.pmu, m.group);
  m.machine.power_cycle(7);
  ASSERT_EQ(m.l.reset(20, idle), status::ok);
  ASSERT_EQ(pmu::resume(m.pmu, m.group), pmu::status::ok);
  ASSERT_EQ(m.l.poll(30), status::ok);
  EXPECT_EQ(m.l.sink().state(), pmu::status::suspended);
}

TEST(columns, are_fed_by_the_counters_of_a_group) {
  using backend = simulated_pmu<>;
  using counters = pmu::raw_counters<backend, 2>;
  simulated_core machine({.narrow_bits = 16});
  pmu::unit<backend> pmu(pmu_of(machine));
  ASSERT_EQ(pmu.start(), pmu::status::ok);
  pmu::counter_group<backend, 2, pmu::extend::by_poll> group;
  ASSERT_EQ(group.add(pmu, pmu::arm::cycle_counter), pmu::status::ok);
  ASSERT_EQ(group.add(pmu, pmu::arm::inst_retired), pmu::status::ok);
  ASSERT_EQ(group.start(pmu), pmu::status::ok);
  counters source;
  ASSERT_EQ(source.attach(pmu.backend(), group), pmu::status::ok);
  ledger<words_of_32_bits, pmu::columns<words_of_32_bits, 2, counters>> l;
  l.sink().attach(source);
  const auto now = [&] { return static_cast<std::uint32_t>(machine.system_ticks); };
  ASSERT_EQ(l.start(now(), idle, {}), status::ok);
  const std::uint64_t begin = machine.counted[31];
  for (int i = 0; i < 200; ++i) {
    machine.work(700);
    ASSERT_EQ(l.isr_enter(now(), isr_id{1}), status::ok);
    machine.work(300);
    ASSERT_EQ(l.isr_exit(now(), isr_id{1}), status::ok);
  }
  const auto in_isr = l.sink().sums(isr_id{1});
  const auto in_idle = l.sink().sums(idle);
  EXPECT_EQ(in_isr.exclusive[0] + in_idle.exclusive[0], l.sink().total(0));
  EXPECT_NEAR(double(l.sink().total(0)), double(machine.counted[31] - begin), 8.0);
  EXPECT_NEAR(double(in_isr.exclusive[0]), 200 * 300.0, 200 * 4.0);
  EXPECT_NEAR(double(in_isr.exclusive[1]) / double(in_isr.exclusive[0]), 2.0 / 3.0, 0.01);
}

}  // namespace
}  // namespace rtm::test
