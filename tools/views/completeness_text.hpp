// SPDX-License-Identifier: MIT
// The completeness line of a core: what its input lacks, and what follows for the numbers above it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>

#include "report/report.hpp"

namespace rtm::host {

/// Nothing for an input that cannot tell.
void print_completeness(const core_report& of, std::uint64_t clock_hz, std::size_t width, std::ostream& out);

}  // namespace rtm::host
