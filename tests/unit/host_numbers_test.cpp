// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "report/report.hpp"
#include "views/numbers.hpp"

namespace rtm::host {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

TEST(percent, is_rounded_half_up_to_one_decimal) {
  EXPECT_EQ(percent(30, 100), "30.0");
  EXPECT_EQ(percent(150, 199), "75.4");
  EXPECT_EQ(percent(49, 199), "24.6");
  EXPECT_EQ(percent(1, 2000), "0.1") << "0.05 rounds up";
  EXPECT_EQ(percent_with_unit(30, 100), "30.0 %");
}

TEST(percent, what_is_not_nothing_is_not_0) {
  EXPECT_EQ(percent(0, 100), "0");
  EXPECT_EQ(percent(1, 1'000'000), "<0.1");
  EXPECT_EQ(percent(1, most), "<0.1");
}

TEST(percent, what_is_not_all_is_not_100) {
  EXPECT_EQ(percent(100, 100), "100");
  EXPECT_EQ(percent(999'999, 1'000'000), ">99.9");
  EXPECT_EQ(percent(most - 1, most), ">99.9");
  EXPECT_EQ(percent(most, most), "100");
}

TEST(percent, of_nothing_is_not_available) {
  EXPECT_EQ(percent(0, 0), "n/a");
  EXPECT_EQ(percent_with_unit(0, 0), "n/a");
}

TEST(percent, of_inclusive_time_may_exceed_100) { EXPECT_EQ(percent(140, 100), "140.0"); }

TEST(duration, has_four_digits_and_the_unit_that_suits) {
  EXPECT_EQ(duration(0, 1000), "0 s");
  EXPECT_EQ(duration(1, 1'000'000'000), "1.000 ns");
  EXPECT_EQ(duration(12'500, 1'000'000'000), "12.50 us");
  EXPECT_EQ(duration(70, 1000), "70.00 ms");
  EXPECT_EQ(duration(999, 1000), "999.0 ms");
  EXPECT_EQ(duration(1000, 1000), "1.000 s");
  EXPECT_EQ(duration(123'456, 1), "123456.0 s");
  EXPECT_EQ(duration(1, 3'000'000'000), "0.333 ns");
  EXPECT_EQ(duration(1, most), "<0.001 ns");
}

TEST(duration, of_the_largest_numbers_does_not_overflow) {
  EXPECT_EQ(duration(most, 1), "18446744073709551615.0 s");
  EXPECT_EQ(duration(most, most), "1.000 s");
}

TEST(duration, mean_divides_before_it_rounds) {
  EXPECT_EQ(mean_duration(10, 3, 1000), "3.333 ms");
  EXPECT_EQ(mean_duration(most, most, 1), "1.000 s");
}

TEST(frequency, is_exact) {
  EXPECT_EQ(frequency(1'000'000'000), "1 GHz");
  EXPECT_EQ(frequency(168'000'000), "168 MHz");
  EXPECT_EQ(frequency(16'500'000), "16.5 MHz");
  EXPECT_EQ(frequency(32'768), "32.768 kHz");
  EXPECT_EQ(frequency(1'234'567), "1234.567 kHz");
  EXPECT_EQ(frequency(1), "1 Hz");
}

TEST(load, is_of_the_known_time_only) {
  EXPECT_EQ(load_of({.idle = 70, .kernel = 0, .unknown = 0}, 100), 0.3);
  EXPECT_EQ(load_of({.idle = 5, .kernel = 0, .unknown = 75}, 100), 0.8);
  EXPECT_EQ(load_of({.idle = 0, .kernel = 100, .unknown = 0}, 100), 1.0) << "kernel time is load";
}

TEST(load, is_absent_where_nothing_is_known) {
  EXPECT_EQ(load_of({}, 0), std::nullopt);
  EXPECT_EQ(load_of({.idle = 0, .kernel = 0, .unknown = 100}, 100), std::nullopt);
}

TEST(load, of_an_invalid_epoch_and_of_a_cut_window_is_absent) {
  epoch_row epoch;
  epoch.total = 100;
  epoch.base.idle = 50;
  EXPECT_EQ(load_of(epoch), 0.5);
  epoch.fault = fault_row{};
  EXPECT_EQ(load_of(epoch), std::nullopt);

  window_row window;
  window.length = 100;
  window.base.idle = 50;
  EXPECT_EQ(load_of(window), 0.5);
  window.cut_by_fault = true;
  EXPECT_EQ(load_of(window), std::nullopt);
}

}  // namespace
}  // namespace rtm::host
