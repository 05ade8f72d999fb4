// SPDX-License-Identifier: MIT
// The same work under three idle loops. Every 2 ms or so a timer interrupt asks for the task, which runs for 0.7 ms; a
// more urgent interrupt comes into whatever runs. What differs is what the core does when there is nothing to do:
//
//   spins    the idle loop goes round and calls load.idle()
//   blind    the same, and an interrupt that nobody hooked takes 15 % of the time
//   halts    the idle loop waits for an interrupt (WFI)
#pragma once

#include <stdint.h>

#include "cortex_m3.hpp"
#include "rtm/load_types.h"

namespace scenario {

enum class idle_loop : uint8_t { spins, blind, halts };
inline constexpr uint32_t idle_loops = 3;
inline constexpr const char* names[idle_loops] = {"spins", "blind", "halts"};
inline constexpr uint32_t windows_each = 4;

/// What is asked of Load after each update.
struct window {
  rtm_load_summary summary;
  rtm_load_status answer[RTM_LOAD_BY_HALT + 1];  ///< By method; [0] is not used.
  rtm_load_stat load[RTM_LOAD_BY_HALT + 1];
  rtm_load_status coverage_answer;
  rtm_load_coverage coverage;
};
extern window windows[idle_loops][windows_each];

/// Readings of Load in the urgent interrupt, and those that did not add up or were not answered at once. 0 is expected.
extern uint32_t readings;
extern uint32_t bad_readings;

/// Runs one of the three for `windows_each` windows. False: Load refused to start.
[[nodiscard]] bool run(idle_loop which);

void timer_handler();
void urgent_handler();
void blind_handler();

}  // namespace scenario
