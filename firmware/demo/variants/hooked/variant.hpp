// SPDX-License-Identifier: MIT
// The demo as it should be: every interrupt reports itself.
#pragma once

#include "fact_log.hpp"

namespace variant {
using facts_sink = fact_log;
inline constexpr bool timer1_has_hooks = true;
}  // namespace variant
