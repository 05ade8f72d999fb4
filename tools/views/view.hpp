// SPDX-License-Identifier: MIT
// A view renders a report. It knows nothing of where the facts came from.
// To add one: its own file with one `render_...` function, one line in the table of view.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string_view>

#include "report/report.hpp"

namespace rtm::host {

struct view_options {
  std::size_t width = 80;  ///< Columns of the terminal; for views that have lines.
  bool colour = false;
  /// How many of the last windows of each epoch are shown. Absent: as many as the view thinks useful.
  std::optional<std::uint64_t> windows;
  bool system = false;  ///< Several cores as one system, too.
};

struct view {
  std::string_view name;
  std::string_view help;
  void (*render)(const report&, const view_options&, std::ostream&);
  std::uint64_t usual_windows;     ///< So many of an epoch it shows at most, if nobody asks for more.
  bool needs_all_windows = false;  ///< However many it shows.
};

[[nodiscard]] std::span<const view> views();
/// Null if there is none of that name.
[[nodiscard]] const view* find_view(std::string_view name);

/// The last `count` windows of an epoch, all if there are fewer.
[[nodiscard]] std::span<const window_row> last_windows(const epoch_row& epoch, std::uint64_t count);

}  // namespace rtm::host
