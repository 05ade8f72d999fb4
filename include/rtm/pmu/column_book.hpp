// SPDX-License-Identifier: MIT
// What columns.hpp remembers: the events of every owner and point, and of what is open. It keeps the ledger's stacks a
// second time, in its own words, so that the ledger need not know of it.
#pragma once

#include <stdint.h>

#include "rtm/detail/wide_math.hpp"
#include "rtm/pmu/column_windows.hpp"
#include "rtm/pmu/status.hpp"
#include "rtm/types.hpp"

namespace rtm::pmu {

template <unsigned Columns>
struct column_sums {
  uint64_t exclusive[Columns] = {};  ///< While it owned the core (a point: while it was the innermost one).
  /// Of interrupts, Swis and points: nested ones included, open calls up to now. The sum over calls, so recursion
  /// counts twice. Of base owners: as exclusive.
  uint64_t inclusive[Columns] = {};
};

namespace detail {

/// A source may say what became of its counters: `status state()`, since the latest `begin()`.
template <class Source>
Source& any_source();
template <class Source, class = void>
inline constexpr bool knows_its_state = false;
template <class Source>
inline constexpr bool knows_its_state<Source, decltype(void(any_source<Source>().state()))> = true;

template <class Capacity, unsigned Columns, class Source>
class column_book {
 public:
  void attach(Source& source) { source_ = &source; }

  void spoil(status why) {
    // Before the first epoch: what start-up found holds for that epoch.
    status& state = state_ == status::not_started ? found_early_ : state_;
    if (state == status::ok) state = why;
  }
  [[nodiscard]] status state() const {
    if constexpr (knows_its_state<Source>) {
      if (state_ == status::ok) return source_->state();
    }
    return state_;
  }

  [[nodiscard]] column_sums<Columns> sums(task_id owner) const {
    column_sums<Columns> s;
    const uint32_t index = uint32_t(owner) + 3;
    if (index >= owners) return s;
    copy(base_[index], s.exclusive);
    copy(base_[index], s.inclusive);
    return s;
  }
  [[nodiscard]] column_sums<Columns> sums(isr_id isr) const {
    return call_sums_of(isrs_, uint32_t(isr), Capacity::isrs, false);
  }
  [[nodiscard]] column_sums<Columns> sums(swi_id swi) const {
    return call_sums_of(swis_, uint32_t(swi), Capacity::swis, true);
  }
  [[nodiscard]] column_sums<Columns> sums(point_id point) const {
    column_sums<Columns> s;
    if (uint32_t(point) >= Capacity::points) return s;
    s = points_[uint32_t(point)];
    for (uint32_t c = 0; c < owners; ++c) add_open(base_open_[c], uint32_t(point), base_[c], s);
    for (uint32_t f = 0; f < depth_; ++f) add_open(frames_[f].open, uint32_t(point), frames_[f].own, s);
    return s;
  }
  [[nodiscard]] uint64_t total(unsigned column) const { return total_[column]; }

  // ---- The latest closed window, see column_windows.hpp ----
  [[nodiscard]] const window_mark& windows() const { return windows_; }
  void window_total(const column_window& w, uint64_t (&out)[Columns]) const { total_window_.read(w.mark, out); }
  void window_sum(const column_window& w, task_id owner, uint64_t (&out)[Columns]) const {
    const uint32_t index = uint32_t(owner) + 3;
    if (index < owners) base_window_[index].read(w.mark, out);
  }
  void window_sum(const column_window& w, isr_id isr, uint64_t (&out)[Columns]) const {
    if (uint32_t(isr) < Capacity::isrs) isr_window_[uint32_t(isr)].read(w.mark, out);
  }
  void window_sum(const column_window& w, swi_id swi, uint64_t (&out)[Columns]) const {
    if (uint32_t(swi) < Capacity::swis) swi_window_[uint32_t(swi)].read(w.mark, out);
  }
  void window_sum(const column_window& w, point_id point, uint64_t (&out)[Columns]) const {
    if (uint32_t(point) < Capacity::points) point_window_[uint32_t(point)].read(w.mark, out);
  }

  template <class Ledger>
  void accept(const Ledger& of, fact_kind fact, uint32_t id);
  void refuse(rtm::status why) {
    // A fault whose time is sound has settled the ledger up to it.
    const bool time_is_sound = why != rtm::status::gap_exceeded && why != rtm::status::time_backwards;
    if (source_ != nullptr && is_fault(why) && time_is_sound && is_counting_) settle();
    if (!is_fault(why)) return;
    if (is_counting_) spoil(status::epoch_invalid);
    is_counting_ = false;
  }

  void suspend() {
    if (state_ == status::ok) state_ = state();  // a break that nobody has told stays one
    if (is_counting_ && !is_suspended_) settle();
    is_suspended_ = true;
  }
  void resume() {
    if (is_counting_ && is_suspended_) read_anew();
    is_suspended_ = false;
  }

 private:
  using row = uint64_t[Columns];
  static constexpr uint32_t owners = Capacity::tasks + 3;
  /// Index of an open point, from 1; 0: none.
  using link = uint16_t;

  struct frame {
    row own = {};      ///< Events of this frame alone: the clock of its points.
    row entered = {};  ///< `total_` at its begin.
    uint32_t id = 0;
    bool is_swi = false;
    link open = 0;
  };
  struct open_point {
    row begun = {};  ///< The context's own count at its begin.
    uint32_t id = 0;
    link below = 0;
  };

  static void copy(const row& from, row& to) {
    for (unsigned i = 0; i < Columns; ++i) to[i] = from[i];
  }
  static void clear(row& r) {
    for (unsigned i = 0; i < Columns; ++i) r[i] = 0;
  }

  void settle();
  /// From where the counters now stand: what they did before is in no count.
  void read_anew() {
    if constexpr (knows_its_state<Source>) source_->begin();
    // Only now: the source may have got its counters after it was attached itself.
    for (unsigned i = 0; i < Columns; ++i) mask_[i] = rtm::detail::low_bits(source_->bits(i));
    source_->read(last_);
  }
  void refresh_one_row();
  void begin(uint32_t base);
  void enter(uint32_t id, bool is_swi);
  void exit();
  void point_begin(uint32_t id);
  void close_point(link& top, const row& own);

  [[nodiscard]] column_sums<Columns>& row_of(const frame& f) { return f.is_swi ? swis_[f.id] : isrs_[f.id]; }
  [[nodiscard]] row& own() { return depth_ == 0 ? base_[current_] : frames_[depth_ - 1].own; }
  [[nodiscard]] link& open() { return depth_ == 0 ? base_open_[current_] : frames_[depth_ - 1].open; }

  [[nodiscard]] column_sums<Columns> call_sums_of(const column_sums<Columns>* rows, uint32_t id, uint32_t count,
                                                  bool is_swi) const {
    column_sums<Columns> s;
    if (id >= count) return s;
    s = rows[id];
    for (uint32_t f = 0; f < depth_; ++f) {
      if (frames_[f].id != id || frames_[f].is_swi != is_swi) continue;
      for (unsigned i = 0; i < Columns; ++i) s.inclusive[i] += total_[i] - frames_[f].entered[i];
    }
    return s;
  }
  void add_open(link top, uint32_t point, const row& own, column_sums<Columns>& to) const {
    for (link at = top; at != 0; at = pool_[at].below) {
      if (pool_[at].id != point) continue;
      for (unsigned i = 0; i < Columns; ++i) to.inclusive[i] += own[i] - pool_[at].begun[i];
    }
  }

  using window_row = window_slots<Columns>;
  [[nodiscard]] window_row& window_row_of(const frame& f) { return f.is_swi ? swi_window_[f.id] : isr_window_[f.id]; }

  Source* source_ = nullptr;
  bool is_counting_ = false;
  bool is_suspended_ = false;
  status state_ = status::not_started;
  status found_early_ = status::ok;
  uint32_t current_ = 0;
  uint32_t depth_ = 0;
  link free_ = 0;
  row mask_ = {};
  row last_ = {};
  row total_ = {};
  row base_[owners] = {};
  link base_open_[owners] = {};
  column_sums<Columns> isrs_[Capacity::isrs == 0 ? 1 : Capacity::isrs] = {};
  column_sums<Columns> swis_[Capacity::swis == 0 ? 1 : Capacity::swis] = {};
  column_sums<Columns> points_[Capacity::points == 0 ? 1 : Capacity::points] = {};
  frame frames_[Capacity::depth] = {};
  open_point pool_[Capacity::points == 0 ? 1 : Capacity::point_frames + 1] = {};
  window_mark windows_ = {};
  uint32_t next_to_refresh_ = 0;
  window_row total_window_ = {};
  window_row base_window_[owners] = {};
  window_row isr_window_[Capacity::isrs == 0 ? 1 : Capacity::isrs] = {};
  window_row swi_window_[Capacity::swis == 0 ? 1 : Capacity::swis] = {};
  window_row point_window_[Capacity::points == 0 ? 1 : Capacity::points] = {};
};

template <class Capacity, unsigned Columns, class Source>
template <class Ledger>
void column_book<Capacity, Columns, Source>::accept(const Ledger& of, fact_kind fact, uint32_t id) {
  if (source_ == nullptr) return;
  if (fact == fact_kind::reset) {
    windows_.begin(of);
    return begin(id);
  }
  settle();
  if (windows_.has_moved(of)) {
    windows_.close(of);
    refresh_one_row();
  }
  switch (fact) {
    case fact_kind::task_switch: current_ = id + 3; break;
    case fact_kind::isr_enter: enter(id, false); break;
    case fact_kind::swi_enter: enter(id, true); break;
    case fact_kind::isr_exit:
    case fact_kind::swi_exit: exit(); break;
    case fact_kind::point_begin: point_begin(id); break;
    case fact_kind::point_end: close_point(open(), own()); break;
    case fact_kind::task_terminate:
      while (base_open_[id + 3] != 0) close_point(base_open_[id + 3], base_[id + 3]);
      break;
    default: break;
  }
}

/// What the counters have advanced goes to whoever owned the core up to now.
template <class Capacity, unsigned Columns, class Source>
void column_book<Capacity, Columns, Source>::settle() {
  if (is_suspended_) return;
  row raw;
  source_->read(raw);
  row& mine = own();
  column_sums<Columns>* const call = depth_ == 0 ? nullptr : &row_of(frames_[depth_ - 1]);
  const link top = Capacity::points == 0 ? link{0} : open();
  row advanced;
  for (unsigned i = 0; i < Columns; ++i) {
    advanced[i] = (raw[i] - last_[i]) & mask_[i];
    last_[i] = raw[i];
    total_[i] += advanced[i];
    mine[i] += advanced[i];
    if (call != nullptr) call->exclusive[i] += advanced[i];
    if (top != 0) points_[pool_[top].id].exclusive[i] += advanced[i];
  }
  const uint32_t mark = windows_.now();
  total_window_.add(mark, advanced);
  (call != nullptr ? window_row_of(frames_[depth_ - 1]) : base_window_[current_]).add(mark, advanced);
  if (top != 0) point_window_[pool_[top].id].add(mark, advanced);
}

/// One a window, in turn.
template <class Capacity, unsigned Columns, class Source>
void column_book<Capacity, Columns, Source>::refresh_one_row() {
  constexpr uint32_t isrs_at = owners, swis_at = isrs_at + Capacity::isrs, points_at = swis_at + Capacity::swis;
  const uint32_t at = next_to_refresh_;
  next_to_refresh_ = at + 1 == points_at + Capacity::points ? 0 : at + 1;
  window_row& mine = at < isrs_at     ? base_window_[at]
                     : at < swis_at   ? isr_window_[at - isrs_at]
                     : at < points_at ? swi_window_[at - swis_at]
                                      : point_window_[at - points_at];
  mine.refresh(windows_.now());
}

/// A new epoch: all begins at 0, from the counters as they stand. Bound: O(capacity).
template <class Capacity, unsigned Columns, class Source>
void column_book<Capacity, Columns, Source>::begin(uint32_t base) {
  read_anew();
  is_counting_ = true;
  state_ = found_early_;
  found_early_ = status::ok;
  current_ = base + 3;
  depth_ = 0;
  clear(total_);
  for (auto& r : base_) clear(r);
  for (auto& o : base_open_) o = 0;
  for (auto& r : isrs_) r = {};
  for (auto& r : swis_) r = {};
  for (auto& r : points_) r = {};
  total_window_.clear();
  for (auto& r : base_window_) r.clear();
  for (auto& r : isr_window_) r.clear();
  for (auto& r : swi_window_) r.clear();
  for (auto& r : point_window_) r.clear();
  free_ = 0;
  constexpr auto pool_size = uint32_t(sizeof pool_ / sizeof pool_[0]);
  for (uint32_t at = pool_size; at-- > 1;) {
    pool_[at].below = free_;
    free_ = link(at);
  }
}

template <class Capacity, unsigned Columns, class Source>
void column_book<Capacity, Columns, Source>::enter(uint32_t id, bool is_swi) {
  frame& f = frames_[depth_++];
  f.id = id;
  f.is_swi = is_swi;
  f.open = 0;
  clear(f.own);
  copy(total_, f.entered);
}

template <class Capacity, unsigned Columns, class Source>
void column_book<Capacity, Columns, Source>::exit() {
  const frame& f = frames_[--depth_];
  column_sums<Columns>& r = row_of(f);
  for (unsigned i = 0; i < Columns; ++i) r.inclusive[i] += total_[i] - f.entered[i];
}

template <class Capacity, unsigned Columns, class Source>
void column_book<Capacity, Columns, Source>::point_begin(uint32_t id) {
  const link at = free_;
  free_ = pool_[at].below;
  pool_[at].id = id;
  pool_[at].below = open();
  copy(own(), pool_[at].begun);
  open() = at;
}

/// The innermost open point of a context ends, or is abandoned.
template <class Capacity, unsigned Columns, class Source>
void column_book<Capacity, Columns, Source>::close_point(link& top, const row& own) {
  const link at = top;
  for (unsigned i = 0; i < Columns; ++i) points_[pool_[at].id].inclusive[i] += own[i] - pool_[at].begun[i];
  top = pool_[at].below;
  pool_[at].below = free_;
  free_ = at;
}

}  // namespace detail
}  // namespace rtm::pmu
