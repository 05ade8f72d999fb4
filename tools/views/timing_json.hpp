// SPDX-License-Identifier: MIT
// Timing parameters as JSON: the member `timing` of an epoch, docs/timing.md.
#pragma once

#include <nlohmann/json.hpp>

#include "report/timing.hpp"

namespace rtm::host {

[[nodiscard]] nlohmann::ordered_json timing_json(const epoch_timing& of);

}  // namespace rtm::host
