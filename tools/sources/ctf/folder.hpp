// SPDX-License-Identifier: MIT
// The files of a CTF trace: a folder with one called `metadata`, beside the streams.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace rtm::host::ctf {

/// The folder of the only CTF trace in `folder`: itself, or one some levels below, as LTTng lays them out. Absent:
/// there is none. Throws source_error if there are several.
[[nodiscard]] std::optional<std::filesystem::path> find_trace(const std::filesystem::path& folder);

/// Stream files of a trace, sorted by name: all in it that do not begin with a dot and are no metadata.
[[nodiscard]] std::vector<std::filesystem::path> stream_files(const std::filesystem::path& folder);

}  // namespace rtm::host::ctf
