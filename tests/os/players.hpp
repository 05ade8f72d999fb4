// SPDX-License-Identifier: MIT
// One player for each `os` of a transcript. To add one: a file players/<os>.cpp with a function that makes it, declared
// here, and a line in players.cpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "player.hpp"

namespace rtm::test {

/// Throws std::runtime_error for an OS that nobody plays.
[[nodiscard]] std::unique_ptr<player> make_player(const std::string& os);

[[nodiscard]] std::vector<os::profile> every_profile();

/// The normaliser alone: `os plain_<profile>`.
std::unique_ptr<player> make_plain(const os::profile& how);
std::unique_ptr<player> make_freertos(const os::profile& how);
std::unique_ptr<player> make_freertos_by_handle();
std::unique_ptr<player> make_freertos_in_tls();
std::unique_ptr<player> make_threadx(const os::profile& how);
std::unique_ptr<player> make_zephyr(const os::profile& how);
std::unique_ptr<player> make_nuttx();
std::unique_ptr<player> make_rt_thread();
std::unique_ptr<player> make_sysbios();
std::unique_ptr<player> make_autosar(const os::profile& how);
std::unique_ptr<player> make_arti();

}  // namespace rtm::test
