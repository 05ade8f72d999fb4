// SPDX-License-Identifier: MIT
// How large a ledger is and what it can do, as a type. Derive from `default_capacity` and name what differs:
//
//   struct engine_ecu : rtm::default_capacity {
//     static constexpr uint32_t tasks = 8, isrs = 12;
//   };
//   rtm::ledger<engine_ecu> core0;   // static storage; about 3 KiB with the defaults
//
// A feature that is off (0, false) costs neither code nor memory.
#pragma once

#include <stdint.h>

namespace rtm {

struct default_capacity {
  /// Word of the counters and of `now`. uint32_t for clocks of up to 32 bits on 32-bit cores; uint64_t for wider
  /// clocks, windows longer than `ledger::max_window_ticks`, and 64-bit cores. A core that cannot load 64 bits at once
  /// (Cortex-M, RV32) takes uint32_t and the low 32 bits of a wider clock: totals have 64 bits all the same.
  using word = uint32_t;
  /// Width of the raw clock, 16 .. bits of `word`. 0 (host tools): given to `start`.
  static constexpr uint32_t clock_bits = 32;

  static constexpr uint32_t tasks = 16;   ///< Task ids are 0 .. tasks-1. At least 1.
  static constexpr uint32_t isrs = 16;    ///< Interrupt ids are 0 .. isrs-1. 0: no interrupts.
  static constexpr uint32_t swis = 0;     ///< Software-interrupt ids are 0 .. swis-1. 0: none.
  static constexpr uint32_t points = 16;  ///< Point ids are 0 .. points-1. 0: none.
  static constexpr uint32_t depth = 8;    ///< Active frames (Hwi and Swi together) at one moment, 1 .. 255.

  /// Open points of all contexts together at one moment, 1 .. 2000.
  static constexpr uint32_t point_frames = 8;
  /// Open points of one context (a task, a frame) at one moment, 1 .. 2000. Less than `point_frames` costs 5
  /// instructions a point.
  static constexpr uint32_t point_depth = 8;

  /// Keep the shortest and longest exclusive and inclusive time of a call.
  static constexpr bool extremes = true;
  /// Keep the timing parameters of tasks, interrupts and points: only with the sink os::times, see os/timing.hpp.
  static constexpr bool timing = false;
};

namespace detail {

/// Number of ids that fit into half a word beside three flags: 8192 with 32-bit words.
template <class Word>
inline constexpr uint64_t max_ids = uint64_t{1} << (sizeof(Word) * 4 - 3);

/// Refuses a capacity that cannot work, at compile time and in one sentence.
template <class C>
constexpr bool check_capacity() {
  using word = typename C::word;
  static_assert(sizeof(word) == 4 || sizeof(word) == 8, "capacity: word must be uint32_t or uint64_t");
  static_assert(word(-1) > word(0), "capacity: word must be unsigned");
  // Words that readers look at are single loads and stores. Without them libatomic takes a lock, on which a hook that
  // interrupts a reader waits for ever.
  static_assert(
      sizeof(word) <= sizeof(void*) || __atomic_always_lock_free(sizeof(word), nullptr),
      "capacity: word is wider than what this CPU loads at once: take uint32_t, and the low half of the clock");
  static_assert(C::clock_bits == 0 || C::clock_bits >= 16, "capacity: clock_bits must be at least 16");
  static_assert(C::clock_bits <= sizeof(word) * 8, "capacity: clock_bits must fit into word");
  static_assert(C::tasks >= 1, "capacity: tasks must be at least 1");
  static_assert(C::depth >= 1, "capacity: depth must be at least 1");
  static_assert(C::depth <= 255, "capacity: depth must be at most 255");
  static_assert(C::points == 0 || C::point_depth >= 1, "capacity: points need a point_depth of at least 1");
  static_assert(C::points == 0 || C::point_frames >= 1, "capacity: points need point_frames of at least 1");
  static_assert(C::tasks < max_ids<word> && C::isrs < max_ids<word> && C::swis < max_ids<word>,
                "capacity: too many ids for the word");
  static_assert(C::points < max_ids<word> && C::point_frames <= 2000 && C::point_depth <= 2000,
                "capacity: too many points for the word, or more than 2000 open ones");
  // A stamp of half a word must not come round before every record has been visited once, one a window.
  static_assert(uint64_t{C::tasks} + C::isrs + C::swis + C::points + 3 < max_ids<word>,
                "capacity: too many ids in all for the word");
  return true;
}

}  // namespace detail
}  // namespace rtm
