// SPDX-License-Identifier: MIT
// Reads exports back: from what protoc, a JSON parser and babeltrace2 make of them, never from the bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "told.hpp"

namespace rtm::test {

/// `text`: what `protoc --decode=perfetto.protos.Trace` printed. Packets are taken in the order of their times, as by
/// Perfetto. Throws std::runtime_error for anything unknown.
[[nodiscard]] told read_perfetto(const std::string& text, std::uint64_t hz);

/// The JSON itself, with numbers as precise as they stand there; and with numbers as doubles, as most readers have
/// them.
[[nodiscard]] told read_chrome(const std::string& text, std::uint64_t hz);
[[nodiscard]] told read_chrome_as_doubles(const std::string& text, std::uint64_t hz);

/// `text`: what `babeltrace2 --clock-cycles --no-delta` printed.
[[nodiscard]] told read_ctf(const std::string& text);

/// Ticks of a clock of `hz` from a time that was rounded down to 1/`per_second` s.
[[nodiscard]] std::uint64_t ticks_of(std::uint64_t time, std::uint64_t hz, std::uint64_t per_second);

}  // namespace rtm::test
