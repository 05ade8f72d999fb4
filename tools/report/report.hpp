// SPDX-License-Identifier: MIT
// The report: who owned every tick, as a plain value. Made by replay (tools/replay), shown by views (tools/views).
// It holds ticks and counts only; loads are computed from them, so that nothing in it can disagree with anything else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/extras.hpp"
#include "report/system.hpp"
#include "report/timing.hpp"
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

/// An interrupt, a software interrupt or a point. Sums hold what calls that have not ended took so far; calls,
/// shortest and longest are of calls that have.
struct call_row {
  std::uint64_t id = 0;
  std::optional<std::string> name;
  std::uint64_t exclusive = 0;
  std::uint64_t inclusive = 0;
  std::uint64_t calls = 0;
  std::uint64_t abandoned = 0;  ///< Points only.
  std::uint64_t open = 0;       ///< Calls that have not ended when the epoch does. Not counted in windows.
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
  bool covered = true;        ///< False: a loss touches it, so its counts are not all that happened.
  base_ticks base;
  std::vector<task_row> tasks;
  std::vector<call_row> isrs;
  std::vector<call_row> swis;
  std::vector<call_row> points;
  bool operator==(const window_row&) const = default;
};

/// The first fault of an epoch. Ids are those of the input, which may be wider than the ids of the engine.
struct fault_row {
  status kind = status::ok;
  fact_kind fact = fact_kind::poll;       ///< The refused fact.
  std::optional<std::uint64_t> id;        ///< Absent for poll and for the owners idle, kernel and unknown.
  std::optional<std::uint64_t> expected;  ///< Topmost frame or innermost point, if the fault is about it.
  std::uint64_t time_ticks = 0;           ///< Extended time: the last sound instant.
  std::uint64_t reading_ticks = 0;        ///< Raw reading of the refused fact.
  std::uint64_t depth = 0;                ///< Active frames.

  fault_row() = default;
  fault_row(const rtm::fault& f)  // NOLINT(google-explicit-constructor): the same fault in wider words
      : kind(f.kind), fact(f.fact), time_ticks(f.time_ticks), reading_ticks(f.reading_ticks), depth(f.depth) {
    if (f.id != no_id) id = f.id;
    if (f.expected != no_id) expected = f.expected;
  }
  bool operator==(const fault_row&) const = default;
};

/// What is known of all windows of an epoch, kept or not.
struct window_history {
  std::uint64_t count = 0;
  /// Of the complete and covered windows: how many, and the first one of the least and of the largest load.
  std::uint64_t complete = 0;
  struct extreme {
    std::uint64_t index = 0;
    std::uint64_t busy = 0;   ///< Known ticks that were not idle.
    std::uint64_t known = 0;  ///< Not 0.
    bool operator==(const extreme&) const = default;
  };
  std::optional<extreme> least, most;

  void add(const window_row& window);
  bool operator==(const window_history&) const = default;
};

/// For the number of windows to keep.
inline constexpr std::size_t all_windows = ~std::size_t{0};

struct epoch_row {
  std::uint64_t epoch = 0;
  std::uint64_t start = 0;  ///< Extended ticks.
  std::uint64_t total = 0;  ///< Ticks settled.
  std::uint64_t ignored = 0;
  std::optional<fault_row> fault;
  bool covered = true;  ///< False: a loss touches it.
  base_ticks base;
  std::vector<task_row> tasks;  ///< All row lists: sorted by id; named ids and ids that took part in any fact.
  std::vector<call_row> isrs;
  std::vector<call_row> swis;
  std::vector<call_row> points;
  std::vector<window_row> windows;  ///< All, or the last ones, if a replay was asked to keep no more.
  window_history history;
  std::optional<epoch_timing> timing = std::nullopt;  ///< Only if a replay was asked to keep it.
  [[nodiscard]] bool valid() const { return !fault; }
};

/// Facts that were missing in the input, as far as one loss of them is known.
struct loss_row {
  std::uint64_t core = 0;
  std::uint64_t offset = 0;   ///< Byte of the input at which it was noticed.
  std::uint64_t lost = 0;     ///< Facts that the target could not record.
  std::uint64_t missing = 0;  ///< Facts that were recorded but did not arrive.
  std::uint64_t epoch = 0;
  std::uint64_t from = 0;  ///< Extended ticks in `epoch`: the first instant at which facts may be missing.
  std::uint64_t to_epoch = 0;
  std::optional<std::uint64_t> to;  ///< Extended ticks in `to_epoch`: the last such instant. Absent: there is no end.
  std::optional<std::uint64_t> first_window, last_window;  ///< Not covered, of `epoch` and `to_epoch`; absent: none.
  bool is_before_all = false;  ///< They were told before the first epoch: no time of the report is touched.
  bool is_expected = false;    ///< A recorder that keeps the newest was never meant to hold the beginning.
  std::uint64_t line = 0;      ///< Of a text: the line at `offset`, from 1.
};

/// Something in the input that is not as it should be, although it could be used.
struct problem_row {
  std::uint64_t offset = 0;  ///< Byte of the input.
  std::string found;
  std::string expected;
  std::uint64_t line = 0;  ///< Of a text: the line at `offset`, from 1.
};

/// The order that rows are listed in: that of the input. Damage makes several cores speak of one byte: what is said of
/// it is in the same order whichever core was read first. What is said of the input as a whole, at 0, stays as it was
/// told.
[[nodiscard]] inline bool in_order_of_input(const loss_row& a, const loss_row& b) {
  return std::tie(a.offset, a.core) < std::tie(b.offset, b.core);
}
[[nodiscard]] inline bool in_order_of_input(const problem_row& a, const problem_row& b) {
  if (a.offset != b.offset || a.offset == 0) return a.offset < b.offset;
  return std::tie(a.found, a.expected) < std::tie(b.found, b.expected);
}

/// How far the input of one core can be believed: see source_completeness.
struct completeness_row {
  struct unseen {
    std::uint64_t events = 0;
    std::uint64_t ticks = 0;
    bool operator==(const unseen&) const = default;
  };
  std::uint64_t events = 0;
  std::uint64_t lost = 0;
  std::uint64_t repairs = 0;
  std::uint64_t ignored = 0;
  unseen hard_irqs, soft_irqs;  ///< Events that interrupts served of which no frame tells.
  std::vector<std::string> missing;
  bool operator==(const completeness_row&) const = default;
};

/// A repair that the port of an OS made before hooks became facts (rtm/os/repairs.hpp), and how often.
struct repair_row {
  std::uint64_t kind = 0;
  std::uint64_t count = 0;
  bool operator==(const repair_row&) const = default;
};

struct core_report {
  std::uint64_t core = 0;
  std::vector<epoch_row> epochs;
  std::optional<completeness_row> completeness = std::nullopt;  ///< Absent: the input cannot tell.
  std::optional<core_counters> counters = std::nullopt;         ///< As the target counted. Absent: none.
  std::vector<finding_row> findings = {};                       ///< What the target's own checks said.
  std::optional<std::uint64_t> clock = std::nullopt;            ///< Which clock it reads. Absent: nobody says.
  std::vector<repair_row> repairs = {};                         ///< By kind; empty: none were told.
};

struct report {
  std::uint64_t clock_hz = 0;
  std::vector<core_report> cores;                    ///< Sorted by core number.
  std::optional<system_view> system = std::nullopt;  ///< Of several cores, if it is known what clocks they read.

  // What the input lacks. Of each list the first `most_listed` are kept, the rest is counted.
  static constexpr std::size_t most_listed = 1000;
  std::vector<loss_row> losses = {};
  std::vector<problem_row> problems = {};
  std::uint64_t unlisted = 0;

  /// Not all that happened is in it.
  [[nodiscard]] bool is_incomplete() const;
};

/// Load of `length` ticks, between 0 and 1; absent if nothing of it is known.
[[nodiscard]] std::optional<double> load_of(const base_ticks& base, std::uint64_t length);
/// Absent also for an invalid epoch.
[[nodiscard]] std::optional<double> load_of(const epoch_row& epoch);
/// Absent also for a window that a fault cut short.
[[nodiscard]] std::optional<double> load_of(const window_row& window);

}  // namespace rtm::host
