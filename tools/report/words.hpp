// SPDX-License-Identifier: MIT
// What are facts and faults called wherever the tools print them? The words of the contract, one place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rtm/types.hpp"

namespace rtm::host {

/// "isr_enter". `task_switch` also for the owners idle, kernel and unknown.
[[nodiscard]] std::string_view word_of(fact_kind fact);
/// "isr_mismatch" and so on; "none" for what is not a fault.
[[nodiscard]] std::string_view word_of(status fault);
/// "deferred_switch"; "repair 99" for a number that this version does not know.
[[nodiscard]] std::string repair_word(std::uint64_t kind);
/// What it means for the numbers.
[[nodiscard]] std::string_view repair_sentence(std::uint64_t kind);

}  // namespace rtm::host
