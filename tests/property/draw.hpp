// SPDX-License-Identifier: MIT
// Who owned the core when, drawn with characters, so that an expected value can be read off by counting:
//
//     # core 0, epoch 0
//     col   : 10
//     t     : 0    5    10
//     task 1: ==
//     idle  :   ===-====
//     isr 7 :      =
//     # 0 reset task 1; 20 idle; 50 isr_enter 7; 60 isr_exit 7; 100 poll
//
// The drawing is one that tests/timeline reads: what was drawn for a failure can be kept there as a test. What cannot
// be drawn (calls of no length, faults, other epochs) is in the comments.
#pragma once

#include <optional>
#include <string>

#include "scenario.hpp"

namespace rtm::property {

/// All cores and epochs, as the oracle sees them. Absent if an epoch needs more than 100 columns, or if the scenario is
/// not one that the oracle accepts.
[[nodiscard]] std::optional<std::string> draw(const scenario& of);

}  // namespace rtm::property
