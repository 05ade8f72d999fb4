// SPDX-License-Identifier: MIT
// What sampling of several cores answers. There is no number beside anything but `ok`. A trace sends the statuses by
// their numbers: new ones come at the end.
#pragma once

#include <stdint.h>

namespace rtm::sync {

enum class [[nodiscard]] status : uint8_t{
    ok,
    not_armed,          ///< Nothing is planned.
    waiting,            ///< The window is not over yet.
    bad_plan,           ///< Length 0, beyond the clock, no error allowed, or rates upside down.
    clock_stuck,        ///< The clock did not reach the deadline in as many readings as it may take.
    missed,             ///< The core came back after the whole window: it has no window of this number.
    lost,               ///< Counts of this window are not to be believed: ownership, power, a new epoch.
    warming_up,         ///< A window of the warm-up: code and caches were cold. Measure, do not publish.
    no_window,          ///< No core gave a window.
    different_windows,  ///< The windows are not of one number and one strategy, or two are of one core.
    not_synchronous,    ///< Clocks that nobody has calibrated against each other.
    too_late,           ///< Some core was later than the requested error allows. The result says how long a window
                        ///< would have to be.
    mixed_groups,       ///< Instructions and cycles that were not counted by one group on one core.
    no_cycles,          ///< There is nothing to divide by.
    bad_exchange,       ///< Stamps of an exchange that cannot be: an answer before its question.
    uncalibrated,       ///< Too few exchanges, or all at one moment.
    clock_jumped,       ///< Exchanges contradict one straight line: a clock was set, or its rate changed.
};

/// The status as a word, for a report.
constexpr const char* name_of(status what) {
  switch (what) {
    case status::ok: return "ok";
    case status::not_armed: return "not_armed";
    case status::waiting: return "waiting";
    case status::bad_plan: return "bad_plan";
    case status::clock_stuck: return "clock_stuck";
    case status::missed: return "missed";
    case status::lost: return "lost";
    case status::warming_up: return "warming_up";
    case status::no_window: return "no_window";
    case status::different_windows: return "different_windows";
    case status::not_synchronous: return "not_synchronous";
    case status::too_late: return "too_late";
    case status::mixed_groups: return "mixed_groups";
    case status::no_cycles: return "no_cycles";
    case status::bad_exchange: return "bad_exchange";
    case status::uncalibrated: return "uncalibrated";
    case status::clock_jumped: return "clock_jumped";
  }
  return "no status";
}

}  // namespace rtm::sync
