// SPDX-License-Identifier: MIT
// Sizes as people type them: "8M".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rtm::host {

/// A whole number of bytes, or with the suffix K, M or G of KiB, MiB or GiB. Absent: it is not that, or beyond 64 bits.
[[nodiscard]] std::optional<std::uint64_t> bytes_of(std::string_view text);

}  // namespace rtm::host
