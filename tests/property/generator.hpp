// SPDX-License-Identifier: MIT
// Random facts for an engine. The same seed gives the same facts on every platform. A stream is mostly legal, so that
// it gets deep into nesting, recursion, preemption and windows; how often it is not legal, which facts it prefers, and
// how its clock, windows and capacity look, is itself drawn from the seed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine.hpp"
#include "scenario.hpp"

namespace rtm::property {

struct generator_settings {
  engine_traits traits;
  /// Longest legal step and largest window, for the tick-by-tick pace. 0: as the clock allows.
  std::uint64_t longest_step = 0;
  /// Facts that try to be wrong, per mille. Absent: drawn from the seed; a quarter of all seeds has none.
  std::optional<std::uint64_t> illegal_permille;
  /// Only one core, no names.
  bool plain = false;
};

[[nodiscard]] scenario generate(std::uint64_t seed, std::size_t facts, const generator_settings& settings);

}  // namespace rtm::property
