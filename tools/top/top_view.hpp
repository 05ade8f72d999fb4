// SPDX-License-Identifier: MIT
// A frame of `rtm top` as text: what owned each core's last window, then the tasks and interrupts that took most.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "top/board.hpp"

namespace rtm::host {

enum class top_order { time, calls, name };
[[nodiscard]] std::string_view word_of(top_order order);
[[nodiscard]] top_order next_of(top_order order);

struct top_look {
  std::size_t width = 80;
  std::optional<std::size_t> height;  ///< Absent: not a screen; then there is no line that tells keys.
  top_order order = top_order::time;
  bool is_by_core = false;
  bool is_frozen = false;
  bool colour = false;
  std::string title;  ///< Whose time it is: "this machine", or a file.
};

/// At most look.height lines, none wider than look.width (escape sequences not counted).
[[nodiscard]] std::vector<std::string> lines_of(const board_frame& frame, const top_look& look);
/// What is shown before there is a frame.
[[nodiscard]] std::vector<std::string> lines_of_waiting(const top_look& look);

/// One object, rtm.top/1, on one line: windows as in rtm.report/1, and the names of their rows.
[[nodiscard]] std::string json_of(const board_frame& frame);

}  // namespace rtm::host
