// SPDX-License-Identifier: MIT
// Which ledgers are measured? One translation unit knows one of them, as `bench::capacity`; the build names it with
// RTM_BENCH_CAPACITY.
#pragma once

#include <stdint.h>

#include "rtm/capacity.hpp"
#include "rtm/sink.hpp"
#include "rtm/trace/sink.hpp"

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

/// The same with a trace that is attached: what they cost more is the price of recording.
struct full_traced : full {
  using sink = rtm::trace::sink<>;
};
struct lean_traced : lean {
  using sink = rtm::trace::sink<>;
};

using capacity = RTM_BENCH_CAPACITY;

template <class Capacity, class = void>
struct sink_of {
  using type = rtm::no_sink;
};
template <class Capacity>
struct sink_of<Capacity, decltype(void(sizeof(typename Capacity::sink)))> {
  using type = typename Capacity::sink;
};
using sink = sink_of<capacity>::type;
inline constexpr bool is_traced = rtm::detail::sees_ledger<sink>;

}  // namespace bench
