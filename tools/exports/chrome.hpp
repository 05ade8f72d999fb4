// SPDX-License-Identifier: MIT
// Chrome's JSON trace format: the tracks of tracks.hpp, one event a line. Times are microseconds with as many decimals
// as tell two ticks apart; a core is a process, a track a thread.
#pragma once

#include <filesystem>
#include <memory>

#include "exports/activity.hpp"
#include "exports/byte_sink.hpp"
#include "exports/labels.hpp"

namespace rtm::host {

[[nodiscard]] std::unique_ptr<activity> make_chrome(const source_info& info, labels& names,
                                                    std::unique_ptr<byte_sink> out);
[[nodiscard]] std::unique_ptr<activity> open_chrome(const source_info& info, labels& names,
                                                    const std::filesystem::path& out);

}  // namespace rtm::host
