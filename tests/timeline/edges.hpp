// SPDX-License-Identifier: MIT
// The facts of one core of a drawing: what must have been reported so that the lanes look as they do.
#pragma once

#include <vector>

#include "lanes.hpp"
#include "sources/source.hpp"

namespace rtm::test {

/// Throws diagram_error for what no sequence of facts can draw: a frame that ends under another one, a switch under a
/// frame, a point that runs while its context does not.
[[nodiscard]] std::vector<host::source_fact> facts_of(const drawing& of, const core_lanes& core);

}  // namespace rtm::test
