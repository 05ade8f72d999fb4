// SPDX-License-Identifier: MIT
// A report that was kept as JSON of schema rtm.report/1 becomes a report again: a baseline for comparisons.
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace rtm::host {

/// Does it begin as JSON does? No other input does.
[[nodiscard]] bool begins_as_json(std::string_view text);

/// Members that this version does not know are skipped. Throws source_error "NAME: ...: found X; expected Y", with the
/// byte of what is no JSON, or the JSON pointer of a member that is missing, of the wrong type, or does not add up.
/// What a report does not hold as JSON stays as it is by default: calls that were open at the end.
[[nodiscard]] report read_report(std::string_view text, const std::string& name);

}  // namespace rtm::host
