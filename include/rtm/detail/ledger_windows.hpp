// SPDX-License-Identifier: MIT
// How a ledger closes a window: what is open is credited to its ids, and rows roll over when they are next touched.
// Part of ledger.hpp. Bounded by what is open; nothing here may loop over ids.
#pragma once

#include "rtm/detail/hints.hpp"
#include "rtm/ledger.hpp"

namespace rtm {

#define RTM_LEDGER template <class Capacity, class Sink, class Store>
#define RTM_IN_LEDGER ledger<Capacity, Sink, Store>

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
RTM_LEDGER RTM_HOT typename RTM_IN_LEDGER::word RTM_IN_LEDGER::credit(call_record& row, open_call& open, word clock,
                                                                      word stop, word restart) {
  const word start = open.start;
  const word inclusive = clock - start;
  const word exclusive = stop - open.zero;
  detail::store(row.sums.exclusive, word(row.sums.exclusive + exclusive));
  detail::store(row.sums.inclusive, word(row.sums.inclusive + inclusive));
  if ((open.key.low & flag::crossed) == 0) {
    open.key.low = half(open.key.low | flag::crossed);
    if constexpr (Capacity::extremes) {
      open.whole_exclusive = exclusive;
      open.whole_inclusive = inclusive;
    }
  } else {
    carry(open, exclusive, inclusive);
  }
  open.start = open.zero = restart;
  return start;
}

/// A call that was credited before goes on through one more window.
RTM_LEDGER void RTM_IN_LEDGER::carry(open_call& open, word exclusive, word inclusive) {
  if constexpr (Capacity::extremes) {
    open.whole_exclusive = detail::saturate(open.whole_exclusive, exclusive);
    open.whole_inclusive = detail::saturate(open.whole_inclusive, inclusive);
  }
}

/// The open points of one context, whose clock stands at `clock` and will next be read from `restart` on.
RTM_LEDGER void RTM_IN_LEDGER::credit_points(handle innermost, word clock, word restart) {
  if constexpr (Capacity::points != 0) {
    word stop = clock;
    for (handle h = innermost; h != 0;) {
      point_frame& p = store_.pool_at(h);
      point_record& row = hot_point(id_of(p.key.low));
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

#undef RTM_LEDGER
#undef RTM_IN_LEDGER

}  // namespace rtm
