// SPDX-License-Identifier: MIT
// What an export tells, whatever its format: slices and points of each core in the order in which a viewer takes them,
// and the windows. And what follows from that alone: sums an owner, worked out here without the ledger.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/report.hpp"

namespace rtm::test {

struct owner {
  std::string category;  ///< task, idle, kernel, unknown, isr, swi
  std::uint64_t id = 0;
  auto operator<=>(const owner&) const = default;
};

struct step {
  enum class kind { epoch, begin, end, point_begin, point_end };
  kind what = kind::epoch;
  std::uint64_t ticks = 0;
  owner who;           ///< Of begin; of points only the id.
  std::string name;    ///< Of begin and point_begin.
  std::string track;   ///< Of points: which stack.
  std::string cut_by;  ///< Of ends: empty if it is a return.
};

struct shown_window {
  std::uint64_t index = 0, start = 0, length = 0, idle = 0, kernel = 0, unknown = 0;
  auto operator<=>(const shown_window&) const = default;
};

struct told_core {
  std::vector<step> steps;
  std::vector<shown_window> windows;
  std::map<std::uint64_t, double> load;             ///< Counter by ticks. Not in CTF.
  std::map<std::string, std::uint64_t> running_ns;  ///< Perfetto's scheduling: by name of the thread.
  std::map<std::string, std::uint64_t> idle_ns;     ///< The same of threads that are marked idle.
  std::uint64_t lost = 0;                           ///< Counter of lost facts. Not in CTF, where babeltrace2 tells it.
  std::uint64_t lost_at = 0;                        ///< When it last changed, in ticks.

  void count_lost(std::uint64_t ticks, std::uint64_t facts) {
    if (facts != lost) lost_at = ticks;
    lost = facts;
  }
};

/// By core number.
using told = std::map<std::uint64_t, told_core>;

struct tally {
  std::uint64_t exclusive = 0, inclusive = 0, calls = 0, abandoned = 0, open = 0, begun = 0;
};

struct told_epoch {
  std::uint64_t start = 0, end = 0;
  std::map<owner, tally> owners;
  std::map<std::uint64_t, tally> points;
};

/// Throws std::runtime_error if slices do not nest, time goes back, or something is never closed.
[[nodiscard]] std::vector<told_epoch> epochs_of(const std::vector<step>& steps);

/// What differs between the sums of the export and those of the ledger, one line each; empty if nothing does.
[[nodiscard]] std::string differences(const told& from, const host::report& expected);

}  // namespace rtm::test
