// SPDX-License-Identifier: MIT
// What the ledger itself says of its windows and its epoch becomes packets, so that tools can compare it with what they
// make of the facts. Of windows that close faster than they are sent some are left out. Part of encoder.hpp.
#pragma once

#include <stdint.h>

#include "rtm/ledger.hpp"
#include "rtm/trace/wire.hpp"

namespace rtm::trace {

class window_packets {
 public:
  void begin(const limits& capacity) {
    capacity_ = &capacity;
    any_ = is_open_ = false;
  }

  /// Is there a closed window that has not been sent?
  template <class Ledger>
  bool next(const Ledger& of) {
    if (is_open_) return true;
    window_header latest;
    if (of.latest_window(latest) != status::ok) return false;
    // Not by its sequence number, which a fault changes too.
    if (any_ && latest.epoch == sent_epoch_ && latest.start_ticks == sent_start_) return false;
    any_ = true;
    sent_epoch_ = latest.epoch;
    sent_start_ = latest.start_ticks;
    open(latest);
    return true;
  }
  /// The window in progress is the next one.
  template <class Ledger>
  void next_in_progress(const Ledger& of) {
    open(of.window_in_progress());
  }
  [[nodiscard]] bool is_open() const { return is_open_; }
  /// Of the closed window that was sent last; 0 before.
  [[nodiscard]] uint32_t sent_epoch() const { return any_ ? sent_epoch_ : 0; }

  /// As many rows as fit. False: the window closed meanwhile, and the packet must not be sent.
  template <class Ledger>
  bool put_window(wire::packet_writer& to, const Ledger& of) {
    const bool is_first = row_ == 0;
    to.number((is_first ? wire::first_part : 0) | (window_.complete ? wire::whole : 0));
    to.number(window_.epoch);
    to.number(window_.index);
    if (is_first) {
      to.number(window_.start_ticks);
      to.number(window_.length_ticks);
    }
    put_rows(
        to, [&](auto id) { return of.window_sums(window_, id); }, [](auto) { return no_extremes{}; });
    if (of.is_latest(window_)) return true;
    is_open_ = false;
    return false;
  }

  void next_epoch() {
    is_open_ = true;
    row_ = 0;
  }
  template <class Ledger>
  void put_epoch(wire::packet_writer& to, const Ledger& of) {
    const epoch_header epoch = of.epoch();
    const bool is_first = row_ == 0;
    to.number((is_first ? wire::first_part : 0) | (epoch.valid ? wire::whole : 0));
    to.number(epoch.epoch);
    if (is_first) {
      to.number(epoch.start_ticks);
      to.number(epoch.total_ticks);
      to.number(epoch.ignored);
    }
    put_rows(
        to, [&](auto id) { return of.epoch_sums(id); }, [&](auto id) { return of.epoch_extremes(id); });
  }

 private:
  struct no_extremes {};
  static constexpr uint32_t most_row_bytes = 5 + 8 * 10;

  void open(const window_header& window) {
    window_ = window;
    row_ = 0;
    is_open_ = true;
  }

  template <class Sums, class Extremes>
  void put_rows(wire::packet_writer& to, Sums sums, Extremes extremes) {
    while (to.room() >= most_row_bytes) {
      if (!put_row(to, row_++, sums, extremes)) {
        to.number(uint32_t(wire::row_class::no_more));
        is_open_ = false;
        return;
      }
    }
  }

  /// Row number `row` of all that there can be. False: there are no more.
  template <class Sums, class Extremes>
  bool put_row(wire::packet_writer& to, uint32_t row, Sums sums, Extremes extremes) {
    constexpr task_id base_owners[] = {idle, kernel, unknown};
    if (row < 3) {
      put_id(to, wire::row_class::base, row);
      to.number(sums(base_owners[row]).exclusive);
      return true;
    }
    row -= 3;
    if (row < capacity_->tasks) return put_task(to, row, sums(task_id{row}));
    row -= capacity_->tasks;
    if (row < capacity_->isrs) return put_call(to, wire::row_class::isr, row, sums(isr_id{row}), extremes(isr_id{row}));
    row -= capacity_->isrs;
    if (row < capacity_->swis) return put_call(to, wire::row_class::swi, row, sums(swi_id{row}), extremes(swi_id{row}));
    row -= capacity_->swis;
    if (row >= capacity_->points) return false;
    return put_call(to, wire::row_class::point, row, sums(point_id{row}), extremes(point_id{row}));
  }

  static void put_id(wire::packet_writer& to, wire::row_class of, uint32_t id) {
    to.number(uint64_t{id} << 3 | uint32_t(of));
  }

  /// Rows that are all zero are left out.
  static bool put_task(wire::packet_writer& to, uint32_t id, const task_sums& sums) {
    if (sums.exclusive == 0 && sums.dispatches == 0) return true;
    put_id(to, wire::row_class::task, id);
    to.number(sums.exclusive);
    to.number(sums.dispatches);
    return true;
  }
  template <class Extremes>
  static bool put_call(wire::packet_writer& to, wire::row_class of, uint32_t id, const call_sums& sums,
                       const Extremes& extremes) {
    if (sums.exclusive == 0 && sums.inclusive == 0 && sums.calls == 0 && sums.abandoned == 0) return true;
    put_id(to, of, id);
    to.number(sums.exclusive);
    to.number(sums.inclusive - sums.exclusive);
    to.number(sums.calls);
    if (of == wire::row_class::point) to.number(sums.abandoned);
    put_extremes(to, extremes);
    return true;
  }
  static void put_extremes(wire::packet_writer&, const no_extremes&) {}
  static void put_extremes(wire::packet_writer& to, const call_extremes& of) {
    to.number(of.exclusive_min);
    to.number(of.exclusive_max - of.exclusive_min);
    to.number(of.inclusive_min);
    to.number(of.inclusive_max - of.inclusive_min);
  }

  const limits* capacity_ = nullptr;
  window_header window_ = {};  // that is being sent
  uint32_t row_ = 0;           // that comes next
  uint64_t sent_start_ = 0;    // of the closed window that was sent last
  uint32_t sent_epoch_ = 0;
  bool any_ = false;      // a closed window has been sent
  bool is_open_ = false;  // rows are left to be sent
};

}  // namespace rtm::trace
