// SPDX-License-Identifier: MIT
// Two clocks whose offset and drift the test knows, and exchanges that queue for a while on either way.
#include "rtm/sync/alignment.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "property/prng.hpp"

namespace rtm::test {
namespace {

using sync::status;

struct two_clocks {
  std::uint64_t offset = 0;
  std::int64_t drift_ppb = 0;
  std::uint64_t slow_way = 0;  ///< The way back takes this much longer, always.
  property::prng random{1};

  /// What the remote clock shows at a moment of the local one.
  [[nodiscard]] std::uint64_t remote(std::uint64_t local) const {
    return local + offset + std::uint64_t(std::int64_t(local / 1000) * drift_ppb / 1'000'000);
  }
  sync::exchange exchange_at(std::uint64_t time) {
    const auto queue = [&] {
      std::uint64_t t = 200;
      while (random.chance(500)) t += random.below(150);
      return t;
    };
    sync::exchange e;
    e.sent = time;
    const std::uint64_t there = time + queue();
    e.received = remote(there);
    e.replied = remote(there + 50);
    e.returned = there + 50 + queue() + slow_way;
    return e;
  }
};

std::uint64_t difference(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : b - a; }

constexpr std::uint64_t second = 1'000'000'000;

TEST(alignment, converts_within_its_bound_whatever_offset_drift_and_asymmetry) {
  property::prng seeds(11);
  for (int i = 0; i < 200; ++i) {
    two_clocks c;
    c.random = property::prng(seeds.next());
    c.offset = seeds.next();
    c.drift_ppb = std::int64_t(seeds.below(200'000)) - 100'000;
    c.slow_way = seeds.below(400);
    sync::alignment<> a;
    const std::uint64_t begin = seeds.below(100 * second);
    std::uint64_t time = begin;
    for (int k = 0; k < 16 * 8; ++k, time += second / 100) ASSERT_EQ(a.add(c.exchange_at(time)), status::ok);
    ASSERT_EQ(a.state(), status::ok) << i;
    // In the past, now, and for as long again.
    for (std::uint64_t at = begin; at < time + (time - begin); at += second / 7) {
      std::uint64_t local = 0, bound = 0;
      ASSERT_EQ(a.to_local(c.remote(at), local, bound), status::ok);
      ASSERT_LE(difference(local, at), bound) << i << " " << at;
      ASSERT_LT(bound, 5'000U);
      std::uint64_t remote = 0;
      ASSERT_EQ(a.to_remote(at, remote, bound), status::ok);
      ASSERT_LE(difference(remote, c.remote(at)), bound) << i << " " << at;
    }
  }
}

/// A remote clock that runs a quarter faster, exchanges of 400 ticks.
TEST(alignment, converts_within_its_bound_at_a_drift_of_25_percent) {
  const auto remote = [](std::uint64_t local) { return local + local / 4; };
  sync::alignment<> a;
  std::uint64_t time = second;
  for (int k = 0; k < 16 * 8; ++k, time += second / 100)
    ASSERT_EQ(a.add({time, remote(time + 200), remote(time + 200), time + 400}), status::ok);
  ASSERT_EQ(a.state(), status::ok);
  for (std::uint64_t at = second; at < 4 * second; at += second / 7) {
    std::uint64_t local = 0, bound = 0;
    ASSERT_EQ(a.to_local(remote(at), local, bound), status::ok);
    ASSERT_LE(difference(local, at), bound) << at;
  }
}

TEST(alignment, finds_a_drift_of_20_ppm) {
  two_clocks c;
  c.offset = 123'456;
  c.drift_ppb = 20'000;
  sync::alignment<> a;
  for (std::uint64_t k = 0; k < 16 * 8; ++k) ASSERT_EQ(a.add(c.exchange_at(k * second / 100)), status::ok);
  const double ppm = double(a.drift_q32()) / 4294.967296;
  EXPECT_NEAR(ppm, 20.0, 0.2);
  EXPECT_LE(std::fabs(ppm - 20.0), double(a.drift_bound_q32()) / 4294.967296);
}

TEST(alignment, keeps_the_shortest_round_trip_and_half_of_it_is_the_least_bound) {
  two_clocks c;
  sync::alignment<> a;
  for (std::uint64_t k = 0; k < 16 * 8; ++k) ASSERT_EQ(a.add(c.exchange_at(k * second / 100)), status::ok);
  EXPECT_GE(a.shortest_round_trip(), 400U);
  EXPECT_LT(a.shortest_round_trip(), 450U);
  std::uint64_t local = 0, bound = 0;
  ASSERT_EQ(a.to_local(c.remote(second / 2), local, bound), status::ok);
  EXPECT_GE(bound, a.shortest_round_trip() / 2);
}

TEST(alignment, takes_the_best_exchange_of_a_batch_wherever_it_stands_in_it) {
  for (const bool first : {false, true}) {
    sync::alignment<3, 2> a;
    for (std::uint64_t k = 0; k < 3; ++k) {
      const std::uint64_t t = k * 1'000'000;
      const sync::exchange good{t, t + 5, t + 5, t + 10}, bad{t + 100, t + 190, t + 190, t + 200};
      ASSERT_EQ(a.add(first ? good : bad), status::ok);
      ASSERT_EQ(a.add(first ? bad : good), status::ok);
    }
    ASSERT_EQ(a.state(), status::ok);
    EXPECT_EQ(a.shortest_round_trip(), 10U);
    std::uint64_t local = 0, bound = 0;
    ASSERT_EQ(a.to_local(500'000, local, bound), status::ok);
    EXPECT_NEAR(double(local), 500'000.0, 2.0);
  }
}

TEST(alignment, converts_far_ahead_within_a_bound_that_grows_with_the_distance) {
  property::prng seeds(3);
  for (int i = 0; i < 100; ++i) {
    two_clocks c;
    c.random = property::prng(seeds.next());
    c.drift_ppb = std::int64_t(seeds.below(200'000)) - 100'000;
    sync::alignment<> a;
    for (std::uint64_t k = 0; k < 16 * 8; ++k) ASSERT_EQ(a.add(c.exchange_at(k * second / 100)), status::ok);
    std::uint64_t last_bound = 0;
    for (std::uint64_t at = 10 * second; at < 2000 * second; at *= 3) {
      std::uint64_t local = 0, bound = 0;
      ASSERT_EQ(a.to_local(c.remote(at), local, bound), status::ok);
      ASSERT_LE(difference(local, at), bound) << i << " " << at;
      ASSERT_GT(bound, last_bound);
      last_bound = bound;
    }
  }
}

TEST(alignment, cannot_see_that_one_way_is_longer_but_its_bound_covers_it) {
  two_clocks c;
  c.slow_way = 300;
  sync::alignment<> a;
  for (std::uint64_t k = 0; k < 16 * 8; ++k) ASSERT_EQ(a.add(c.exchange_at(k * second / 100)), status::ok);
  std::uint64_t local = 0, bound = 0;
  ASSERT_EQ(a.to_local(c.remote(second / 2), local, bound), status::ok);
  EXPECT_GT(difference(local, second / 2), 100U);
  EXPECT_LE(difference(local, second / 2), bound);
}

TEST(alignment, says_uncalibrated_until_three_batches_at_different_times) {
  two_clocks c;
  sync::alignment<4, 2> a;
  std::uint64_t local = 0, bound = 0;
  EXPECT_EQ(a.to_local(5, local, bound), status::uncalibrated);
  EXPECT_EQ(a.to_remote(5, local, bound), status::uncalibrated);
  for (int k = 0; k < 5; ++k) ASSERT_EQ(a.add(c.exchange_at(std::uint64_t(k) * second)), status::ok);
  EXPECT_EQ(a.state(), status::uncalibrated);
  ASSERT_EQ(a.add(c.exchange_at(6 * second)), status::ok);
  EXPECT_EQ(a.state(), status::ok);
  sync::alignment<4, 1> at_once;
  const sync::exchange same{100, 200, 200, 120};
  for (int k = 0; k < 4; ++k) ASSERT_EQ(at_once.add(same), status::ok);
  EXPECT_EQ(at_once.state(), status::uncalibrated);
}

TEST(alignment, refuses_exchanges_that_cannot_be) {
  sync::alignment<> a;
  EXPECT_EQ(a.add({100, 5, 6, 99}), status::bad_exchange);
  EXPECT_EQ(a.add({100, 6, 5, 120}), status::bad_exchange);
  EXPECT_EQ(a.add({100, 5, 50, 120}), status::bad_exchange);  // took longer there than here
}

TEST(alignment, notices_a_clock_that_was_set_and_recovers) {
  two_clocks c;
  sync::alignment<4, 2> a;
  std::uint64_t time = 0;
  const auto exchanges = [&](int n) {
    for (int k = 0; k < n; ++k, time += second / 100) ASSERT_EQ(a.add(c.exchange_at(time)), status::ok);
  };
  exchanges(8);
  EXPECT_EQ(a.state(), status::ok);
  c.offset += 1'000'000;
  exchanges(4);
  EXPECT_EQ(a.state(), status::clock_jumped);
  std::uint64_t local = 0, bound = 0;
  EXPECT_EQ(a.to_local(5, local, bound), status::clock_jumped);
  exchanges(4);  // the batches of the old setting have gone
  EXPECT_EQ(a.state(), status::ok);
}

/// A clock that is set by a fraction of a round trip up to several, between two batches: no exchange can tell that
/// from queues. Then the bound covers it, at every moment that a batch has seen since, or the status says so.
TEST(alignment, bounds_what_is_shown_since_a_clock_was_set_by_a_few_round_trips) {
  property::prng seeds(5);
  unsigned seen = 0, unseen = 0;
  for (int i = 0; i < 20'000; ++i) {
    two_clocks c;
    c.random = property::prng(seeds.next());
    c.drift_ppb = std::int64_t(seeds.below(200'000)) - 100'000;
    sync::alignment<> a;
    std::uint64_t time = second;
    const std::uint64_t batches = 3 + seeds.below(20), since = 1 + seeds.below(8);
    const auto exchanges = [&](std::uint64_t n) {
      for (std::uint64_t k = 0; k < n * 8; ++k, time += second / 100) {
        ASSERT_EQ(a.add(c.exchange_at(time)), status::ok);
      }
    };
    exchanges(batches);
    const std::uint64_t set_at = time;
    c.offset += seeds.below(2'000) - 1'000;
    exchanges(since);
    if (a.state() != status::ok) {
      ++seen;
      continue;
    }
    ++unseen;
    for (std::uint64_t at = set_at; at < time + (time - set_at); at += second / 50) {
      std::uint64_t local = 0, bound = 0;
      ASSERT_EQ(a.to_local(c.remote(at), local, bound), status::ok);
      ASSERT_LE(difference(local, at), bound)
          << i << " " << at << " set at " << set_at << " " << batches << " " << since;
    }
  }
  EXPECT_GT(seen, 1000U);
  EXPECT_GT(unseen, 1000U);
}

TEST(alignment, calls_a_clock_that_was_set_by_minutes_no_less_jumped_than_one_set_by_a_millisecond) {
  two_clocks c;
  sync::alignment<4, 2> a;
  std::uint64_t time = 0;
  for (int k = 0; k < 8; ++k, time += second / 100) ASSERT_EQ(a.add(c.exchange_at(time)), status::ok);
  c.offset += 600 * second;
  for (int k = 0; k < 2; ++k, time += second / 100) ASSERT_EQ(a.add(c.exchange_at(time)), status::ok);
  EXPECT_EQ(a.state(), status::clock_jumped);
}

TEST(alignment, brings_a_window_to_the_common_clock_or_leaves_it_where_it_is) {
  two_clocks c;
  c.offset = 1'000'000;
  sync::alignment<> a(0, 7);
  sync::core_window<1> w;
  w.clock = 7;
  w.start_ticks = c.remote(second);
  w.stop_ticks = c.remote(2 * second);
  EXPECT_EQ(a.align(w), status::not_synchronous);
  EXPECT_EQ(w.clock, 7U);
  for (std::uint64_t k = 0; k < 16 * 8; ++k) ASSERT_EQ(a.add(c.exchange_at(k * second / 100)), status::ok);
  ASSERT_EQ(a.align(w), status::ok);
  EXPECT_EQ(w.clock, 0U);
  EXPECT_LE(difference(w.start_ticks, second), w.clock_bound_ticks);
  EXPECT_LE(difference(w.stop_ticks, 2 * second), w.clock_bound_ticks);
  EXPECT_EQ(a.align(w), status::not_synchronous);  // not of the remote clock any more
  w.clock = 7;
  c.offset += second;
  for (std::uint64_t k = 16 * 8; k < 17 * 8; ++k) ASSERT_EQ(a.add(c.exchange_at(k * second / 100)), status::ok);
  EXPECT_EQ(a.align(w), status::clock_jumped);
  EXPECT_EQ(w.clock, 7U);
}

}  // namespace
}  // namespace rtm::test
