// SPDX-License-Identifier: MIT
#include "sources/ctf/cpu_states.hpp"

#include <string>

namespace rtm::host::ctf {

void tell_misfit(kernel::cpu_state& cpu, const told_to& to) {
  const auto found = cpu.take_misfit();
  if (!found) return;
  const source_problem what = problem_of(*found, std::to_string(cpu.core()),
                                         [&to](std::uint64_t ticks) { return stamp_of(ticks, to.clock_hz); });
  record at;
  at.offset = what.offset;
  to.problem(at, what.found, what.expected);
}

}  // namespace rtm::host::ctf
