// SPDX-License-Identifier: MIT
// --period task:3=10ms: how far is the distance from start to start off what is expected?
#pragma once

#include <string>
#include <vector>

#include "report/report.hpp"

namespace rtm::host {

/// Puts the periods beside what they are of, in every epoch with timing. Each is KIND:ID=TIME or KIND:NAME=TIME, KIND
/// one of task, isr, swi, point. Throws source_error for one that is not of that form, or of nobody in the report.
void set_periods(report& of, const std::vector<std::string>& periods);

}  // namespace rtm::host
