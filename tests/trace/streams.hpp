// SPDX-License-Identifier: MIT
// Streams as simulated targets send them, one target a core, all over one line.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "simulated_target.hpp"

namespace rtm::test {

/// When the trace of a target is sent: at places that depend on the facts alone.
enum class sending {
  in_time,  ///< Never so late that something is lost.
  late,     ///< With long pauses, in which buffers overflow.
};

/// The bytes of all cores together, mixed, with snapshots and ends.
template <class Capacity>
std::string stream_of(const source_info& info, std::span<const source_fact> facts, sending when = sending::in_time) {
  std::map<std::uint32_t, simulated_target<Capacity>> targets;
  std::string stream;
  const auto collect = [&] {
    for (auto& [core, target] : targets) {
      target.drain();
      stream += std::exchange(target.sent().bytes, {});
    }
  };
  std::size_t told = 0;
  for (const source_fact& fact : facts) {
    auto& target = targets.try_emplace(fact.core, info, fact.core).first->second;
    (void)target.tell(fact);
    ++told;
    if (when == sending::late) {
      if (told % 2000 < 800 && told % 4 == 0) collect();
      continue;
    }
    if (fact.reading_ticks % 3 == 0) target.drain();
    if (fact.reading_ticks % 17 == 0 || fact.kind == fact_kind::reset) target.flush();
    if (told % 8 == 0) collect();
  }
  for (auto& [core, target] : targets) target.finish();
  collect();
  return stream;
}

}  // namespace rtm::test
