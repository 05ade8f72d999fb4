// SPDX-License-Identifier: MIT
// Quantities as people type them: "5s", "1.5ms", "8M".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rtm::host {

/// A number with the unit ns, us, ms, s, min or h, in ns; a fraction is fine if it comes to whole ns. Absent: it is not
/// that, or beyond 64 bits.
[[nodiscard]] std::optional<std::uint64_t> duration_of(std::string_view text);

/// A whole number of bytes, or with the suffix K, M or G of KiB, MiB or GiB. Absent: it is not that, or beyond 64 bits.
[[nodiscard]] std::optional<std::uint64_t> bytes_of(std::string_view text);

}  // namespace rtm::host
