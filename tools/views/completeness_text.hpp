// SPDX-License-Identifier: MIT
// The lines of a core on what its input lacks, or was repaired, and what follows for the numbers above them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>

#include "report/report.hpp"

namespace rtm::host {

/// Nothing for an input that cannot tell.
void print_completeness(const core_report& of, std::uint64_t clock_hz, std::size_t width, std::ostream& out);

/// What the port had to repair, each with what it means for the numbers. Nothing if there is nothing.
void print_repairs(const core_report& of, std::size_t width, std::ostream& out);

}  // namespace rtm::host
