// SPDX-License-Identifier: MIT
// Who takes more than he may? Budgets of tasks, interrupts and the core, on exact windows and exact instances, and an
// alarm that is called from a task, with nothing masked.
//
//   using timed = rtm::os::times<engine_ecu, rtm::no_sink, rtm::os::budget_watch<engine_ecu>>;
//   rtm::ledger<engine_ecu, timed> core0;                        // engine_ecu has timing = true
//   rtm::os::budgets<engine_ecu> alarms;                         // one a core, in .bss
//   ...
//   alarms.set(core0, rtm::isr_id{3}, {2'000, rtm::os::share_of(window_ticks, 150), 3});
//   ...                                                          // once a window or more often, from a task:
//   alarms.drain<my_port>(core0, [](const rtm::os::breach& b) { report(b.id, b.found, b.allowed); });
//
//   max_cet      of one instance of a task, of one call: compared in the hook in which it ends, one compare; and in
//                `drain`, of an instance that has not ended and is over it already: told once (`is_open`), and again
//                when it has ended
//   max_window   of one closed window: compared in `drain`, so the hooks do not know of it. Of the core: all that is
//                neither idle nor unknown
//
// Without timing (`timing = false`, the default) budgets of windows work alone, and max_cet is refused.
// Wrong: to drain less often than once a window. Windows that nobody looked at are counted in `missed_windows`, and a
// row of breaches is not continued across them.
#pragma once

#include <stdint.h>

#include "rtm/capacity.hpp"
#include "rtm/ledger.hpp"
#include "rtm/os/timing.hpp"
#include "rtm/types.hpp"
#include "rtm/window.hpp"

namespace rtm::os {

/// Ticks; 0: no limit.
struct budget {
  uint64_t max_cet = 0;
  uint64_t max_window = 0;
  uint32_t consecutive = 1;  ///< So many windows in a row must be over `max_window`. 0 is 1.
};

/// `per_mille` of a window, for `budget::max_window`. At set-up or compile time: it divides.
constexpr uint64_t share_of(uint64_t window_ticks, uint32_t per_mille) {
  return window_ticks / 1000 * per_mille + window_ticks % 1000 * per_mille / 1000;
}

enum class budget_of : uint8_t { task, isr, swi, core };
enum class budget_rule : uint8_t { max_cet, max_window };

struct breach {
  budget_of who = budget_of::core;
  budget_rule rule = budget_rule::max_window;
  uint32_t id = 0;        ///< 0 of the core.
  uint64_t found = 0;     ///< Ticks. Of max_cet: the longest since the drain before.
  uint64_t allowed = 0;   ///< Ticks.
  uint64_t time = 0;      ///< Extended: start of the window; end of that instance or call, as far as the sink counts.
  bool is_open = false;   ///< Of max_cet: an instance that has not ended, up to `time`; it has at least `found`.
  uint64_t window = 0;    ///< Its index. 0 of max_cet.
  uint32_t how_many = 0;  ///< Windows in a row; of max_cet: instances or calls over since the drain before.
};

namespace detail {

/// What the hook leaves for `drain`.
struct cet_row {
  uint64_t limit = 0;
  uint64_t worst = 0;
  uint64_t worst_end = 0;
  uint32_t over = 0;
  bool is_open_told = false;

  void ended(uint64_t cet, uint64_t time) {
    is_open_told = false;
    if (limit == 0 || cet <= limit) return;
    if (cet > worst) {
      worst = cet;
      worst_end = time;
    }
    if (over != ~uint32_t{0}) ++over;
  }
  cet_row take() {
    const cet_row taken = *this;
    worst = worst_end = 0;
    over = 0;
    return taken;
  }
  /// Is the open instance over the limit, and has nobody told so? It may be another one than before.
  bool is_news(uint64_t open_cet) {
    const bool is_over = limit != 0 && open_cet > limit;
    const bool is_told = is_open_told;
    is_open_told = is_over;
    return is_over && !is_told;
  }
};

struct window_row {
  uint64_t limit = 0;
  uint32_t consecutive = 0;
  uint32_t in_a_row = 0;
};

}  // namespace detail

/// For `os::times`: hears of what has ended.
template <class Capacity>
class budget_watch {
 public:
  void task_ended(uint32_t task, uint64_t cet, uint64_t time) { tasks[task].ended(cet, time); }
  void task_cut(uint32_t task, uint64_t at_least, bool /*has_ended*/, uint64_t time) {
    tasks[task].ended(at_least, time);
  }
  void isr_ended(uint32_t isr, uint64_t cet, uint64_t time) { isrs[isr].ended(cet, time); }
  void swi_ended(uint32_t swi, uint64_t cet, uint64_t time) { swis[swi].ended(cet, time); }

  detail::cet_row tasks[Capacity::tasks] = {};
  detail::cet_row isrs[detail::at_least_one<Capacity::isrs>] = {};
  detail::cet_row swis[detail::at_least_one<Capacity::swis>] = {};
};

template <class Capacity>
class budgets {
 public:
  /// @retval ok
  /// @retval bad_id      outside the capacity. Nothing changed.
  /// @retval bad_config  max_cet without timing. Nothing changed.
  /// Context: before `start`, or as a fact of the ledger. Replaces what was set before.
  template <class Ledger>
  status set(Ledger& of, task_id id, const budget& what) {
    if (uint32_t(id) >= Capacity::tasks) return status::bad_id;
    return set(of, budget_of::task, uint32_t(id), tasks_[uint32_t(id)], what);
  }
  template <class Ledger>
  status set(Ledger& of, isr_id id, const budget& what) {
    if (uint32_t(id) >= Capacity::isrs) return status::bad_id;
    return set(of, budget_of::isr, uint32_t(id), isrs_[uint32_t(id)], what);
  }
  template <class Ledger>
  status set(Ledger& of, swi_id id, const budget& what) {
    if (uint32_t(id) >= Capacity::swis) return status::bad_id;
    return set(of, budget_of::swi, uint32_t(id), swis_[uint32_t(id)], what);
  }
  /// The core itself has no CET: bad_config if one is asked for.
  status set_core(const budget& what) {
    if (what.max_cet != 0) return status::bad_config;
    core_ = {what.max_window, what.consecutive, 0};
    return status::ok;
  }

  /// Calls `visit(const breach&)` for each breach that nobody has been told of. The facts are masked only while one row
  /// is copied, never during `visit`.
  /// @retval ok        all of the latest closed window has been looked at, or none has closed since
  /// @retval moved     a window closed meanwhile: what was not reached of the one before counts as missed; drain again
  /// @retval ignored   a fault has ended the epoch, and nothing is measured until a reset. What closed before it has
  /// been
  ///                   looked at. Wrong: to take silence for a kept budget.
  /// @retval not_started  the ledger has no epoch
  /// Context: one task of the owning core. Bound: O(capacity), one row masked at a time.
  template <class Port, class Ledger, class Visit>
  status drain(Ledger& of, Visit visit) {
    if constexpr (Capacity::timing) drain_calls<Port>(of, visit);
    const status seen = drain_window(of, visit);
    return seen == status::ok ? state_of<Port>(of) : seen;
  }

  /// Closed windows that no `drain` has seen, since the first one that did.
  [[nodiscard]] uint64_t missed_windows() const { return missed_; }

 private:
  template <class Port, class Ledger>
  static status state_of(const Ledger& of) {
    const auto before = Port::lock();
    fault first;
    const status found = of.first_fault(first);
    const bool is_valid = of.epoch().valid;
    Port::unlock(before);
    if (found != status::ok) return found;
    if (first.kind != status::ok) return status::ignored;
    return is_valid ? status::ok : status::not_started;
  }

  template <class Ledger>
  status set(Ledger& of, budget_of who, uint32_t id, detail::window_row& row, const budget& what) {
    if constexpr (Capacity::timing) {
      cet_of(of.sink().watch(), who, id) = {what.max_cet, 0, 0, 0, false};
    } else {
      (void)of;
      (void)who;
      (void)id;
      if (what.max_cet != 0) return status::bad_config;
    }
    row = {what.max_window, what.consecutive, 0};
    return status::ok;
  }
  template <class Watch>
  static detail::cet_row& cet_of(Watch& watch, budget_of who, uint32_t id) {
    return who == budget_of::task ? watch.tasks[id] : who == budget_of::isr ? watch.isrs[id] : watch.swis[id];
  }

  template <class Port, class Ledger, class Visit>
  static void drain_calls(Ledger& of, Visit& visit) {
    for (uint32_t id = 0; id < Capacity::tasks; ++id) drain_call<Port>(of, budget_of::task, id, visit);
    for (uint32_t id = 0; id < Capacity::isrs; ++id) drain_call<Port>(of, budget_of::isr, id, visit);
    for (uint32_t id = 0; id < Capacity::swis; ++id) drain_call<Port>(of, budget_of::swi, id, visit);
  }
  template <class Port, class Ledger, class Visit>
  static void drain_call(Ledger& of, budget_of who, uint32_t id, Visit& visit) {
    detail::cet_row& row = cet_of(of.sink().watch(), who, id);
    if (row.limit == 0) return;
    breach found;
    found.who = who;
    found.rule = budget_rule::max_cet;
    found.id = id;
    found.allowed = row.limit;
    breach open = found;
    open.is_open = true;
    open.how_many = 1;
    const auto before = Port::lock();
    const detail::cet_row taken = row.take();
    if (who == budget_of::task) open.found = of.sink().open_cet_of(task_id{id});
    open.time = of.sink().latest();
    const bool is_news = row.is_news(open.found);
    Port::unlock(before);
    found.found = taken.worst;
    found.time = taken.worst_end;
    found.how_many = taken.over;
    if (taken.over != 0) visit(static_cast<const breach&>(found));
    if (is_news) visit(static_cast<const breach&>(open));
  }

  template <class Ledger, class Visit>
  status drain_window(Ledger& of, Visit& visit) {
    window_header w;
    const status answer = of.latest_window(w);
    if (answer != status::ok) return answer == status::moved ? answer : status::ok;
    if (has_seen_ && w.epoch == epoch_ && w.index < next_) return status::ok;
    const uint64_t expected = has_seen_ && w.epoch == epoch_ ? next_ : has_seen_ ? 0 : w.index;
    const bool goes_on = has_seen_ && w.epoch == epoch_ && w.index == next_;
    missed_ += w.index - expected;
    has_seen_ = true;
    epoch_ = w.epoch;
    next_ = w.index + 1;
    const bool is_whole = look_at_rows(of, w, goes_on, visit);
    if (is_whole) return status::ok;
    ++missed_;
    return status::moved;
  }

  template <class Ledger, class Visit>
  bool look_at_rows(Ledger& of, const window_header& w, bool goes_on, Visit& visit) {
    bool is_whole = true;
    const auto look = [&](budget_of who, uint32_t id, detail::window_row& row, uint64_t ticks) {
      if (!is_whole || !of.is_latest(w)) {
        is_whole = false;
        row.in_a_row = 0;
        return;
      }
      judge(who, id, row, ticks, w, goes_on, visit);
    };
    for (uint32_t id = 0; id < Capacity::tasks; ++id)
      if (tasks_[id].limit != 0) look(budget_of::task, id, tasks_[id], of.window_sums(w, task_id{id}).exclusive);
    for (uint32_t id = 0; id < Capacity::isrs; ++id)
      if (isrs_[id].limit != 0) look(budget_of::isr, id, isrs_[id], of.window_sums(w, isr_id{id}).exclusive);
    for (uint32_t id = 0; id < Capacity::swis; ++id)
      if (swis_[id].limit != 0) look(budget_of::swi, id, swis_[id], of.window_sums(w, swi_id{id}).exclusive);
    if (core_.limit != 0) {
      const uint64_t not_busy = of.window_sums(w, idle).exclusive + of.window_sums(w, unknown).exclusive;
      look(budget_of::core, 0, core_, w.length_ticks - not_busy);
    }
    return is_whole;
  }

  template <class Visit>
  static void judge(budget_of who, uint32_t id, detail::window_row& row, uint64_t ticks, const window_header& w,
                    bool goes_on, Visit& visit) {
    if (ticks <= row.limit) {
      row.in_a_row = 0;
      return;
    }
    row.in_a_row = goes_on ? row.in_a_row + 1 : 1;
    if (row.in_a_row < row.consecutive) return;
    breach found;
    found.who = who;
    found.id = id;
    found.found = ticks;
    found.allowed = row.limit;
    found.time = w.start_ticks;
    found.window = w.index;
    found.how_many = row.in_a_row;
    visit(static_cast<const breach&>(found));
  }

  bool has_seen_ = false;
  uint32_t epoch_ = 0;
  uint64_t next_ = 0;
  uint64_t missed_ = 0;
  detail::window_row core_ = {};
  detail::window_row tasks_[Capacity::tasks] = {};
  detail::window_row isrs_[detail::at_least_one<Capacity::isrs>] = {};
  detail::window_row swis_[detail::at_least_one<Capacity::swis>] = {};
};

}  // namespace rtm::os
