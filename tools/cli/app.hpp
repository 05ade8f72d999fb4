// SPDX-License-Identifier: MIT
// The program `rtm`: parses the command line, runs one command, says in one line what went wrong.
#pragma once

namespace rtm::host {

/// Returns the exit code: see command.hpp.
int run(int argc, const char* const* argv);

}  // namespace rtm::host
