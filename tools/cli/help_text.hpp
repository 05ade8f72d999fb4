// SPDX-License-Identifier: MIT
// The help that CLI11 makes of the commands, broken to the width of a terminal, which CLI11 does not do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rtm::host {

/// `help` in lines of at most `columns`. A line that begins with blanks goes on under its last column; lines that do
/// not are one paragraph, but for "Usage: ..." and titles, which end in a colon.
[[nodiscard]] std::string fitted_help(std::string_view help, std::size_t columns);

}  // namespace rtm::host
