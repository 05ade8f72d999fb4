// SPDX-License-Identifier: MIT
// A small random number generator whose numbers are the same everywhere, so that a seed in a bug report reproduces the
// run. <random> promises that for its engines, not for its distributions. This is splitmix64 (Steele, Lea, Flood 2014).
#pragma once

#include <cstddef>
#include <cstdint>

namespace rtm::property {

class prng {
 public:
  explicit prng(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E37'79B9'7F4A'7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58'476D'1CE4'E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D0'49BB'1331'11EBU;
    return z ^ (z >> 31U);
  }

  /// 0 .. limit-1; limit > 0. The bias of the remainder does not matter for choosing tests.
  std::uint64_t below(std::uint64_t limit) { return next() % limit; }

  /// low .. high, both included.
  std::uint64_t between(std::uint64_t low, std::uint64_t high) {
    const std::uint64_t span = high - low;
    return span == ~std::uint64_t{0} ? next() : low + below(span + 1);
  }

  bool chance(std::uint64_t permille) { return below(1000) < permille; }

  template <class Value, std::size_t N>
  const Value& pick(const Value (&from)[N]) {
    return from[below(N)];
  }

 private:
  std::uint64_t state_;
};

}  // namespace rtm::property
