// SPDX-License-Identifier: MIT
// A static ledger, as it stands in the memory of a target, behind the interface of the property tests: facts go in one
// by one, and everything that a target could read is read: each closed window when it has closed, the rest by snapshot
// at the end of every epoch.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

#include "engine.hpp"
#include "oracle.hpp"
#include "rtm/ledger.hpp"

namespace rtm::property {

/// One core of one run.
template <class Capacity>
class ledger_run {
 public:
  using word = typename Capacity::word;

  explicit ledger_run(const source_info& info)
      : info_(info), max_gap_(info.max_gap_ticks != 0 ? info.max_gap_ticks : default_max_gap(info)) {}

  void tell(const source_fact& fact) {
    if (!started_) return start(fact);
    const bool ends_epoch = fact.kind == fact_kind::reset && owner_exists(fact.id);
    if (ends_epoch) {
      // The old epoch is told how it ends by a snapshot at the time of the reset, unless that time would be a fault.
      const std::uint64_t delta = (fact.reading_ticks - last_reading_) & clock_mask(info_.clock_bits);
      read_epoch(static_cast<word>(delta <= max_gap_ ? fact.reading_ticks : last_reading_));
    }
    if (report(fact) == status::ok || ends_epoch) last_reading_ = fact.reading_ticks;
    if (ends_epoch) begin_epoch();
    read_closed_window();
  }

  host::core_report result(std::uint64_t core) {
    read_epoch(static_cast<word>(last_reading_));
    return {core, std::exchange(epochs_, {})};
  }

 private:
  void start(const source_fact& fact) {
    leave_a_past();
    timing how{info_.window_ticks, max_gap_, Capacity::clock_bits == 0 ? info_.clock_bits : 0};
    // What the ledger has by itself is given and not given in turn.
    const std::uint64_t by_itself = std::min(default_max_gap(info_), ledger<Capacity>::max_window_ticks);
    if (max_gap_ == by_itself && fact.reading_ticks % 2 == 0) how.max_gap_ticks = 0;
    if (ledger_->start(static_cast<word>(fact.reading_ticks), task_of(fact.id), how) != status::ok) {
      throw std::runtime_error("ledger: start refused a timing or base owner that the capacity allows");
    }
    started_ = true;
    last_reading_ = fact.reading_ticks;
    begin_epoch();
  }

  /// `start` must forget whatever was there.
  void leave_a_past() {
    const word t = 12;
    (void)ledger_->start(t, task_id{0}, {16, 16, Capacity::clock_bits == 0 ? 32U : 0U});
    (void)ledger_->point_begin(t, point_id{0});
    (void)ledger_->isr_enter(static_cast<word>(t + 7), isr_id{0});
    (void)ledger_->isr_enter(static_cast<word>(t + 14), isr_id{0});
    (void)ledger_->isr_exit(static_cast<word>(t + 17), isr_id{0});
    (void)ledger_->point_begin(static_cast<word>(t + 19), point_id{0});
    (void)ledger_->task_switch(static_cast<word>(t + 20), kernel);
  }

  [[nodiscard]] static bool owner_exists(source_id id) { return id >= host::idle_owner || id < Capacity::tasks; }

  static task_id task_of(source_id id) {
    if (id == host::idle_owner) return idle;
    if (id == host::kernel_owner) return kernel;
    if (id == host::unknown_owner) return unknown;
    return task_id{static_cast<std::uint32_t>(id)};
  }

  status report(const source_fact& fact) {
    const auto now = static_cast<word>(fact.reading_ticks);
    const auto id = static_cast<std::uint32_t>(fact.id);
    switch (fact.kind) {
      case fact_kind::task_switch: return ledger_->task_switch(now, task_of(fact.id));
      case fact_kind::isr_enter: return ledger_->isr_enter(now, isr_id{id});
      case fact_kind::isr_exit: return ledger_->isr_exit(now, isr_id{id});
      case fact_kind::swi_enter: return ledger_->swi_enter(now, swi_id{id});
      case fact_kind::swi_exit: return ledger_->swi_exit(now, swi_id{id});
      case fact_kind::point_begin: return ledger_->point_begin(now, point_id{id});
      case fact_kind::point_end: return ledger_->point_end(now, point_id{id});
      case fact_kind::poll: return ledger_->poll(now);
      case fact_kind::task_activate: return ledger_->task_activate(now, task_of(fact.id));
      case fact_kind::task_wait: return ledger_->task_wait(now, task_of(fact.id));
      case fact_kind::task_release: return ledger_->task_release(now, task_of(fact.id));
      case fact_kind::task_terminate: return ledger_->task_terminate(now, task_of(fact.id));
      case fact_kind::reset: return ledger_->reset(now, task_of(fact.id));
    }
    throw std::invalid_argument("no such fact");
  }

  void begin_epoch() {
    epochs_.emplace_back();
    windows_read_ = 0;
  }

  host::epoch_row& epoch() { return epochs_.back(); }

  static host::call_row row_of(std::uint32_t id, const call_sums& sums) {
    host::call_row row;
    row.id = id;
    row.exclusive = sums.exclusive;
    row.inclusive = sums.inclusive;
    row.calls = sums.calls;
    row.abandoned = sums.abandoned;
    return row;
  }

  /// Rows of every id, by a function from id to sums.
  template <class Id, class Sums>
  static std::vector<host::call_row> call_rows(std::uint32_t count, Sums sums) {
    std::vector<host::call_row> rows;
    for (std::uint32_t id = 0; id < count; ++id) {
      host::call_row row = row_of(id, sums(Id{id}));
      if (row.exclusive + row.inclusive + row.calls + row.abandoned != 0) rows.push_back(row);
    }
    return rows;
  }

  /// `sums` answers for any kind of id. `Row` is an epoch or a window.
  template <class Row, class Sums>
  static void read_accounts(Row& row, Sums sums) {
    row.base = {sums(idle).exclusive, sums(kernel).exclusive, sums(unknown).exclusive};
    for (std::uint32_t id = 0; id < Capacity::tasks; ++id) {
      const task_sums task = sums(task_id{id});
      if (task.exclusive + task.dispatches != 0)
        row.tasks.push_back({id, std::nullopt, task.exclusive, task.dispatches});
    }
    row.isrs = call_rows<isr_id>(Capacity::isrs, sums);
    row.swis = call_rows<swi_id>(Capacity::swis, sums);
    row.points = call_rows<point_id>(Capacity::points, sums);
  }

  void read_window(const window_header& header, bool cut_by_fault) {
    host::window_row row;
    row.index = header.index;
    row.start = header.start_ticks;
    row.length = header.length_ticks;
    row.complete = header.complete;
    row.cut_by_fault = cut_by_fault;
    read_accounts(row, [&](auto id) { return ledger_->window_sums(header, id); });
    epoch().windows.push_back(std::move(row));
  }

  void read_closed_window() {
    window_header header;
    if (info_.window_ticks == 0 || ledger_->latest_window(header) != status::ok) return;
    if (header.epoch + 1 != epochs_.size() || header.index < windows_read_) return;
    windows_read_ = header.index + 1;
    read_window(header, false);
    if (!ledger_->is_latest(header)) throw std::runtime_error("ledger: a window moved while nobody reported");
  }

  template <class Id>
  void read_extremes(std::vector<host::call_row>& rows) {
    if (!Capacity::extremes) return;
    for (host::call_row& row : rows) {
      if (row.calls == 0) continue;
      const call_extremes found = ledger_->epoch_extremes(Id{static_cast<std::uint32_t>(row.id)});
      row.exclusive_call = {found.exclusive_min, found.exclusive_max};
      row.inclusive_call = {found.inclusive_min, found.inclusive_max};
    }
  }

  void read_epoch(word now) {
    (void)ledger_->snapshot(now);
    read_closed_window();
    const epoch_header header = ledger_->epoch();
    epoch().epoch = header.epoch;
    epoch().start = header.start_ticks;
    epoch().total = header.total_ticks;
    epoch().ignored = header.ignored;
    fault first;
    if (ledger_->first_fault(first) != status::ok) throw std::runtime_error("ledger: a fault moved while it was read");
    if (first.kind != status::ok) epoch().fault = first;
    read_accounts(epoch(), [&](auto id) { return ledger_->epoch_sums(id); });
    read_extremes<isr_id>(epoch().isrs);
    read_extremes<swi_id>(epoch().swis);
    read_extremes<point_id>(epoch().points);
    if (info_.window_ticks == 0) return;
    const window_header part = ledger_->window_in_progress();
    if (part.length_ticks != 0) read_window(part, !header.valid);
  }

  const source_info& info_;
  std::uint64_t max_gap_;
  std::unique_ptr<ledger<Capacity>> ledger_ = std::make_unique<ledger<Capacity>>();
  bool started_ = false;
  std::uint64_t last_reading_ = 0;
  std::uint64_t windows_read_ = 0;
  std::vector<host::epoch_row> epochs_;
};

template <class Capacity>
class ledger_engine final : public engine {
 public:
  explicit ledger_engine(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] std::string name() const override { return name_; }

  [[nodiscard]] engine_traits traits() const override {
    engine_traits traits;
    if (Capacity::clock_bits != 0) traits.clock_bits = Capacity::clock_bits;
    traits.capacity = host::source_capacity{Capacity::tasks,  Capacity::isrs,  Capacity::swis,
                                            Capacity::points, Capacity::depth, Capacity::point_depth};
    traits.point_frames = Capacity::point_frames;
    traits.max_window_ticks = ledger<Capacity>::max_window_ticks;
    if (sizeof(typename Capacity::word) == 4) traits.longest_call_ticks = 0xFFFF'FFFE;
    traits.is_static = true;
    traits.has_extremes = Capacity::extremes;
    return traits;
  }

  host::report run(const source_info& info, std::span<const source_fact> facts) override {
    std::map<std::uint32_t, ledger_run<Capacity>> cores;
    for (const source_fact& fact : facts) cores.try_emplace(fact.core, info).first->second.tell(fact);
    host::report report;
    report.clock_hz = info.clock_hz;
    for (auto& [core, run] : cores) report.cores.push_back(run.result(core));
    return report;
  }

 private:
  std::string name_;
};

}  // namespace rtm::property
