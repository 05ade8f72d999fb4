// SPDX-License-Identifier: MIT
// The report for programs: JSON of schema rtm.report/1, times in ticks, null where there is nothing to say. One row a
// line, written as it goes, so that a report of many windows needs no second copy in memory.
#pragma once

#include <iosfwd>

#include "views/view.hpp"

namespace rtm::host {

void render_json(const report& of, const view_options& options, std::ostream& out);

}  // namespace rtm::host
