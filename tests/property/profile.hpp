// SPDX-License-Identifier: MIT
// What a seed decides once for a random stream of facts, before the first fact: clock, windows, capacity, names, which
// ids there are, and which facts are frequent.
#pragma once

#include <cstdint>
#include <optional>

#include "generator.hpp"
#include "prng.hpp"

namespace rtm::property {

/// Ticks of one epoch stay below this, so that no 64-bit sum of a deep stack overflows.
inline constexpr std::uint64_t longest_epoch = std::uint64_t{1} << 59U;

/// The ids that one stream uses. `spread` makes them sparse: hosts number tasks by pid, not from 0.
struct id_pool {
  std::uint64_t count = 0;
  std::uint64_t spread = 1;
  std::optional<std::uint64_t> limit;

  [[nodiscard]] host::source_id id(std::uint64_t index) const { return index * spread; }
};

/// What the seed decides once for a stream.
struct profile {
  id_pool tasks, isrs, swis, points;
  std::uint64_t soft_depth = 4;
  std::uint64_t illegal_permille = 0;
  std::uint64_t cores = 1;
  std::uint64_t weight[13] = {};  ///< By fact_kind: how often it is tried.
  std::uint64_t weight_sum = 0;
};

[[nodiscard]] host::source_info draw_info(prng& random, const generator_settings& settings);
[[nodiscard]] profile draw_profile(prng& random, const host::source_info& info, const generator_settings& settings);
void draw_names(prng& random, host::source_info& info, const profile& drawn);

}  // namespace rtm::property
