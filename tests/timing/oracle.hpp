// SPDX-License-Identifier: MIT
// What are the timing parameters of these facts? The oracle answers tick by tick: whoever is there in a tick gets it
// counted, and nothing is ever subtracted. It shares no code and no idea with the engine, and is slow.
// It takes one core whose facts are all legal.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "sources/source.hpp"

namespace rtm::test {

/// All values of one parameter, in the order in which they were completed.
using values = std::vector<std::uint64_t>;

struct oracle_task {
  values cet, get, ipt, rt, wt, pre, dt, st;
  std::uint64_t early = 0, cut = 0, open = 0;
};
struct oracle_call {
  values cet, get, pre, dt;
  std::uint64_t cut = 0, open = 0;
};
struct oracle_point {
  values cet, self, dt;
  std::uint64_t cut = 0, open = 0;
};

/// Own ticks of instances of a task that were not seen whole.
struct oracle_parts {
  std::uint64_t longest = 0;  ///< Of one part.
  std::uint64_t most = 0;     ///< Of parts with no end between them.
};

struct oracle_epoch {
  std::map<host::source_id, oracle_parts> unfinished;  ///< Without parts of no tick.
  std::map<host::source_id, oracle_task> tasks;
  std::map<host::source_id, oracle_call> isrs, swis;
  std::map<host::source_id, oracle_point> points;
};

/// Rules that a wrong engine might have instead. Random facts must tell each from the right ones.
enum class mistake {
  none,
  waiting_runs_on,         ///< What a task runs after it said that it waits counts as waiting.
  early_forgotten,         ///< An activation while an instance is open is nothing.
  early_overwrites,        ///< ... takes the place of the one before it.
  announced_again_begins,  ///< A task that is announced again although it runs begins an instance.
  slice_is_instance,       ///< An instance ends when its task is switched away from.
  nested_not_taken_off,    ///< An interrupted task or interrupt goes on counting.
  unknown_time_believed,   ///< Who has started before unknown time is trusted behind it.
  running_task_has_begun,  ///< The owner with which an epoch begins has an instance.
  dt_from_end,             ///< DT counts from the end before.
  release_not_needed,      ///< A dispatch ends the waiting, and the value is believed.
  abandoned_points_count,  ///< A point that its task leaves open ends there.
};
inline constexpr mistake last_mistake = mistake::abandoned_points_count;

/// One for each epoch.
[[nodiscard]] std::vector<oracle_epoch> oracle_timing(std::span<const host::source_fact> facts,
                                                      std::uint32_t clock_bits, mistake made = mistake::none);

}  // namespace rtm::test
