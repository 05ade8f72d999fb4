// SPDX-License-Identifier: MIT
// Protocol-buffer encoding, as much as a Perfetto trace needs: varints, doubles, and what has a length.
// https://protobuf.dev/programming-guides/encoding
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace rtm::host {

/// A message being written; fields in any order. `clear` and use it again: it keeps its memory.
class proto_message {
 public:
  void varint(std::uint32_t field, std::uint64_t value) {
    key(field, 0);
    raw(value);
  }
  void flag(std::uint32_t field, bool value) { varint(field, value ? 1 : 0); }
  void real(std::uint32_t field, double value) {
    key(field, 1);
    auto bits = std::bit_cast<std::uint64_t>(value);
    for (int i = 0; i < 8; ++i, bits >>= 8) bytes_ += static_cast<char>(bits & 0xFF);
  }
  void text(std::uint32_t field, std::string_view value) {
    key(field, 2);
    raw(value.size());
    bytes_ += value;
  }
  void message(std::uint32_t field, const proto_message& value) { text(field, value.bytes_); }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  void clear() { bytes_.clear(); }

 private:
  void key(std::uint32_t field, unsigned wire_type) { raw(std::uint64_t{field} << 3 | wire_type); }
  void raw(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

}  // namespace rtm::host
