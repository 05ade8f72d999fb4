// SPDX-License-Identifier: MIT
// What a target says beside its facts, and several cores as one system, as members of the JSON report.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "report/report.hpp"

namespace rtm::host {

[[nodiscard]] nlohmann::ordered_json findings_json(const std::vector<finding_row>& rows);
/// Of windows the last `windows`.
[[nodiscard]] nlohmann::ordered_json counters_json(const core_counters& of, std::uint64_t windows);
[[nodiscard]] nlohmann::ordered_json system_json(const system_view& of, std::uint64_t windows);

}  // namespace rtm::host
