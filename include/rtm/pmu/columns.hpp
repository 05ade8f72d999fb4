// SPDX-License-Identifier: MIT
// Who caused these events? Counters as columns beside the ledger's ticks: at every fact the counters are read, and what
// they advanced goes to the owner that the ledger charges for the time. Nothing is stopped, started or written at a
// switch. A sink of the ledger, so a ledger without it has no code and no byte of it.
//
//   using counted = rtm::pmu::columns<capacity, 2, rtm::pmu::raw_counters<pmu_type, 2>>;
//   rtm::ledger<capacity, counted> core0;
//   core0.sink().attach(counters);                // before start
//   ...
//   (void)core0.snapshot(now);                    // settles the columns too
//   rtm::pmu::column_sums<2> s = core0.sink().sums(rtm::isr_id{3});
//
// With a trace too: rtm::sink_chain<counted, rtm::trace::sink<>>, columns first, so that the counters are read soonest.
//
// Always, per column: the sum of `exclusive` over all base owners, interrupts and Swis is what the counter itself
// advanced in the epoch. Each fact reads the counters a few dozen instructions after its time: those instructions are
// charged to the owner that is left. Rates of owners that are switched often are blurred by that; counts stay exact in
// their sum.
//
// `Source`: void read(uint64_t (&raw)[Columns]), uint32_t bits(unsigned column), and if it can
// tell that its counters were lost, void begin() and status state(). Counters of less than 64 bits must not
// come round between two facts: 2^bits events in max_gap.
// Context and masking of everything: as a fact of the ledger. Cost: Columns reads and additions a fact.
#pragma once

#include <stdint.h>

#include "rtm/pmu/column_book.hpp"
#include "rtm/pmu/group.hpp"
#include "rtm/sink.hpp"

namespace rtm::pmu {

/// The counters of a group, raw, as a source.
template <class Backend, unsigned Columns>
class raw_counters {
 public:
  constexpr raw_counters() = default;
  /// Before the first fact; a group that does not count by then, or stops, is told by `state`.
  /// @retval ok
  /// @retval no_counter  the group has fewer events than there are columns: not attached, `read` shows zeros
  template <extend How>
  status attach(Backend& pmu, counter_group<Backend, Columns, How>& group) {
    if (group.used() != Columns) return status::no_counter;
    pmu_ = &pmu;
    breaks_ = &group.breaks();
    breaks_before_ = *breaks_ - 1;  // does not come again: what was counted before `begin` has been missed
    for (unsigned i = 0; i < Columns; ++i) number_[i] = group.counter(i).counter();
    return status::ok;
  }
  void read(uint64_t (&raw)[Columns]) {
    for (uint64_t& each : raw) each = 0;
    if (pmu_ == nullptr) return;
    pmu_->sync();
    for (unsigned i = 0; i < Columns; ++i) raw[i] = pmu_->read(number_[i]);
  }
  /// A new count begins.
  void begin() { breaks_before_ = breaks_ == nullptr ? 0 : *breaks_; }
  /// Since then. Looked at by readers only: a fact pays nothing for it.
  /// @retval ok
  /// @retval no_counter  not attached: what it shows is no count
  /// @retval suspended   the group stood still, lost its power or gave its counters back
  [[nodiscard]] status state() const {
    if (pmu_ == nullptr) return status::no_counter;
    const bool counts = *breaks_ % 2 == 0;
    return counts && *breaks_ == breaks_before_ ? status::ok : status::suspended;
  }
  uint32_t bits(unsigned column) { return pmu_ == nullptr ? 32 : pmu_->bits(number_[column]); }

 private:
  Backend* pmu_ = nullptr;
  const uint32_t* breaks_ = nullptr;
  uint32_t breaks_before_ = 0;
  unsigned number_[Columns] = {};
};

template <class Capacity, unsigned Columns, class Source>
class columns {
  static_assert(Columns >= 1, "columns: at least one");

 public:
  static constexpr bool sees_ledger = true;
  static constexpr unsigned column_count = Columns;

  /// Before `start` of the ledger. A ledger that is not attached counts nothing.
  void attach(Source& source) { column_book_.attach(source); }

  /// Somebody else had his hands on the counters, or they lost their power: the columns of this epoch are not to be
  /// believed from here on; before `start`: those of the first epoch. `why` is what `state` then says, and what a trace
  /// tells; the first one stays.
  void spoil(status why = status::ownership_lost) { column_book_.spoil(why); }
  /// Around a loss of power, see power.hpp: what is counted in between is in no column:
  /// `suspend(pmu, group, columns)`. A group that is suspended without its columns leaves these `suspended`.
  void suspend() { column_book_.suspend(); }
  void resume() { column_book_.resume(); }
  /// Since the epoch began. `epoch_invalid`: a fault froze it; the sums end there. `not_started`: not attached, or
  /// before `start`.
  [[nodiscard]] status state() const { return column_book_.state(); }
  /// What the sums below show is a number only then.
  [[nodiscard]] bool is_sound() const { return state() == status::ok; }

  /// Of a base owner, interrupt, Swi or point, up to the last fact or snapshot. Zeros for an id outside the capacity.
  /// Bound: O(what is open).
  template <class Id>
  [[nodiscard]] column_sums<Columns> sums(Id id) const {
    return column_book_.sums(id);
  }
  /// What the counter advanced since the epoch began.
  [[nodiscard]] uint64_t total(unsigned column) const { return column_book_.total(column); }

  // ---- The latest closed window of the ledger: from any core, any context, without a lock ----
  //
  //   rtm::pmu::column_window w;
  //   uint64_t count[2] = {};
  //   if (core0.sink().latest_window(w)) {
  //     core0.sink().window_sums(w, rtm::isr_id{3}, count);
  //     if (!core0.sink().is_latest(w)) ...       // another one closed meanwhile
  //   }
  //
  // A window's events end with the fact that closed it, which may be up to max_gap after its end: a counter cannot be
  // read at an instant that has passed. The sum over all windows is exact.

  /// False: none has closed in this epoch, or one closes this very moment.
  [[nodiscard]] bool latest_window(column_window& w) const { return column_book_.windows().latest(w); }
  /// `exclusive` of one id in that window. Zeros outside the capacity.
  template <class Id>
  void window_sums(const column_window& w, Id id, uint64_t (&count)[Columns]) const {
    for (uint64_t& each : count) each = 0;
    column_book_.window_sum(w, id, count);
  }
  /// What the counters themselves advanced in it.
  void window_totals(const column_window& w, uint64_t (&count)[Columns]) const {
    for (uint64_t& each : count) each = 0;
    column_book_.window_total(w, count);
  }
  [[nodiscard]] bool is_latest(const column_window& w) const { return column_book_.windows().is_latest(w); }

  /// Called by the ledger.
  template <class Ledger, class Word>
  rtm::status accepted(const Ledger& of, fact_kind fact, Word, uint32_t id) {
    column_book_.accept(of, fact, id);
    return rtm::status::ok;
  }
  template <class Ledger, class Word>
  void refused(const Ledger&, rtm::status why, fact_kind, Word, uint32_t) {
    column_book_.refuse(why);
  }

 private:
  detail::column_book<Capacity, Columns, Source> column_book_ = {};
};

}  // namespace rtm::pmu
