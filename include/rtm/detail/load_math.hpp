// SPDX-License-Identifier: MIT
// The arithmetic of loads without a division, and without a 64-bit multiplication: on a 32-bit target those come from
// the compiler's library, which a target library should not ask for.
#pragma once

#include <stdint.h>

namespace rtm::detail {

/// scale * part / whole, rounded half up, exact for all 64 bits. `part` <= `whole`, `whole` != 0, `scale` < 1024.
/// Bound: ten rounds. Multiplies and divides at once, a bit of `scale` a round, so that nothing exceeds `whole`.
constexpr uint32_t rounded_share(uint64_t part, uint64_t whole, uint32_t scale) {
  uint64_t rest = 0;  // always less than whole: the sums below are compared before they are made
  uint32_t share = 0;
  const auto add = [&](uint64_t n) {
    if (n >= whole - rest) {
      rest -= whole - n;
      ++share;
    } else {
      rest += n;
    }
  };
  for (uint32_t bit = 512; bit != 0; bit >>= 1) {
    share <<= 1;
    add(rest);
    if ((scale & bit) != 0) add(part);
  }
  return rest >= whole - rest ? share + 1 : share;
}

/// 32 x 32 bits from 16 x 16: Armv6-M has no longer multiplication.
constexpr uint64_t product(uint32_t a, uint32_t b) {
  const uint32_t a_low = a & 0xFFFFU, a_high = a >> 16;
  const uint32_t b_low = b & 0xFFFFU, b_high = b >> 16;
  const uint32_t low = a_low * b_low;
  const uint32_t middle_1 = a_high * b_low;
  const uint32_t middle_2 = a_low * b_high;
  return (uint64_t{a_high * b_high} << 32) + (uint64_t{middle_1} << 16) + (uint64_t{middle_2} << 16) + low;
}

}  // namespace rtm::detail
