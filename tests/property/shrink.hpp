// SPDX-License-Identifier: MIT
// Makes a long scenario that shows a difference short, so that a person can read why.
#pragma once

#include <cstddef>
#include <functional>

#include "engine.hpp"
#include "scenario.hpp"

namespace rtm::property {

/// True if the scenario still shows what is looked for.
using predicate = std::function<bool(const scenario&)>;

/// The smallest scenario found for which `still_fails` holds; `from` must be one. Removes facts (with and without the
/// time that passed before them), cores, names and limits, shortens times, renumbers ids from 0. Clock width, capacity
/// and longest window stay what `traits` demands. Calls `still_fails` at most `attempts` times.
[[nodiscard]] scenario shrink(const scenario& from, const engine_traits& traits, const predicate& still_fails,
                              std::size_t attempts = 20'000);

}  // namespace rtm::property
