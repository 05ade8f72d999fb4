// SPDX-License-Identifier: MIT
// The windows of an epoch, one line each: shares in percent, and a bar of who owned the time if there is room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <span>

#include "report/report.hpp"
#include "views/table.hpp"

namespace rtm::host {

/// So many of the last windows of an epoch a text shows if nobody asks for another number and there are many.
inline constexpr std::uint64_t last_few_windows = 20;

/// `shown` are the last of the epoch's windows.
void print_windows(std::ostream& out, const epoch_row& epoch, std::span<const window_row> shown, std::size_t width,
                   style how);

/// The ticks of one window by class, in the order of the bar: tasks, ISRs, Swis, kernel, unknown, idle.
struct class_ticks {
  static constexpr std::size_t count = 6;
  std::uint64_t ticks[count] = {};
};
[[nodiscard]] class_ticks classes_of(const window_row& window);

/// `columns` characters, shared out by largest remainder so that they always add up: "tttii....".
[[nodiscard]] std::string bar_of(const class_ticks& classes, std::size_t columns);

}  // namespace rtm::host
