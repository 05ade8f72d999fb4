// SPDX-License-Identifier: MIT
// What sampling of several cores answers. There is no number beside anything but `ok`.
#pragma once

#include <stdint.h>

namespace rtm::sync {

enum class [[nodiscard]] status : uint8_t{
    ok,
    not_armed,          ///< Nothing is planned.
    waiting,            ///< The window is not over yet.
    bad_plan,           ///< Length 0, or a core would have to wait longer than it may.
    clock_stuck,        ///< The clock did not reach the deadline in as many readings as it may take.
    missed,             ///< The core came back after the whole window: it has no window of this number.
    lost,               ///< Counts of this window are not to be believed: ownership, power, a new epoch.
    warming_up,         ///< A window of the warm-up: code and caches were cold. Measure, do not publish.
    no_window,          ///< No core gave a window.
    different_windows,  ///< The windows are not of one number and one strategy.
    not_synchronous,    ///< Clocks that nobody has calibrated against each other.
    too_late,           ///< Some core was later than the requested error allows. The result says how long a window
                        ///< would have to be.
    mixed_groups,       ///< Instructions and cycles that were not counted by one group on one core.
    no_cycles,          ///< There is nothing to divide by.
    bad_exchange,       ///< Stamps of an exchange that cannot be: an answer before its question.
    uncalibrated,       ///< Too few exchanges, or all at one moment.
    clock_jumped,       ///< Exchanges contradict one straight line: a clock was set, or its rate changed.
};

}  // namespace rtm::sync
