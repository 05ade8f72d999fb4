// SPDX-License-Identifier: MIT
// How do ticks of a clock become the nanoseconds of a viewer without losing any? Up to 1 GHz each tick has a nanosecond
// of its own: rounded down, and ticks come back by rounding up. Above, only picoseconds tell ticks apart.
#pragma once

#include <cstdint>

namespace rtm::host {

class time_scale {
 public:
  explicit time_scale(std::uint64_t hz) : hz_(hz) {}

  [[nodiscard]] std::uint64_t hz() const { return hz_; }
  /// True if nanoseconds are enough to find the ticks again.
  [[nodiscard]] bool nanoseconds_are_exact() const { return hz_ <= 1'000'000'000; }

  /// Rounded down. `ticks` is at most `longest_ticks()`.
  [[nodiscard]] std::uint64_t nanoseconds(std::uint64_t ticks) const;
  /// Below the nanosecond, rounded down: 0 .. 999.
  [[nodiscard]] std::uint32_t picoseconds_beyond(std::uint64_t ticks) const;

  /// What fits into the signed 64-bit nanoseconds of viewers: 292 years.
  [[nodiscard]] std::uint64_t longest_ticks() const;
  /// Ticks of 2^61 ns, 73 years: times up to here are exported as they are.
  [[nodiscard]] std::uint64_t usual_ticks() const;
  /// About half of what tells ticks apart in a double: 2^52 ns, 52 days, or 2^52 ps, 75 minutes.
  [[nodiscard]] std::uint64_t half_of_doubles_ticks() const;

 private:
  std::uint64_t hz_;
};

}  // namespace rtm::host
