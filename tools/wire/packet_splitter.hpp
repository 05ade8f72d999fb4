// SPDX-License-Identifier: MIT
// Bytes of a trace stream in, whole packets out. Whatever does not unpack to a packet with a right sum is skipped and
// told with its place; the next 00 begins anew. Memory is that of one packet, whatever the bytes are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "rtm/trace/wire.hpp"

namespace rtm::host::wire {

namespace format = rtm::trace::wire;

/// A packet whose sum is right.
struct packet_view {
  std::uint64_t offset = 0;  ///< In the stream, of its first byte.
  std::uint64_t end = 0;     ///< Behind its 00.
  std::uint8_t type = 0;     ///< See format::packet; anything may stand here.
  std::uint32_t core = 0;
  std::uint32_t sequence = 0;
  /// Fields, without head and sum. 8 more bytes may be read behind it.
  std::span<const std::uint8_t> fields;
};

/// Bytes that are no packet.
struct damage {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::string found;
  std::string expected;
};

class packet_splitter {
 public:
  enum class result { nothing, packet, damaged };

  packet_splitter();

  /// More of the stream; it must stay until `next` says `nothing`.
  void feed(std::span<const std::uint8_t> bytes);
  /// What comes next in what was fed. `packet` and `damaged` fill their argument, valid until the next call.
  result next(packet_view& packet, damage& bad);
  /// No more will come: is there a packet that has begun? It is damaged then.
  result finish(damage& bad);

 private:
  bool take_packet();
  result unpack(packet_view& packet, damage& bad);
  bool finds_header_behind(packet_view& packet, damage& bad);

  std::span<const std::uint8_t> input_;
  std::uint64_t input_offset_ = 0;    ///< Of the first byte of input_.
  std::vector<std::uint8_t> packed_;  ///< A packet that lies in more than one input, up to its 00.
  std::uint64_t packed_offset_ = 0;
  bool is_too_long_ = false;        ///< The rest of packed_ was dropped.
  bool has_header_behind_ = false;  ///< `whole_` is a header that was found behind damage, and comes next.
  std::uint64_t dropped_ = 0;
  std::span<const std::uint8_t> whole_;  ///< The packet found last.
  std::vector<std::uint8_t> unpacked_;
};

/// CRC-32 of `bytes`, as the format sums.
[[nodiscard]] std::uint32_t sum_of(std::span<const std::uint8_t> bytes);

}  // namespace rtm::host::wire
