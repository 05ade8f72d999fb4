// SPDX-License-Identifier: MIT
// Too little room: facts are lost whenever more urgent tasks keep the sender from the core for some milliseconds.
#pragma once

#include "rtm/trace/memory.hpp"
#include "traced_sink.hpp"

namespace variant {
using facts_sink = traced_sink;
inline constexpr bool timer1_has_hooks = true;
using trace_memory = rtm::trace::memory<2, 512>;
inline constexpr auto trace_mode = rtm::trace::mode::drop_new;
}  // namespace variant
