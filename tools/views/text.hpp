// SPDX-License-Identifier: MIT
// The report for people at a terminal: who owned the time of each epoch, the measured points, one line a window, and a
// fault in one sentence. Where there is no number it says n/a.
#pragma once

#include <iosfwd>

#include "views/view.hpp"

namespace rtm::host {

/// One epoch of it.
void render_epoch_text(std::uint64_t core, const epoch_row& epoch, std::uint64_t clock_hz, const view_options& options,
                       std::ostream& out);

/// Without being asked, so many windows of an epoch are shown if that is all, else fewer.
inline constexpr std::uint64_t most_text_windows = 40;

void render_text(const report& of, const view_options& options, std::ostream& out);

}  // namespace rtm::host
