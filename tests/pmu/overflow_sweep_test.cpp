// SPDX-License-Identifier: MIT
// Two counters that overflow at every distance from each other, while the handler is at every place of its work.
#include <gtest/gtest.h>

#include "rtm/pmu/overflow.hpp"
#include "simulated_core.hpp"

namespace rtm::test {
namespace {

using backend = simulated_pmu<>;
using flag_counter = pmu::extended_counter<backend, pmu::extend::by_overflow_flag>;

constexpr std::uint64_t range = 128;  // of a counter of 7 bits

struct result {
  std::uint64_t runs = 0, wrong = 0, stuck = 0;
};

// ---- The module's handler ----

struct two_counters {
  explicit two_counters(const core_options& how) : core(how), b(pmu_of(core)) {
    EXPECT_EQ(b.start_up(), pmu::status::ok);
    handler.start(b);
    core.overflow_isr = [this] { (void)handler.handle(core.system_ticks); };
  }
  void start(std::uint64_t first, std::uint64_t second) {
    core.counter[0] = first;
    core.counter[1] = second;
    for (unsigned n = 0; n < 2; ++n) {
      b.select(n, pmu::arm::cpu_cycles, {});
      EXPECT_EQ(counter[n].start(b, n), pmu::status::ok);
      EXPECT_EQ(handler.attach(counter[n]), pmu::status::ok);
    }
    b.irq_enable(3);
    b.enable(3);
    b.run();
  }
  bool is_exact() {
    core.masked = true;
    b.disable(3);
    return counter[0].read() == core.counted[0] && counter[1].read() == core.counted[1];
  }

  simulated_core core;
  backend b;
  pmu::overflow_handler<backend, 4> handler;
  flag_counter counter[2];
};

TEST(overflow_handler, counts_every_overflow_whenever_the_other_counter_overflows) {
  for (unsigned latency = 0; latency < 24; latency += 5) {
    for (std::uint64_t first = 0; first < range; first += 7) {
      for (std::uint64_t distance = 0; distance < range; ++distance) {
        two_counters run({.narrow_bits = 7, .irq_latency = latency});
        run.start(first, (first + distance) % range);
        run.core.work(3 * range + 40);
        ASSERT_TRUE(run.is_exact()) << latency << " " << first << " " << distance;
        ASSERT_GE(run.core.handled, 3U);
      }
    }
  }
}

TEST(overflow_handler, is_right_for_a_more_urgent_interrupt_that_reads_a_counter_inside_it) {
  for (std::uint64_t at = 100; at < 160; ++at) {
    two_counters run({.narrow_bits = 7});
    run.start(0, 60);
    bool wrong = false;
    run.core.urgent_at = run.core.system_ticks + at;
    run.core.urgent_isr = [&] {
      const std::uint64_t least = run.core.counted[0];
      const std::uint64_t read = run.counter[0].read();
      wrong = read < least || read > run.core.counted[0];
    };
    run.core.work(300);
    ASSERT_FALSE(wrong) << at;
    ASSERT_TRUE(run.is_exact());
  }
}

// ---- Handlers that are wrong ----

enum class order { read_clear_process, process_then_clear_each, clear_all_at_the_end };

template <order Order>
void handle(simulated_core& core, std::uint64_t (&wraps)[2], unsigned work) {
  const std::uint64_t flags = core.read(pmu::a64::pmovsclr);
  const auto process = [&](unsigned n) {
    ++wraps[n];
    core.work(work);
  };
  if constexpr (Order == order::read_clear_process) core.write(pmu::a64::pmovsclr, flags);
  for (unsigned n = 0; n < 2; ++n) {
    if ((flags >> n & 1U) == 0) continue;
    process(n);
    if constexpr (Order == order::process_then_clear_each) core.write(pmu::a64::pmovsclr, 1U << n);
  }
  if constexpr (Order == order::clear_all_at_the_end) core.write(pmu::a64::pmovsclr, ~0U);
}

template <order Order>
result sweep(bool edge) {
  result sum;
  for (std::uint64_t start = 0; start < range; ++start) {
    for (unsigned work = 1; work < 50; work += 8) {
      simulated_core core({.narrow_bits = 7, .edge = edge});
      std::uint64_t wraps[2] = {};
      core.type[0] = core.type[1] = 0x11;
      core.enabled = core.interrupting = 3;
      core.control = 1;
      core.counter[0] = core.counted[0] = start;
      core.counter[1] = core.counted[1] = (start + 9) % range;
      core.overflow_isr = [&] { handle<Order>(core, wraps, work); };
      core.work(12 * range);
      core.masked = true;
      ++sum.runs;
      for (unsigned n = 0; n < 2; ++n) {
        const std::uint64_t read = wraps[n] * range + core.counter[n] + ((core.flags >> n & 1U) != 0 ? range : 0);
        if (read != core.counted[n]) {
          ++sum.wrong;
          break;
        }
      }
      if (core.handled < 8) ++sum.stuck;
    }
  }
  return sum;
}

TEST(order_of_the_handler, read_clear_process_is_right_with_a_level_line) {
  const result r = sweep<order::read_clear_process>(false);
  EXPECT_EQ(r.wrong, 0U);
  EXPECT_EQ(r.stuck, 0U);
}

TEST(wrong_handler, that_clears_all_flags_at_the_end_is_found) {
  EXPECT_GT(sweep<order::clear_all_at_the_end>(false).wrong, 0U);
}

TEST(wrong_handler, that_clears_after_processing_gets_stuck_with_an_edge_line) {
  EXPECT_EQ(sweep<order::process_then_clear_each>(false).wrong, 0U);  // saved by the level
  EXPECT_GT(sweep<order::process_then_clear_each>(true).stuck, 0U);
}

TEST(wrong_handler, without_a_mask_shows_a_more_urgent_interrupt_a_counter_without_its_wrap) {
  std::uint64_t wrong = 0;
  for (std::uint64_t at = 100; at < 160; ++at) {
    simulated_core core({.narrow_bits = 7});
    std::uint64_t wraps[2] = {};
    core.type[0] = 0x11;
    core.enabled = core.interrupting = core.control = 1;
    core.overflow_isr = [&] {
      const std::uint64_t flags = core.read(pmu::a64::pmovsclr);
      core.write(pmu::a64::pmovsclr, flags);  // here the urgent one comes in
      wraps[0] += flags & 1U;
    };
    core.urgent_at = at;
    core.urgent_isr = [&] {
      const std::uint64_t least = core.counted[0];
      std::uint64_t low = core.read(pmu::a64::pmevcntr(0));
      std::uint64_t high = wraps[0];
      core.spend();
      if ((core.read(pmu::a64::pmovsclr) & 1U) != 0) {
        low = core.read(pmu::a64::pmevcntr(0));
        ++high;
      }
      const std::uint64_t read = high * range + low;
      if (read < least || read > core.counted[0]) ++wrong;
    };
    core.work(300);
  }
  EXPECT_GT(wrong, 0U);
}

}  // namespace
}  // namespace rtm::test
