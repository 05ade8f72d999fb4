// SPDX-License-Identifier: MIT
// Random legal facts of one core, full of life-cycle marks, and how timing parameters are compared.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "report/timing.hpp"
#include "sources/source.hpp"

namespace rtm::test {

/// The ids that `random_facts` uses: tasks 0 .. 3, isrs 0 .. 2, swis 0 and 1, points 0 .. 2; at most 4 frames, 3 open
/// points of a context and 12 in all.
inline constexpr std::uint32_t most_tasks = 4;

/// The same seed gives the same facts. Steps are short, for an oracle that counts ticks.
[[nodiscard]] std::vector<host::source_fact> random_facts(std::uint64_t seed, std::size_t count,
                                                          std::uint32_t clock_bits);

/// Empty if the rows say what the oracle does; otherwise the first difference.
[[nodiscard]] std::string difference(const oracle_epoch& expected, const host::epoch_timing& found);

/// One fact a line, as in a script.
[[nodiscard]] std::string script_of(const std::vector<host::source_fact>& facts, std::uint32_t clock_bits);

}  // namespace rtm::test
