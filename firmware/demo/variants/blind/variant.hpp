// SPDX-License-Identifier: MIT
// The demo with a mistake injected: somebody forgot the hooks of one interrupt. The ledger cannot notice, its sums
// still add up, and whoever was interrupted pays. The ground-truth test must find it, and say how much was misplaced.
#pragma once

#include "fact_log.hpp"

namespace variant {
using facts_sink = fact_log;
inline constexpr bool timer1_has_hooks = false;
}  // namespace variant
