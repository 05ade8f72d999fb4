// SPDX-License-Identifier: MIT
// A fault as one sentence for whoever has to repair the instrumentation.
#pragma once

#include <string>

#include "report/report.hpp"

namespace rtm::host {

/// "tick 60: isr_exit of isr 4: the topmost frame is isr 3 (CAN_RX) [isr_mismatch]"; the epoch lends the names of ids.
[[nodiscard]] std::string sentence_of(const fault_row& fault, const epoch_row& epoch);

}  // namespace rtm::host
