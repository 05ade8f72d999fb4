// SPDX-License-Identifier: MIT
// How results are read out of a ledger: the latest closed window by anybody, the epoch by the owner. Part of
// ledger.hpp.
//
// Reading a closed window needs no lock because its sums stay where they are until the next window closes: in a row's
// `sums` as long as nobody has touched the row since, in `window_sums` after that. The stamp tells which, and is looked
// at again after the words have been read. What remains is the question whether a window closed in between, which
// `is_latest` answers for all rows at once.
#pragma once

#include "rtm/ledger.hpp"

namespace rtm {

#define RTM_LEDGER template <class Capacity, class Sink, class Store>
#define RTM_IN_LEDGER ledger<Capacity, Sink, Store>

// ---- The latest closed window ----

RTM_LEDGER status RTM_IN_LEDGER::latest_window(window_header& header) const {
  const uint32_t sequence = detail::load_acquire(sequence_);
  window_header h;
  h.index = window_index_.value() - 1;
  h.length_ticks = detail::load(window_);
  h.start_ticks = window_start_.value() - h.length_ticks;
  h.epoch = detail::load(epoch_);
  h.complete = true;
  h.sequence = sequence;
  h.stamp = half(detail::load(stamp_) - 1);
  const bool any = detail::load(windows_) && h.index != ~uint64_t{0};
  detail::fence_acquire();
  if (sequence % 2 != 0 || detail::load(sequence_) != sequence) return status::moved;
  if (!any) return status::no_window;
  header = h;
  return status::ok;
}

RTM_LEDGER bool RTM_IN_LEDGER::is_latest(const window_header& window) const {
  detail::fence_acquire();
  return detail::load(sequence_) == window.sequence;
}

RTM_LEDGER task_sums RTM_IN_LEDGER::window_sums(const window_header& window, task_id owner) const {
  const uint32_t index = context_index(uint32_t(owner));
  if (index >= store_.context_count()) return {};
  const context& row = store_.context_at(index);
  // A row is rolled over once a period, so the second attempt succeeds unless the window has moved.
  for (int attempt = 0; attempt < 2; ++attempt) {
    const half stamp = detail::load_acquire(row.state.low);
    const task_sums in_progress{detail::load(row.run), detail::load(row.dispatches)};
    const task_sums before{detail::load(row.window_run), detail::load(row.window_dispatches)};
    detail::fence_acquire();
    if (detail::load(row.state.low) != stamp) continue;
    if (stamp == half(window.stamp + 1)) return before;
    if (stamp != half(window.stamp)) return {};
    if (!window.complete && &row == current_) return {base_clock(), in_progress.dispatches};
    return in_progress;
  }
  return {};
}

RTM_LEDGER template <class Row>
call_sums RTM_IN_LEDGER::read_window(const window_header& window, const Row& row) const {
  for (int attempt = 0; attempt < 2; ++attempt) {
    const half stamp = detail::load_acquire(row.stamp);
    const bool later = stamp == half(window.stamp + 1);
    const auto& words = later ? row.window_sums : row.sums;
    call_sums sums{detail::load(words.exclusive), detail::load(words.inclusive), detail::load(words.calls), 0};
    if constexpr (detail::is_point<Row>) {
      sums.abandoned = later ? detail::load(row.abandoned.window_sums) : detail::load(row.abandoned.sums);
    }
    detail::fence_acquire();
    if (detail::load(row.stamp) != stamp) continue;
    return later || stamp == half(window.stamp) ? sums : call_sums{};
  }
  return {};
}

RTM_LEDGER call_sums RTM_IN_LEDGER::window_sums(const window_header& window, isr_id isr) const {
  return uint32_t(isr) < store_.isr_count() ? read_window(window, store_.isr_at(uint32_t(isr))) : call_sums{};
}
RTM_LEDGER call_sums RTM_IN_LEDGER::window_sums(const window_header& window, swi_id swi) const {
  return uint32_t(swi) < store_.swi_count() ? read_window(window, store_.swi_at(uint32_t(swi))) : call_sums{};
}
RTM_LEDGER call_sums RTM_IN_LEDGER::window_sums(const window_header& window, point_id point) const {
  return uint32_t(point) < store_.point_count() ? read_window(window, store_.point_at(uint32_t(point))) : call_sums{};
}

RTM_LEDGER status RTM_IN_LEDGER::first_fault(fault& out) const {
  const uint32_t sequence = detail::load_acquire(sequence_);
  fault f;
  f.kind = detail::load(fault_kind_);
  if (f.kind != status::ok) {
    const half expected = detail::load(fault_expected_);
    f.fact = detail::load(fault_fact_);
    f.id = detail::load(fault_id_);
    f.expected = expected == half(no_id) ? no_id : uint32_t(expected);
    f.time_ticks = last_time();
    f.reading_ticks = detail::load(fault_reading_);
    f.depth = detail::load(fault_depth_);
  }
  detail::fence_acquire();
  if (sequence % 2 != 0 || detail::load(sequence_) != sequence) return status::moved;
  out = f;
  return status::ok;
}

// ---- The epoch and the window in progress ----

RTM_LEDGER status RTM_IN_LEDGER::snapshot(word now) {
  if (phase_ == phase::not_started) return status::not_started;
  status result = status::ignored;
  if (phase_ == phase::measuring) result = poll(now);
  (void)credit_open(last_, false);
  return result;
}

RTM_LEDGER epoch_header RTM_IN_LEDGER::epoch() const {
  epoch_header h;
  h.start_ticks = epoch_start_.value();
  h.total_ticks = last_time() - h.start_ticks;
  h.epoch = epoch_;
  h.ignored = ignored_;
  h.valid = phase_ == phase::measuring;
  return h;
}

RTM_LEDGER window_header RTM_IN_LEDGER::window_in_progress() const {
  window_header h;
  h.index = window_index_.value();
  h.start_ticks = window_start_.value();
  h.length_ticks = windows_ ? last_time() - h.start_ticks : 0;
  h.epoch = epoch_;
  h.complete = false;
  h.sequence = sequence_;
  h.stamp = stamp_;
  return h;
}

RTM_LEDGER task_sums RTM_IN_LEDGER::epoch_sums(task_id owner) const {
  const uint32_t index = context_index(uint32_t(owner));
  if (index >= store_.context_count()) return {};
  const context& row = store_.context_at(index);
  if (phase_ == phase::not_started || !in_epoch(row.state.low)) return {};
  const word run = &row == current_ ? base_clock() : row.run;
  return {row.total_run.value() + run,
          detail::count_value(row.total_dispatches_low, row.total_dispatches_high) + row.dispatches};
}

RTM_LEDGER template <class Row>
call_sums RTM_IN_LEDGER::read_epoch(const Row& row) const {
  if (phase_ == phase::not_started || !in_epoch(row.stamp)) return {};
  call_sums sums{row.total_exclusive.value() + row.sums.exclusive, row.total_inclusive.value() + row.sums.inclusive,
                 detail::count_value(row.total_calls_low, row.total_calls_high) + row.sums.calls, 0};
  if constexpr (detail::is_point<Row>) sums.abandoned = uint64_t(row.abandoned.total) + row.abandoned.sums;
  return sums;
}

RTM_LEDGER call_sums RTM_IN_LEDGER::epoch_sums(isr_id isr) const {
  return uint32_t(isr) < store_.isr_count() ? read_epoch(store_.isr_at(uint32_t(isr))) : call_sums{};
}
RTM_LEDGER call_sums RTM_IN_LEDGER::epoch_sums(swi_id swi) const {
  return uint32_t(swi) < store_.swi_count() ? read_epoch(store_.swi_at(uint32_t(swi))) : call_sums{};
}
RTM_LEDGER call_sums RTM_IN_LEDGER::epoch_sums(point_id point) const {
  return uint32_t(point) < store_.point_count() ? read_epoch(store_.point_at(uint32_t(point))) : call_sums{};
}

RTM_LEDGER template <class Row>
call_extremes RTM_IN_LEDGER::read_extremes(const Row& row) const {
  if constexpr (Capacity::extremes) {
    if (phase_ == phase::not_started || !in_epoch(row.stamp) || row.exclusive_span.empty()) return {};
    return {row.exclusive_span.min, uint64_t(row.exclusive_span.min) + row.exclusive_span.span, row.inclusive_span.min,
            uint64_t(row.inclusive_span.min) + row.inclusive_span.span};
  } else {
    return {};
  }
}

RTM_LEDGER call_extremes RTM_IN_LEDGER::epoch_extremes(isr_id isr) const {
  return uint32_t(isr) < store_.isr_count() ? read_extremes(store_.isr_at(uint32_t(isr))) : call_extremes{};
}
RTM_LEDGER call_extremes RTM_IN_LEDGER::epoch_extremes(swi_id swi) const {
  return uint32_t(swi) < store_.swi_count() ? read_extremes(store_.swi_at(uint32_t(swi))) : call_extremes{};
}
RTM_LEDGER call_extremes RTM_IN_LEDGER::epoch_extremes(point_id point) const {
  return uint32_t(point) < store_.point_count() ? read_extremes(store_.point_at(uint32_t(point))) : call_extremes{};
}

RTM_LEDGER template <class Visit>
void RTM_IN_LEDGER::visit_state(Visit visit) const {
  const auto visit_points = [&](handle innermost) {
    if constexpr (Capacity::points != 0) {
      for (handle h = innermost; h != 0; h = store_.pool_at(h).key.high) {
        visit(fact_kind::point_begin, id_of(store_.pool_at(h).key.low));
      }
    }
  };
  const frame* f = top_;
  for (; (f->key.low & flag::base) == 0; f = store_.below(f)) {
    visit_points(f->key.high);
    visit((f->key.low & flag::swi) != 0 ? fact_kind::swi_enter : fact_kind::isr_enter, id_of(f->key.low));
  }
  visit_points(f->key.high);
  visit(fact_kind::task_switch, store_.index_of(current_) - first_task);
  if constexpr (Capacity::points != 0) {
    for (half i = suspended_; i != 0;) {
      const context& owner = store_.context_at(i - 1u);
      visit_points(owner.state.high);
      visit(fact_kind::task_switch, i - 1u - first_task);
      i = store_.pool_at(owner.state.high).next;
    }
  }
}

// ---- Up to the latest closed period ----
//
// A row that has been touched since has its sums up to then in its totals; one that has not, in totals and sums
// together. A fact that interrupts the reader may move the sums to the totals, and changes the stamp when it does.

RTM_LEDGER task_sums RTM_IN_LEDGER::closed_sums(task_id owner) const {
  const uint32_t index = context_index(uint32_t(owner));
  if (phase_ == phase::not_started || index >= store_.context_count()) return {};
  const context& row = store_.context_at(index);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const half stamp = detail::load_acquire(row.state.low);
    if (!in_epoch(stamp)) return {};
    const bool touched = stamp == detail::load(stamp_);
    task_sums sums{row.total_run.value(), detail::count_value(row.total_dispatches_low, row.total_dispatches_high)};
    if (!touched) {
      sums.exclusive += detail::load(row.run);
      sums.dispatches += detail::load(row.dispatches);
    }
    detail::fence_acquire();
    if (detail::load(row.state.low) == stamp) return sums;
  }
  return {};
}

RTM_LEDGER template <class Row>
call_sums RTM_IN_LEDGER::read_closed(const Row& row) const {
  if (phase_ == phase::not_started) return {};
  for (int attempt = 0; attempt < 2; ++attempt) {
    const half stamp = detail::load_acquire(row.stamp);
    if (!in_epoch(stamp)) return {};
    const bool touched = stamp == detail::load(stamp_);
    call_sums sums{row.total_exclusive.value(), row.total_inclusive.value(),
                   detail::count_value(row.total_calls_low, row.total_calls_high), 0};
    if constexpr (detail::is_point<Row>) sums.abandoned = row.abandoned.total;
    if (!touched) {
      sums.exclusive += detail::load(row.sums.exclusive);
      sums.inclusive += detail::load(row.sums.inclusive);
      sums.calls += detail::load(row.sums.calls);
      if constexpr (detail::is_point<Row>) sums.abandoned += detail::load(row.abandoned.sums);
    }
    detail::fence_acquire();
    if (detail::load(row.stamp) == stamp) return sums;
  }
  return {};
}

RTM_LEDGER call_sums RTM_IN_LEDGER::closed_sums(isr_id isr) const {
  return uint32_t(isr) < store_.isr_count() ? read_closed(store_.isr_at(uint32_t(isr))) : call_sums{};
}
RTM_LEDGER call_sums RTM_IN_LEDGER::closed_sums(swi_id swi) const {
  return uint32_t(swi) < store_.swi_count() ? read_closed(store_.swi_at(uint32_t(swi))) : call_sums{};
}
RTM_LEDGER call_sums RTM_IN_LEDGER::closed_sums(point_id point) const {
  return uint32_t(point) < store_.point_count() ? read_closed(store_.point_at(uint32_t(point))) : call_sums{};
}

#undef RTM_LEDGER
#undef RTM_IN_LEDGER

}  // namespace rtm
