// SPDX-License-Identifier: MIT
// What interpreters that keep a kernel::cpu_state for each CPU do alike.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "sources/ctf/interpreter.hpp"
#include "sources/linux/cpu_state.hpp"

namespace rtm::host::ctf {

/// Tells the first odd stamp of a CPU, if there is one that has not been told.
void tell_misfit(kernel::cpu_state& cpu, const told_to& to);

/// Where the range of all CPUs ends: not where the latest stamp is, which may be odd. `pieces`: of all of them.
[[nodiscard]] inline std::uint64_t end_of_cpus(std::uint64_t first_ticks, std::vector<stamped_piece> pieces) {
  return end_of_range(first_ticks, kernel::cpu_state::longest_pause_ns, std::move(pieces));
}

inline void add_pieces(std::vector<stamped_piece>& to, const kernel::cpu_state& cpu) {
  const std::vector<stamped_piece> its = cpu.pieces();
  to.insert(to.end(), its.begin(), its.end());
}

}  // namespace rtm::host::ctf
