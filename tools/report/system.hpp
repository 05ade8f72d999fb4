// SPDX-License-Identifier: MIT
// Several cores as one system: a plain value, made by replay/system.hpp out of windows of the cores. Windows are
// combined over the time that they have in common only, each named, and with the error that follows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rtm::host {

/// The window that a core adds.
struct system_core_row {
  std::uint64_t core = 0;
  std::uint64_t epoch = 0;
  std::uint64_t window = 0;
  std::uint64_t clock = 0;        ///< That the core itself reads.
  std::uint64_t start = 0;        ///< Ticks of the system's clock.
  std::uint64_t stop = 0;         ///< Likewise.
  std::uint64_t bound_ticks = 0;  ///< How far both may be off. 0: the core reads the system's clock.
};

/// A sum over the cores, brought to the common time.
struct bounded_ticks {
  std::uint64_t ticks = 0;
  std::uint64_t error_ticks = 0;  ///< The true sum is no further away.
};

struct system_window_row {
  std::string verdict;                 ///< "ok", or why there are no sums.
  std::uint64_t start = 0;             ///< Of the common time.
  std::uint64_t length = 0;            ///< Likewise.
  std::uint64_t late_ticks = 0;        ///< Largest distance of an edge of a core's window from the common time.
  std::uint64_t skew_bound_ticks = 0;  ///< That, with the bound of clocks.
  std::vector<system_core_row> cores;
  std::optional<bounded_ticks> idle;  ///< Both only with the verdict ok.
  std::optional<bounded_ticks> unknown;
};

/// Instructions and cycles of pairs that one group counted on one core.
struct system_ipc_row {
  std::string verdict;
  std::uint64_t instructions = 0;  ///< Both only with the verdict ok.
  std::uint64_t cycles = 0;
};

struct system_view {
  std::string verdict;            ///< "ok", or why the cores cannot be combined: then there are no windows.
  std::uint64_t clock = 0;        ///< Whose ticks it is in.
  std::uint64_t bound_ticks = 0;  ///< The largest of any core.
  std::vector<system_window_row> windows;
  std::optional<system_ipc_row> ipc;  ///< Absent: no core tells of instructions and cycles.
};

/// Between 0 and 1: the least and the most that it can have been. Absent without sums, or if nothing is known.
struct load_range {
  double least = 0;
  double most = 0;
};
[[nodiscard]] std::optional<load_range> load_of(const system_window_row& of);

}  // namespace rtm::host
