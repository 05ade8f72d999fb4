// SPDX-License-Identifier: MIT
// What this image observes: one ledger without windows, that keeps every fact for the host, and Load on it. All facts
// go through the hooks of Load, which mask, read the clock, and report.
#pragma once

#include <stdint.h>

#include "fact_log.hpp"
#include "port.hpp"
#include "rtm/load.hpp"

namespace observed {

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 2, points = 1, depth = 3;
  static constexpr uint32_t point_frames = 1, point_depth = 1;
};

inline constexpr rtm::task_id control{0};
inline constexpr rtm::isr_id timer{0};
inline constexpr rtm::isr_id urgent{1};
inline constexpr uint32_t halt_point = 0;

using ledger_type = rtm::ledger<capacity, fact_log>;
using load_type = rtm::load<ledger_type, port>;

extern ledger_type ledger;
extern load_type load;

}  // namespace observed
