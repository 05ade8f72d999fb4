// SPDX-License-Identifier: MIT
// --buffer, of the commands that trace this machine.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>

namespace rtm::host {

/// `bytes` must live as long as the command.
void add_buffer_option(CLI::App& command, std::uint64_t& bytes);

}  // namespace rtm::host
