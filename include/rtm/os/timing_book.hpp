// SPDX-License-Identifier: MIT
// How do facts become timing parameters (times.hpp)? The same rules on target, over tables of fixed size (timing.hpp),
// and in the host tools, over tables that grow. It stands beside a ledger, hears what that accepted, and keeps the
// stacks a second time in its own words, so that a ledger without it pays nothing.
//
// What is not sure is not counted. `doubt` says that facts may be missing: from then on no instance that was open, no
// frame, no open point and no distance to something before counts; of a task nothing does until it has terminated,
// because what looks like its start may be the middle of an instance.
//
// Time is 64 bits wide and only differences of it are used. Bound of every fact: O(1); task_terminate and doubtful
// things no more, but for the points that a task abandons.
#pragma once

#include <stdint.h>

#include "rtm/os/times.hpp"
#include "rtm/types.hpp"

namespace rtm::os {

/// What is known of a call beyond its enter and exit. Only importers know less than all.
enum class call_note : uint8_t {
  whole,
  piece,    ///< Of an enter: it began earlier. Of an exit: it goes on.
  unowned,  ///< Its own time is unknown.
};

/// Who is told of every `cet` at once. Nobody. `task_cut`: one that is not seen whole had at least so much;
/// unless `has_ended`, more of it may come.
struct no_watch {
  void task_ended(uint32_t /*task*/, uint64_t /*cet*/, uint64_t /*time*/) {}
  void task_cut(uint32_t /*task*/, uint64_t /*at_least*/, bool /*has_ended*/, uint64_t /*time*/) {}
  void isr_ended(uint32_t /*isr*/, uint64_t /*cet*/, uint64_t /*time*/) {}
  void swi_ended(uint32_t /*swi*/, uint64_t /*cet*/, uint64_t /*time*/) {}
};

namespace detail {

/// A row knows in which epoch and after which doubt it was last touched, so that neither needs a loop over rows.
struct stamps {
  uint32_t epoch = 0;
  uint32_t doubts = 0;
};

struct task_row {
  stamps at;
  bool is_unsure = false;  ///< An instance may be open of which not all is known. Until it terminates.
  bool is_open = false;    ///< Activated or started.
  bool is_started = false;
  bool has_activation = false;  ///< Its time is known.
  bool is_waiting = false;
  bool missed_release = false;  ///< Dispatched while it waited: nobody knows when the waiting ended.
  bool has_next = false;        ///< An activation that came early: of the next instance.
  bool has_begun = false;       ///< An instance has started before.
  bool has_delta = false;
  bool has_ended = false;  ///< The latest instance has ended, whole, and no other is open.
  uint64_t later = 0;      ///< Activations behind `next`, whose times are not kept.
  uint64_t activated = 0;
  uint64_t next = 0;
  uint64_t begun = 0;      ///< Start of the open instance, or of the one before.
  uint64_t begun_own = 0;  ///< The task's own clock then; if it is unsure, when that began.
  uint64_t delta = 0;
  uint64_t wait_begun = 0;
  uint64_t wait_own = 0;
  uint64_t waited = 0;
  uint64_t ended = 0;
  task_times times;
};

struct call_row {
  stamps at;
  bool has_begun = false;
  uint64_t begun = 0;  ///< The latest enter or begin.
  call_times times;
};

struct point_row {
  stamps at;
  bool has_begun = false;
  uint64_t begun = 0;
  point_times times;
};

/// A base owner. `run` is its own clock, which stands while another one owns the core.
struct owner_row {
  uint32_t epoch = 0;
  uint32_t points = 0;  ///< Innermost open point, 0: none.
  uint64_t run = 0;
};

/// `zero`: when its own clock would have started had nothing ever been on top of it.
struct frame_row {
  uint64_t start = 0;
  uint64_t zero = 0;
  uint64_t delta = 0;
  uint32_t id = 0;
  uint32_t doubts = 0;
  call_note note = call_note::whole;
  bool is_swi = false;
  bool has_delta = false;
  uint32_t points = 0;
};

/// Clocks of an open point are those of its context.
struct open_point_row {
  uint64_t start = 0;
  uint64_t zero = 0;
  uint64_t delta = 0;
  uint32_t id = 0;
  uint32_t doubts = 0;
  bool has_delta = false;
  uint32_t below = 0;
};

}  // namespace detail

/// `Rows` has the tables: task(id), isr(id), swi(id), point(id), owner(index), frame(depth), open_point(link), each a
/// reference that stays good while tables grow; take_point() and give_back(link), links from 1; forget_points().
template <class Rows, class Watch = no_watch>
class timing_book {
 public:
  timing_book() = default;
  timing_book(const timing_book&) = delete;
  timing_book& operator=(const timing_book&) = delete;

  /// A new epoch. `is_known`: nothing happened before it, so that a first dispatch is a start.
  void begin(uint64_t time, uint32_t base, bool is_known = true);
  /// What the ledger has accepted. Not for `reset`.
  void accept(fact_kind fact, uint64_t time, uint32_t id, call_note note = call_note::whole);
  /// Facts may be missing here.
  void doubt() { ++doubts_; }

  /// Up to the latest fact of the current epoch. The id must be one of the tables.
  [[nodiscard]] task_times task(uint32_t id, uint64_t time) { return read(touched(id, time)); }
  [[nodiscard]] call_times isr(uint32_t id) { return read(rows_.isr(id), id, false); }
  [[nodiscard]] call_times swi(uint32_t id) { return read(rows_.swi(id), id, true); }
  [[nodiscard]] point_times point(uint32_t id) { return touched(rows_.point(id)).times; }
  /// Core execution time, up to `time`, of the instance that is open, or may be: it has at least so much.
  [[nodiscard]] uint64_t open_cet(uint32_t id, uint64_t time) {
    const detail::task_row& row = touched(id, time);
    return row.is_started || row.is_unsure ? own_clock(id + first_task, time) - row.begun_own : 0;
  }

  [[nodiscard]] Rows& rows() { return rows_; }
  [[nodiscard]] Watch& watch() { return watch_; }

 private:
  static constexpr uint32_t first_task = 3;
  static constexpr uint32_t unknown_index = uint32_t(unknown) + first_task;

  [[nodiscard]] detail::task_row& touched(uint32_t task, uint64_t time);
  __attribute__((noinline)) detail::task_row& renewed(detail::task_row& row, uint32_t task, uint64_t time);
  template <class Row>
  [[nodiscard]] Row& touched(Row& row);
  [[nodiscard]] detail::owner_row& owner(uint32_t index);

  void switch_to(uint64_t time, uint32_t id);
  void dispatch(detail::task_row& row, uint64_t time, uint32_t id, bool was_current);
  void activate(detail::task_row& row, uint64_t time);
  void wait(detail::task_row& row, uint64_t time, uint64_t own);
  void release(detail::task_row& row, uint64_t time, uint64_t own);
  void terminate(uint64_t time, uint32_t id);
  void complete(detail::task_row& row, uint64_t time, uint32_t id);
  void open_next(detail::task_row& row, uint64_t time, bool was_whole);
  void enter(detail::call_row& row, uint64_t time, uint32_t id, bool is_swi, call_note note);
  void exit(detail::call_row& row, uint64_t time, uint32_t id, bool is_swi, call_note note);
  void begin_point(uint64_t time, uint32_t id);
  void end_point(uint64_t time, uint32_t id);
  void abandon_points(uint32_t index);

  [[nodiscard]] static task_times read(const detail::task_row& row);
  [[nodiscard]] call_times read(detail::call_row& row, uint32_t id, bool is_swi);

  /// The own clock of a base owner at `time`.
  [[nodiscard]] uint64_t own_clock(uint32_t index, uint64_t time) {
    if (index != current_) return owner(index).run;
    return (depth_ == 0 ? time : rows_.frame(0).start) - base_zero_;
  }
  /// The own clock of whatever runs.
  [[nodiscard]] uint64_t running_clock(uint64_t time) {
    return time - (depth_ == 0 ? base_zero_ : rows_.frame(depth_ - 1).zero);
  }
  [[nodiscard]] uint32_t& running_points() {
    return depth_ == 0 ? owner(current_).points : rows_.frame(depth_ - 1).points;
  }

  uint32_t epoch_ = 0;
  uint32_t doubts_ = 0;  ///< Of this epoch.
  uint32_t current_ = 0;
  uint32_t depth_ = 0;
  uint64_t base_zero_ = 0;
  Rows rows_ = {};
  Watch watch_ = {};
};

}  // namespace rtm::os

#include "rtm/os/detail/timing_rules.hpp"
