// SPDX-License-Identifier: MIT
// Which ledgers are measured? One translation unit knows one of them, as `bench::capacity`; the build names it with
// RTM_BENCH_CAPACITY.
#pragma once

#include <stdint.h>

#include "rtm/capacity.hpp"

namespace bench {

/// The defaults: 16 tasks, 16 interrupts, 16 points, depth 8, extremes.
struct full : rtm::default_capacity {};

/// Counts and sums only.
struct lean : rtm::default_capacity {
  static constexpr uint32_t points = 0;
  static constexpr bool extremes = false;
};

struct no_points : rtm::default_capacity {
  static constexpr uint32_t points = 0;
};

struct small : rtm::default_capacity {
  static constexpr uint32_t tasks = 8, isrs = 8, points = 8, depth = 4, point_frames = 4;
};

/// The defaults, and software interrupts.
struct with_swis : rtm::default_capacity {
  static constexpr uint32_t swis = 8;
};

/// The defaults on a 64-bit core.
struct wide : rtm::default_capacity {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 64;
};

using capacity = RTM_BENCH_CAPACITY;

}  // namespace bench
