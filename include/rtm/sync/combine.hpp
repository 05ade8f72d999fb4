// SPDX-License-Identifier: MIT
// The windows of several cores as one, with the error of it, or a reason why not. Formulas, for core i with lateness s
// at the start and e at the stop, J the largest of them (with what readings took and clocks may be off), W the length,
// rates between r- and r+, and samples p apart:
//
//   window     |duration - W|                 <= J           relative J / W; so W >= J / error
//   scaled     count * W / duration           +- (r+ - r-) * (s + e)
//   interpolated at the boundaries            +- (r+ - r-) * p / 4 each
//   stamps     taken t before the count, by a clock that may be off by B: s and e grow by t and B each, and the
//              length by up to t + 2 B  at whatever rate: +- r+ * (t + 2 B) * W / duration
//
// Scaled counts are for short windows, interpolation only for samples much closer than the window.
#pragma once

#include <stdint.h>

#include "rtm/detail/wide_math.hpp"
#include "rtm/sync/window.hpp"

namespace rtm::sync {

/// How fast an event can come, from the CPU's manual or from measurement: at least `least` and at most `most` in
/// `per_ticks` of the common clock. per_ticks 0: nobody knows, and no error of a count is stated.
struct rate_limits {
  uint64_t least = 0;
  uint64_t most = 0;
  uint64_t per_ticks = 0;
};

/// What is asked of a set of windows, in ticks of the common clock.
template <unsigned Columns>
struct requirement {
  uint64_t start_ticks = 0;
  uint64_t length_ticks = 0;
  uint32_t clock = 0;
  uint32_t error_ppm = 0;  ///< Of the window: lateness in relation to its length.
  rate_limits rates[Columns] = {};
};

/// No error of this count is known.
inline constexpr uint64_t unknown_error = ~uint64_t{0};

template <unsigned Columns>
struct system_window {
  status verdict = status::no_window;
  strategy how = strategy::periodic;
  uint32_t number = 0;
  uint32_t cores = 0;
  uint64_t start_ticks = 0;
  uint64_t length_ticks = 0;
  uint64_t late_ticks = 0;            ///< Largest distance of a core's edge from its boundary, as the clocks show it.
  uint64_t skew_bound_ticks = 0;      ///< J: that with the time of readings and the bound of clocks.
  uint64_t clock_bound_ticks = 0;     ///< Largest of any core.
  uint64_t error_ppm = 0;             ///< J / W, rounded up.
  uint64_t minimum_length_ticks = 0;  ///< The shortest window that this J would allow, at the requested error.
  /// Valid with the verdict `ok`: the sum over the cores, each brought to the common window.
  uint64_t total[Columns] = {};
  uint64_t total_error[Columns] = {};  ///< Or unknown_error.
};

namespace detail {

constexpr uint64_t distance(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

/// Bound of the scaled or interpolated count of one core, rounding included.
template <unsigned Columns>
constexpr uint64_t count_error(const core_window<Columns>& w, const rate_limits& rate, uint64_t from, uint64_t to) {
  using rtm::detail::scale_up;
  using rtm::detail::sum_or_most;
  if (rate.per_ticks == 0) return unknown_error;
  const uint64_t clocks = sum_or_most(w.clock_bound_ticks, w.clock_bound_ticks);
  const uint64_t most_taken = w.start_taken_ticks > w.stop_taken_ticks ? w.start_taken_ticks : w.stop_taken_ticks;
  // Other events than those of the common window: what counts is how far rates can differ.
  uint64_t elsewhere = sum_or_most(distance(w.start_ticks, from), distance(w.stop_ticks, to));
  elsewhere = sum_or_most(elsewhere, sum_or_most(clocks, sum_or_most(w.start_taken_ticks, w.stop_taken_ticks)));
  if (w.how == strategy::global_clock) {
    elsewhere = sum_or_most(elsewhere, (w.start_spacing_ticks + w.stop_spacing_ticks + 3) / 4);
  }
  // More or fewer events than the stamps say: even a constant rate is wrong by those.
  const uint64_t longer = scale_up(sum_or_most(most_taken, clocks), to - from, w.stop_ticks - w.start_ticks);
  const uint64_t error = sum_or_most(scale_up(elsewhere, rate.most - rate.least, rate.per_ticks),
                                     scale_up(longer, rate.most, rate.per_ticks));
  return sum_or_most(error, 2);
}

}  // namespace detail

/// `windows` of `count` cores. With any verdict but `ok` the totals are 0 and no result; what was measured of lateness
/// is there all the same, as far as it was looked at.
/// Verdicts: ok, no_window, warming_up, lost, different_windows, mixed_groups (other events in one column),
/// not_synchronous, too_late, bad_plan.
/// Context: any task. Bound: count * Columns divisions of 64 bits, count * count compares.
template <unsigned Columns>
system_window<Columns> combine(const core_window<Columns>* windows, uint32_t count, const requirement<Columns>& asked) {
  system_window<Columns> out = {};
  out.start_ticks = asked.start_ticks;
  out.length_ticks = asked.length_ticks;
  out.cores = count;
  bool is_plan = asked.length_ticks != 0 && asked.error_ppm != 0;
  for (const rate_limits& rate : asked.rates) is_plan = is_plan && rate.least <= rate.most;
  if (!is_plan) {
    out.verdict = status::bad_plan;
    return out;
  }
  if (count == 0) return out;
  out.how = windows[0].how;
  out.number = windows[0].number;
  const uint64_t from = asked.start_ticks;
  const uint64_t to = asked.start_ticks + asked.length_ticks;

  out.verdict = status::ok;
  const auto refuse = [&](status why) {
    if (out.verdict == status::ok) out.verdict = why;
  };
  for (uint32_t i = 0; i < count; ++i) {
    const core_window<Columns>& w = windows[i];
    if (w.number != out.number || w.how != out.how) refuse(status::different_windows);
    for (uint32_t k = 0; k < i; ++k) {
      if (windows[k].core == w.core) refuse(status::different_windows);
    }
    if (w.group != windows[0].group) refuse(status::mixed_groups);
    if (w.clock != asked.clock) refuse(status::not_synchronous);
    if (w.is_lost || w.stop_ticks <= w.start_ticks) refuse(status::lost);
    if (w.is_warm_up) refuse(status::warming_up);
    if (w.clock != asked.clock) continue;  // its ticks mean nothing here
    const uint64_t late_start = detail::distance(w.start_ticks, from);
    const uint64_t late_stop = detail::distance(w.stop_ticks, to);
    const uint64_t late = late_start > late_stop ? late_start : late_stop;
    const uint64_t at_start = rtm::detail::sum_or_most(late_start, w.start_taken_ticks);
    const uint64_t at_stop = rtm::detail::sum_or_most(late_stop, w.stop_taken_ticks);
    const uint64_t skew = rtm::detail::sum_or_most(at_start > at_stop ? at_start : at_stop, w.clock_bound_ticks);
    if (late > out.late_ticks) out.late_ticks = late;
    if (skew > out.skew_bound_ticks) out.skew_bound_ticks = skew;
    if (w.clock_bound_ticks > out.clock_bound_ticks) out.clock_bound_ticks = w.clock_bound_ticks;
  }
  out.error_ppm = rtm::detail::scale_up(out.skew_bound_ticks, 1'000'000, asked.length_ticks);
  out.minimum_length_ticks = rtm::detail::scale_up(out.skew_bound_ticks, 1'000'000, asked.error_ppm);
  if (out.error_ppm > asked.error_ppm) refuse(status::too_late);
  if (out.verdict != status::ok) return out;

  for (uint32_t i = 0; i < count; ++i) {
    const core_window<Columns>& w = windows[i];
    const uint64_t duration = w.stop_ticks - w.start_ticks;
    for (unsigned c = 0; c < Columns; ++c) {
      // The same length needs no scaling, and has no rounding then.
      out.total[c] += duration == asked.length_ticks
                          ? w.count[c]
                          : rtm::detail::scale_down(w.count[c], asked.length_ticks, duration);
      out.total_error[c] =
          rtm::detail::sum_or_most(out.total_error[c], detail::count_error(w, asked.rates[c], from, to));
    }
  }
  return out;
}

/// Instructions per cycle of all cores.
struct system_ipc {
  uint64_t instructions = 0;
  uint64_t cycles = 0;
  uint64_t ipc_ppm = 0;
};

/// Sums over the cores what each counted by one group: lateness then cancels to first order, so not even a common
/// window is needed. Wrong: instructions of one group over cycles of another, or of another core.
/// @retval ok
/// @retval mixed_groups     a window whose counters are no group, or whose group counts other events than the first
/// @retval different_windows  two are of one core
/// @retval lost, no_window, no_cycles, warming_up
/// Bound: count * count compares.
template <unsigned Columns>
status combine_ipc(const core_window<Columns>* windows, uint32_t count, unsigned instructions, unsigned cycles,
                   system_ipc& out) {
  if (count == 0) return status::no_window;
  if (instructions >= Columns || cycles >= Columns || instructions == cycles) return status::mixed_groups;
  system_ipc sum = {};
  for (uint32_t i = 0; i < count; ++i) {
    if (windows[i].group == 0 || windows[i].group != windows[0].group) return status::mixed_groups;
    for (uint32_t k = 0; k < i; ++k) {
      if (windows[k].core == windows[i].core) return status::different_windows;
    }
    if (windows[i].is_lost || windows[i].stop_ticks <= windows[i].start_ticks) return status::lost;
    if (windows[i].is_warm_up) return status::warming_up;
    sum.instructions += windows[i].count[instructions];
    sum.cycles += windows[i].count[cycles];
  }
  if (sum.cycles == 0) return status::no_cycles;
  sum.ipc_ppm = rtm::detail::scale_down(sum.instructions, 1'000'000, sum.cycles);
  out = sum;
  return status::ok;
}

}  // namespace rtm::sync
