// SPDX-License-Identifier: MIT
// The report: who owned every tick, as a plain value. Made by replay (tools/replay), shown by views (tools/views).
// It holds ticks and counts only; loads are computed from them, so that nothing in it can disagree with anything else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtm/types.hpp"

namespace rtm::host {

/// Ticks of one owner class that has no rows: shared by epochs and windows.
struct base_ticks {
  std::uint64_t idle = 0;
  std::uint64_t kernel = 0;
  std::uint64_t unknown = 0;
  bool operator==(const base_ticks&) const = default;
};

/// Shortest and longest completed call; absent while no call has completed.
struct extremes {
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  bool operator==(const extremes&) const = default;
};

struct task_row {
  std::uint64_t id = 0;
  std::optional<std::string> name;
  std::uint64_t exclusive = 0;
  std::uint64_t dispatches = 0;
  bool operator==(const task_row&) const = default;
};

/// An interrupt, a software interrupt or a point.
struct call_row {
  std::uint64_t id = 0;
  std::optional<std::string> name;
  std::uint64_t exclusive = 0;
  std::uint64_t inclusive = 0;
  std::uint64_t calls = 0;
  std::uint64_t abandoned = 0;  ///< Points only.
  std::optional<extremes> exclusive_call;
  std::optional<extremes> inclusive_call;
  bool operator==(const call_row&) const = default;
};

/// One window. Its rows carry no names, and its call rows no extremes; rows that are all zero are left out.
struct window_row {
  std::uint64_t index = 0;
  std::uint64_t start = 0;   ///< Extended ticks.
  std::uint64_t length = 0;  ///< Ticks.
  bool complete = false;
  bool cut_by_fault = false;  ///< A fault ended it: its load is not a number.
  base_ticks base;
  std::vector<task_row> tasks;
  std::vector<call_row> isrs;
  std::vector<call_row> swis;
  std::vector<call_row> points;
  bool operator==(const window_row&) const = default;
};

struct epoch_row {
  std::uint64_t epoch = 0;
  std::uint64_t start = 0;  ///< Extended ticks.
  std::uint64_t total = 0;  ///< Ticks settled.
  std::uint64_t ignored = 0;
  std::optional<rtm::fault> fault;  ///< Ids in it are the ids of the input, not slots of the engine.
  base_ticks base;
  std::vector<task_row> tasks;  ///< All row lists: sorted by id; named ids and ids that took part in any fact.
  std::vector<call_row> isrs;
  std::vector<call_row> swis;
  std::vector<call_row> points;
  std::vector<window_row> windows;
  [[nodiscard]] bool valid() const { return !fault; }
};

struct core_report {
  std::uint64_t core = 0;
  std::vector<epoch_row> epochs;
};

struct report {
  std::uint64_t clock_hz = 0;
  std::vector<core_report> cores;  ///< Sorted by core number.
};

/// Load of `length` ticks, between 0 and 1; absent if nothing of it is known.
[[nodiscard]] std::optional<double> load_of(const base_ticks& base, std::uint64_t length);
/// Absent also for an invalid epoch.
[[nodiscard]] std::optional<double> load_of(const epoch_row& epoch);
/// Absent also for a window that a fault cut short.
[[nodiscard]] std::optional<double> load_of(const window_row& window);

}  // namespace rtm::host
