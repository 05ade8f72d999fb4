// SPDX-License-Identifier: MIT
// The text of a metadata file, which may lie in packets: each a header of 37 bytes, text, and padding.
#pragma once

#include <string>
#include <string_view>

namespace rtm::host::ctf {

/// Throws source_error: "<name>: byte <n>: found <found>; expected <expected>".
[[nodiscard]] std::string text_of_metadata(std::string_view bytes, const std::string& name);

[[nodiscard]] bool begins_metadata_packets(std::string_view bytes);

}  // namespace rtm::host::ctf
