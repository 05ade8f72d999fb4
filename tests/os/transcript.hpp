// SPDX-License-Identifier: MIT
// A transcript: the hooks of an OS in the order in which they really come, and what must be accounted. One text form
// for all OSs:
//
//   # RT-Thread: the scheduler's hook comes inside the interrupt.
//   os rt_thread                     the player, see players.hpp
//   mode strict                      lenient (default), as_declared, strict
//   window 100                       ticks; also max_gap, silence
//   task A                           a task that exists before measuring starts; ids 0, 1, ... in this order
//   0 start kernel                   time, hook, arguments; `start` begins to measure on a core
//   20 @1 hook argument key=value    core 1; `isr=N` sets the exception that the CPU runs during this hook
//
//   = task 0: ==   ==                what must be reported: a timing diagram, see tests/timeline/diagram.hpp
//   = isr 7 :   ==
//   = repairs: deferred_switch 1     every repair of core 0; `= repairs @1: ...` of another core; `none`
//   = fault: switch_in_isr time=20 fact=task_switch id=1 expected=7 depth=1 ignored=3
//   = rows: A 40 1, departed 20 1    rows of the task table: name, ticks, dispatches (core 0)
//   = returns: 0 1                   what hooks with an answer returned, in order
//
// Everything is settled at the end of the diagram.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rtm/os/normaliser.hpp"

namespace rtm::test {

/// One hook.
struct hook_line {
  std::size_t number = 0;  ///< In the file.
  std::uint32_t time = 0;
  std::uint32_t core = 0;
  std::string hook;
  std::vector<std::string> arguments;
  std::optional<std::uint32_t> isr;  ///< The active exception.
};

struct transcript {
  std::string os;
  os::strictness mode = os::strictness::lenient;
  std::uint64_t window = 0;
  std::uint64_t max_gap = 0;
  std::uint64_t silence = 0;
  std::vector<std::string> tasks;
  std::vector<hook_line> hooks;
  std::string diagram;
  std::map<std::uint32_t, std::string> repairs;  ///< By core.
  std::string fault, rows, returns;
};

/// Throws std::runtime_error: "file:line: found ..., expected ...".
[[nodiscard]] transcript read_transcript(const std::filesystem::path& file);
[[nodiscard]] transcript parse_transcript(std::string_view text, const std::string& name);

}  // namespace rtm::test
