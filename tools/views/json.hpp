// SPDX-License-Identifier: MIT
// The report for programs: JSON of schema rtm.report/1, times in ticks, null where there is nothing to say. One row a
// line, written as it goes, so that a report of many windows needs no second copy in memory.
#pragma once

#include <iosfwd>
#include <string>

#include "views/view.hpp"

namespace rtm::host {

/// One object on one line, as it stands in the report; an epoch without its windows.
[[nodiscard]] std::string json_of(const window_row& row);
[[nodiscard]] std::string json_of(const epoch_row& row);
/// As the member `counters` of a core, with one table.
[[nodiscard]] std::string json_of(const core_counters& columns, const counter_table& counts);
/// The same of a report that holds no more than what its input lacks.
[[nodiscard]] std::string json_of_lacks(const report& of);

void render_json(const report& of, const view_options& options, std::ostream& out);

}  // namespace rtm::host
