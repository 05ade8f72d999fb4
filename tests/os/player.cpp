// SPDX-License-Identifier: MIT
#include "player.hpp"

namespace rtm::test {

void player::play(const hook_line& line) {
  machine::time = line.time;
  machine::core = line.core;
  machine::exception = line.isr.value_or(no_id);
  const auto found = hooks_.find(line.hook);
  if (found == hooks_.end()) {
    std::string names;
    for (const auto& [name, call] : hooks_) names += ' ' + name;
    throw std::runtime_error("line " + std::to_string(line.number) + ": found hook '" + line.hook +
                             "', expected one of" + names);
  }
  found->second(line.arguments);
  machine::exception = no_id;
}

std::string player::returns() const {
  std::string out;
  for (const std::uint64_t value : returned_) out += (out.empty() ? "" : " ") + std::to_string(value);
  return out;
}

std::string text_of(const os::repair_counts& counts) {
  std::string out;
  for (std::uint32_t i = 0; i < os::repair_kinds; ++i) {
    const auto kind = os::repair(i);
    if (counts.of(kind) == 0) continue;
    out += (out.empty() ? "" : ", ") + std::string(os::repair_name(kind)) + ' ' + std::to_string(counts.of(kind));
  }
  return out.empty() ? "none" : out;
}

}  // namespace rtm::test
