// SPDX-License-Identifier: MIT
// Counters without a flag, extended by polling, at every width and from every kind of start value.
#include <gtest/gtest.h>

#include "rtm/pmu/counter.hpp"
#include "rtm/pmu/group.hpp"

namespace rtm::test {
namespace {

/// One counter that stands where the test puts it.
struct polled_pmu {
  static constexpr bool has_overflow = false;
  static constexpr bool runs_in_idle = false;
  std::uint32_t width = 32;
  std::uint64_t value = 0;
  std::uint64_t above = 0;  ///< Rubbish in the bits above the width.

  pmu::status start_up() { return pmu::status::ok; }
  std::uint32_t counters() { return 1; }
  std::uint32_t candidates(pmu::event) { return 1; }
  std::uint32_t bits(unsigned) { return width; }
  std::uint64_t read(unsigned) {
    return width < 64 ? (value & ((std::uint64_t{1} << width) - 1)) | above << width : value;
  }
  void write(unsigned, std::uint64_t v) { value = v; }
  void select(unsigned, pmu::event, pmu::filter) {}
  bool is_selected(unsigned, pmu::event, pmu::filter) { return true; }
  void enable(std::uint32_t) {}
  void disable(std::uint32_t) {}
  std::uint32_t enabled() { return 1; }
  void run() {}
  void halt() {}
  bool running() { return true; }
  void sync() {}
  std::uint32_t lock() { return 0; }
  void unlock(std::uint32_t) {}
};

TEST(polled_counter, is_exact_over_many_wraps_at_every_width) {
  for (const std::uint32_t width : {8U, 16U, 24U, 31U, 32U, 48U, 64U}) {
    const std::uint64_t all = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    for (const std::uint64_t start : {std::uint64_t{0}, std::uint64_t{1}, all / 2, all - 1, all}) {
      polled_pmu b{width, start, start & 7U};
      pmu::extended_counter<polled_pmu, pmu::extend::by_poll> counter;
      ASSERT_EQ(counter.start(b, 0), pmu::status::ok);
      EXPECT_EQ(counter.read(), 0U);
      std::uint64_t expected = 0;
      // The longest step that is allowed, and others: three wraps and more. 2^bits - 1 is not the modulus.
      for (const std::uint64_t step : {all, std::uint64_t{1}, all / 2, all / 2 + 1, all, std::uint64_t{0}}) {
        b.value += step;
        b.above = step & 3U;
        expected += step;
        EXPECT_EQ(counter.read(), expected) << width << " bits from " << start;
      }
    }
  }
}

TEST(polled_counter, keeps_its_count_while_it_is_suspended) {
  polled_pmu b{24, 0xFF'FFF0U, 0};
  pmu::extended_counter<polled_pmu, pmu::extend::by_poll> counter;
  ASSERT_EQ(counter.start(b, 0), pmu::status::ok);
  b.value += 100;
  counter.suspend();
  b.value = 12345;
  EXPECT_EQ(counter.read(), 100U);
  counter.resume();
  b.value += 7;
  EXPECT_EQ(counter.read(), 107U);
}

TEST(polled_counter, before_start_counts_nothing) {
  pmu::extended_counter<polled_pmu, pmu::extend::by_poll> counter;
  EXPECT_EQ(counter.read(), 0U);
  polled_pmu b;
  EXPECT_EQ(counter.start(b, 1), pmu::status::bad_counter);
  EXPECT_EQ(counter.start(b, 32), pmu::status::bad_counter);
  EXPECT_EQ(counter.read(), 0U);
}

TEST(polled_counter, that_is_polled_too_seldom_shows_nearly_nothing) {
  polled_pmu b{8, 0, 0};
  pmu::extended_counter<polled_pmu, pmu::extend::by_poll> counter;
  ASSERT_EQ(counter.start(b, 0), pmu::status::ok);
  b.value += 258;  // the contract is broken, and two samples cannot tell
  EXPECT_EQ(counter.read(), 2U);
}

// 32-bit difference in a 64-bit variable: the mistake that the mask is there for.
TEST(wrong_difference, without_a_mask_or_with_the_wrong_modulus_is_found) {
  const std::uint64_t before = 0xFFFF'FFF0U, after = 0x10U;
  const std::uint64_t right = 0x20;
  EXPECT_EQ((after - before) & 0xFFFF'FFFFU, right);
  EXPECT_NE(after - before, right);
  EXPECT_NE((after + 0xFFFF'FFFFU - before) % 0xFFFF'FFFFU, right);
}

}  // namespace
}  // namespace rtm::test
