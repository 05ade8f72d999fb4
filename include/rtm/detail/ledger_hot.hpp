// SPDX-License-Identifier: MIT
// The hot path of the ledger. Part of ledger.hpp. Each try_ function tests everything first, changes nothing if it
// returns false, and leaves what is not plain (a window to close, a stale row, a fault) to slow().
//
// Every one is inlined into its hook: its arguments are constants there, and its tests fold.
#pragma once

#include "rtm/detail/hints.hpp"
#include "rtm/ledger.hpp"

namespace rtm {

#define RTM_LEDGER template <class Capacity, class Sink, class Store>
#define RTM_IN_LEDGER ledger<Capacity, Sink, Store>

/// `first[index]`, but with the index added to the ledger's address first, in one register for all uses. The distance
/// from the ledger to the row then goes into the offsets of the loads. Left alone, compilers form several addresses
/// of one row, which costs 2 to 5 instructions a hook on Cortex-M3.
RTM_LEDGER
template <class Row>
RTM_HOT Row& RTM_IN_LEDGER::near(Row& first, uint32_t index) {
  unsigned char* const self = reinterpret_cast<unsigned char*>(this);
  unsigned char* moved = self + index * sizeof(Row);
  asm("" : "+r"(moved));
  return *reinterpret_cast<Row*>(moved + (reinterpret_cast<unsigned char*>(&first) - self));
}

RTM_LEDGER RTM_HOT typename RTM_IN_LEDGER::context& RTM_IN_LEDGER::hot_context(uint32_t index) {
  if constexpr (Store::contiguous) return near(store_.context_at(0), index);
  return store_.context_at(index);
}
RTM_LEDGER RTM_HOT typename RTM_IN_LEDGER::call_record& RTM_IN_LEDGER::hot_isr(uint32_t id) {
  if constexpr (Store::contiguous) return near(store_.isr_at(0), id);
  return store_.isr_at(id);
}
RTM_LEDGER RTM_HOT typename RTM_IN_LEDGER::call_record& RTM_IN_LEDGER::hot_swi(uint32_t id) {
  if constexpr (Store::contiguous) return near(store_.swi_at(0), id);
  return store_.swi_at(id);
}
RTM_LEDGER RTM_HOT typename RTM_IN_LEDGER::point_record& RTM_IN_LEDGER::hot_point(uint32_t id) {
  if constexpr (Store::contiguous) return near(store_.point_at(0), id);
  return store_.point_at(id);
}

/// `time` becomes the extended time of `now`. False: a window ended, the gap may be too long, time went backwards, or
/// the ledger is not measuring. One compare for all of it: before the deadline, which slow() sets to at most max_gap
/// after some earlier fact, no gap can be too long; while frozen it is `last_`.
RTM_LEDGER RTM_HOT bool RTM_IN_LEDGER::measure(word now, word& time) const {
  const word last = last_;
  const word room = deadline_ - last;  // in this order GCC loads the two as one pair of registers
  const word elapsed = full_width ? word(now - last) : word((now - last) & clock_mask());
  time = full_width ? now : word(last + elapsed);
  return !RTM_SELDOM(elapsed >= room);
}

RTM_LEDGER RTM_HOT bool RTM_IN_LEDGER::try_settle(word now) {
  word time;
  if (!measure(now, time)) return false;
  detail::store(last_, time);
  return true;
}

RTM_LEDGER RTM_HOT bool RTM_IN_LEDGER::try_enter(word now, uint32_t id, uint32_t count, half kind) {
  word time;
  if (!measure(now, time) || RTM_SELDOM(id >= count)) return false;
  frame* const below = top_;
  if (kind != 0 && RTM_SELDOM((below->key.low & (flag::swi | flag::base)) == 0)) return false;
  frame* const f = store_.above(below);
  if (RTM_SELDOM(f == nullptr)) return false;
  detail::store(last_, time);
  f->start = time;
  f->zero = time;
  f->key.set(half(id | kind));
  top_ = f;
  return true;
}

/// One compare of the key covers the id, its kind, open points and a call that began in an earlier window.
RTM_LEDGER RTM_HOT bool RTM_IN_LEDGER::try_exit(word now, uint32_t id, half kind, call_record& row) {
  word time;
  if (!measure(now, time)) return false;
  frame* const f = top_;
  if (RTM_SELDOM(f->key.word() != pair::word_of(half(id | kind)))) return false;
  if (RTM_SELDOM(row.stamp != stamp_)) return false;
  detail::store(last_, time);
  top_ = store_.below(f);
  complete(row, *f, *top_, time);
  return true;
}

RTM_LEDGER RTM_HOT bool RTM_IN_LEDGER::try_task_switch(word now, uint32_t owner) {
  word time;
  const uint32_t index = context_index(owner);
  if (!measure(now, time) || RTM_SELDOM(index >= store_.context_count())) return false;
  frame* const base = top_;
  // Not plain: an active frame or an open point; a row of an earlier period or with open points; no change of owner.
  if (RTM_SELDOM(base->key.word() != pair::word_of(flag::base))) return false;
  context* const from = current_;
  context* const to = &hot_context(index);
  if (RTM_SELDOM(to->state.word() != pair::word_of(stamp_)) || RTM_SELDOM(to == from)) return false;
  detail::store(last_, time);
  current_ = to;
  detail::store(from->run, word(time - base->zero));
  base->zero = time - to->run;
  detail::store(to->dispatches, word(to->dispatches + 1));
  return true;
}

RTM_LEDGER RTM_HOT bool RTM_IN_LEDGER::try_point_begin(word now, uint32_t id) {
  word time;
  const handle inner = free_;
  if (!measure(now, time) || RTM_SELDOM(id >= store_.point_count()) || RTM_SELDOM(inner == 0)) return false;
  frame* const owner = top_;
  const handle outer = owner->key.high;
  point_frame& p = store_.pool_at(inner);
  if constexpr (Store::limits_point_depth) {
    const half depth = store_.pool_at(outer).depth;
    if (RTM_SELDOM(depth >= store_.point_depth())) return false;
    p.depth = half(depth + 1);
  }
  detail::store(last_, time);
  const word clock = time - owner->zero;
  owner->key.high = inner;
  free_ = p.key.high;
  p.start = clock;
  p.zero = clock;
  p.key.low = half(id);
  p.key.high = outer;
  return true;
}

RTM_LEDGER RTM_HOT bool RTM_IN_LEDGER::try_point_end(word now, uint32_t id) {
  word time;
  if (!measure(now, time) || RTM_SELDOM(id >= store_.point_count())) return false;
  frame* const owner = top_;
  const handle inner = owner->key.high;
  point_frame& p = store_.pool_at(inner);
  point_record& row = hot_point(id);
  if (RTM_SELDOM(p.key.low != id) || RTM_SELDOM(row.stamp != stamp_)) return false;
  detail::store(last_, time);
  const handle outer = p.key.high;
  owner->key.high = outer;
  complete(row, p, store_.pool_at(outer), time - owner->zero);
  p.key.high = free_;
  free_ = inner;
  return true;
}

/// A call that lies in the current period entirely has ended.
RTM_LEDGER RTM_HOT void RTM_IN_LEDGER::complete(call_record& row, const open_call& ended, open_call& outer,
                                                word clock) {
  const word inclusive = clock - ended.start;
  const word exclusive = clock - ended.zero;
  outer.zero += inclusive;
  add_call(row, exclusive, inclusive);
  if constexpr (Capacity::extremes) {
    if (RTM_SELDOM(!row.exclusive_span.holds(exclusive)) || RTM_SELDOM(!row.inclusive_span.holds(inclusive))) {
      widen(row, exclusive, inclusive);
    }
  }
}
RTM_LEDGER RTM_HOT void RTM_IN_LEDGER::add_call(call_record& row, word exclusive, word inclusive) {
  detail::store(row.sums.exclusive, word(row.sums.exclusive + exclusive));
  detail::store(row.sums.inclusive, word(row.sums.inclusive + inclusive));
  detail::store(row.sums.calls, word(row.sums.calls + 1));
}

#undef RTM_LEDGER
#undef RTM_IN_LEDGER

}  // namespace rtm
