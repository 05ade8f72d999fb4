// SPDX-License-Identifier: MIT
// What are facts and faults called wherever the tools print them? The words of the contract, one place.
#pragma once

#include <string_view>

#include "rtm/types.hpp"

namespace rtm::host {

/// "isr_enter". `task_switch` also for the owners idle, kernel and unknown.
[[nodiscard]] std::string_view word_of(fact_kind fact);
/// "isr_mismatch" and so on; "none" for what is not a fault.
[[nodiscard]] std::string_view word_of(status fault);

}  // namespace rtm::host
