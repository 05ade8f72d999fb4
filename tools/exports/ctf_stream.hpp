// SPDX-License-Identifier: MIT
// One stream of a CTF trace: events collected into packets, each with its times, sizes, number, and how many events the
// tracer had discarded by then. Readers take a loss to lie in the packet that tells it, from the end of the one before:
// so what happens during a loss has a packet of its own.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
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

  /// If events are discarded, then since `ticks`.
  void begin_doubt(std::uint64_t ticks) { doubt_ = {events_.size(), ticks}; }
  /// Events that should have been here, from the latest doubt up to `ticks`.
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
  struct place {
    std::size_t bytes = 0;  ///< In events_.
    std::uint64_t ticks = 0;
  };
  std::optional<place> doubt_;
};

}  // namespace rtm::host
