// SPDX-License-Identifier: MIT
// A flight recorder: the newest facts are kept, for after a fault and a reset.
#pragma once

#include "rtm/trace/memory.hpp"
#include "traced_sink.hpp"

namespace variant {
using facts_sink = traced_sink;
inline constexpr bool timer1_has_hooks = true;
using trace_memory = rtm::trace::memory<4, 2048>;
inline constexpr auto trace_mode = rtm::trace::mode::keep_newest;
}  // namespace variant
