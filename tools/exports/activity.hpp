// SPDX-License-Identifier: MIT
// What did each core do, event by event? This is what an export hears and writes down in the form of some viewer. Facts
// have gone through the ledger before: everything that begins also ends, at times that the ledger vouches for.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "report/report.hpp"
#include "sources/source.hpp"

namespace rtm::host {

enum class actor_kind : std::uint8_t { task, idle, kernel, unknown, isr, swi };

/// Who may own a tick: a base owner, or an interrupt frame.
struct actor {
  actor_kind kind = actor_kind::unknown;
  source_id id = 0;  ///< 0 for idle, kernel and unknown.
  auto operator<=>(const actor&) const = default;
};

/// When and where. Ticks since the origin of the export: that of the ledger's clock, or a later one if times are large.
struct moment {
  std::uint32_t core = 0;
  std::uint64_t ticks = 0;
};

/// Why something ended. Only `returned` is a call of the ledger; the others are what was open when it had to stop.
enum class ending : std::uint8_t { returned, terminated, reset, fault, end_of_input };

/// "terminated"; "returned" has no word of its own in an export.
[[nodiscard]] const char* word_of(ending why);

/// Of one core in time order, cores in any order. An epoch begins with its base owner and no frames; its end comes
/// after the ends of all that was open in it.
class activity {
 public:
  activity() = default;
  activity(const activity&) = delete;
  activity& operator=(const activity&) = delete;
  virtual ~activity() = default;

  /// A first epoch that begins after this is told from a later origin, so that times keep their precision.
  [[nodiscard]] virtual std::uint64_t latest_start_ticks() const { return ~std::uint64_t{0}; }

  /// `ledger_ticks`: the same instant as the ledger and reports count it.
  virtual void epoch_begins(moment /*at*/, std::uint64_t /*ledger_ticks*/, std::uint64_t /*epoch*/, actor /*base*/) {}
  /// Never while a frame is active. An epoch's first owner is in `epoch_begins`, its last in `epoch_ends`.
  virtual void owner_changes(moment /*at*/, actor /*from*/, actor /*to*/) {}
  virtual void frame_begins(moment /*at*/, actor /*frame*/) {}
  virtual void frame_ends(moment /*at*/, actor /*frame*/, ending /*why*/) {}
  /// `context`: the base owner or frame whose point it is. A base owner keeps its points while others own the core.
  virtual void point_begins(moment /*at*/, actor /*context*/, source_id /*point*/) {}
  virtual void point_ends(moment /*at*/, actor /*context*/, source_id /*point*/, ending /*why*/) {}
  /// `mark`: task_activate, task_wait, task_release or task_terminate.
  virtual void task_marked(moment /*at*/, fact_kind /*mark*/, source_id /*task*/) {}
  /// The ledger's own sums. `window.start` counts from the origin of the export. Comes when the window has ended.
  virtual void window_ends(std::uint32_t /*core*/, const window_row& /*window*/) {}
  /// From here on the input may lack facts of this core; how many, `facts_lost` says, perhaps in another epoch.
  virtual void loss_begins(moment /*at*/) {}
  /// Up to `at` it lacks `count` facts, since the latest `loss_begins`.
  virtual void facts_lost(moment /*at*/, std::uint64_t /*count*/) {}
  /// `at`: the last sound instant. `fault`: a sentence, empty if `why` is another.
  virtual void epoch_ends(moment /*at*/, actor /*base*/, ending /*why*/, const std::string& /*fault*/) {}
  /// After the last event of all cores. Throws source_error if the export could not be written.
  virtual void finish() {}
};

}  // namespace rtm::host
