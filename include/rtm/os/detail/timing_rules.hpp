// SPDX-License-Identifier: MIT
// The rules of timing_book.hpp, one function a fact. Part of it.
#pragma once

#include "rtm/os/timing_book.hpp"

namespace rtm::os {

#define RTM_BOOK template <class Rows, class Watch>
#define RTM_IN_BOOK timing_book<Rows, Watch>

RTM_BOOK void RTM_IN_BOOK::begin(uint64_t time, uint32_t base, bool is_known) {
  // Before the first epoch nothing ran; what was open before a later one may reach into it.
  const bool is_first = epoch_++ == 0;
  doubts_ = is_known && is_first ? 0 : 1;
  depth_ = 0;
  current_ = base + first_task;
  base_zero_ = time;
  rows_.forget_points();
  (void)owner(current_);
  // No fact tells when the instance of a task that runs already began.
  if (current_ >= first_task) touched(base, time).is_unsure = true;
}

RTM_BOOK void RTM_IN_BOOK::accept(fact_kind fact, uint64_t time, uint32_t id, call_note note) {
  switch (fact) {
    case fact_kind::task_switch: return switch_to(time, id);
    case fact_kind::isr_enter: return enter(touched(rows_.isr(id)), time, id, false, note);
    case fact_kind::isr_exit: return exit(touched(rows_.isr(id)), time, id, false, note);
    case fact_kind::swi_enter: return enter(touched(rows_.swi(id)), time, id, true, note);
    case fact_kind::swi_exit: return exit(touched(rows_.swi(id)), time, id, true, note);
    case fact_kind::point_begin: return begin_point(time, id);
    case fact_kind::point_end: return end_point(time, id);
    case fact_kind::task_activate: return activate(touched(id, time), time);
    case fact_kind::task_wait: return wait(touched(id, time), time, own_clock(id + first_task, time));
    case fact_kind::task_release: return release(touched(id, time), time, own_clock(id + first_task, time));
    case fact_kind::task_terminate: return terminate(time, id);
    case fact_kind::poll:
    case fact_kind::reset: return;
  }
}

// ---- Rows ----

/// As it is in this epoch, and after the latest doubt.
RTM_BOOK detail::task_row& RTM_IN_BOOK::touched(uint32_t task, uint64_t time) {
  detail::task_row& row = rows_.task(task);
  return row.at.epoch == epoch_ && row.at.doubts == doubts_ ? row : renewed(row, task, time);
}

/// A doubt cuts an instance in two. The task has not run behind it before its row is touched again, so its own clock
/// still is that of the cut.
RTM_BOOK detail::task_row& RTM_IN_BOOK::renewed(detail::task_row& row, uint32_t task, uint64_t time) {
  if (row.at.epoch != epoch_) {
    row = {};
    row.at.epoch = epoch_;
  }
  if (row.at.doubts == doubts_) return row;
  detail::task_row doubted;
  doubted.at = {epoch_, doubts_};
  doubted.is_unsure = true;
  doubted.times = row.times;
  doubted.begun_own = own_clock(task + first_task, time);
  if (row.is_started) ++doubted.times.cut;
  if (row.is_started || row.is_unsure) watch_.task_cut(task, doubted.begun_own - row.begun_own, false, time);
  row = doubted;
  return row;
}

RTM_BOOK template <class Row>
Row& RTM_IN_BOOK::touched(Row& row) {
  if (row.at.epoch != epoch_) {
    row = {};
    row.at.epoch = epoch_;
  }
  if (row.at.doubts != doubts_) row.has_begun = false;
  row.at.doubts = doubts_;
  return row;
}

RTM_BOOK detail::owner_row& RTM_IN_BOOK::owner(uint32_t index) {
  detail::owner_row& row = rows_.owner(index);
  if (row.epoch != epoch_) row = {epoch_, 0, 0};
  return row;
}

RTM_BOOK task_times RTM_IN_BOOK::read(const detail::task_row& row) {
  task_times times = row.times;
  times.open = row.is_started ? 1 : 0;
  return times;
}

/// Bound: O(active frames).
RTM_BOOK call_times RTM_IN_BOOK::read(detail::call_row& row, uint32_t id, bool is_swi) {
  call_times times = touched(row).times;
  for (uint32_t i = 0; i < depth_; ++i)
    if (rows_.frame(i).id == id && rows_.frame(i).is_swi == is_swi) ++times.open;
  return times;
}

// ---- Tasks ----

RTM_BOOK void RTM_IN_BOOK::switch_to(uint64_t time, uint32_t id) {
  const uint32_t index = id + first_task;
  const bool was_current = index == current_;
  if (!was_current) {
    // Whoever ran in unknown time may have started and ended there.
    if (current_ == unknown_index || index == unknown_index) doubt();
    owner(current_).run = time - base_zero_;
    current_ = index;
    base_zero_ = time - owner(index).run;
  }
  if (index >= first_task) dispatch(touched(id, time), time, id, was_current);
}

/// A task that is announced again is no new instance, unless it has been activated since its end.
RTM_BOOK void RTM_IN_BOOK::dispatch(detail::task_row& row, uint64_t time, uint32_t id, bool was_current) {
  if (row.is_unsure || (was_current && !row.is_open)) return;
  if (row.is_started) {
    if (row.is_waiting && !was_current) {
      row.missed_release = true;
      row.is_waiting = false;
    }
    return;
  }
  row.is_open = row.is_started = true;
  row.has_ended = false;
  row.is_waiting = row.missed_release = false;
  row.waited = 0;
  row.has_delta = row.has_begun;
  row.delta = time - row.begun;
  row.has_begun = true;
  row.begun = time;
  row.begun_own = own_clock(id + first_task, time);
}

/// One that comes while an instance is open, or may be, is of a later instance. The time of the first that surely is
/// one is kept; the others are numbered, so that none is taken for another.
RTM_BOOK void RTM_IN_BOOK::activate(detail::task_row& row, uint64_t time) {
  if (row.is_unsure) {
    ++row.later;
    return;
  }
  if (row.is_open) {
    ++row.times.early;
    if (row.has_next || row.later != 0) {
      ++row.later;
    } else {
      row.has_next = true;
      row.next = time;
    }
    return;
  }
  if (row.has_ended) (void)row.times.st.add(time - row.ended);
  row.has_ended = false;
  row.is_open = row.has_activation = true;
  row.activated = time;
}

RTM_BOOK void RTM_IN_BOOK::wait(detail::task_row& row, uint64_t time, uint64_t own) {
  if (!row.is_started || row.is_waiting) return;
  row.is_waiting = true;
  row.wait_begun = time;
  row.wait_own = own;
}

/// What the task still ran after it said that it waits is its execution.
RTM_BOOK void RTM_IN_BOOK::release(detail::task_row& row, uint64_t time, uint64_t own) {
  if (!row.is_waiting) return;
  row.is_waiting = false;
  row.waited += (time - row.wait_begun) - (own - row.wait_own);
}

RTM_BOOK void RTM_IN_BOOK::terminate(uint64_t time, uint32_t id) {
  abandon_points(id + first_task);
  detail::task_row& row = touched(id, time);
  if (row.is_unsure) {
    row.is_unsure = false;
    watch_.task_cut(id, own_clock(id + first_task, time) - row.begun_own, true, time);
    return open_next(row, time, false);
  }
  if (!row.is_open) return;
  const bool is_whole = row.is_started;
  if (is_whole) complete(row, time, id);
  open_next(row, time, is_whole);
}

RTM_BOOK void RTM_IN_BOOK::complete(detail::task_row& row, uint64_t time, uint32_t id) {
  const uint64_t own = own_clock(id + first_task, time);
  release(row, time, own);
  task_times& t = row.times;
  const uint64_t cet = own - row.begun_own;
  const uint64_t get = time - row.begun;
  if (t.cet.add(cet)) t.longest_cet_end = time;
  (void)t.get.add(get);
  if (!row.missed_release) {
    (void)t.wt.add(row.waited);
    (void)t.pre.add(get - cet - row.waited);
  }
  if (row.has_activation) {
    (void)t.ipt.add(row.begun - row.activated);
    (void)t.rt.add(time - row.activated);
  }
  if (row.has_delta) (void)t.dt.add(row.delta);
  watch_.task_ended(id, cet, time);
}

/// After the end of an instance: the next one is open if it was activated early.
RTM_BOOK void RTM_IN_BOOK::open_next(detail::task_row& row, uint64_t time, bool was_whole) {
  row.is_started = row.is_waiting = false;
  row.is_open = row.has_next || row.later != 0;
  row.has_activation = row.has_next;
  row.activated = row.next;
  if (!row.has_next && row.later != 0) --row.later;
  row.has_next = false;
  row.has_ended = was_whole && !row.is_open;
  row.ended = time;
}

// ---- Interrupts ----

RTM_BOOK void RTM_IN_BOOK::enter(detail::call_row& row, uint64_t time, uint32_t id, bool is_swi, call_note note) {
  detail::frame_row& f = rows_.frame(depth_++);
  f = {};
  f.start = f.zero = time;
  f.id = id;
  f.is_swi = is_swi;
  f.note = note;
  f.doubts = doubts_;
  if (note == call_note::piece) return;  // it began at another time
  f.has_delta = row.has_begun;
  f.delta = time - row.begun;
  row.has_begun = true;
  row.begun = time;
}

RTM_BOOK void RTM_IN_BOOK::exit(detail::call_row& row, uint64_t time, uint32_t id, bool is_swi, call_note note) {
  const detail::frame_row& f = rows_.frame(--depth_);
  const uint64_t get = time - f.start;
  const uint64_t cet = time - f.zero;
  (depth_ == 0 ? base_zero_ : rows_.frame(depth_ - 1).zero) += get;
  if (f.doubts != doubts_ || f.note == call_note::piece || note == call_note::piece) {
    ++row.times.cut;
    return;
  }
  if (f.has_delta) (void)row.times.dt.add(f.delta);
  if (f.note == call_note::unowned) return;
  if (row.times.cet.add(cet)) row.times.longest_cet_end = time;
  (void)row.times.get.add(get);
  (void)row.times.pre.add(get - cet);
  is_swi ? watch_.swi_ended(id, cet, time) : watch_.isr_ended(id, cet, time);
}

// ---- Points ----

RTM_BOOK void RTM_IN_BOOK::begin_point(uint64_t time, uint32_t id) {
  detail::point_row& row = touched(rows_.point(id));
  const uint32_t link = rows_.take_point();
  if (link == 0) return;  // the ledger has refused it before
  detail::open_point_row& p = rows_.open_point(link);
  uint32_t& innermost = running_points();
  p.id = id;
  p.start = p.zero = running_clock(time);
  p.doubts = doubts_;
  p.has_delta = row.has_begun;
  p.delta = time - row.begun;
  p.below = innermost;
  innermost = link;
  row.has_begun = true;
  row.begun = time;
  ++row.times.open;
}

RTM_BOOK void RTM_IN_BOOK::end_point(uint64_t time, uint32_t id) {
  uint32_t& innermost = running_points();
  const uint32_t link = innermost;
  if (link == 0) return;
  detail::point_row& row = touched(rows_.point(id));
  const detail::open_point_row& p = rows_.open_point(link);
  const uint64_t clock = running_clock(time);
  const uint64_t inclusive = clock - p.start;
  innermost = p.below;
  if (innermost != 0) rows_.open_point(innermost).zero += inclusive;
  if (row.times.open != 0) --row.times.open;
  if (p.doubts != doubts_) {
    ++row.times.cut;
  } else {
    if (row.times.cet.add(inclusive)) row.times.longest_cet_end = time;
    (void)row.times.self.add(clock - p.zero);
    if (p.has_delta) (void)row.times.dt.add(p.delta);
  }
  rows_.give_back(link);
}

/// Bound: O(open points of the task).
RTM_BOOK void RTM_IN_BOOK::abandon_points(uint32_t index) {
  uint32_t& innermost = owner(index).points;
  while (innermost != 0) {
    const uint32_t link = innermost;
    const detail::open_point_row& p = rows_.open_point(link);
    detail::point_row& row = touched(rows_.point(p.id));
    if (row.times.open != 0) --row.times.open;
    ++row.times.cut;
    innermost = p.below;
    rows_.give_back(link);
  }
}

#undef RTM_BOOK
#undef RTM_IN_BOOK

}  // namespace rtm::os
