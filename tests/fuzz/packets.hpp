// SPDX-License-Identifier: MIT
// Fuzzed bytes as packets whose stuffing and sums are right, so that what lies behind the sum is reached.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rtm/trace/wire.hpp"

namespace rtm::fuzz {

/// Each packet is a length, type, core, sequence (2 bytes), and that many bytes of fields.
inline std::string with_right_sums(std::string_view bytes) {
  std::string stream;
  std::uint8_t packed[600];
  while (bytes.size() >= 5) {
    const std::size_t length = static_cast<std::uint8_t>(bytes[0]);
    trace::wire::packet_writer to(packed, sizeof packed);
    const auto at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
    to.begin(static_cast<trace::wire::packet>(at(1)), at(2), at(3) | at(4) << 8U);
    bytes.remove_prefix(5);
    for (const char byte : bytes.substr(0, length)) to.put(static_cast<std::uint8_t>(byte));
    bytes.remove_prefix(std::min(bytes.size(), length));
    stream.append(reinterpret_cast<const char*>(packed), to.end());
  }
  return stream;
}

}  // namespace rtm::fuzz
