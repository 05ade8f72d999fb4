// SPDX-License-Identifier: MIT
// How do the results of the demo look on a terminal of 80 columns? A line for each window as it arrives, then a
// summary of the epoch, each beside what a tool without interrupt hooks would have said of the same run.
#pragma once

#include <ostream>

#include "results.hpp"

namespace demo {

/// One window, or the epoch, as both ledgers saw it.
struct pair_of_blocks {
  block all_hooks;
  block task_hooks;
};

void show_heading(std::ostream& out, const header& names);
void show_window(std::ostream& out, const header& names, const pair_of_blocks& window);
void show_summary(std::ostream& out, const header& names, const pair_of_blocks& epoch);

}  // namespace demo
