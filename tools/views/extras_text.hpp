// SPDX-License-Identifier: MIT
// What a target says beside its facts, and several cores as one system, as text.
#pragma once

#include <iosfwd>
#include <string>

#include "report/report.hpp"
#include "sources/source.hpp"
#include "views/view.hpp"

namespace rtm::host {

/// Findings that are not good, one sentence each; how many are good, in one.
void print_findings(const core_report& of, const view_options& options, std::ostream& out);
/// Who caused the events of the counters: one table an epoch.
void print_counters(const core_report& of, const view_options& options, std::ostream& out);
/// In one line, of one window: each column's sum, and who caused most of it.
[[nodiscard]] std::string line_of_counts(const core_counters& columns, const counter_table& of,
                                         const source_info& names);
/// Says so if there is no system: fewer than two cores, or an input that does not speak of clocks.
void print_system(const report& of, const view_options& options, std::ostream& out);

}  // namespace rtm::host
