// SPDX-License-Identifier: MIT
// What can standard output show? Its width, and whether colour is welcome.
#pragma once

#include <cstddef>

namespace rtm::host {

/// COLUMNS if it is set to a number, else the width of the terminal on standard output, else 80.
[[nodiscard]] std::size_t terminal_width();

/// True on a terminal that is not called dumb, unless NO_COLOR is set (https://no-color.org).
[[nodiscard]] bool terminal_likes_colour();

}  // namespace rtm::host
