// SPDX-License-Identifier: MIT
// Which clocks can a load be measured with? The four behaviours of a counter in sleep, and one that never moves, with
// an always-on reference beside it: of its 1000 ticks the core is awake for 100, and 64 clock ticks make one of it.
#include "rtm/clock_test.hpp"

#include <gmock/gmock.h>

#include "rtm/ledger.hpp"

namespace {

using rtm::clock_status;

constexpr rtm::clock_rates rates{64'000, 1'000, 20};

// By counts alone, as a person would on a bench.

constexpr clock_status judge(std::uint64_t busy_ticks, std::uint64_t idle_ticks) {
  return rtm::judge_clock({{busy_ticks, 100}, {idle_ticks, 900}}, rates);
}

TEST(clock_test, counter_that_stops_in_sleep_is_named) {
  EXPECT_EQ(judge(6'400, 0), clock_status::clock_stops_in_idle);
}
TEST(clock_test, counter_that_stops_for_a_part_of_sleep_is_named) {
  EXPECT_EQ(judge(6'400, 28'800), clock_status::clock_stops_in_idle);
}
TEST(clock_test, counter_that_runs_in_sleep_is_good) { EXPECT_EQ(judge(6'400, 57'600), clock_status::clock_ok); }
TEST(clock_test, sleep_that_is_added_twice_is_too_fast) {
  EXPECT_EQ(judge(6'400, 115'200), clock_status::clock_too_fast);
}
TEST(clock_test, counter_that_never_moves_is_stuck) { EXPECT_EQ(judge(0, 0), clock_status::clock_stuck); }
TEST(clock_test, counter_at_half_its_rate_is_too_slow_not_asleep) {
  EXPECT_EQ(judge(3'200, 28'800), clock_status::clock_too_slow);
}
TEST(clock_test, counter_at_twice_its_rate_is_too_fast) {
  EXPECT_EQ(judge(12'800, 115'200), clock_status::clock_too_fast);
}
TEST(clock_test, reference_that_does_not_move_proves_nothing) {
  EXPECT_EQ(rtm::judge_clock({{6'400, 0}, {57'600, 0}}, rates), clock_status::reference_stuck);
}

TEST(clock_test, deviation_within_the_tolerance_is_believed_and_beyond_it_is_not) {
  // 20/1024 of 57 600 are 1 125; rounding may be one tick of either clock, 64 ticks and 1 tick: 65.
  EXPECT_EQ(judge(6'400, 57'600 + 1'125), clock_status::clock_ok);
  EXPECT_EQ(judge(6'400, 57'600 - 1'125), clock_status::clock_ok);
  EXPECT_EQ(judge(6'400, 57'600 + 1'125 + 66), clock_status::clock_too_fast);
  EXPECT_EQ(judge(6'400, 57'600 - 1'125 - 66), clock_status::clock_stops_in_idle);
}

// The same found out by test_clock, with clocks that move as the test says.

struct world {
  static inline std::uint64_t reference = 0;  // moves with every reading of it while awake, and in sleep
  static inline std::uint64_t awake = 0;      // reference ticks
  static inline std::uint64_t asleep = 0;     // reference ticks
  static void begin() { reference = awake = asleep = 0; }
  static void work() {
    ++reference;
    ++awake;
  }
  static void sleep() {
    reference += 90;
    asleep += 90;
  }
};

struct reference_clock {
  using word = std::uint32_t;
  static constexpr std::uint32_t clock_bits = 16;
  static std::uint64_t rate_hz() { return 1'000; }
  static word now() {
    world::work();
    return static_cast<word>(world::reference + 65'500) & 0xFFFFU;  // wraps in the middle
  }
};

/// `Awake` and `Asleep`: ticks for each of the reference.
template <std::uint32_t Awake, std::uint32_t Asleep, bool SaysItRunsInIdle = true>
struct test_port {
  using word = std::uint32_t;
  using mask_state = std::uint32_t;
  static constexpr std::uint32_t clock_bits = 24;
  static constexpr bool runs_in_idle = SaysItRunsInIdle;
  static constexpr std::uint32_t cores = 1;
  static std::uint64_t rate_hz() { return 64'000; }
  static word now() {
    return static_cast<word>(0xFF'FF00U + world::awake * Awake + world::asleep * Asleep) & 0xFF'FFFFU;
  }
  static mask_state lock() { return 0; }
  static void unlock(mask_state) {}
  static std::uint32_t core_index() { return 0; }
  static std::uint32_t active_exception() { return rtm::no_id; }
};

constexpr rtm::clock_test_plan plan{10'000, 100, 10, 900, 20};

template <class Port>
rtm::clock_report test() {
  world::begin();
  return rtm::test_clock<Port, reference_clock>(plan, world::sleep);
}

TEST(clock_test, classes_are_found_by_measuring_across_the_wraps_of_both_clocks) {
  EXPECT_EQ((test<test_port<64, 64>>().status), clock_status::clock_ok);
  EXPECT_EQ((test<test_port<64, 0>>().status), clock_status::clock_stops_in_idle);
  EXPECT_EQ((test<test_port<64, 128>>().status), clock_status::clock_too_fast);
  EXPECT_EQ((test<test_port<0, 0>>().status), clock_status::clock_stuck);
  EXPECT_EQ((test<test_port<32, 32>>().status), clock_status::clock_too_slow);
}

TEST(clock_test, report_keeps_what_was_counted) {
  const rtm::clock_report found = test<test_port<64, 64>>();
  EXPECT_EQ(found.seen.busy.clock_ticks, 64 * found.seen.busy.reference_ticks);
  EXPECT_EQ(found.seen.busy.reference_ticks, 100U);
  EXPECT_EQ(found.seen.idle.reference_ticks, 10 * 91U) << "ten sleeps of 90, and a reading after each";
  EXPECT_TRUE(found.rate_is_proven);
  EXPECT_TRUE(found.idle_is_proven);
}

// 10 ticks of 1 kHz: a tick of rounding is 10 %, and 2 % would not show.
TEST(clock_test, few_ticks_prove_nothing) {
  world::begin();
  const auto found =
      rtm::test_clock<test_port<64, 64>, reference_clock>({10'000, 10, 1, 900, 20}, [] { world::work(); });
  EXPECT_EQ(found.seen.busy.reference_ticks, 10U);
  EXPECT_FALSE(found.rate_is_proven);
  EXPECT_FALSE(found.idle_is_proven);
}

TEST(clock_test, port_that_says_it_stops_in_idle_is_believed) {
  EXPECT_EQ((test<test_port<64, 64, false>>().status), clock_status::clock_stops_in_idle);
}

struct stopped_reference {
  using word = std::uint32_t;
  static constexpr std::uint32_t clock_bits = 32;
  static std::uint64_t rate_hz() { return 1'000; }
  static word now() { return 7; }
};

TEST(clock_test, sleep_that_returns_at_once_ends_by_its_bound) {
  world::begin();
  int sleeps = 0;
  const auto found = rtm::test_clock<test_port<64, 64>, stopped_reference>(plan, [&] { ++sleeps; });
  EXPECT_EQ(found.status, clock_status::reference_stuck);
  EXPECT_EQ(sleeps, 10);
}

TEST(clock_test, without_a_second_time_base_only_a_stuck_clock_is_found) {
  EXPECT_EQ((rtm::test_clock<test_port<64, 64>>(plan).status), clock_status::clock_stuck) << "nothing moves the world";
  struct moving : test_port<64, 64> {
    static word now() {
      world::work();
      return test_port::now();
    }
  };
  const rtm::clock_report found = rtm::test_clock<moving>(plan);
  EXPECT_EQ(found.status, clock_status::clock_ok);
  EXPECT_FALSE(found.rate_is_proven);
  EXPECT_FALSE(found.idle_is_proven);
}

// What becomes of it: no load, rather than a wrong one.

template <class Port>
rtm::start_answer try_to_start(rtm::ledger<>& ledger, const rtm::clock_report& tested) {
  return rtm::start_measuring<Port>(ledger, tested, rtm::idle, {});
}

TEST(clock_test, ledger_is_not_started_with_a_clock_that_stops_in_idle) {
  rtm::ledger<> ledger;
  const auto answer = try_to_start<test_port<64, 0>>(ledger, test<test_port<64, 0>>());
  EXPECT_EQ(answer.clock, clock_status::clock_stops_in_idle);
  EXPECT_EQ(answer.ledger, rtm::status::not_started);
  EXPECT_EQ(ledger.poll(0), rtm::status::not_started);
  EXPECT_FALSE(ledger.epoch().valid);
}

TEST(clock_test, ledger_is_not_started_without_a_test) {
  rtm::ledger<> ledger;
  EXPECT_EQ((try_to_start<test_port<64, 64>>(ledger, {}).clock), clock_status::not_tested);
  EXPECT_EQ(ledger.poll(0), rtm::status::not_started);
}

TEST(clock_test, ledger_is_started_with_a_good_clock) {
  rtm::ledger<> ledger;
  const auto answer = try_to_start<test_port<64, 64>>(ledger, test<test_port<64, 64>>());
  EXPECT_EQ(answer.clock, clock_status::clock_ok);
  EXPECT_EQ(answer.ledger, rtm::status::ok);
  EXPECT_TRUE(ledger.epoch().valid);
}

TEST(clock_test, every_status_has_its_name) {
  EXPECT_STREQ(rtm::name_of(clock_status::clock_stops_in_idle), "clock_stops_in_idle");
  EXPECT_STREQ(rtm::name_of(clock_status::not_tested), "not_tested");
}

}  // namespace
