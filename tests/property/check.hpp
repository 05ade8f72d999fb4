// SPDX-License-Identifier: MIT
// Does an engine say what the oracle says? If not: the shortest scenario that shows it, in a form that can be pasted
// into a script and understood without a debugger.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "compare.hpp"
#include "engine.hpp"
#include "scenario.hpp"

namespace rtm::property {

/// Both reports without what an engine with these traits cannot show.
[[nodiscard]] std::optional<difference> first_shown_difference(host::report expected, host::report actual,
                                                               const engine_traits& traits);

/// Runs engine and oracle and compares.
[[nodiscard]] std::optional<difference> difference_of(engine& tested, const scenario& of);

/// Shrinks `failing` and tells all about it: seed, script, first different field, timing diagram.
[[nodiscard]] std::string explain(engine& tested, const scenario& failing);

/// For EXPECT_TRUE and ASSERT_TRUE.
[[nodiscard]] testing::AssertionResult agrees(engine& tested, const scenario& of);

}  // namespace rtm::property
