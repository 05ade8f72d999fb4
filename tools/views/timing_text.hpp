// SPDX-License-Identifier: MIT
// Timing parameters of an epoch as a table: what was counted, one parameter a line.
#pragma once

#include <cstdint>
#include <iosfwd>

#include "report/timing.hpp"
#include "views/view.hpp"

namespace rtm::host {

void print_timing(std::ostream& out, const epoch_timing& of, std::uint64_t clock_hz, const view_options& options);

}  // namespace rtm::host
