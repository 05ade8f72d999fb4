// SPDX-License-Identifier: MIT
// What a probe's transcript shows, step by step: each run of a step becomes one short text, a signature, in which the
// hooks stand in the order in which they came around what really ran.
//
//   isr: out in- [ ] out- in     the task is left, nobody comes, the body runs, nobody is left, the task comes
//
//   in     another task is announced        out    the task announced last is left     [ ]   the body of an interrupt
//   same   the same one, after an out       out-   the OS says nobody is               enter, exit, to_os    its hooks
//   again  the same one, without an out     out*   another one than was announced      exit! to_os!   one without enter
//   in-    nobody                           switch the hook for both at once           idle  the idle hook
//   in?    the OS was not asked             switch= to the task that runs
//
// A signature begins behind the step's mark and the at_task that follows it, and ends with the next at_task or at_idle.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "probe/transcript.hpp"

namespace rtm::host::probe {

/// One run of a step.
struct sighting {
  std::string seen;
  std::uint64_t line = 0;  ///< Of the step's mark.
};

struct step_evidence {
  rtm_probe_step step = RTM_PROBE_ACTIVATE;
  std::vector<sighting> seen;  ///< Of each complete run. Empty: not shown.
  std::uint64_t cut_line = 0;  ///< A run that nothing ended, because its last mark is missing. 0: none.
};

/// How often something came, and where first.
struct count {
  std::uint64_t times = 0;
  std::uint64_t first_line = 0;
  void add(std::uint64_t line) {
    if (times++ == 0) first_line = line;
  }
};

/// Something that cannot be.
struct contradiction {
  std::uint64_t line = 0;
  std::string what;
};

inline constexpr std::size_t scenario_steps = RTM_PROBE_END;
inline constexpr std::size_t event_kinds = RTM_PROBE_IDLE + 1;

struct evidence {
  std::array<count, event_kinds> events;  ///< By rtm_probe_event.
  std::array<step_evidence, scenario_steps> steps;
  count wrong_out;                            ///< `out` whose task is not the one announced last.
  std::array<count, 5> out_states;            ///< By rtm_probe_state, of every `out`.
  count hooks_open, hooks_masked;             ///< By what the recorder found.
  count enter_with_id;                        ///< Interrupt hooks that say which one.
  bool is_finished = false;                   ///< The mark `end` is there: nothing of the scenario is missing.
  std::vector<contradiction> contradictions;  ///< At most `most_contradictions`.
  static constexpr std::size_t most_contradictions = 8;
};

[[nodiscard]] evidence look_at(const transcript& of);

}  // namespace rtm::host::probe
