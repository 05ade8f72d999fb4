// SPDX-License-Identifier: MIT
// Tasks come and go; rows of a ledger do not. Who has which row, what is its name, and where does the time of a task go
// that has been deleted? A `task_table` gives out the ids, one for all cores; `task_rows`, one a core, keeps apart what
// successive tasks of one row have used.
//
//   row 3 of the ledger   ======  ====   =====     11 + 5 ticks, all of row 3
//   task "upload"         ------->                 deleted: its row stays, with its name, as long as no other needs it
//   task "download"                    ------->    takes row 3: 11 ticks are folded into `departed`
//
// So the sums of all rows and `departed` are the time of the epoch, whoever has gone. When every row is taken, further
// tasks share the last one, `others`, and each is counted (repair `table_full`).
#pragma once

#include <stdint.h>

#include "rtm/types.hpp"
#include "rtm/window.hpp"

namespace rtm::os {

namespace detail {
/// A power of two, so that the table is at most half full.
constexpr uint32_t object_slots(uint32_t tasks) {
  uint32_t slots = 16;
  while (slots < 2 * tasks) slots *= 2;
  return slots;
}
}  // namespace detail

/// `Rows`: task rows of the ledgers (`Capacity::tasks`). Context: creation and deletion serialised by the OS over all
/// cores, as its own lists are; `find` and the readers by the core's own mask.
template <uint32_t Rows>
class task_table {
  static_assert(Rows >= 2 && Rows < 0xFFFF, "task_table: at least one task, and the row for the others");

 public:
  /// The row of all tasks for which there was no row. Its name says so.
  static constexpr task_id others{Rows - 1};
  /// Not a row of a ledger: what tasks have used whose row another one has taken.
  static constexpr task_id departed{Rows};
  /// Tasks that have a row of their own at one moment.
  static constexpr uint32_t slots = Rows - 1;
  /// A name with its end; longer ones are cut.
  static constexpr uint32_t name_bytes = 16;
  static constexpr uint32_t probes = 8;

  enum class life : uint8_t { free, alive, deleted };

  constexpr task_table() = default;

  /// A task begins to exist. `object`: what names it in hooks, usually its control block; 0 if the port stores the id.
  /// `name` is copied; nullptr is a task without one. `is_running(id)`: has a core that task right now? Its row is not
  /// taken: a task that deletes itself runs on for a while.
  /// Returns its id: a row nobody had, or else that of the task that was deleted first, or `others`.
  /// Bound: O(Rows).
  template <class IsRunning>
  task_id create(uintptr_t object, const char* name, IsRunning is_running) {
    const uint32_t index = choose(is_running);
    if (index == slots || !remember(object, index)) return others;
    slot& s = slots_[index];
    if (s.state == life::deleted) s.generation = uint16_t(s.generation + 1);
    s.state = life::alive;
    s.object = object;
    s.is_pinned = false;
    copy_name(s, name);
    return task_id{index};
  }

  /// It is gone. Its row and name stay until another task needs the row. No effect on `others`. Bound: O(probes).
  void remove(task_id task) {
    if (!has_slot(task)) return;
    slot& s = slots_[uint32_t(task)];
    if (s.state != life::alive) return;
    forget(s.object);
    s.object = 0;
    s.state = life::deleted;
    s.deleted_at = ++deletions_;
  }

  /// `unknown` if no task that lives has this object. Bound: O(probes).
  [[nodiscard]] task_id find(uintptr_t object) const {
    for (uint32_t i = 0; i < probes; ++i) {
      const uint16_t entry = objects_[place_of(object, i)];
      if (entry == never_used) return unknown;
      if (entry != removed && slots_[entry - 1U].object == object) return task_id{entry - 1U};
    }
    return unknown;
  }

  void rename(task_id task, const char* name) {
    if (has_slot(task)) copy_name(slots_[uint32_t(task)], name);
  }
  /// "" if it has none, or never was; "others" and "departed" for these two. Valid until the row is taken.
  [[nodiscard]] const char* name_of(task_id task) const {
    if (task == others) return "others";
    if (task == departed) return "departed";
    return has_slot(task) ? slots_[uint32_t(task)].name : "";
  }
  [[nodiscard]] life life_of(task_id task) const {
    return has_slot(task) ? slots_[uint32_t(task)].state : task == others ? life::alive : life::free;
  }
  /// Changes with every task that takes the row of another.
  [[nodiscard]] uint16_t generation_of(task_id task) const {
    return has_slot(task) ? slots_[uint32_t(task)].generation : uint16_t{0};
  }

  /// A task that can run on one core only. Points are told of no others when there are several cores.
  void set_pinned(task_id task, bool is_pinned) {
    if (has_slot(task)) slots_[uint32_t(task)].is_pinned = is_pinned;
  }
  [[nodiscard]] bool is_pinned(task_id task) const { return has_slot(task) && slots_[uint32_t(task)].is_pinned; }

 private:
  struct slot {
    uintptr_t object = 0;
    uint32_t deleted_at = 0;
    uint16_t generation = 0;
    life state = life::free;
    bool is_pinned = false;
    char name[name_bytes] = {};
  };
  static constexpr uint16_t never_used = 0;
  static constexpr uint16_t removed = 0xFFFF;
  static constexpr uint32_t places = detail::object_slots(slots);

  static constexpr bool has_slot(task_id task) { return uint32_t(task) < slots; }

  static uint32_t place_of(uintptr_t object, uint32_t probe) {
    // Control blocks are aligned and often equally far apart: the multiplication spreads them over the upper bits.
    const uint32_t mixed = uint32_t(object >> 3) * 0x9E37'79B1U;
    return ((mixed >> 16) + probe) & (places - 1);
  }

  /// A free slot, or the one that was deleted first; `slots`: none.
  template <class IsRunning>
  uint32_t choose(IsRunning is_running) const {
    uint32_t oldest = slots;
    for (uint32_t i = 0; i < slots; ++i) {
      if (slots_[i].state == life::free) return i;
      if (slots_[i].state == life::alive || is_running(task_id{i})) continue;
      // Deletions are counted modulo 2^32.
      if (oldest == slots || int32_t(slots_[i].deleted_at - slots_[oldest].deleted_at) < 0) oldest = i;
    }
    return oldest;
  }

  bool remember(uintptr_t object, uint32_t index) {
    if (object == 0) return true;
    for (uint32_t i = 0; i < probes; ++i) {
      uint16_t& entry = objects_[place_of(object, i)];
      if (entry != never_used && entry != removed) continue;
      entry = uint16_t(index + 1);
      return true;
    }
    return false;
  }
  void forget(uintptr_t object) {
    if (object == 0) return;
    for (uint32_t i = 0; i < probes; ++i) {
      uint16_t& entry = objects_[place_of(object, i)];
      if (entry == never_used) return;
      if (entry == removed || slots_[entry - 1U].object != object) continue;
      entry = removed;
      return;
    }
  }
  static void copy_name(slot& s, const char* name) {
    uint32_t n = 0;
    for (; name != nullptr && n + 1 < name_bytes && name[n] != 0; ++n) s.name[n] = name[n];
    for (; n < name_bytes; ++n) s.name[n] = 0;
  }

  slot slots_[slots] = {};
  uint16_t objects_[places] = {};
  uint32_t deletions_ = 0;
};

/// What of the rows of one ledger belongs to tasks that had them before. Context: the core of that ledger, as a fact.
/// `window_sums` also from elsewhere, as the ledger's; but a row that is being taken at that very moment may then be
/// divided wrongly between its task and `departed`.
template <class Ledger, uint32_t Rows>
class task_rows {
 public:
  using table = task_table<Rows>;

  constexpr task_rows() = default;

  /// An epoch begins: every row is that of who has it now. Bound: O(Rows).
  void begin(const table& tasks) {
    for (uint32_t i = 0; i < table::slots; ++i) rows_[i] = row{tasks.generation_of(task_id{i})};
  }

  /// Before each dispatch. If the row has been taken since this core last met its task, what it holds is folded.
  /// Bound: O(1).
  void meet(const Ledger& ledger, const table& tasks, task_id task) {
    if (uint32_t(task) >= table::slots) return;
    row& r = rows_[uint32_t(task)];
    const uint16_t generation = tasks.generation_of(task);
    if (r.generation == generation) return;
    r.generation = generation;
    r.folded = ledger.epoch_sums(task);
    const window_header window = ledger.window_in_progress();
    r.since_window = window.index;
    r.folded_in_window = ledger.window_sums(window, task);
  }

  /// Of the task that has the row now, or had it last; of `departed`; of the base owners that are no tasks. After
  /// `ledger.snapshot(now)`.
  [[nodiscard]] task_sums epoch_sums(const Ledger& ledger, const table& tasks, task_id task) const {
    if (task == table::departed) {
      return sum_departed([&](uint32_t i) { return folded_epoch(ledger, tasks, i); });
    }
    if (uint32_t(task) >= table::slots) return ledger.epoch_sums(task);
    return minus(ledger.epoch_sums(task), folded_epoch(ledger, tasks, uint32_t(task)));
  }
  [[nodiscard]] task_sums window_sums(const Ledger& ledger, const table& tasks, const window_header& window,
                                      task_id task) const {
    if (task == table::departed) {
      return sum_departed([&](uint32_t i) { return folded_window(ledger, tasks, window, i); });
    }
    if (uint32_t(task) >= table::slots) return ledger.window_sums(window, task);
    return minus(ledger.window_sums(window, task), folded_window(ledger, tasks, window, uint32_t(task)));
  }

 private:
  struct row {
    uint16_t generation = 0;
    task_sums folded = {};
    /// The window in which it was taken, of which the tasks before have a part; of windows before they have all.
    uint64_t since_window = 0;
    task_sums folded_in_window = {};
  };

  static task_sums minus(const task_sums& all, const task_sums& folded) {
    return {all.exclusive - folded.exclusive, all.dispatches - folded.dispatches};
  }
  template <class Of>
  static task_sums sum_departed(Of of) {
    task_sums sum;
    for (uint32_t i = 0; i < table::slots; ++i) {
      const task_sums one = of(i);
      sum.exclusive += one.exclusive;
      sum.dispatches += one.dispatches;
    }
    return sum;
  }
  /// Taken, but the new task has not run here: all of the row is that of tasks before it.
  [[nodiscard]] bool is_all_folded(const table& tasks, uint32_t i) const {
    return rows_[i].generation != tasks.generation_of(task_id{i});
  }
  [[nodiscard]] task_sums folded_epoch(const Ledger& ledger, const table& tasks, uint32_t i) const {
    return is_all_folded(tasks, i) ? ledger.epoch_sums(task_id{i}) : rows_[i].folded;
  }
  [[nodiscard]] task_sums folded_window(const Ledger& ledger, const table& tasks, const window_header& window,
                                        uint32_t i) const {
    const row& r = rows_[i];
    if (is_all_folded(tasks, i) || window.index < r.since_window) return ledger.window_sums(window, task_id{i});
    return window.index == r.since_window ? r.folded_in_window : task_sums{};
  }

  row rows_[table::slots] = {};
};

}  // namespace rtm::os
