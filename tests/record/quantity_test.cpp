// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "text/quantity.hpp"

namespace rtm::host {
namespace {

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
