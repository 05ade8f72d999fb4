// SPDX-License-Identifier: MIT
// Any bytes through one source: either one line says what is wrong, or the ticks of every core add up, no core is
// invalid (a source of recordings never tells a story that cannot be), and facts of a core are in the order of time.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "fuzz/checks.hpp"
#include "replay/replay.hpp"
#include "sources/input.hpp"
#include "sources/source.hpp"
#include "text/text.hpp"

namespace rtm::fuzz {

template <class Source>
void read_source(std::string_view bytes) {
  using namespace rtm::host;
  try {
    Source from(input("fuzz", bytes));
    replay run(from.info());
    std::map<std::uint32_t, std::uint64_t> times;
    while (tell_next(from, run, [&](auto, std::span<const source_fact> facts) {
      for (const source_fact& fact : facts) {
        require(fact.reading_ticks >= times[fact.core], "facts of a core are in the order of time");
        times[fact.core] = fact.reading_ticks;
      }
    })) {
    }
    const report made = run.finish(from.info());
    for (const core_report& core : made.cores) {
      require(core.epochs.size() == 1, "a core of a recording has one epoch");
      require(core.epochs[0].valid(), "what a recorder wrote is never told as an impossible story");
      require(owned(core.epochs[0]) == core.epochs[0].total, "every tick of an epoch has one owner");
    }
    for (const problem_row& problem : made.problems) {
      require(!problem.found.empty() && !problem.expected.empty(), "a problem says what was found and expected");
      require(!has_control(problem.found), "a problem is one printable line");
    }
    for (const source_completeness& of : from.completeness())
      require(times.count(of.core) != 0, "what is said of completeness is of a core that has facts");
  } catch (const source_error& error) {
    check_message(error.what(), "fuzz:");
  }
}

}  // namespace rtm::fuzz
