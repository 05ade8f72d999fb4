// SPDX-License-Identifier: MIT
// The formulas of combine.hpp against four cores whose counters run in bursts, 0.2 to 2 events a tick, of which it is
// known what happened in every tick. 1 tick is 1 ns.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "rtm/sync/combine.hpp"
#include "simulated_cores.hpp"

namespace rtm::test {
namespace {

using sync::status;
using sync::strategy;

constexpr std::uint64_t cores = 4;
constexpr std::uint64_t begin = 100'000;
constexpr std::uint64_t slow = 200, fast = 2000;  // events in 1000 ticks

struct trial {
  std::uint64_t truth = 0;         ///< Events of all cores in exactly the common window.
  std::uint64_t naive = 0;         ///< The sum of what the cores counted.
  std::uint64_t window_error = 0;  ///< Largest of any core.
  sync::system_window<2> result;
};

std::uint64_t difference(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

/// Every core starts and stops up to `lateness` ticks after the boundaries, or samples every `spacing`.
trial run(property::prng& random, strategy how, std::uint64_t length, std::uint64_t lateness, std::uint64_t spacing) {
  trial t;
  std::vector<sync::core_window<2>> windows;
  for (std::uint32_t i = 0; i < cores; ++i) {
    simulated_member m(i);
    m.source.events = bursty_counter(random, begin + length + 200'000, slow, fast, 20'000);
    sync::plan p;
    p.how = how;
    p.start_ticks = begin;
    p.length_ticks = length;
    EXPECT_EQ(m.windows.arm(p, m.port), status::ok);
    if (how == strategy::global_clock) {
      std::uint64_t at = begin - spacing + random.below(spacing);
      while (m.poll_at(at) != status::ok) at += spacing;
    } else {
      EXPECT_EQ(m.poll_at(begin + random.between(0, lateness)), status::waiting);
      EXPECT_EQ(m.poll_at(begin + length + random.between(0, lateness)), status::ok);
    }
    windows.push_back(m.windows.window());
    const auto& w = windows.back();
    t.truth += m.source.events.milli_events(begin + length) - m.source.events.milli_events(begin);
    t.naive += w.count[0];
    t.window_error = std::max(t.window_error, difference(w.stop_ticks - w.start_ticks, length));
  }
  t.truth /= 1000;
  sync::requirement<2> r;
  r.start_ticks = begin;
  r.length_ticks = length;
  r.error_ppm = 1'000'000;
  r.rates[0] = {slow, fast, 1000};
  r.rates[1] = {2000, 2000, 1000};
  t.result = sync::combine(windows.data(), cores, r);
  EXPECT_EQ(t.result.verdict, status::ok);
  return t;
}

struct errors {
  double naive = 0, corrected = 0;  // mean, relative
};

/// All bounds hold in every trial; returns how good the numbers are on the average.
errors check(strategy how, std::uint64_t length, std::uint64_t lateness, std::uint64_t spacing = 0) {
  property::prng random(length * 31 + lateness * 7 + spacing);
  errors mean;
  constexpr int trials = 100;
  for (int i = 0; i < trials; ++i) {
    const trial t = run(random, how, length, lateness, spacing);
    EXPECT_LE(t.window_error, t.result.skew_bound_ticks);
    EXPECT_LE(t.result.late_ticks, lateness);
    EXPECT_LE(difference(t.result.total[0], t.truth), t.result.total_error[0]);
    // A counter of constant rate is exact but for rounding, whatever the lateness.
    EXPECT_LE(difference(t.result.total[1], cores * 2 * length), 2 * cores);
    // Each core's sum can be off by what the fastest rate does in its lateness.
    if (how != strategy::global_clock) {
      EXPECT_LE(difference(t.naive, t.truth), cores * (2 * lateness * fast / 1000 + 2));
    }
    mean.naive += double(difference(t.naive, t.truth)) / double(t.truth) / trials;
    mean.corrected += double(difference(t.result.total[0], t.truth)) / double(t.truth) / trials;
  }
  return mean;
}

TEST(formulas, bound_every_set_that_starts_at_a_deadline_or_a_boundary) {
  for (const strategy how : {strategy::software, strategy::periodic}) {
    for (const std::uint64_t length : {5'000U, 50'000U, 500'000U, 5'000'000U}) {
      for (const std::uint64_t lateness : {0U, 50U, 1000U}) check(how, length, lateness);
    }
  }
}

TEST(formulas, bound_every_set_that_is_interpolated) {
  for (const std::uint64_t length : {20'000U, 50'000U, 500'000U, 5'000'000U}) {
    for (const std::uint64_t spacing : {100U, 1'000U, 10'000U}) check(strategy::global_clock, length, 0, spacing);
  }
}

TEST(formulas, scaling_helps_short_windows_and_interpolation_long_ones) {
  const errors scaled_short = check(strategy::software, 15'000, 1000);
  const errors interpolated_short = check(strategy::global_clock, 15'000, 0, 10'000);
  EXPECT_LT(scaled_short.corrected, scaled_short.naive);
  EXPECT_LT(scaled_short.corrected, interpolated_short.corrected);
  const errors interpolated_long = check(strategy::global_clock, 5'000'000, 0, 1'000);
  const errors scaled_long = check(strategy::software, 5'000'000, 1000);
  EXPECT_LT(interpolated_long.corrected, scaled_long.corrected);
  EXPECT_LT(interpolated_long.corrected, 0.0005);
}

TEST(formulas, minimum_window_is_lateness_over_error) {
  sync::core_window<1> w;
  w.start_ticks = 0;
  w.stop_ticks = 10'000;
  sync::requirement<1> r;
  r.length_ticks = 10'000;
  r.error_ppm = 1000;                                         // 0.1 %
  for (const std::uint64_t late : {100U, 1'000U, 20'000U}) {  // ns: 100 us, 1 ms, 20 ms
    w.start_ticks = late < 10'000 ? late : 0;
    w.stop_ticks = late < 10'000 ? 10'000 : 10'000 + late;
    const auto s = sync::combine(&w, 1, r);
    EXPECT_EQ(s.minimum_length_ticks, late * 1000);
    EXPECT_EQ(s.verdict, status::too_late);
  }
}

TEST(formulas, ipc_of_one_group_does_not_feel_the_lateness) {
  property::prng random(5);
  std::vector<sync::core_window<2>> windows;
  for (std::uint32_t i = 0; i < cores; ++i) {
    simulated_member m(i);
    m.source.events = bursty_counter(1500);
    sync::plan p;
    p.how = strategy::software;
    p.start_ticks = begin;
    p.length_ticks = 50'000;
    ASSERT_EQ(m.windows.arm(p, m.port), status::ok);
    EXPECT_EQ(m.poll_at(begin + random.below(5'000)), status::waiting);
    EXPECT_EQ(m.poll_at(begin + 50'000 + random.below(5'000)), status::ok);
    windows.push_back(m.windows.window());
  }
  sync::system_ipc ipc;
  ASSERT_EQ(sync::combine_ipc(windows.data(), cores, 0, 1, ipc), status::ok);
  EXPECT_NEAR(double(ipc.ipc_ppm), 750'000.0, 40.0);
}

}  // namespace
}  // namespace rtm::test
