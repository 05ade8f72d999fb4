// SPDX-License-Identifier: MIT
// Division and scaling of 64-bit numbers without the compiler's library, for code that runs once a period or a window.
// Bounded loops of shifts; never in a hook.
#pragma once

#include <stdint.h>

#include "rtm/detail/load_math.hpp"

namespace rtm::detail {

/// value * 2^bits, modulo 2^64. On a 32-bit target a shift by a variable is a call of the compiler's library.
constexpr uint64_t shifted_up(uint64_t value, uint32_t bits) {
  const auto low = uint32_t(value), high = uint32_t(value >> 32);
  if (bits >= 64) return 0;
  if (bits >= 32) return uint64_t{low << (bits - 32)} << 32;
  if (bits == 0) return value;
  return uint64_t{high << bits | low >> (32 - bits)} << 32 | low << bits;
}

/// The low `bits` bits.
constexpr uint64_t low_bits(uint32_t bits) { return bits >= 64 ? ~uint64_t{0} : shifted_up(1, bits) - 1; }

struct quotient {
  uint64_t whole = 0;
  uint64_t rest = 0;
};

struct wide128 {
  uint64_t high = 0;
  uint64_t low = 0;
};

/// a * b, all 128 bits of it.
constexpr wide128 full_product(uint64_t a, uint64_t b) {
  const auto a_low = uint32_t(a), a_high = uint32_t(a >> 32);
  const auto b_low = uint32_t(b), b_high = uint32_t(b >> 32);
  const uint64_t low = product(a_low, b_low);
  const uint64_t middle_1 = product(a_high, b_low) + (low >> 32);
  const uint64_t middle_2 = product(a_low, b_high) + uint32_t(middle_1);
  return {product(a_high, b_high) + (middle_1 >> 32) + (middle_2 >> 32), (middle_2 << 32) | uint32_t(low)};
}

/// value / by, rounded down; all bits set if that does not fit 64 bits. `by` != 0. Bound: 64 rounds.
constexpr quotient divide(wide128 value, uint64_t by) {
  if (value.high >= by) return {~uint64_t{0}, 0};
  uint64_t rest = value.high;
  uint64_t whole = 0;
  for (int round = 0; round < 64; ++round) {
    const bool carry = (rest >> 63) != 0;
    rest = (rest << 1) | (value.low >> 63);
    value.low <<= 1;
    whole <<= 1;
    if (carry || rest >= by) {
      rest -= by;
      whole |= 1;
    }
  }
  return {whole, rest};
}

constexpr quotient divide(uint64_t value, uint64_t by) { return divide(wide128{0, value}, by); }

/// a * b / c, rounded down; all bits set if that does not fit 64 bits. `c` != 0.
constexpr uint64_t scale_down(uint64_t a, uint64_t b, uint64_t c) { return divide(full_product(a, b), c).whole; }

/// a * b / c, rounded up.
constexpr uint64_t scale_up(uint64_t a, uint64_t b, uint64_t c) {
  const quotient q = divide(full_product(a, b), c);
  return q.rest == 0 || q.whole == ~uint64_t{0} ? q.whole : q.whole + 1;
}

/// a + b, or the largest number there is.
constexpr uint64_t sum_or_most(uint64_t a, uint64_t b) { return a > ~uint64_t{0} - b ? ~uint64_t{0} : a + b; }

}  // namespace rtm::detail
