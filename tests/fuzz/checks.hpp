// SPDX-License-Identifier: MIT
// What must hold of anything that comes of fuzzed input.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string_view>

namespace rtm::fuzz {

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::cerr << "violated: " << what << '\n';
  std::abort();
}

/// Of an epoch or a window: the ticks of all its owners.
template <class Part>
std::uint64_t owned(const Part& of) {
  std::uint64_t sum = of.base.idle + of.base.kernel + of.base.unknown;
  for (const auto& row : of.tasks) sum += row.exclusive;
  for (const auto& row : of.isrs) sum += row.exclusive;
  for (const auto& row : of.swis) sum += row.exclusive;
  return sum;
}

/// `place`: how it begins.
inline void check_message(std::string_view message, std::string_view place) {
  require(message.starts_with(place), "a message begins with the place");
  require(message.find("; expected ") != message.npos, "a message says what was expected");
  for (const char c : message)
    require(static_cast<unsigned char>(c) >= 0x20 && c != 0x7F, "a message is one printable line");
}

}  // namespace rtm::fuzz
