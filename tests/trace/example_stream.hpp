// SPDX-License-Identifier: MIT
// The stream that docs/trace-format.md shows: short, and with everything in it that a stream can have.
#pragma once

#include <initializer_list>
#include <string>

#include "simulated_target.hpp"

namespace rtm::test {

/// Small, so that ids are short and pages are soon full.
struct example_capacity : default_capacity {
  static constexpr uint32_t tasks = 2, isrs = 4, swis = 1, points = 1;
  static constexpr uint32_t depth = 2, point_depth = 1, point_frames = 2;
};

/// A page has room for 8 facts after the one that opens it.
using example_target = simulated_target<example_capacity, 2, 128, 192>;

[[nodiscard]] inline source_info example_info() {
  source_info info;
  info.clock_bits = 32;
  info.clock_hz = 1'000'000;
  info.window_ticks = 100'000;
  info.max_gap_ticks = 50'000;
  info.tasks[1] = "Control";
  info.isrs[3] = "CAN_RX";
  return info;
}

[[nodiscard]] inline std::string example_stream() {
  struct at {
    std::uint64_t time;
    fact_kind kind;
    host::source_id id;
  };
  example_target target(example_info());
  const auto tell = [&](std::initializer_list<at> facts) {
    for (const at& fact : facts) (void)target.tell({fact.kind, 0, fact.time, fact.id});
  };
  // One of each kind; the first page is then full.
  tell({{1000, fact_kind::reset, host::kernel_owner},
        {1010, fact_kind::task_switch, 1},
        {1030, fact_kind::isr_enter, 3},
        {1035, fact_kind::point_begin, 0},
        {1055, fact_kind::point_end, 0},
        {1060, fact_kind::isr_exit, 3},
        {1070, fact_kind::swi_enter, 0},
        {1071, fact_kind::swi_exit, 0},
        {1075, fact_kind::poll, 0}});
  target.drain();
  // A page that a rare fact opens; long times; a window that closes.
  tell({{1080, fact_kind::task_activate, 0},
        {9272, fact_kind::isr_enter, 3},
        {50'000, fact_kind::isr_exit, 3},
        {100'000, fact_kind::task_switch, host::idle_owner},
        {101'000, fact_kind::poll, 0}});
  target.flush();
  // Nobody reads: two pages fill up, and three facts are lost.
  for (std::uint64_t n = 0; n < 16; ++n)
    tell({{101'100 + 100 * n, n % 2 == 0 ? fact_kind::isr_enter : fact_kind::isr_exit, 2}});
  target.drain();
  // A fault, and a fact that is ignored after it; a new epoch.
  tell({{103'000, fact_kind::isr_enter, 1}, {103'010, fact_kind::isr_exit, 2}, {103'020, fact_kind::poll, 0}});
  target.flush();
  tell({{104'000, fact_kind::reset, host::idle_owner}, {104'050, fact_kind::task_switch, 1}});
  target.finish();
  return target.sent().bytes;
}

}  // namespace rtm::test
