// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "text/quantity.hpp"

namespace rtm::host {
namespace {

TEST(quantity, of_time_is_in_ns) {
  EXPECT_EQ(duration_of("7ns"), 7U);
  EXPECT_EQ(duration_of("5s"), 5'000'000'000U);
  EXPECT_EQ(duration_of("1.5ms"), 1'500'000U);
  EXPECT_EQ(duration_of("0.000000001s"), 1U);
  EXPECT_EQ(duration_of("2min"), 120'000'000'000U);
  EXPECT_EQ(duration_of("1.250us"), 1'250U);
}

TEST(quantity, of_time_that_is_none_is_refused) {
  for (const char* const text : {"", "5", "s", "-1s", "5 s", "5sec", "1.s", ".5s", "1.5ns", "0.0000000001s", "1e3s",
                                 "18446744074s", "18446744073.8s", "99999999999999999999s"})
    EXPECT_EQ(duration_of(text), std::nullopt) << text;
}

TEST(quantity, of_bytes_has_the_powers_of_two) {
  EXPECT_EQ(bytes_of("4096"), 4096U);
  EXPECT_EQ(bytes_of("3K"), 3072U);
  EXPECT_EQ(bytes_of("8M"), 8U << 20);
  EXPECT_EQ(bytes_of("1G"), 1U << 30);
  for (const char* const text : {"", "M", "1.5M", "8MB", "-8M", "17179869184G"})
    EXPECT_EQ(bytes_of(text), std::nullopt) << text;
}

}  // namespace
}  // namespace rtm::host
