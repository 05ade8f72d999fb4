// SPDX-License-Identifier: MIT
// The parts of a divided source, replayed in as many threads as there are processors, make one report. It is the one
// that the undivided source would have made.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::host {

/// Absent: the parts say that the source cannot be divided. Throws what reading the parts throws, of the first part
/// that does.
[[nodiscard]] std::optional<report> make_report_of_parts(std::vector<std::unique_ptr<source>> parts,
                                                         std::size_t kept_windows, bool keeps_timing);

}  // namespace rtm::host
