// SPDX-License-Identifier: MIT
// What formats with tracks have in common (Perfetto, Chrome JSON): slices that nest, instants and counters on tracks,
// tracks under cores. `tracks` decides what lies on which track; a writer only knows how it is spelled.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "exports/activity.hpp"

namespace rtm::host {

/// Number of a track, 0, 1, 2, ...
enum class track_id : std::uint32_t {};

enum class track_kind : std::uint8_t { slices, counter };

/// One more fact about a slice or an instant.
struct annotation {
  std::string_view name;
  std::uint64_t value = 0;
};

class track_writer {
 public:
  track_writer() = default;
  track_writer(const track_writer&) = delete;
  track_writer& operator=(const track_writer&) = delete;
  virtual ~track_writer() = default;

  [[nodiscard]] virtual std::uint64_t latest_start_ticks() const = 0;
  /// Before anything else of this core.
  virtual void add_core(std::uint32_t core) = 0;
  /// `rank` orders the tracks of one core. `unit` of a counter.
  virtual track_id add_track(std::uint32_t core, std::string_view name, int rank, track_kind kind,
                             std::string_view unit) = 0;

  /// Names of slices are remembered by some writers: there should be few different ones. Those of instants are not.
  virtual void begin(track_id on, std::uint64_t ticks, std::string_view category, std::string_view name,
                     std::span<const annotation> notes) = 0;
  /// Ends the innermost slice of the track.
  virtual void end(track_id on, std::uint64_t ticks, ending why) = 0;
  virtual void instant(track_id on, std::uint64_t ticks, std::string_view category, std::string_view name,
                       std::span<const annotation> notes) = 0;
  /// A slice of which both ends are known; it may begin before what was written last.
  virtual void slice(track_id on, std::uint64_t begin, std::uint64_t end, std::string_view category,
                     std::string_view name, std::span<const annotation> notes) = 0;
  virtual void count(track_id on, std::uint64_t ticks, double value) = 0;
  virtual void finish() = 0;
};

}  // namespace rtm::host
