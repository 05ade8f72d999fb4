// SPDX-License-Identifier: MIT
// What seldom happens in a ledger: facts that are not plain, faults, epochs. Part of ledger.hpp. Everything here may
// take its time, but only a bounded time, and may not loop over ids.
#pragma once

#include "rtm/ledger.hpp"

namespace rtm {

#define RTM_LEDGER template <class Capacity, class Sink, class Store>
#define RTM_IN_LEDGER ledger<Capacity, Sink, Store>

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
    store_.pool_at(base.key.high).next = suspended_;
    from.previous = 0;
    const half self = half(store_.index_of(&from) + 1);
    if (suspended_ != 0) store_.context_at(suspended_ - 1u).previous = self;
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
    const half next = store_.pool_at(owner.state.high).next;
    if (next != 0) store_.context_at(next - 1u).previous = owner.previous;
    (owner.previous != 0 ? innermost_of(owner.previous).next : suspended_) = next;
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

RTM_LEDGER typename RTM_IN_LEDGER::call_record& RTM_IN_LEDGER::row_of(half id_and_flags) {
  const uint32_t id = id_of(id_and_flags);
  if constexpr (Capacity::swis != 0) {
    if ((id_and_flags & flag::swi) != 0) return hot_swi(id);
  }
  return hot_isr(id);
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
