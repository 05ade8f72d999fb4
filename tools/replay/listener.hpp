// SPDX-License-Identifier: MIT
// Who hears a replay while it runs? For what has to follow facts and windows one by one, such as exports: it hears what
// the ledger accepted, with the ledger's own times, and each window as it closes. With a listener the replay hands rows
// over instead of keeping them, so that memory does not grow with the number of windows.
#pragma once

#include <cstdint>

#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::host {

/// Of one core: an epoch begins, facts and windows in time order, perhaps a fault, the epoch ends; then the next one.
/// Times are extended ticks. After a fault nothing is heard until the epoch ends.
class replay_listener {
 public:
  replay_listener() = default;
  replay_listener(const replay_listener&) = delete;
  replay_listener& operator=(const replay_listener&) = delete;
  virtual ~replay_listener() = default;

  virtual void epoch_began(std::uint32_t core, std::uint64_t time_ticks, source_id base) = 0;
  /// A window that the fact closes comes before the fact.
  virtual void accepted(const source_fact& fact, std::uint64_t time_ticks) = 0;
  /// Complete ones as they close, and the one in progress when the epoch ends, if there is anything in it.
  virtual void window_ended(std::uint32_t core, const window_row& window) = 0;
  /// Facts are missing from `time_ticks` on: see source_loss. Before the facts that stand for them, and after the
  /// beginning of the epoch in which the loss begins.
  virtual void lost(std::uint64_t /*time_ticks*/, const source_loss& /*loss*/) {}
  /// What the target counted in a window, or in an epoch so far, after the facts of it. `columns`: without tables.
  virtual void counted(std::uint32_t /*core*/, const core_counters& /*columns*/, const counter_table& /*counts*/) {}
  /// Only the first fault of an epoch.
  virtual void faulted(std::uint32_t core, const fault_row& fault) = 0;
  /// `epoch` has no windows and no names. `is_last`: the input ended, otherwise the core was reset.
  virtual void epoch_ended(std::uint32_t core, const epoch_row& epoch, bool is_last) = 0;
};

}  // namespace rtm::host
