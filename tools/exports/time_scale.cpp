// SPDX-License-Identifier: MIT
#include "exports/time_scale.hpp"

namespace rtm::host {
namespace {

__extension__ using wide = unsigned __int128;

constexpr std::uint64_t ns_per_s = 1'000'000'000;

std::uint64_t ticks_within(std::uint64_t time, std::uint64_t per_second, std::uint64_t hz) {
  const wide ticks = wide{time} * hz / per_second;
  return ticks > ~std::uint64_t{0} ? ~std::uint64_t{0} : static_cast<std::uint64_t>(ticks);
}

}  // namespace

std::uint64_t time_scale::nanoseconds(std::uint64_t ticks) const {
  return static_cast<std::uint64_t>(wide{ticks} * ns_per_s / hz_);
}

std::uint32_t time_scale::picoseconds_beyond(std::uint64_t ticks) const {
  const wide rest = wide{ticks} * ns_per_s % hz_;
  return static_cast<std::uint32_t>(rest * 1000 / hz_);
}

std::uint64_t time_scale::longest_ticks() const { return ticks_within(~std::uint64_t{0} >> 1, ns_per_s, hz_); }

std::uint64_t time_scale::usual_ticks() const { return ticks_within(std::uint64_t{1} << 61, ns_per_s, hz_); }

std::uint64_t time_scale::half_of_doubles_ticks() const {
  return ticks_within(std::uint64_t{1} << 52, nanoseconds_are_exact() ? ns_per_s : ns_per_s * 1000, hz_);
}

}  // namespace rtm::host
