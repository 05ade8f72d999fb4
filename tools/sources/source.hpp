// SPDX-License-Identifier: MIT
// A source turns some input (a timeline script, a trace, a live stream) into facts, core by core in time order.
// It knows nothing of the ledger. To add a source: one class here in its own file, one line in the registry.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "report/extras.hpp"
#include "rtm/types.hpp"

namespace rtm::host {

/// Ids of a source are whatever its input uses (a pid, an interrupt number, a timeline id). They need not be dense.
using source_id = std::uint64_t;
inline constexpr source_id idle_owner = ~source_id{0} - 2;
inline constexpr source_id kernel_owner = ~source_id{0} - 1;
inline constexpr source_id unknown_owner = ~source_id{0};

/// One fact of one core.
struct source_fact {
  /// `reset` for the first fact of a core means: start.
  fact_kind kind = fact_kind::poll;
  std::uint32_t core = 0;
  std::uint64_t reading_ticks = 0;  ///< Raw, in the width of the source's clock.
  source_id id = 0;  ///< For task_switch and reset also `idle_owner`, `kernel_owner`, `unknown_owner`. 0 for poll.
  /// Of a reset that begins after a break: nothing is known of the time before it, so the old epoch ends, as it is,
  /// with its last fact.
  bool after_break = false;
  /// Of an exit: the call goes on, but nothing is known of it from here on (cut); it is not counted as a call. Of an
  /// enter: the call began earlier (resumed); it counts as one call at its exit, but not as a shortest or longest one.
  /// Of a reset: facts before it are left out, so a task that is dispatched then need not begin anything.
  bool is_piece = false;
  /// Of an enter and its exit: nobody knows whom the frame interrupts, so its own time is `unknown`. It is a call all
  /// the same, with its inclusive time, but no shortest or longest one.
  bool is_unowned = false;
  bool operator==(const source_fact&) const = default;
};

/// Limits the replay as a target of that capacity is limited. Absent: unlimited.
struct source_capacity {
  std::optional<std::uint64_t> tasks, isrs, swis, points, depth, point_depth;
  std::optional<std::uint64_t> point_frames = {};  ///< Open points of all contexts together.
  bool operator==(const source_capacity&) const = default;
};

/// What a source knows before and beside its facts.
struct source_info {
  std::uint32_t clock_bits = 64;
  std::uint64_t clock_hz = 1'000'000'000;
  std::uint64_t window_ticks = 0;   ///< 0: no windows.
  std::uint64_t max_gap_ticks = 0;  ///< 0: min(window, 2^(bits-1) - 1).
  source_capacity capacity;
  std::map<std::uint32_t, source_capacity> capacity_of_core;   ///< Where it is another; may grow as names do.
  std::map<source_id, std::string> tasks, isrs, swis, points;  ///< Names by id.
  bool has_one_clock = false;                                  ///< All cores read the same clock.
  bool tells_clocks = false;    ///< Cores say themselves which clock they read; of one that does not, nobody knows.
  bool lists_named_ids = true;  ///< An id with a name is in the report of every core, even if no fact is about it.

  /// `of`: task_switch, isr_enter, swi_enter or point_begin.
  [[nodiscard]] std::map<source_id, std::string>& names_of(fact_kind of) {
    return of == fact_kind::task_switch ? tasks
           : of == fact_kind::isr_enter ? isrs
           : of == fact_kind::swi_enter ? swis
                                        : points;
  }
};

/// An instant within an epoch, number `epoch` (from 0) of its core: `ticks` after its start.
struct epoch_instant {
  std::uint64_t epoch = 0;
  std::uint64_t ticks = 0;
  bool operator==(const epoch_instant&) const = default;
};

/// Facts that are not in the input. Among the facts stand others for them, which make the time `unknown`; what is
/// counted of the instants from `from` up to before `end` is not all that happened.
struct source_loss {
  std::uint32_t core = 0;
  std::uint64_t offset = 0;   ///< Byte of the input at which it is noticed.
  std::uint64_t lost = 0;     ///< Facts that the target could not record.
  std::uint64_t missing = 0;  ///< Facts that were recorded but did not arrive.
  epoch_instant from;
  std::optional<epoch_instant> end;  ///< Absent: nothing is known after `from`. Equal to `from`: no time is touched.
  bool is_expected = false;          ///< A recorder that keeps the newest was never meant to hold the beginning.
  std::uint64_t line = 0;            ///< Of a text: the line at `offset`, from 1.
  bool operator==(const source_loss&) const = default;
};

/// Something in the input that is not as it should be, although the input could be used.
struct source_problem {
  std::uint64_t offset = 0;  ///< Byte of the input.
  std::string found;
  std::string expected;
  std::uint64_t line = 0;  ///< Of a text: the line at `offset`, from 1.
  bool operator==(const source_problem&) const = default;
};

/// Events that say that an interrupt runs while no frame of one is open.
struct unseen_interrupts {
  std::uint64_t events = 0;
  std::uint64_t ticks = 0;  ///< Between two such events that follow each other: at least so much is charged wrongly.
  bool operator==(const unseen_interrupts&) const = default;
};

/// How far the input of one core can be believed. For recorders that may lose events or not record a class of them.
struct source_completeness {
  std::uint32_t core = 0;
  std::uint64_t events = 0;   ///< Of this core, of whatever kind.
  std::uint64_t lost = 0;     ///< Events that the recorder says it lost.
  std::uint64_t repairs = 0;  ///< Contradictions: events are missing although the recorder does not say so.
  std::uint64_t ignored = 0;  ///< Events whose time lies before that of the event before them.
  unseen_interrupts hard_irqs, soft_irqs;
  std::vector<std::string> missing;  ///< Classes of events that must have happened and are not in the input.
  bool operator==(const source_completeness&) const = default;
};

/// What the port of an OS had to repair on one core before hooks became facts: how often, by the number of the repair
/// in rtm/os/repairs.hpp. Of all epochs together.
struct source_repairs {
  std::uint32_t core = 0;
  std::map<std::uint64_t, std::uint64_t> counts;
  bool operator==(const source_repairs&) const = default;
};

/// Input that cannot be used. `what()` is the whole line for the user: place, what was found, what was expected.
class source_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class source {
 public:
  source() = default;
  source(const source&) = delete;
  source& operator=(const source&) = delete;
  virtual ~source() = default;

  /// Fills the front of `out` with the next facts and returns how many; 0 means: no more.
  /// Throws source_error. Facts of one core come in time order; facts of different cores may come in any order.
  virtual std::size_t read(std::span<source_fact> out) = 0;
  /// Losses that lie before the facts that `read` returned last (if it returned 0: at the end). To be asked after each
  /// `read`, and told to a replay before those facts.
  [[nodiscard]] virtual std::vector<source_loss> take_losses() { return {}; }
  /// Problems found by now, each once. To be asked after `read`.
  [[nodiscard]] virtual std::vector<source_problem> take_problems() { return {}; }
  /// What the target says beside facts, found by now, each once. To be asked after `read`.
  [[nodiscard]] virtual std::vector<core_extras> take_extras() { return {}; }
  /// Of each core, if the input can tell. After `read` returned 0, of all parts if it has been divided.
  [[nodiscard]] virtual std::vector<source_completeness> completeness() const { return {}; }
  /// Of each core that tells of some. After `read` returned 0.
  [[nodiscard]] virtual std::vector<source_repairs> repairs() const { return {}; }
  /// Before the first `read`: `completeness` is asked for a part of the time only, in ticks after the first fact of
  /// each core: from `from_ticks` up to before `to_ticks`. A source that cannot tell it tells it of all.
  virtual void count_part(std::uint64_t /*from_ticks*/, std::uint64_t /*to_ticks*/) {}
  /// Before the first `read`: sources of the same input, each of some of its cores, that may be read in threads of
  /// their own; this one is then not read. When all have been read, each is read once more to its end, one after the
  /// other: some facts only all parts together can tell. Empty: it cannot be divided.
  [[nodiscard]] virtual std::vector<std::unique_ptr<source>> split() { return {}; }
  /// Of a part, when all have been read. False: the input turned out to be one that cannot be divided; the source that
  /// was divided is to be read instead.
  [[nodiscard]] virtual bool is_right_part() const { return true; }
  /// Clock, timing and capacity are right before the first `read`; names may still grow until `read` returns 0.
  [[nodiscard]] virtual const source_info& info() const = 0;
};

}  // namespace rtm::host
