// SPDX-License-Identifier: MIT
// The events of the latest closed window beside those of the one in progress: each row has two slots, used in turn, so
// closing a window touches no row. A reader, on whatever core, takes from the slot that nobody writes until the next
// window closes, and then looks whether that has happened. Part of columns.hpp.
#pragma once

#include <stdint.h>

#include "rtm/detail/atomic.hpp"
#include "rtm/types.hpp"
#include "rtm/window.hpp"

namespace rtm::pmu {

/// Which window the sums belong to: the numbers that the ledger gives it.
struct column_window {
  uint64_t index = 0;
  uint32_t epoch = 0;
  uint32_t mark = 0;  ///< For `is_latest`.
};

namespace detail {

/// Counts the windows of the ledger: by 2, and odd while what is said of the latest changes.
class window_mark {
 public:
  [[nodiscard]] uint32_t now() const { return mark_; }
  template <class Ledger>
  [[nodiscard]] bool has_moved(const Ledger& of) const {
    return of.period_mark() != of_ledger_;
  }

  /// A new epoch: no window of it has closed.
  template <class Ledger>
  void begin(const Ledger& of) {
    of_ledger_ = of.period_mark();
    change(false, {});
  }
  /// What was counted up to here belongs to the window that the ledger has just closed.
  template <class Ledger>
  void close(const Ledger& of) {
    of_ledger_ = of.period_mark();
    window_header closed;
    change(of.latest_window(closed) == rtm::status::ok, closed);
  }

  [[nodiscard]] bool latest(column_window& w) const {
    column_window found;
    found.mark = rtm::detail::load_acquire(mark_);
    found.index = uint64_t{rtm::detail::load(index_high_)} << 32 | rtm::detail::load(index_low_);
    found.epoch = rtm::detail::load(epoch_);
    const bool any = rtm::detail::load(any_) != 0;
    if (!any || (found.mark & 1U) != 0 || !is_latest(found)) return false;
    w = found;
    return true;
  }
  [[nodiscard]] bool is_latest(const column_window& w) const {
    rtm::detail::fence_acquire();
    return rtm::detail::load(mark_) == w.mark;
  }

 private:
  void change(bool any, const window_header& closed) {
    const uint32_t before = mark_;
    rtm::detail::store(mark_, before + 1);
    rtm::detail::fence_release();  // whoever sees what is written from here on sees that the mark has moved
    rtm::detail::store(index_low_, uint32_t(closed.index));
    rtm::detail::store(index_high_, uint32_t(closed.index >> 32));
    rtm::detail::store(epoch_, closed.epoch);
    rtm::detail::store(any_, uint32_t(any));
    rtm::detail::store_release(mark_, before + 2);
  }

  uint32_t mark_ = 0;
  uint32_t of_ledger_ = 0;
  uint32_t index_low_ = 0;
  uint32_t index_high_ = 0;
  uint32_t epoch_ = 0;
  uint32_t any_ = 0;
};

template <unsigned Columns>
class window_slots {
  /// 64 bits as two words, which no reader finds torn. Whether they belong together, the mark says.
  struct words {
    uint32_t low = 0;
    uint32_t high = 0;
    [[nodiscard]] uint64_t value() const { return uint64_t{rtm::detail::load(high)} << 32 | rtm::detail::load(low); }
    void set(uint64_t value) {
      rtm::detail::store(low, uint32_t(value));
      rtm::detail::store(high, uint32_t(value >> 32));
    }
  };

 public:
  void add(uint32_t mark, const uint64_t (&events)[Columns]) {
    const uint32_t at = mark >> 1 & 1U;
    if (mark_[at] != mark) {
      for (words& each : count_[at]) each.set(0);
      rtm::detail::store(mark_[at], mark);
    }
    for (unsigned i = 0; i < Columns; ++i) count_[at][i].set(count_[at][i].value() + events[i]);
  }
  /// Forgets what is older than two windows, so that a row that is never used is not taken for a new one when the mark
  /// has come round. After the window with `mark` has begun.
  void refresh(uint32_t mark) {
    for (uint32_t at = 0; at < 2; ++at) {
      if (mark_[at] == mark || mark_[at] == mark - 2) continue;
      for (words& each : count_[at]) each.set(0);
      rtm::detail::store(mark_[at], uint32_t{0});
    }
  }
  /// A new epoch. Word by word: somebody may be reading still, and is told afterwards that he must read again.
  void clear() {
    for (uint32_t at = 0; at < 2; ++at) {
      for (words& each : count_[at]) each.set(0);
      rtm::detail::store(mark_[at], uint32_t{0});
    }
  }
  /// Of the window before the one in progress, which has `mark`. Unchanged if nothing was counted in it.
  void read(uint32_t mark, uint64_t (&out)[Columns]) const {
    const uint32_t closed = mark - 2;
    const uint32_t at = closed >> 1 & 1U;
    if (rtm::detail::load(mark_[at]) != closed) return;
    for (unsigned i = 0; i < Columns; ++i) out[i] = count_[at][i].value();
  }

 private:
  // All zero in a new object, so that the ledger with it lies in .bss. 0 comes up once in 2^31 windows, with no counts.
  uint32_t mark_[2] = {};
  words count_[2][Columns] = {};
};

}  // namespace detail
}  // namespace rtm::pmu
