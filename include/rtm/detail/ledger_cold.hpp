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

// ---- Facts ----

RTM_LEDGER status RTM_IN_LEDGER::slow(word now, fact_kind fact, uint32_t id) {
  if (phase_ != phase::measuring) {
    if (phase_ == phase::not_started) return status::not_started;
    if (ignored_ != ~uint32_t{0}) ++ignored_;
    return refused(status::ignored, fact, id, now);
  }
  const word elapsed = (now - last_) & clock_mask();
  if (elapsed > max_gap_) {
    const bool backwards = elapsed > clock_mask() >> 1;
    return freeze(backwards ? status::time_backwards : status::gap_exceeded, fact, id, now);
  }
  settle(elapsed);
  const status result = fact == fact_kind::poll ? status::ok : apply(fact, id);
  return result == status::ok ? accepted(now, fact, id) : freeze(result, fact, id, now);
}

/// `elapsed` ticks, at most max_gap, have passed: closes the window that ends within them.
RTM_LEDGER void RTM_IN_LEDGER::settle(word elapsed) {
  const word time = last_ + elapsed;
  if (elapsed >= word(end_ - last_)) close_window(end_, window_);
  detail::store(last_, time);
  set_deadline();
}

/// The own clock of the current base owner, which stands while a frame is active.
RTM_LEDGER typename RTM_IN_LEDGER::word RTM_IN_LEDGER::base_clock() const {
  const frame* const base = store_.base_frame();
  return (top_ == base ? last_ : store_.above(base)->start) - base->zero;
}

RTM_LEDGER void RTM_IN_LEDGER::set_deadline() {
  deadline_ = end_ - last_ <= max_gap_ ? end_ : word(last_ + max_gap_ + 1);
}

/// The whole of every fact, with all checks in the order of `status`, once the time is settled.
RTM_LEDGER status RTM_IN_LEDGER::apply(fact_kind fact, uint32_t id) {
  switch (fact) {
    case fact_kind::task_switch: return apply_switch(id);
    case fact_kind::isr_enter: return apply_enter(id, 0);
    case fact_kind::swi_enter: return apply_enter(id, flag::swi);
    case fact_kind::isr_exit: return apply_exit(id, 0);
    case fact_kind::swi_exit: return apply_exit(id, flag::swi);
    case fact_kind::point_begin: return apply_point_begin(id);
    case fact_kind::point_end: return apply_point_end(id);
    case fact_kind::poll: return status::ok;
    case fact_kind::reset: return status::bad_id;  // comes here for no other reason, see reset()
    default: return apply_mark(fact, id);
  }
}

RTM_LEDGER status RTM_IN_LEDGER::apply_switch(uint32_t owner) {
  const uint32_t index = context_index(owner);
  if (!has_context(index)) return status::bad_id;
  if (top_ != store_.base_frame()) return status::switch_in_isr;
  context& to = store_.context_at(index);
  if (&to == current_) return status::ok;
  touch(to);
  suspend(*current_);
  resume(to);
  detail::store(to.dispatches, word(to.dispatches + 1));
  return status::ok;
}

RTM_LEDGER status RTM_IN_LEDGER::apply_enter(uint32_t id, half kind) {
  if (!(kind == 0 ? has_isr(id) : has_swi(id))) return status::bad_id;
  if (kind != 0 && (top_->key.low & (flag::swi | flag::base)) == 0) return status::swi_over_isr;
  if (store_.above(top_) == nullptr && !store_.grow_frames()) return status::stack_full;
  top_ = store_.above(top_);
  top_->start = top_->zero = last_;
  top_->key.set(half(id | kind));
  return status::ok;
}

RTM_LEDGER status RTM_IN_LEDGER::apply_exit(uint32_t id, half kind) {
  const bool is_swi = kind != 0;
  if (!(is_swi ? has_swi(id) : has_isr(id))) return status::bad_id;
  frame* const f = top_;
  if (f == store_.base_frame()) return is_swi ? status::swi_underflow : status::isr_underflow;
  if (half(f->key.low & ~flag::crossed) != half(id | kind)) return is_swi ? status::swi_mismatch : status::isr_mismatch;
  if (f->key.high != 0) return status::point_left_open;
  call_record& row = row_of(f->key.low);
  touch(row);
  top_ = store_.below(f);
  complete_whole(row, *f, *top_, last_);
  return status::ok;
}

RTM_LEDGER status RTM_IN_LEDGER::apply_mark(fact_kind fact, uint32_t id) {
  const uint32_t index = context_index(id);
  if (index < first_task || !has_context(index)) return status::bad_id;  // idle, kernel, unknown are no tasks
  if constexpr (Capacity::points != 0) {
    if (fact == fact_kind::task_terminate) abandon_points(index);
  }
  return status::ok;
}

/// A call has ended of which a part may lie in earlier windows; that part is in the sums already, not in `calls`.
RTM_LEDGER void RTM_IN_LEDGER::complete_whole(call_record& row, const open_call& ended, open_call& outer, word clock) {
  word inclusive = clock - ended.start;
  word exclusive = clock - ended.zero;
  outer.zero += inclusive;
  add_call(row, exclusive, inclusive);
  if ((ended.key.low & flag::crossed) != 0) {
    exclusive = detail::saturate(ended.whole_exclusive, exclusive);
    inclusive = detail::saturate(ended.whole_inclusive, inclusive);
  }
  widen(row, exclusive, inclusive);
}

RTM_LEDGER void RTM_IN_LEDGER::widen(call_record& row, word exclusive, word inclusive) {
  if constexpr (Capacity::extremes) {
    row.exclusive_span.widen(exclusive);
    row.inclusive_span.widen(inclusive);
  }
}

/// Puts the current base owner aside; while it has open points it is on the list of suspended ones.
RTM_LEDGER void RTM_IN_LEDGER::suspend(context& from) {
  const frame& base = *store_.base_frame();
  detail::store(from.run, word(last_ - base.zero));
  from.state.high = base.key.high;
  if constexpr (Capacity::points != 0) {
    if (base.key.high == 0) return;
    point_frame& p = store_.pool_at(base.key.high);
    p.next = suspended_;
    p.previous = 0;
    const half self = half(store_.index_of(&from) + 1);
    if (suspended_ != 0) innermost_of(suspended_).previous = self;
    suspended_ = self;
  }
}

RTM_LEDGER void RTM_IN_LEDGER::resume(context& to) {
  frame& base = *store_.base_frame();
  unlink(to);
  base.zero = last_ - to.run;
  base.key.high = to.state.high;
  to.state.high = 0;
  current_ = &to;
}

/// Takes an owner off the list of suspended ones, if it is there.
RTM_LEDGER void RTM_IN_LEDGER::unlink(context& owner) {
  if constexpr (Capacity::points != 0) {
    if (owner.state.high == 0) return;
    const point_frame& p = store_.pool_at(owner.state.high);
    if (p.next != 0) innermost_of(p.next).previous = p.previous;
    (p.previous != 0 ? innermost_of(p.previous).next : suspended_) = p.next;
  }
}

// ---- Points ----

RTM_LEDGER status RTM_IN_LEDGER::apply_point_begin(uint32_t id) {
  if constexpr (Capacity::points != 0) {
    if (!has_point(id)) return status::bad_id;
    const handle outer = top_->key.high;
    const half depth = store_.pool_at(outer).depth;
    if (Store::limits_point_depth && depth >= store_.point_depth()) return status::point_stack_full;
    const handle inner = take_point_frame();
    if (inner == 0) return status::point_stack_full;
    point_frame& p = store_.pool_at(inner);
    p.start = p.zero = last_ - top_->zero;
    p.key.low = half(id);
    p.key.high = outer;
    p.depth = half(depth + 1);
    top_->key.high = inner;
    return status::ok;
  }
  return status::bad_id;
}

RTM_LEDGER status RTM_IN_LEDGER::apply_point_end(uint32_t id) {
  if constexpr (Capacity::points != 0) {
    if (!has_point(id)) return status::bad_id;
    const handle inner = top_->key.high;
    if (inner == 0) return status::point_underflow;
    point_frame& p = store_.pool_at(inner);
    if (id_of(p.key.low) != id) return status::point_mismatch;
    point_record& row = store_.point_at(id);
    touch(row);
    top_->key.high = p.key.high;
    complete_whole(row, p, store_.pool_at(p.key.high), last_ - top_->zero);
    p.key.high = free_;
    free_ = inner;
    return status::ok;
  }
  return status::bad_id;
}

/// An unused pool entry, or 0. Entries are used for the first time in an epoch in order, so reset need not link them.
RTM_LEDGER typename RTM_IN_LEDGER::handle RTM_IN_LEDGER::take_point_frame() {
  const handle recycled = free_;
  if (recycled != 0) {
    free_ = store_.pool_at(recycled).key.high;
    return recycled;
  }
  if (fresh_ >= store_.pool_end() && !store_.grow_pool()) return 0;
  const handle fresh = fresh_;
  fresh_ = handle(fresh_ + Store::pool_step);
  return fresh;
}

/// Their time so far stays with the points; they count as abandoned, not as calls.
RTM_LEDGER void RTM_IN_LEDGER::abandon_points(uint32_t index) {
  context& owner = store_.context_at(index);
  const bool is_current = &owner == current_;
  frame& base = *store_.base_frame();
  const handle innermost = is_current ? base.key.high : owner.state.high;
  if (innermost == 0 || !in_epoch(owner.state.low)) return;
  const word clock = is_current ? base_clock() : owner.run;
  if (!is_current) unlink(owner);
  (is_current ? base.key.high : owner.state.high) = 0;
  credit_points(innermost, clock, clock);
  for (handle h = innermost; h != 0;) {
    point_frame& p = store_.pool_at(h);
    half& abandoned = store_.point_at(id_of(p.key.low)).abandoned.sums;
    if (half(abandoned + 1) != 0) detail::store(abandoned, half(abandoned + 1));
    const handle outer = p.key.high;
    p.key.high = free_;
    free_ = h;
    h = outer;
  }
}

// ---- Windows ----

/// The period ends at `now`, `length` ticks after it began, and the window with it. Rows that are not open roll over
/// when they are next touched. Bound: active frames, open points, one row of the sweep.
RTM_LEDGER void RTM_IN_LEDGER::close_window(word now, word length) {
  detail::store(sequence_, sequence_ + 1);  // odd: readers of the window before this one must stop trusting their rows
  detail::fence_release();
  frame& base = *store_.base_frame();
  const bool any_open = top_ != &base || base.key.high != 0 || suspended_ != 0;
  const word run = any_open ? credit_open(now, true) : word(now - base.zero);
  base.zero = now;

  // The current owner's row, which is never stale, rolls over at once; no reader looks before the sequence is even.
  context& owner = *current_;
  owner.total_run.add(run);
  detail::add_count(owner.total_dispatches_low, owner.total_dispatches_high, owner.dispatches);
  detail::store(owner.window_run, run);
  detail::store(owner.window_dispatches, owner.dispatches);
  detail::store(owner.run, word(0));
  detail::store(owner.dispatches, word(0));
  const half stamp = half(stamp_ + 1);
  detail::store(owner.state.low, stamp);
  detail::store(stamp_, stamp);
  if constexpr (Capacity::points != 0) {
    for (half i = suspended_; i != 0; i = innermost_of(i).next) touch(store_.context_at(i - 1u));
  }
  // The sweep meets every row once in max_ids periods and leaves it at most 2 periods old, so no row of this epoch is
  // twice max_ids old, and the first stamp may follow at that distance.
  if (half(stamp - first_stamp_) >= 2 * detail::max_ids<word>) ++first_stamp_;
  sweep();

  window_start_.set(window_start_.value() + length);
  window_index_.set(window_index_.value() + 1);
  end_ = now + window_;
  detail::store_release(sequence_, sequence_ + 1);
}

RTM_LEDGER status RTM_IN_LEDGER::close_period(word now) {
  if (windows_) return status::bad_config;
  const status settled = poll(now);
  if (settled != status::ok) return settled;
  close_window(last_, last_ - window_start_.low);
  set_deadline();
  return status::ok;
}

/// Credits what is open to its ids up to `now`. Closing: clocks of contexts restart at 0 afterwards. Returns what the
/// own clock of the base owner shows.
RTM_LEDGER typename RTM_IN_LEDGER::word RTM_IN_LEDGER::credit_open(word now, bool closing) {
  word stop = now;
  frame* f = top_;
  for (; (f->key.low & flag::base) == 0; f = store_.below(f)) {
    call_record& row = row_of(f->key.low);
    touch(row);
    if constexpr (Capacity::points != 0) {
      if (f->key.high != 0) credit_points(f->key.high, stop - f->zero, 0);
    }
    stop = credit(row, *f, now, stop, now);
  }
  const word clock = stop - f->zero;
  f->zero = now - clock;
  if constexpr (Capacity::points != 0) {
    if (f->key.high != 0) credit_points(f->key.high, clock, closing ? 0 : clock);
    for (half i = suspended_; i != 0; i = innermost_of(i).next) {
      const context& c = store_.context_at(i - 1u);
      credit_points(c.state.high, c.run, closing ? 0 : c.run);
    }
  }
  return clock;
}

/// Adds the part up to `clock` of a call that goes on to the sums of its id, and remembers it for the extremes of the
/// whole call. Its own clock stood since `stop`. Returns where that of the next outer call has stood since.
RTM_LEDGER typename RTM_IN_LEDGER::word RTM_IN_LEDGER::credit(call_record& row, open_call& open, word clock, word stop,
                                                              word restart) {
  const word start = open.start;
  const word inclusive = clock - start;
  const word exclusive = stop - open.zero;
  detail::store(row.sums.exclusive, word(row.sums.exclusive + exclusive));
  detail::store(row.sums.inclusive, word(row.sums.inclusive + inclusive));
  if constexpr (Capacity::extremes) {
    const bool crossed = (open.key.low & flag::crossed) != 0;
    open.whole_exclusive = detail::saturate(crossed ? open.whole_exclusive : word(0), exclusive);
    open.whole_inclusive = detail::saturate(crossed ? open.whole_inclusive : word(0), inclusive);
  }
  open.key.low = half(open.key.low | flag::crossed);
  open.start = open.zero = restart;
  return start;
}

/// The open points of one context, whose clock stands at `clock` and will next be read from `restart` on.
RTM_LEDGER void RTM_IN_LEDGER::credit_points(handle innermost, word clock, word restart) {
  if constexpr (Capacity::points != 0) {
    word stop = clock;
    for (handle h = innermost; h != 0;) {
      point_frame& p = store_.pool_at(h);
      point_record& row = store_.point_at(id_of(p.key.low));
      touch(row);
      stop = credit(row, p, clock, stop, restart);
      h = p.key.high;
    }
  }
}

// A row is rolled over while readers may be copying it. Order makes every moment readable: first the window's sums are
// copied, then the stamp says that the copy is to be used, then the original is cleared.

RTM_LEDGER void RTM_IN_LEDGER::touch(context& row) {
  if (row.state.low != stamp_) roll(row);
}
RTM_LEDGER void RTM_IN_LEDGER::touch(call_record& row) {
  if (row.stamp != stamp_) roll(row);
}
RTM_LEDGER void RTM_IN_LEDGER::touch(point_record& row) {
  if (row.stamp != stamp_) roll(row);
}

RTM_LEDGER void RTM_IN_LEDGER::roll(context& row) {
  const bool live = in_epoch(row.state.low);
  const bool latest = live && half(row.state.low + 1) == stamp_;
  const word run = row.run;
  const word dispatches = row.dispatches;
  detail::store(row.window_run, latest ? run : word(0));
  detail::store(row.window_dispatches, latest ? dispatches : word(0));
  detail::store_release(row.state.low, stamp_);
  detail::fence_release();
  detail::store(row.run, word(0));
  detail::store(row.dispatches, word(0));
  if (live) {
    row.total_run.add(run);
    detail::add_count(row.total_dispatches_low, row.total_dispatches_high, dispatches);
  } else {
    row.total_run = {};
    row.total_dispatches_low = row.total_dispatches_high = 0;
    row.state.high = 0;
  }
}

RTM_LEDGER void RTM_IN_LEDGER::roll(call_record& row) {
  const bool live = in_epoch(row.stamp);
  const bool latest = live && half(row.stamp + 1) == stamp_;
  const detail::call_words<word> sums = row.sums;
  detail::store_words(row.window_sums, latest ? sums : detail::call_words<word>{});
  detail::store_release(row.stamp, stamp_);
  detail::fence_release();
  detail::store_words(row.sums, detail::call_words<word>{});
  if (live) {
    row.total_exclusive.add(sums.exclusive);
    row.total_inclusive.add(sums.inclusive);
    detail::add_count(row.total_calls_low, row.total_calls_high, sums.calls);
    return;
  }
  row.total_exclusive = row.total_inclusive = {};
  row.total_calls_low = row.total_calls_high = 0;
  if constexpr (Capacity::extremes) {
    row.exclusive_span.clear();
    row.inclusive_span.clear();
  }
}

RTM_LEDGER void RTM_IN_LEDGER::roll(point_record& row) {
  const bool live = in_epoch(row.stamp);
  const bool latest = live && half(row.stamp + 1) == stamp_;
  detail::abandoned_words<word>& a = row.abandoned;
  const half sums = a.sums;
  detail::store(a.window_sums, latest ? sums : half(0));
  roll(static_cast<call_record&>(row));
  detail::store(a.sums, half(0));
  a.total = live ? detail::saturate(a.total, word(sums)) : word(0);
}

/// One row a window, in turn: a stamp must not grow so old that it looks young again.
RTM_LEDGER void RTM_IN_LEDGER::sweep() {
  uint32_t i = sweep_++;
  if (i < store_.context_count()) return refresh(store_.context_at(i).state.low);
  i -= store_.context_count();
  if (i < store_.isr_count()) return refresh(store_.isr_at(i).stamp);
  i -= store_.isr_count();
  if (i < store_.swi_count()) return refresh(store_.swi_at(i).stamp);
  i -= store_.swi_count();
  if (i < store_.point_count()) return refresh(store_.point_at(i).stamp);
  sweep_ = 0;
}

/// Older than the latest closed window is all the same, and so is every earlier epoch.
RTM_LEDGER void RTM_IN_LEDGER::refresh(half& stamp) const {
  if (!in_epoch(stamp)) {
    detail::store(stamp, half(first_stamp_ - 1));
  } else if (half(stamp_ - stamp) > 2) {
    detail::store(stamp, half(stamp_ - 2));
  }
}

RTM_LEDGER typename RTM_IN_LEDGER::call_record& RTM_IN_LEDGER::row_of(half id_and_flags) {
  const uint32_t id = id_of(id_and_flags);
  if constexpr (Capacity::swis != 0) {
    if ((id_and_flags & flag::swi) != 0) return store_.swi_at(id);
  }
  return store_.isr_at(id);
}

// ---- Faults and epochs ----

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
  deadline_ = last_;  // every later fact fails the range check of measure()
  detail::store_release(sequence_, sequence_ + 1);
  return refused(kind, fact, id, reading);
}

/// The id on top of the stack that the fault is about.
RTM_LEDGER uint32_t RTM_IN_LEDGER::expected_id(status kind) const {
  const bool is_frame = kind == status::isr_mismatch || kind == status::swi_mismatch || kind == status::switch_in_isr ||
                        kind == status::swi_over_isr;
  if (is_frame) return id_of(top_->key.low);
  if constexpr (Capacity::points != 0) {
    if (kind == status::point_mismatch || kind == status::point_left_open) {
      return id_of(store_.pool_at(top_->key.high).key.low);
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
  if (!has_context(index)) return status::bad_config;

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
  return accepted(now, fact_kind::reset, uint32_t(base));
}

RTM_LEDGER status RTM_IN_LEDGER::reset(word now, task_id base) {
  if (phase_ == phase::not_started) return status::not_started;
  const uint32_t index = context_index(uint32_t(base));
  if (!has_context(index)) return slow(now, fact_kind::reset, uint32_t(base));
  const uint64_t start = last_time() + word((now - last_) & clock_mask());
  detail::store(sequence_, sequence_ + 1);
  detail::fence_release();
  detail::store(epoch_, epoch_ + 1);
  begin_epoch(start, index);
  detail::store_release(sequence_, sequence_ + 1);
  return accepted(now, fact_kind::reset, uint32_t(base));
}

/// The new period makes every row stale, and the new first stamp makes what they hold that of an earlier epoch.
RTM_LEDGER void RTM_IN_LEDGER::begin_epoch(uint64_t start, uint32_t base_index) {
  frame* const base = store_.base_frame();
  top_ = base;
  base->zero = word(start);
  base->key.set(flag::base);
  epoch_start_.set(start);
  window_start_.set(start);
  window_index_.set(0);
  detail::store(last_, word(start));
  end_ = last_ + window_;
  set_deadline();
  detail::store(stamp_, half(stamp_ + 1));
  first_stamp_ = stamp_;
  sweep();

  if constexpr (Capacity::points != 0) {
    store_.pool_at(0).depth = 0;
    store_.pool_at(0).key.set(flag::base);
  }
  free_ = 0;
  fresh_ = Store::pool_step;
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
