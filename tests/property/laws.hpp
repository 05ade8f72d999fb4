// SPDX-License-Identifier: MIT
// What must hold for an engine whatever the facts are, without asking the oracle: the engine is compared with itself.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "compare.hpp"
#include "engine.hpp"
#include "prng.hpp"
#include "scenario.hpp"

namespace rtm::property {

/// Changes the scenario in a way that may not matter, runs both, and returns where the law is broken.
using law_check = std::function<std::optional<difference>(engine& tested, const scenario& given, prng& random)>;

struct law {
  std::string name;
  law_check check;
  std::string broken_by;  ///< A mutant: a law that nothing can break says nothing.
  bool needs_any_clock = false;
};

[[nodiscard]] std::vector<law> laws_of_time();
[[nodiscard]] std::vector<law> laws_of_sums();
[[nodiscard]] std::vector<law> laws_of_ids();
[[nodiscard]] std::vector<law> all_laws();

/// The same facts for a clock of 64 bits that does not wrap.
[[nodiscard]] scenario on_a_wide_clock(const scenario& narrow);

}  // namespace rtm::property
