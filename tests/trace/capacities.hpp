// SPDX-License-Identifier: MIT
// Capacities for tests of the trace: each word, clocks narrower than it, and limits that are soon met.
#pragma once

#include <cstdint>

#include "rtm/capacity.hpp"

namespace rtm::test {

struct small_32 : default_capacity {
  static constexpr uint32_t tasks = 5, isrs = 4, swis = 3, points = 4;
  static constexpr uint32_t depth = 4, point_depth = 3, point_frames = 7;
};
struct narrow_16 : small_32 {
  static constexpr uint32_t clock_bits = 16;
};
struct narrow_24 : small_32 {
  static constexpr uint32_t clock_bits = 24;
  static constexpr uint32_t depth = 1, point_depth = 2, point_frames = 3;
};
struct least : default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 0, swis = 0, points = 0, depth = 1;
};
struct wide_64 : small_32 {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 64;
};
struct any_clock : small_32 {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 0;
  static constexpr uint32_t depth = 6, point_depth = 4, point_frames = 30;
};

}  // namespace rtm::test
