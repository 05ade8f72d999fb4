// SPDX-License-Identifier: MIT
// Oracles that are wrong in exactly one way each. Every one is a mistake that somebody made or could make: in a kit
// that is in use, in an earlier sentence of the contract, in an optimisation. The comparison must notice all of them.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine.hpp"
#include "oracle.hpp"

namespace rtm::property {

struct mutant {
  std::string name;  ///< What it does wrong, as an identifier.
  run_function run;
};

/// `Mutant` is an oracle with a step overridden.
template <class Mutant>
mutant make_mutant(std::string name) {
  return {std::move(name), [](const source_info& info, std::span<const source_fact> facts) {
            return oracle_report<Mutant>(info, facts);
          }};
}

[[nodiscard]] std::vector<mutant> mutants_of_time();
[[nodiscard]] std::vector<mutant> mutants_of_calls();
[[nodiscard]] std::vector<mutant> mutants_of_faults();

}  // namespace rtm::property
