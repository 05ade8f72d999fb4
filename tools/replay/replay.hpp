// SPDX-License-Identifier: MIT
// Turns facts into a report: one ledger a core, the same engine as on target, over storage that grows. Facts are told
// once and not kept, so memory depends on how many ids, windows and epochs there are, not on how many facts.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::host {

class core_replay;
class replay_listener;

class replay {
 public:
  /// Takes clock, timing and capacity from `info`; names are not needed yet.
  /// A `listener` hears everything as it happens; the replay then keeps no rows, and its report has no epochs.
  /// `kept_windows`: so many of each epoch, the last ones, are in the report; then memory does not grow with them.
  /// `keeps_timing`: epochs have timing parameters.
  explicit replay(const source_info& info, replay_listener* listener = nullptr, std::size_t kept_windows = all_windows,
                  bool keeps_timing = false);
  ~replay();
  replay(const replay&) = delete;
  replay& operator=(const replay&) = delete;

  /// Where the facts to be told next may be put: kept from one time to the next, because it is large.
  [[nodiscard]] std::span<source_fact> room() { return room_; }

  /// What the source has learnt since: capacities of cores that begin later. Before their first facts.
  void learn(const source_info& info);
  /// Facts of one core in time order, the first a `reset`: std::invalid_argument otherwise. Misuse of the ledger that a
  /// source may contain (a missing exit, a gap, an id outside the capacity) is no error: it is a fault in the report.
  void tell(std::span<const source_fact> facts);

  /// Facts that are missing before those told next.
  void lose(std::span<const source_loss> losses);
  /// Problems of the input, for the report.
  void add_problems(std::span<const source_problem> problems);

  /// What the target says beside facts, for the report.
  void add_extras(std::vector<core_extras> extras);

  /// How far the input of each core can be believed, for the report.
  void add_completeness(std::vector<source_completeness> of);
  /// What ports had to repair, for the report.
  void add_repairs(std::vector<source_repairs> of);

  /// The report up to the last fact, with the names of `names`. Call once.
  [[nodiscard]] report finish(const source_info& names);

 private:
  core_replay& core_of(std::uint32_t number);

  static constexpr std::size_t facts_at_once = 1024;

  source_info info_;
  replay_listener* listener_;
  std::size_t kept_windows_;
  bool keeps_timing_;
  std::vector<source_fact> room_ = std::vector<source_fact>(facts_at_once);
  std::map<std::uint32_t, std::unique_ptr<core_replay>> cores_;
  std::map<std::uint32_t, source_completeness> completeness_;
  std::map<std::uint32_t, core_report> extras_;  ///< Without epochs.
  static constexpr std::size_t kept_exchanges =
      4096;  ///< An alignment looks at the latest hundred of a pair of clocks.
  std::vector<exchange_row> exchanges_;
  std::map<std::uint32_t, source_repairs> repairs_;
  std::vector<problem_row> problems_;
  std::uint64_t unlisted_problems_ = 0;
};

/// Names the rows of an epoch; an id that has a name but no row gets one, unless the source has names for more ids.
void add_names(epoch_row& epoch, const source_info& names);

/// Into `names`, what `more` has beyond it.
void add_missing_names(source_info& names, const source_info& more);

/// Reads on in `from`, and tells `to` all that it says, after `see` has seen the same: the losses, then the facts
/// behind them. False: that was the end. Throws source_error.
using next_part = std::function<void(std::span<const source_loss> losses, std::span<const source_fact> facts)>;
bool tell_next(source& from, replay& to, const next_part& see = {});

/// Reads `from` to its end. Throws source_error.
[[nodiscard]] report make_report(source& from, std::size_t kept_windows = all_windows, bool keeps_timing = false);

}  // namespace rtm::host
