// SPDX-License-Identifier: MIT
// Capacities of exactly the ids of told.hpp, in both words.
#pragma once

#include "rtm/capacity.hpp"
#include "told.hpp"

namespace rtm::test {

struct words_of_32_bits : default_capacity {
  static constexpr std::uint32_t tasks = test::tasks;
  static constexpr std::uint32_t isrs = test::isrs;
  static constexpr std::uint32_t swis = test::swis;
  static constexpr std::uint32_t points = test::points;
  static constexpr std::uint32_t depth = test::depth;
  static constexpr std::uint32_t point_frames = test::point_frames;
  static constexpr std::uint32_t point_depth = test::point_depth;
};

struct words_of_64_bits : words_of_32_bits {
  using word = std::uint64_t;
  static constexpr std::uint32_t clock_bits = 64;
};

}  // namespace rtm::test
