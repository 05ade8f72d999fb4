// SPDX-License-Identifier: MIT
// A narrow counter read as 64 bits, with the wrap at every place of the sequence: once as the module does it, and in
// the ways that look right and are not. Those are kept to show that the sweep finds what it is there to find.
#include <gtest/gtest.h>

#include <string>

#include "rtm/pmu/counter.hpp"
#include "rtm/pmu/overflow.hpp"
#include "simulated_core.hpp"

namespace rtm::test {
namespace {

using backend = simulated_pmu<>;
using flag_counter = pmu::extended_counter<backend, pmu::extend::by_overflow_flag>;

struct result {
  std::uint64_t reads = 0, wrong = 0;
};

struct place {
  core_options how;
  std::uint64_t start = 0;
  bool masked = false;
  pmu::event what = pmu::arm::cpu_cycles;
};

/// Every start value of counters of 6 to 8 bits, late interrupts, slow accesses, a caller with interrupts on and off.
template <class Try>
result sweep(Try each, bool p5 = false, pmu::event what = pmu::arm::cpu_cycles) {
  result sum;
  for (unsigned bits = 6; bits <= 8; ++bits) {
    for (unsigned latency = 0; latency < 8; ++latency) {
      for (unsigned cost = 1; cost <= 3; ++cost) {
        for (std::uint64_t start = 0; start < std::uint64_t{1} << bits; ++start) {
          for (const bool masked : {false, true}) {
            const place at{
                {.narrow_bits = bits, .p5 = p5, .access_cost = cost, .irq_latency = latency}, start, masked, what};
            each(at, sum);
          }
        }
      }
    }
  }
  return sum;
}

/// Reads as the module does, with the module's handler.
void read_by_the_module(const place& at, result& sum) {
  simulated_core core(at.how);
  backend b = pmu_of(core);
  pmu::overflow_handler<backend, 4> handler;
  ASSERT_EQ(b.start_up(), pmu::status::ok);
  b.select(0, at.what, {});
  // What stands above the flag's bits has nothing to do with the wraps that are counted.
  core.counter[0] = at.start | (at.how.p5 ? std::uint64_t{5} << at.how.narrow_bits : 0U);
  flag_counter counter;
  handler.start(b);
  core.overflow_isr = [&] { (void)handler.handle(core.system_ticks); };
  const std::uint64_t before = core.counted[0];
  ASSERT_EQ(counter.start(b, 0), pmu::status::ok);
  ASSERT_EQ(handler.attach(counter), pmu::status::ok);
  b.irq_enable(1);
  b.enable(1);
  b.run();
  core.masked = at.masked;
  for (int i = 0; i < 3; ++i) {
    const std::uint64_t least = core.counted[0] - before;
    const std::uint64_t read = counter.read();
    const std::uint64_t most = core.counted[0] - before;
    ++sum.reads;
    if (read < least || read > most) ++sum.wrong;
  }
  // And after a while with interrupts, to the event.
  core.masked = false;
  core.work(200);
  core.masked = true;
  const std::uint64_t least = core.counted[0] - before;
  const std::uint64_t read = counter.read();
  ++sum.reads;
  if (read < least || read > core.counted[0] - before) ++sum.wrong;
}

/// For docs/pmu.md: --gtest_output=json:FILE shows them.
std::uint64_t wrong_of(const result& r) {
  ::testing::Test::RecordProperty("reads", std::to_string(r.reads));
  ::testing::Test::RecordProperty("wrong", std::to_string(r.wrong));
  return r.wrong;
}

TEST(extended_counter, is_never_wrong_wherever_the_wrap_falls) { EXPECT_EQ(wrong_of(sweep(read_by_the_module)), 0U); }

TEST(extended_counter, is_never_wrong_with_counters_that_carry_on_above_their_flag) {
  EXPECT_EQ(wrong_of(sweep(read_by_the_module, true)), 0U);
}

TEST(extended_counter, is_never_wrong_with_a_counter_that_jumps_over_zero) {
  EXPECT_EQ(wrong_of(sweep(read_by_the_module, false, bursts)), 0U);
}

// ---- What is wrong ----

enum class way {
  high_low,
  low_high,
  high_low_high,
  masked_without_flag,
  masked_flag_before_counter,
  masked_without_reread,
  masked_half,  // right, if the rest of the range is free: kept to show that the harness does not find everything wrong
};

template <way How>
std::uint64_t read_in_way(simulated_core& core, std::uint64_t& wraps) {
  const std::uint64_t mask = (std::uint64_t{1} << core.how().narrow_bits) - 1;
  const auto low = [&] { return core.read(pmu::a64::pmevcntr(0)) & mask; };
  const auto flag = [&] { return core.read(pmu::a64::pmovsclr) & 1U; };
  const auto joined = [&](std::uint64_t high, std::uint64_t lower) { return high << core.how().narrow_bits | lower; };
  if constexpr (How == way::high_low) {
    const std::uint64_t high = wraps;
    return joined(high, low());
  } else if constexpr (How == way::low_high) {
    const std::uint64_t lower = low();
    return joined(wraps, lower);
  } else if constexpr (How == way::high_low_high) {
    for (;;) {
      const std::uint64_t high = wraps;
      const std::uint64_t lower = low();
      if (wraps == high) return joined(high, lower);
    }
  }
  const bool before = core.masked;
  core.masked = true;
  std::uint64_t high = wraps;
  std::uint64_t lower = 0;
  if constexpr (How == way::masked_without_flag) {
    lower = low();
  } else if constexpr (How == way::masked_flag_before_counter) {
    high += flag();
    lower = low();
  } else if constexpr (How == way::masked_without_reread) {
    lower = low();
    high += flag();
  } else if constexpr (How == way::masked_half) {
    lower = low();
    core.spend();
    if (flag() != 0 && lower <= mask / 2) ++high;
  }
  core.masked = before;
  core.spend();
  return joined(high, lower);
}

template <way How>
result sweep_of() {
  return sweep([](const place& at, result& sum) {
    simulated_core core(at.how);
    std::uint64_t wraps = 0;
    core.type[0] = 0x11;
    core.enabled = core.interrupting = core.control = 1;
    core.counter[0] = core.counted[0] = at.start;
    core.masked = at.masked;
    core.overflow_isr = [&] {
      const std::uint64_t flags = core.read(pmu::a64::pmovsclr);
      core.write(pmu::a64::pmovsclr, flags);
      if ((flags & 1U) != 0) ++wraps;
    };
    for (int i = 0; i < 3; ++i) {
      const std::uint64_t least = core.counted[0];
      const std::uint64_t read = read_in_way<How>(core, wraps);
      ++sum.reads;
      if (read < least || read > core.counted[0]) ++sum.wrong;
    }
  });
}

TEST(wrong_read, of_wraps_then_counter_is_found) { EXPECT_GT(wrong_of(sweep_of<way::high_low>()), 0U); }
TEST(wrong_read, of_counter_then_wraps_is_found) { EXPECT_GT(wrong_of(sweep_of<way::low_high>()), 0U); }
TEST(wrong_read, repeated_until_the_wraps_agree_is_found) { EXPECT_GT(wrong_of(sweep_of<way::high_low_high>()), 0U); }
TEST(wrong_read, masked_without_the_flag_is_found) { EXPECT_GT(wrong_of(sweep_of<way::masked_without_flag>()), 0U); }
TEST(wrong_read, of_the_flag_before_the_counter_is_found) {
  EXPECT_GT(wrong_of(sweep_of<way::masked_flag_before_counter>()), 0U);
}
TEST(wrong_read, with_the_flag_but_without_a_second_read_is_found) {
  EXPECT_GT(wrong_of(sweep_of<way::masked_without_reread>()), 0U);
}
TEST(other_read, of_the_lower_half_needs_no_second_read) { EXPECT_EQ(wrong_of(sweep_of<way::masked_half>()), 0U); }

}  // namespace
}  // namespace rtm::test
