// SPDX-License-Identifier: MIT
// What seldom happens in a ledger: windows that close, rows that are rolled over, faults, epochs, calls that lie in
// more than one window. Part of ledger.hpp. Everything here may take its time, but only a bounded time, and may not
// loop over ids.
#pragma once

#include "rtm/ledger.hpp"

namespace rtm {

#define RTM_LEDGER template <class Capacity, class Sink, class Store>
#define RTM_IN_LEDGER ledger<Capacity, Sink, Store>

namespace detail {
/// The longest call that a word can keep; one less than `span_of_calls::none`.
template <class Word>
constexpr Word saturate(Word a, Word b) {
  constexpr Word most = span_of_calls<Word>::none - 1;
  return b > most - a ? most : Word(a + b);
}
}  // namespace detail

// ---- Facts -----------------------------------------------------------------------------------------------------------

RTM_LEDGER status RTM_IN_LEDGER::slow(word now, fact_kind fact, uint32_t id) {
  if (phase_ == phase::not_started) return status::not_started;
  if (phase_ == phase::frozen) {
    if (ignored_ != ~uint32_t{0}) ++ignored_;
    return status::ignored;
  }
  const word elapsed = (now - last_) & clock_mask();
  if (elapsed > max_gap_) {
    const bool backwards = elapsed > (clock_mask() >> 1);
    return freeze(backwards ? status::time_backwards : status::gap_exceeded, fact, id, now);
  }
  settle(elapsed);
  const status result = apply(fact, id);
  return result == status::ok ? accepted(fact, id) : freeze(result, fact, id, now);
}

/// Charges `elapsed` ticks, at most max_gap, to the topmost frame; closes the window that ends within them.
RTM_LEDGER void RTM_IN_LEDGER::settle(word elapsed) {
  const word room = end_ - last_;
  if (elapsed >= room) {
    top_->run += room;
    last_ = end_;
    elapsed -= room;
    close_window();
  }
  top_->run += elapsed;
  last_ += elapsed;
}

/// The whole of every fact, with all checks in the order of `status`, once the time is settled.
RTM_LEDGER status RTM_IN_LEDGER::apply(fact_kind fact, uint32_t id) {
  switch (fact) {
    case fact_kind::task_switch: return apply_switch(id);
    case fact_kind::isr_enter: return apply_enter(id, 0);
    case fact_kind::swi_enter: return apply_enter(id, key::swi);
    case fact_kind::isr_exit: return apply_exit(id, 0);
    case fact_kind::swi_exit: return apply_exit(id, key::swi);
    case fact_kind::point_begin: return apply_point_begin(id);
    case fact_kind::point_end: return apply_point_end(id);
    case fact_kind::poll: return status::ok;
    case fact_kind::reset: return status::bad_id;  // the only way to get here: see reset()
    default: return apply_mark(fact, id);
  }
}

RTM_LEDGER status RTM_IN_LEDGER::apply_switch(uint32_t owner) {
  const uint32_t index = context_index(owner);
  if (index >= store_.context_count() && !store_.grow_contexts(index)) return status::bad_id;
  if (top_ != store_.base_frame()) return status::switch_in_isr;
  context& to = store_.context_at(index);
  if (&to == current_) return status::ok;
  touch(to);
  suspend(*current_);
  resume(to);
  detail::store(to.dispatches, word(to.dispatches + 1));
  return status::ok;
}

RTM_LEDGER status RTM_IN_LEDGER::apply_enter(uint32_t id, word kind) {
  if (kind == 0) {
    if (id >= store_.isr_count() && !store_.grow_isrs(id)) return status::bad_id;
  } else {
    if (id >= store_.swi_count() && !store_.grow_swis(id)) return status::bad_id;
    if (top_ != store_.base_frame() && (top_->key & key::swi) == 0) return status::swi_over_isr;
  }
  if (store_.above(top_) == nullptr && !store_.grow_frames()) return status::stack_full;
  top_ = store_.above(top_);
  top_->run = 0;
  top_->start = last_;
  top_->key = id | kind;
  return status::ok;
}

RTM_LEDGER status RTM_IN_LEDGER::apply_exit(uint32_t id, word kind) {
  const bool is_swi = kind != 0;
  const bool in_range = is_swi ? id < store_.swi_count() || store_.grow_swis(id)  //
                               : id < store_.isr_count() || store_.grow_isrs(id);
  if (!in_range) return status::bad_id;
  frame* const f = top_;
  if (f == store_.base_frame()) return is_swi ? status::swi_underflow : status::isr_underflow;
  if ((f->key & (key::id_mask | key::swi)) != (id | kind)) return is_swi ? status::swi_mismatch : status::isr_mismatch;
  if (innermost_of(f->key) != 0) return status::point_left_open;
  call_record& row = row_of(f->key);
  const bool crossed = (f->key & key::crossed) != 0;
  touch(row);
  top_ = store_.below(f);
  complete_whole(row, f->run, last_ - f->start, crossed ? f->whole_exclusive : 0, crossed ? f->whole_inclusive : 0);
  return status::ok;
}

RTM_LEDGER status RTM_IN_LEDGER::apply_mark(fact_kind fact, uint32_t id) {
  const uint32_t index = context_index(id);
  if (id + first_task < first_task) return status::bad_id;  // idle, kernel, unknown
  if (index >= store_.context_count() && !store_.grow_contexts(index)) return status::bad_id;
  if constexpr (Capacity::points != 0) {
    if (fact == fact_kind::task_terminate) abandon_points(index);
  }
  return status::ok;
}

/// A call has ended of which a part may lie in earlier windows; that part is in the sums already, not in `calls`.
RTM_LEDGER void RTM_IN_LEDGER::complete_whole(call_record& row, word exclusive, word inclusive, word whole_exclusive,
                                              word whole_inclusive) {
  add_call(row, exclusive, inclusive);
  if constexpr (Capacity::extremes) {
    widen(row, detail::saturate(whole_exclusive, exclusive), detail::saturate(whole_inclusive, inclusive));
  }
}

RTM_LEDGER void RTM_IN_LEDGER::widen(call_record& row, word exclusive, word inclusive) {
  if constexpr (Capacity::extremes) {
    row.exclusive_span.widen(exclusive);
    row.inclusive_span.widen(inclusive);
  }
}

/// Puts the current base owner aside; while it has open points it is on the list of suspended ones.
RTM_LEDGER void RTM_IN_LEDGER::suspend(context& from) {
  frame* const base = store_.base_frame();
  const half innermost = innermost_of(base->key);
  detail::store(from.run, base->run);
  detail::store(from.state, word(word(innermost) << key::half_bits | stamp_));
  if constexpr (Capacity::points != 0) {
    if (innermost == 0) return;
    const half self = half(store_.index_of(&from) + 1);
    point_frame& p = store_.pool_at(innermost);
    p.next = suspended_;
    p.previous = 0;
    if (suspended_ != 0) store_.pool_at(innermost_of(store_.context_at(suspended_ - 1).state)).previous = self;
    suspended_ = self;
  }
}

RTM_LEDGER void RTM_IN_LEDGER::resume(context& to) {
  frame* const base = store_.base_frame();
  const half innermost = innermost_of(to.state);
  if constexpr (Capacity::points != 0) {
    if (innermost != 0) {
      const point_frame& p = store_.pool_at(innermost);
      if (p.next != 0) store_.pool_at(innermost_of(store_.context_at(p.next - 1).state)).previous = p.previous;
      if (p.previous != 0) {
        store_.pool_at(innermost_of(store_.context_at(p.previous - 1).state)).next = p.next;
      } else {
        suspended_ = p.next;
      }
    }
  }
  base->run = to.run;
  base->key = key::none | word(innermost) << key::half_bits;
  detail::store(to.state, word(stamp_));
  current_ = &to;
}

// ---- Points ----------------------------------------------------------------------------------------------------------

RTM_LEDGER status RTM_IN_LEDGER::apply_point_begin(uint32_t id) {
  if constexpr (Capacity::points == 0) {
    return status::bad_id;
  } else {
    if (id >= store_.point_count() && !store_.grow_points(id)) return status::bad_id;
    const half outer = innermost_of(top_->key);
    const half depth = store_.pool_at(outer).depth;
    if (depth >= store_.point_depth()) return status::point_stack_full;
    const half index = take_point_frame();
    if (index == 0) return status::point_stack_full;
    point_frame& p = store_.pool_at(index);
    p.start = top_->run;
    p.child = 0;
    p.id = half(id);
    p.below = outer;
    p.depth = half(depth + 1);
    top_->key = (top_->key & key::low_mask) | word(index) << key::half_bits;
    return status::ok;
  }
}

RTM_LEDGER status RTM_IN_LEDGER::apply_point_end(uint32_t id) {
  if constexpr (Capacity::points == 0) {
    return status::bad_id;
  } else {
    if (id >= store_.point_count() && !store_.grow_points(id)) return status::bad_id;
    const half index = innermost_of(top_->key);
    if (index == 0) return status::point_underflow;
    point_frame& p = store_.pool_at(index);
    if (id_of(p) != id) return status::point_mismatch;
    const bool crossed = (p.id & key::crossed) != 0;
    const word inclusive = top_->run - p.start;
    point_record& row = store_.point_at(id);
    touch(row);
    store_.pool_at(p.below).child += inclusive;
    top_->key = (top_->key & key::low_mask) | word(p.below) << key::half_bits;
    complete_whole(row, inclusive - p.child, inclusive, crossed ? p.whole_exclusive : 0,
                   crossed ? p.whole_inclusive : 0);
    p.below = free_;
    free_ = index;
    return status::ok;
  }
}

/// An unused pool entry, or 0. Entries are used for the first time in an epoch in order, so reset need not link them.
RTM_LEDGER typename RTM_IN_LEDGER::half RTM_IN_LEDGER::take_point_frame() {
  const half recycled = free_;
  if (recycled != 0) {
    free_ = store_.pool_at(recycled).below;
    return recycled;
  }
  if (fresh_ >= store_.pool_count() && !store_.grow_pool()) return 0;
  return fresh_++;
}

/// Their time so far stays with the points; they count as abandoned, not as calls.
RTM_LEDGER void RTM_IN_LEDGER::abandon_points(uint32_t context_at) {
  context& owner = store_.context_at(context_at);
  const bool is_current = &owner == current_;
  frame* const base = store_.base_frame();
  const word clock = is_current ? base->run : owner.run;
  const half innermost = innermost_of(is_current ? base->key : owner.state);
  if (innermost == 0 || !in_epoch(half(owner.state))) return;
  if (!is_current) {  // take it off the list of suspended ones by resuming it for a moment
    context& running = *current_;
    const word run = base->run;
    const word running_key = base->key;
    resume(owner);
    current_ = &running;
    base->run = run;
    base->key = running_key;
  } else {
    base->key = key::none;
  }
  credit_points(innermost, clock, clock);
  for (half index = innermost; index != 0;) {
    point_frame& p = store_.pool_at(index);
    point_record& row = store_.point_at(id_of(p));
    if (half(row.abandoned.sums + 1) != 0) detail::store(row.abandoned.sums, half(row.abandoned.sums + 1));
    const half outer = p.below;
    p.below = free_;
    free_ = index;
    index = outer;
  }
}

// ---- Windows ---------------------------------------------------------------------------------------------------------

/// `last_` has reached `end_`: the period ends, and the window with it. Rows that are not open roll over when they are
/// next touched. Bound: active frames, open points, one row of the sweep.
RTM_LEDGER void RTM_IN_LEDGER::close_window() {
  detail::store(sequence_, sequence_ + 1);  // odd: readers of the window before this one must stop trusting their rows
  detail::fence_release();
  credit_open(true);
  detail::store(current_->run, store_.base_frame()->run);
  store_.base_frame()->run = 0;

  detail::store(stamp_, half(stamp_ + 1));
  roll(*current_);
  if constexpr (Capacity::points != 0) {
    for (half i = suspended_; i != 0;) {
      context& c = store_.context_at(i - 1);
      touch(c);
      i = store_.pool_at(innermost_of(c.state)).next;
    }
  }
  // Rows are visited at least once in max_ids periods, so an epoch older than that needs no exact first stamp.
  if (half(stamp_ - first_stamp_) >= detail::max_ids<word>) ++first_stamp_;
  sweep();

  window_start_.add(window_);
  window_index_.add(1);
  end_ += window_;
  detail::store_release(sequence_, sequence_ + 1);
}

/// Credits what is open to its ids up to `last_`. Closing: clocks of contexts restart at 0 afterwards.
RTM_LEDGER void RTM_IN_LEDGER::credit_open(bool closing) {
  frame* const base = store_.base_frame();
  for (frame* f = top_; f != base; f = store_.below(f)) {
    call_record& row = row_of(f->key);
    touch(row);
    const word inclusive = last_ - f->start;
    detail::store(row.sums.exclusive, word(row.sums.exclusive + f->run));
    detail::store(row.sums.inclusive, word(row.sums.inclusive + inclusive));
    const bool crossed = (f->key & key::crossed) != 0;
    f->whole_exclusive = detail::saturate(crossed ? f->whole_exclusive : word(0), f->run);
    f->whole_inclusive = detail::saturate(crossed ? f->whole_inclusive : word(0), inclusive);
    f->key |= key::crossed;
    credit_points(innermost_of(f->key), f->run, 0);
    f->run = 0;
    f->start = last_;
  }
  if constexpr (Capacity::points != 0) {
    credit_points(innermost_of(base->key), base->run, closing ? 0 : base->run);
    for (half i = suspended_; i != 0;) {
      const context& c = store_.context_at(i - 1);
      const half innermost = innermost_of(c.state);
      credit_points(innermost, c.run, closing ? 0 : c.run);
      i = store_.pool_at(innermost).next;
    }
  }
}

/// The open points of one context, whose clock stands at `clock` and will next be read from `restart` on.
RTM_LEDGER void RTM_IN_LEDGER::credit_points(half innermost, word clock, word restart) {
  if constexpr (Capacity::points != 0) {
    word nested = 0;
    for (half i = innermost; i != 0;) {
      point_frame& p = store_.pool_at(i);
      point_record& row = store_.point_at(id_of(p));
      touch(row);
      const word inclusive = clock - p.start;
      const word exclusive = inclusive - p.child - nested;
      detail::store(row.sums.exclusive, word(row.sums.exclusive + exclusive));
      detail::store(row.sums.inclusive, word(row.sums.inclusive + inclusive));
      const bool crossed = (p.id & key::crossed) != 0;
      p.whole_exclusive = detail::saturate(crossed ? p.whole_exclusive : word(0), exclusive);
      p.whole_inclusive = detail::saturate(crossed ? p.whole_inclusive : word(0), inclusive);
      p.id = half(p.id | key::crossed);
      p.start = restart;
      p.child = 0;
      nested = inclusive;
      i = p.below;
    }
  }
}

// A row is rolled over while readers may be copying it. Order makes every moment readable: first the window's sums are
// copied, then the stamp says that the copy is to be used, then the original is cleared.

RTM_LEDGER void RTM_IN_LEDGER::touch(context& row) {
  if (half(row.state) != stamp_) roll(row);
}
RTM_LEDGER void RTM_IN_LEDGER::touch(call_record& row) {
  if (row.stamp != stamp_) roll(row);
}
RTM_LEDGER void RTM_IN_LEDGER::touch(point_record& row) {
  if (row.stamp != stamp_) roll(row);
}

RTM_LEDGER void RTM_IN_LEDGER::roll(context& row) {
  const half stamp = half(row.state);
  const bool live = in_epoch(stamp);
  const bool latest = live && half(stamp + 1) == stamp_;
  if (!live) {
    row.total_run.set(0);
    row.total_dispatches_low = row.total_dispatches_high = 0;
  }
  detail::store(row.window_run, latest ? row.run : word(0));
  detail::store(row.window_dispatches, latest ? row.dispatches : word(0));
  detail::store_release(row.state, word((live ? row.state & ~key::low_mask : word(0)) | stamp_));
  detail::fence_release();
  if (live) {
    row.total_run.add(row.run);
    detail::add_count(row.total_dispatches_low, row.total_dispatches_high, row.dispatches);
  }
  detail::store(row.run, word(0));
  detail::store(row.dispatches, word(0));
}

RTM_LEDGER void RTM_IN_LEDGER::roll(call_record& row) {
  const bool live = in_epoch(row.stamp);
  const bool latest = live && half(row.stamp + 1) == stamp_;
  if (!live) {
    row.total_exclusive.set(0);
    row.total_inclusive.set(0);
    row.total_calls_low = row.total_calls_high = 0;
    if constexpr (Capacity::extremes) {
      row.exclusive_span.clear();
      row.inclusive_span.clear();
    }
  }
  detail::store(row.window_sums.exclusive, latest ? row.sums.exclusive : word(0));
  detail::store(row.window_sums.inclusive, latest ? row.sums.inclusive : word(0));
  detail::store(row.window_sums.calls, latest ? row.sums.calls : word(0));
  detail::store_release(row.stamp, stamp_);
  detail::fence_release();
  if (live) {
    row.total_exclusive.add(row.sums.exclusive);
    row.total_inclusive.add(row.sums.inclusive);
    detail::add_count(row.total_calls_low, row.total_calls_high, row.sums.calls);
  }
  detail::store(row.sums.exclusive, word(0));
  detail::store(row.sums.inclusive, word(0));
  detail::store(row.sums.calls, word(0));
}

RTM_LEDGER void RTM_IN_LEDGER::roll(point_record& row) {
  const bool live = in_epoch(row.stamp);
  const bool latest = live && half(row.stamp + 1) == stamp_;
  detail::abandoned_words<word>& a = row.abandoned;
  detail::store(a.window_sums, latest ? a.sums : half(0));
  const half before = a.sums;
  roll(static_cast<call_record&>(row));
  a.total = live ? detail::saturate(a.total, word(before)) : word(0);
  detail::store(a.sums, half(0));
}

/// One row a window, in turn: no stamp can then grow so old that it looks young again.
RTM_LEDGER void RTM_IN_LEDGER::sweep() {
  uint32_t i = sweep_++;
  if (i < store_.context_count()) return touch(store_.context_at(i));
  i -= store_.context_count();
  if (i < store_.isr_count()) return touch(store_.isr_at(i));
  i -= store_.isr_count();
  if (i < store_.swi_count()) return touch(store_.swi_at(i));
  i -= store_.swi_count();
  if (i < store_.point_count()) return touch(store_.point_at(i));
  sweep_ = 0;
}

RTM_LEDGER typename RTM_IN_LEDGER::call_record& RTM_IN_LEDGER::row_of(word frame_key) {
  const uint32_t id = uint32_t(frame_key & key::id_mask);
  return (frame_key & key::swi) != 0 ? store_.swi_at(id) : store_.isr_at(id);
}

// ---- Faults and epochs -----------------------------------------------------------------------------------------------

RTM_LEDGER status RTM_IN_LEDGER::freeze(status kind, fact_kind fact, uint32_t id, word reading) {
  const bool names_none = fact == fact_kind::poll || ((fact == fact_kind::task_switch || fact == fact_kind::reset) &&
                                                      context_index(id) < first_task);
  detail::store(sequence_, sequence_ + 1);
  detail::fence_release();
  detail::store(fault_kind_, kind);
  detail::store(fault_fact_, fact);
  detail::store(fault_id_, names_none ? no_id : id);
  detail::store(fault_expected_, half(expected_id(kind)));
  detail::store(fault_depth_, uint8_t(depth()));
  detail::store(fault_reading_, word(reading & clock_mask()));
  detail::store(phase_, phase::frozen);
  end_ = last_;  // every later fact fails the range check of measure()
  detail::store_release(sequence_, sequence_ + 1);
  return kind;
}

/// The id on top of the stack that the fault is about.
RTM_LEDGER uint32_t RTM_IN_LEDGER::expected_id(status kind) const {
  const bool is_frame = kind == status::isr_mismatch || kind == status::swi_mismatch || kind == status::switch_in_isr ||
                        kind == status::swi_over_isr;
  if (is_frame) return uint32_t(top_->key & key::id_mask);
  if constexpr (Capacity::points != 0) {
    if (kind == status::point_mismatch || kind == status::point_left_open) {
      return id_of(store_.pool_at(innermost_of(top_->key)));
    }
  }
  return no_id;
}

RTM_LEDGER uint32_t RTM_IN_LEDGER::depth() const {
  uint32_t n = 0;
  for (const frame* f = top_; f != store_.base_frame(); f = store_.below(f)) ++n;
  return n;
}

/// Extended time of the last fact.
RTM_LEDGER uint64_t RTM_IN_LEDGER::last_time() const {
  return window_start_.value() + word(detail::load(last_) - detail::load(window_start_.low));
}

RTM_LEDGER status RTM_IN_LEDGER::start(word now, task_id base, const timing& how) {
  constexpr uint32_t word_bits = sizeof(word) * 8;
  const uint32_t bits = how.clock_bits != 0 ? how.clock_bits : Capacity::clock_bits;
  const bool width_ok = Capacity::clock_bits == 0 ? bits >= 16 && bits <= word_bits : bits == Capacity::clock_bits;
  if (!width_ok) return status::bad_config;
  const word mask = word(-1) >> (word_bits - bits);
  const uint64_t period = how.window_ticks != 0 ? how.window_ticks : max_window_ticks;
  const uint64_t longest_gap = period < mask >> 1 ? period : mask >> 1;
  if (how.window_ticks > max_window_ticks || how.max_gap_ticks > longest_gap) return status::bad_config;
  const uint32_t index = context_index(uint32_t(base));
  if (index >= store_.context_count() && !store_.grow_contexts(index)) return status::bad_config;

  detail::store(sequence_, sequence_ | 1);
  detail::fence_release();
  store_.clear();
  bits_ = uint8_t(bits);
  max_gap_ = word(how.max_gap_ticks != 0 ? how.max_gap_ticks : longest_gap);
  detail::store(window_, word(period));
  detail::store(windows_, how.window_ticks != 0);
  detail::store(stamp_, half(0));
  detail::store(epoch_, uint32_t{0});
  sweep_ = 0;
  begin_epoch(now & mask, index);
  detail::store_release(sequence_, sequence_ + 1);
  return accepted(fact_kind::reset, uint32_t(base));
}

RTM_LEDGER status RTM_IN_LEDGER::reset(word now, task_id base) {
  if (phase_ == phase::not_started) return status::not_started;
  const uint32_t index = context_index(uint32_t(base));
  if (index >= store_.context_count() && !store_.grow_contexts(index)) {
    return slow(now, fact_kind::reset, uint32_t(base));
  }
  const uint64_t start = last_time() + word((now - last_) & clock_mask());
  detail::store(sequence_, sequence_ + 1);
  detail::fence_release();
  detail::store(epoch_, epoch_ + 1);
  begin_epoch(start, index);
  detail::store_release(sequence_, sequence_ + 1);
  return accepted(fact_kind::reset, uint32_t(base));
}

/// The new period makes every row stale, and the new first stamp makes what they hold that of an earlier epoch.
RTM_LEDGER void RTM_IN_LEDGER::begin_epoch(uint64_t start, uint32_t base_index) {
  epoch_start_.set(start);
  window_start_.set(start);
  window_index_.set(0);
  detail::store(last_, word(start));
  end_ = last_ + window_;
  detail::store(stamp_, half(stamp_ + 1));
  first_stamp_ = stamp_;
  sweep();

  frame* const base = store_.base_frame();
  top_ = base;
  base->run = 0;
  base->key = key::none;
  if constexpr (Capacity::points != 0) {
    store_.pool_at(0).depth = 0;
    store_.pool_at(0).id = half(-1);
  }
  free_ = 0;
  fresh_ = 1;
  suspended_ = 0;
  current_ = &store_.context_at(base_index);
  touch(*current_);
  ignored_ = 0;
  detail::store(fault_kind_, status::ok);
  detail::store(phase_, phase::measuring);
}

#undef RTM_LEDGER
#undef RTM_IN_LEDGER

}  // namespace rtm
