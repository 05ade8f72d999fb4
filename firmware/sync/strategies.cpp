// SPDX-License-Identifier: MIT
// The strategies that need no hardware of their own: a deadline that all wait for, boundaries that each passes at its
// next poll, and samples between which boundaries are interpolated. What a core was late by is in the result; a set
// that is too late for the error asked is refused, and says how long a window would do.
#include "machine.hpp"

namespace machine {
namespace {

using rtm::sync::strategy;
using requirement = rtm::sync::requirement<columns>;

constexpr uint32_t error_ppm = 10'000;
/// From the request to the beginning: the interrupts are taken, and every core has polled.
constexpr uint64_t ahead_ticks = ms_ticks / 5;

struct demand {
  strategy how = strategy::software;
  uint32_t number = 0;
  uint64_t length_ticks = 2 * ms_ticks;
  uint32_t warm_up = 0;
  uint32_t windows = 1;
  uint64_t masked_ticks = 0;  // core 2: in a critical section for so long from the beginning on
};

bool is_right(const rtm::sync::system_window<columns>& seen) {
  const uint64_t truth = seen.length_ticks * cycles_per_tick * cores;
  return seen.verdict != status::ok ||
         rtm::sync::detail::distance(seen.total[cycle_column], truth) <= seen.total_error[cycle_column];
}

rtm::sync::system_window<columns> take(const demand& what) {
  const uint64_t start = common_clock::read() + ahead_ticks;
  for (member& each : all) {
    each.planned = {what.how, what.number, start, what.length_ticks, ahead_ticks / 4, 1'000'000, what.warm_up};
    each.windows_wanted = what.windows;
    each.masked_until = 0;
  }
  if (what.masked_ticks != 0) all[2].masked_until = start + what.masked_ticks;
  run_plans();

  // With more than one window the last of them is looked at.
  const uint64_t last = (what.windows - 1) * what.length_ticks;
  requirement asked;
  asked.start_ticks = start + last;
  asked.length_ticks = what.length_ticks;
  asked.error_ppm = error_ppm;
  asked.rates[0] = {0, 1, 30};  // an event takes longer than 30 instructions, each a tick
  asked.rates[cycle_column] = {cycles_per_tick, cycles_per_tick, 1};
  constexpr const char* names[cores] = {"core 0", "core 1", "core 2", "core 3"};
  rtm::sync::core_window<columns> windows[cores];
  for (uint32_t i = 0; i < cores; ++i) {
    print_window(names[i], all[i], asked.start_ticks);
    windows[i] = all[i].window;
  }
  const auto seen = rtm::sync::combine(windows, cores, asked);
  print_verdict(seen);
  return seen;
}

bool show(const char* name, const demand& what, status expected) {
  results.put('[').text(name).text("]\n");
  const auto seen = take(what);
  return seen.verdict == expected && is_right(seen);
}

}  // namespace

bool show_strategies() {
  demand what;
  what.warm_up = 1;
  bool good = show("software: the first one warms up", what, status::warming_up);
  what.warm_up = 0;
  what.number = 1;
  good = show("software: an interrupt arms, all start at one deadline", what, status::ok) && good;
  what.number = 2;
  what.masked_ticks = ms_ticks / 20;
  results.text("[software: core 2 is in a critical section at the deadline]\n");
  const auto refused = take(what);
  good = refused.verdict == status::too_late && good;
  what.number = 3;
  what.length_ticks = refused.minimum_length_ticks;
  good = show("software: the same in a window as long as that asked for", what, status::ok) && good;

  what = {};
  what.how = strategy::periodic;
  what.number = 4;
  what.length_ticks = 5 * ms_ticks;
  what.warm_up = 1;
  what.windows = 2;
  good = show("periodic: each core at its next poll", what, status::ok) && good;
  what.how = strategy::global_clock;
  what.number = 6;
  return show("global clock: counts at the boundaries are interpolated", what, status::ok) && good;
}

}  // namespace machine
