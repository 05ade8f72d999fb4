// SPDX-License-Identifier: MIT
// What a ledger's columns (pmu/columns.hpp) say of closed windows and of the epoch becomes packets. Part of
// extra_packets.hpp. Columns that are not to be believed send their status and no number.
#pragma once

#include <stdint.h>

#include "rtm/pmu/columns.hpp"
#include "rtm/trace/memory.hpp"
#include "rtm/trace/wire.hpp"
#include "rtm/types.hpp"
#include "rtm/window.hpp"

namespace rtm::trace {

/// Columns of a ledger's sink; 0: it has none, or the ledger is gone.
template <class Ledger, class = void>
inline constexpr uint32_t columns_of_ledger = 0;
template <class Ledger>
inline constexpr uint32_t columns_of_ledger<Ledger, decltype(void(Ledger::sink_type::column_count))> =
    Ledger::sink_type::column_count;

class count_packets {
 public:
  void begin(const limits& capacity) {
    capacity_ = &capacity;
    stage_ = stage::idle;
    any_ = wants_epoch_ = false;
  }
  void want_epoch() { wants_epoch_ = true; }

  /// Is there something to send: the rest of what has begun, a window that has closed, or the epoch if it was asked
  /// for?
  template <class Ledger>
  bool next(const Ledger& of) {
    if (stage_ != stage::idle) return true;
    pmu::column_window latest;
    if (of.sink().latest_window(latest) && !(any_ && latest.mark == window_.mark)) {
      any_ = true;
      window_ = latest;
      stage_ = stage::window;
    } else if (wants_epoch_) {
      wants_epoch_ = false;
      stage_ = stage::epoch;
    }
    row_ = 0;
    return stage_ != stage::idle;
  }

  /// As many rows as fit. False: the window closed meanwhile, and the packet must not be sent.
  template <uint32_t Columns, class Ledger>
  bool put(wire::packet_writer& to, const Ledger& of) {
    const auto& from = of.sink();
    const bool is_window = stage_ == stage::window;
    const bool is_first = row_ == 0;
    const epoch_header epoch = of.epoch();
    to.number((is_first ? wire::first_part : 0) | (is_window ? wire::of_window : 0) |
              (is_window || epoch.valid ? wire::whole : 0));
    to.number(Columns);
    to.number(is_window ? window_.epoch : epoch.epoch);
    if (is_window) to.number(window_.index);
    pmu::status state = from.state();
    // A window that closed before the fault lost nothing by it.
    if (is_window && state == pmu::status::epoch_invalid) state = pmu::status::ok;
    if (is_first) {
      uint64_t total[Columns] = {};
      if (is_window) from.window_totals(window_, total);
      to.number(uint32_t(state));
      for (uint32_t i = 0; i < Columns; ++i) {
        to.number(state != pmu::status::ok ? 0 : is_window ? total[i] : from.total(i));
      }
    }
    if (state == pmu::status::ok) {
      put_rows<Columns>(to, from);
    } else {
      finish(to);
    }
    if (!is_window || from.is_latest(window_)) return true;
    stage_ = stage::idle;
    return false;
  }

 private:
  enum class stage : uint8_t { idle, window, epoch };

  void finish(wire::packet_writer& to) {
    to.number(uint32_t(wire::row_class::no_more));
    stage_ = stage::idle;
  }

  template <uint32_t Columns, class Sink>
  void put_rows(wire::packet_writer& to, const Sink& from) {
    constexpr uint32_t most_row_bytes = 5 + 2 * 10 * Columns;
    while (to.room() >= most_row_bytes) {
      if (!put_row<Columns>(to, from, row_++)) return finish(to);
    }
  }

  /// Row number `row` of all that there can be. False: there are no more.
  template <uint32_t Columns, class Sink>
  bool put_row(wire::packet_writer& to, const Sink& from, uint32_t row) {
    constexpr task_id base_owners[] = {idle, kernel, unknown};
    if (row < 3) return put<Columns>(to, from, wire::row_class::base, row, base_owners[row], false);
    row -= 3;
    if (row < capacity_->tasks) return put<Columns>(to, from, wire::row_class::task, row, task_id{row}, false);
    row -= capacity_->tasks;
    if (row < capacity_->isrs) return put<Columns>(to, from, wire::row_class::isr, row, isr_id{row}, true);
    row -= capacity_->isrs;
    if (row < capacity_->swis) return put<Columns>(to, from, wire::row_class::swi, row, swi_id{row}, true);
    row -= capacity_->swis;
    return row < capacity_->points && put<Columns>(to, from, wire::row_class::point, row, point_id{row}, true);
  }

  /// Rows that are all zero are left out.
  template <uint32_t Columns, class Sink, class Id>
  bool put(wire::packet_writer& to, const Sink& from, wire::row_class of, uint32_t number, Id id, bool is_call) {
    pmu::column_sums<Columns> sums;
    const bool is_window = stage_ == stage::window;
    if (is_window) {
      from.window_sums(window_, id, sums.exclusive);
    } else {
      sums = from.sums(id);
    }
    uint64_t any = 0;
    for (uint32_t i = 0; i < Columns; ++i) any |= sums.exclusive[i] | sums.inclusive[i];
    if (any == 0) return true;
    to.number(uint64_t{number} << 3 | uint32_t(of));
    for (uint32_t i = 0; i < Columns; ++i) to.number(sums.exclusive[i]);
    if (!is_call || is_window) return true;
    for (uint32_t i = 0; i < Columns; ++i) to.number(sums.inclusive[i] - sums.exclusive[i]);
    return true;
  }

  const limits* capacity_ = nullptr;
  pmu::column_window window_ = {};  // that was sent last, or is being sent
  uint32_t row_ = 0;                // that comes next
  stage stage_ = stage::idle;
  bool any_ = false;
  bool wants_epoch_ = false;
};

}  // namespace rtm::trace
