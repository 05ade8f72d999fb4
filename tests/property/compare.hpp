// SPDX-License-Identifier: MIT
// Where do two reports first differ? Compares everything a report holds, and names the place as a reader would:
// "core 0, epoch 1, window 3, isr 4: inclusive".
#pragma once

#include <optional>
#include <string>

#include "report/report.hpp"

namespace rtm::property {

struct difference {
  std::string place;
  std::string expected;
  std::string actual;
  bool operator==(const difference&) const = default;
};

/// `expected` is the oracle's report, `actual` the engine's.
[[nodiscard]] std::optional<difference> first_difference(const host::report& expected, const host::report& actual);

// What some engines cannot show is removed from both reports before they are compared:

/// The epochs' rows in which nothing was counted: if every id of the capacity has a row, nobody knows which took part.
void drop_empty_rows(host::report& report);
/// Shortest and longest calls.
void drop_extremes(host::report& report);
/// The part of shortest and longest calls that is beyond `longest`.
void limit_extremes(host::report& report, std::uint64_t longest);
/// Numbers of calls that are still open.
void drop_open_calls(host::report& report);
/// The fault of an epoch that ended by a reset at an unsound time: the reset makes the old epoch unreadable.
void drop_clock_faults_of_resets(host::report& report);

}  // namespace rtm::property
