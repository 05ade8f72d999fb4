// SPDX-License-Identifier: MIT
// How loaded is each core, and by whom? The report in the words of TI's Load: the CPU load by the ledger, the loads of
// classes, of every task, interrupt and software interrupt, with their least and most in a window.
#pragma once

#include <iosfwd>

#include "views/view.hpp"

namespace rtm::host {

void render_load(const report& of, const view_options& options, std::ostream& out);

}  // namespace rtm::host
