// SPDX-License-Identifier: MIT
// One stream of a CTF trace: events collected into packets, each with its times, sizes, number, and how many events the
// tracer had discarded by then. A loss ends a packet, so that the next one says between which times it happened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "exports/ctf_metadata.hpp"

namespace rtm::host {

class ctf_stream {
 public:
  /// No file is kept open, so that there may be any number of streams.
  ctf_stream(std::filesystem::path file, std::uint32_t cpu);

  /// The fields of the event follow, in the order of the metadata. Ticks never go back.
  void begin(ctf_event event, std::uint64_t ticks);
  void u8(std::uint8_t value) { raw(value, 1); }
  void u32(std::uint32_t value) { raw(value, 4); }
  void u64(std::uint64_t value) { raw(value, 8); }
  /// Up to the first NUL, which a CTF string cannot hold.
  void text(std::string_view value);

  /// Events that should have been here, before `ticks`.
  void discard(std::uint64_t count, std::uint64_t ticks);
  void close();

 private:
  void raw(std::uint64_t value, unsigned bytes);
  void write_packet();

  std::filesystem::path file_;
  std::uint32_t cpu_;
  std::string events_;
  std::uint64_t begin_ticks_ = 0;  ///< Of the packet in progress.
  std::uint64_t end_ticks_ = 0;    ///< Of the latest event.
  std::uint64_t packets_ = 0;
  std::uint64_t discarded_ = 0;
  std::uint64_t discarded_told_ = 0;  ///< By the latest packet.
};

}  // namespace rtm::host
