// SPDX-License-Identifier: MIT
// The header of a stream: read, and refused if a ledger could not have been started with it.
#pragma once

#include <cstdint>
#include <optional>

#include "rtm/trace/memory.hpp"
#include "sources/source.hpp"
#include "wire/listener.hpp"
#include "wire/packet_splitter.hpp"

namespace rtm::host::wire {

struct stream_header {
  trace::mode how = trace::mode::drop_new;
  std::uint64_t clock_hz = 0;
  std::uint64_t window_ticks = 0;
  std::uint64_t max_gap_ticks = 0;
  trace::limits capacity{};

  /// Facts of two cores with the same timing can go through one replay. What differs may only be the capacity.
  [[nodiscard]] bool has_timing_of(const stream_header& other) const {
    return clock_hz == other.clock_hz && window_ticks == other.window_ticks && max_gap_ticks == other.max_gap_ticks &&
           capacity.clock_bits == other.capacity.clock_bits;
  }
  [[nodiscard]] bool operator==(const stream_header& other) const;
  [[nodiscard]] source_info to_info() const;
};

/// Absent: `why` says what is wrong with it.
[[nodiscard]] std::optional<stream_header> read_header(const packet_view& packet, problem& why);

}  // namespace rtm::host::wire
