// SPDX-License-Identifier: MIT
// What a target says beside its facts, and several cores as one system, as text.
#pragma once

#include <iosfwd>

#include "report/report.hpp"
#include "views/view.hpp"

namespace rtm::host {

/// Findings that are not good, one sentence each; how many are good, in one.
void print_findings(const core_report& of, const view_options& options, std::ostream& out);
/// Who caused the events of the counters: one table an epoch.
void print_counters(const core_report& of, const view_options& options, std::ostream& out);
/// Says so if there is no system: fewer than two cores, or an input that does not speak of clocks.
void print_system(const report& of, const view_options& options, std::ostream& out);

}  // namespace rtm::host
