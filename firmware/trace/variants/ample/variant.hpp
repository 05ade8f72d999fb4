// SPDX-License-Identifier: MIT
// Room for more facts than come while the sender is kept from the core: nothing is lost.
#pragma once

#include "rtm/trace/memory.hpp"
#include "traced_sink.hpp"

namespace variant {
using facts_sink = traced_sink;
inline constexpr bool timer1_has_hooks = true;
using trace_memory = rtm::trace::memory<4, 4096>;
inline constexpr auto trace_mode = rtm::trace::mode::drop_new;
}  // namespace variant
