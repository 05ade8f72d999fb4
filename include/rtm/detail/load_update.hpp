// SPDX-License-Identifier: MIT
// How Load starts, closes windows and is reset. Part of load.hpp.
//
// An update masks interrupts only to end a period of the ledger and to take the trips of the idle loop at the same
// instant. What the ledger has summed up by then is read afterwards, with interrupts on: it stays what it is until the
// next period ends, and if that happens meanwhile, it is read again. Loads are computed by who asks for them.
#pragma once

#include "rtm/load.hpp"

namespace rtm {

#define RTM_LOAD template <class Ledger, class Port>
#define RTM_IN_LOAD load<Ledger, Port>

namespace detail {

inline constexpr uint32_t load_no_trip = ~uint32_t{0};

/// Sets of contexts. One that was not told is in all of them.
constexpr uint32_t thread_bit(rtm_load_thread thread) { return uint32_t{1} << uint32_t(thread); }
inline constexpr uint32_t load_in_tasks = thread_bit(RTM_LOAD_IN_TASK);
inline constexpr uint32_t load_in_main = thread_bit(RTM_LOAD_IN_MAIN);
inline constexpr uint32_t load_in_interrupts = thread_bit(RTM_LOAD_IN_HWI) | thread_bit(RTM_LOAD_IN_SWI);

constexpr bool is_one_of(rtm_load_thread thread, uint32_t set) {
  const uint32_t number = uint32_t(thread);
  return number == RTM_LOAD_IN_ANY || (number <= RTM_LOAD_IN_STARTUP && (set >> number & 1U) != 0);
}

/// What `ledger::close_period` answered, as Load says it.
constexpr rtm_load_status load_answer(status closed) {
  if (closed == status::ok) return RTM_LOAD_OK;
  if (closed == status::not_started) return RTM_LOAD_CORE_NOT_STARTED;
  return closed == status::bad_config ? RTM_LOAD_FIXED_WINDOWS : RTM_LOAD_FAULT;
}

}  // namespace detail

// ---- Start and reset ----

RTM_LOAD rtm_load_status RTM_IN_LOAD::check(const rtm_load_config& how, uint64_t window_ticks) {
  if (uint32_t(how.cpuMethod) > RTM_LOAD_BY_HALT) return RTM_LOAD_BAD_METHOD;
  if (how.updateInIdle && window_ticks == 0) return RTM_LOAD_WINDOW_ZERO;
  if (window_ticks > half_range) return RTM_LOAD_WINDOW_TOO_LONG;
  if (how.idleHalts && uint64_t{how.haltPoint} + 1 > capacity::points) return RTM_LOAD_BAD_HALT_POINT;
  return how.minIdle <= longest_trip(window_ticks) ? RTM_LOAD_OK : RTM_LOAD_BAD_MIN_IDLE;
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::start(Ledger& core, task_id base, const rtm_load_config& how, const Port& port) {
  Port with = port;
  if (!detail::is_one_of(with.thread(), detail::load_in_tasks | detail::load_in_main)) return RTM_LOAD_WRONG_CONTEXT;
  const uint64_t window_ticks = how.updateInIdle ? detail::product(how.windowInMs, how.ticksPerMs) : 0;
  const rtm_load_status refused = check(how, window_ticks);
  if (refused != RTM_LOAD_OK) return refused;
  if (uint32_t(base) + detail::load_first_task_row >= context_rows) return RTM_LOAD_BAD_ID;

  const unsigned before = with.lock();
  const word now = with.now();
  status closed = core.close_period(now);
  if (closed == status::ok && !how.taskEnabled) closed = core.task_switch(now, unknown);
  with.unlock(before);
  if (closed != status::ok) return detail::load_answer(closed);

  core_ = &core;
  port_ = port;
  how_ = how;
  owner_ = how.taskEnabled ? base : unknown;
  window_ticks_ = window_ticks;
  min_idle_ = how.minIdle;
  windows_ = 0;
  detail::store(halted_, false);
  detail::store(busy_, true);
  forget();
  return begin_anew();
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::reset() {
  if (core_ == nullptr) return RTM_LOAD_NOT_STARTED;
  const rtm_load_thread caller = port_.thread();
  if (!detail::is_one_of(caller, detail::load_in_main | closing_threads())) return RTM_LOAD_WRONG_CONTEXT;
  const unsigned before = port_.lock();
  rtm_load_status answer = RTM_LOAD_BUSY;
  if (!detail::load(busy_)) {
    const word now = port_.now();
    if (halted_) (void)end_halt(now);
    answer = detail::load_answer(core_->close_period(now));
    if (answer == RTM_LOAD_FAULT) answer = new_epoch(now, caller);
    if (answer == RTM_LOAD_OK) {
      detail::store(busy_, true);
      forget();
    }
  }
  port_.unlock(before);
  return answer == RTM_LOAD_OK ? begin_anew() : answer;
}

/// After a fault. In an interrupt its frame would be forgotten, and its exit be the next fault.
RTM_LOAD rtm_load_status RTM_IN_LOAD::new_epoch(word now, rtm_load_thread caller) {
  if (caller == RTM_LOAD_IN_HWI || caller == RTM_LOAD_IN_SWI) return RTM_LOAD_WRONG_CONTEXT;
  (void)core_->reset(now, owner_);
  detail::store(halted_, false);
  return RTM_LOAD_OK;
}

/// What has been counted so far belongs to no window, and the shortest trip is to be learned again.
RTM_LOAD void RTM_IN_LOAD::forget() {
  tally_.shortest_trip = detail::load_no_trip;
  trip_open_ = false;
  counted_ = tally_;
}

/// The base line is the period that has just ended; no window has.
RTM_LOAD rtm_load_status RTM_IN_LOAD::begin_anew() {
  uint32_t epoch = 0;
  record& r = open_record();
  const bool measured = measure(r, epoch);
  if (measured) move_base_line(r, epoch);
  detail::store(r.state, detail::load_state::no_window);
  publish();
  detail::store_release(busy_, false);
  return measured ? RTM_LOAD_OK : RTM_LOAD_MOVED;
}

/// A longer `minIdle` cannot be the time of a trip.
RTM_LOAD uint64_t RTM_IN_LOAD::longest_trip(uint64_t window_ticks) {
  return window_ticks != 0 ? window_ticks : uint64_t{half_range};
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::set_min_idle(uint32_t ticks, uint32_t* old) {
  if (core_ == nullptr) return RTM_LOAD_NOT_STARTED;
  const uint32_t allowed = detail::load_in_tasks | detail::load_in_main | detail::load_in_interrupts;
  if (!detail::is_one_of(port_.thread(), allowed)) return RTM_LOAD_WRONG_CONTEXT;
  if (ticks > longest_trip(window_ticks_)) return RTM_LOAD_BAD_MIN_IDLE;
  const unsigned before = port_.lock();
  const uint32_t replaced = min_idle_;
  min_idle_ = ticks;
  port_.unlock(before);
  if (old != nullptr) *old = replaced;
  return RTM_LOAD_OK;
}

// ---- The idle loop ----

RTM_LOAD rtm_load_status RTM_IN_LOAD::idle() {
  if (core_ == nullptr) return RTM_LOAD_NOT_STARTED;
  if (!detail::is_one_of(port_.thread(), detail::load_in_tasks)) return RTM_LOAD_WRONG_CONTEXT;
  const unsigned before = port_.lock();
  const word now = port_.now();
  if (halted_) end_halt_late(now);
  const bool is_due = end_trip(core_->poll(now) == status::ok);
  port_.unlock(before);
  return is_due ? update() : RTM_LOAD_OK;
}

/// True if a window is due. After a fault it always is, so that the getters learn of it.
RTM_LOAD bool RTM_IN_LOAD::end_trip(bool is_valid) {
  const epoch_header epoch = core_->epoch();
  const uint64_t time = epoch.start_ticks + epoch.total_ticks;
  // Without a branch: a call that ends no trip would take a shorter way, and make the next trip shorter than all
  // others.
  const uint32_t ended =
      uint32_t(how_.enableCPULoadCalc != 0) & uint32_t(trip_open_) & uint32_t(epoch.epoch == trip_epoch_);
  const uint64_t trip = (time - trip_start_) | (uint64_t{ended} - 1);  // nothing is longer than one that did not end
  if (trip < tally_.shortest_trip) tally_.shortest_trip = uint32_t(trip);
  tally_.trips += ended;
  trip_open_ = is_valid;
  trip_start_ = time;
  trip_epoch_ = epoch.epoch;
  return how_.updateInIdle && (!is_valid || time - base_.time >= window_ticks_);
}

/// An epoch that somebody else began has ended the halt before: who does that runs.
RTM_LOAD status RTM_IN_LOAD::end_halt(word now) {
  detail::store(halted_, false);
  return core_->epoch().epoch == halt_epoch_ ? core_->point_end(now, point_id{how_.haltPoint}) : status::ok;
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::halt_begin() {
  if (core_ == nullptr) return RTM_LOAD_NOT_STARTED;
  if (!detail::is_one_of(port_.thread(), detail::load_in_tasks)) return RTM_LOAD_WRONG_CONTEXT;
  ++tally_.halts;  // even if it is not configured: method 1 must know
  if (!how_.idleHalts) return RTM_LOAD_NO_HALT;
  return report_halt([&](word now) {
    if (halted_) end_halt_late(now);
    halt_epoch_ = core_->epoch().epoch;
    const status begun = core_->point_begin(now, point_id{how_.haltPoint});
    detail::store(halted_, begun == status::ok);
    return begun;
  });
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::halt_end() {
  if (core_ == nullptr) return RTM_LOAD_NOT_STARTED;
  if (!how_.idleHalts) return RTM_LOAD_NO_HALT;
  if (!detail::load(halted_)) return RTM_LOAD_OK;
  return report_halt([&](word now) { return halted_ ? end_halt(now) : status::ok; });
}

// ---- Update ----

RTM_LOAD uint32_t RTM_IN_LOAD::closing_threads() const {
  return detail::load_in_tasks | (how_.taskEnabled ? 0 : detail::load_in_interrupts);
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::update() {
  if (core_ == nullptr) return RTM_LOAD_NOT_STARTED;
  if (!detail::is_one_of(port_.thread(), closing_threads())) return RTM_LOAD_WRONG_CONTEXT;
  tally at = {};
  const rtm_load_status closed = close_period(at);
  if (closed == RTM_LOAD_BUSY) return RTM_LOAD_BUSY;
  const rtm_load_status answer = closed == RTM_LOAD_OK ? publish_window(at) : closed;
  if (answer == RTM_LOAD_FAULT) publish_fault();
  detail::store_release(busy_, false);
  return answer;
}

/// The masked part.
RTM_LOAD rtm_load_status RTM_IN_LOAD::close_period(tally& at) {
  const unsigned before = port_.lock();
  const bool is_mine = !detail::load(busy_);
  status closed = status::ok;
  if (is_mine) {
    detail::store(busy_, true);
    const word now = port_.now();
    if (halted_) end_halt_late(now);  // who updates runs
    closed = core_->close_period(now);
    at = tally_;
  }
  port_.unlock(before);
  return is_mine ? detail::load_answer(closed) : RTM_LOAD_BUSY;
}

RTM_LOAD rtm_load_status RTM_IN_LOAD::publish_window(const tally& at) {
  uint32_t epoch = 0;
  record& r = open_record();
  if (!measure(r, epoch)) return RTM_LOAD_MOVED;
  if (r.total.value() == 0) return RTM_LOAD_NO_TIME;
  move_base_line(r, epoch);
  describe(r, at);
  counted_ = at;
  publish();
  tell(r);
  return RTM_LOAD_OK;
}

RTM_LOAD void RTM_IN_LOAD::publish_fault() {
  if (records_[published_ % 2].state == detail::load_state::fault) return;
  detail::store(open_record().state, detail::load_state::fault);
  publish();
}

/// The record that nobody reads. From here on it may be half written.
RTM_LOAD typename RTM_IN_LOAD::record& RTM_IN_LOAD::open_record() {
  const uint32_t number = published_ + 1;
  detail::store(begun_, number);
  detail::fence_release();
  return records_[number % 2];
}

/// From the base line to the end of the latest period. False: periods ended all the time while it was read.
RTM_LOAD bool RTM_IN_LOAD::measure(record& r, uint32_t& epoch) const {
  for (int attempt = 0; attempt < 3; ++attempt) {
    const uint32_t mark = core_->period_mark();
    const epoch_header header = core_->epoch();
    const bool is_same = header.epoch == base_.epoch;
    const uint64_t start = is_same ? base_.time : header.start_ticks;
    r.start.set(start);
    r.total.set(core_->closed_time() - start);
    r.halted.set(how_.idleHalts ? closed_halt() - (is_same ? base_.halted : 0) : 0);
    measure_rows(r, is_same);
    epoch = header.epoch;
    if (core_->period_mark() == mark) return true;
  }
  return false;
}

RTM_LOAD void RTM_IN_LOAD::measure_rows(record& r, bool is_same_epoch) const {
  uint64_t sums[detail::load_class_count] = {};
  for (uint32_t row = 0; row < row_count; ++row) {
    const uint64_t ticks = closed_ticks(row) - (is_same_epoch ? base_.rows[row] : 0);
    r.rows[row].set(ticks);
    if (row >= detail::load_first_task_row) sums[class_of(row)] += ticks;
  }
  for (uint32_t i = 0; i < detail::load_class_count; ++i) r.classes[i].set(sums[i]);
}

RTM_LOAD uint64_t RTM_IN_LOAD::closed_ticks(uint32_t row) const {
  if (row < context_rows) return core_->closed_sums(task_id{row - detail::load_first_task_row}).exclusive;
  row -= context_rows;
  if (class_of(row + context_rows) == detail::load_hwis) return core_->closed_sums(isr_id{row}).exclusive;
  return core_->closed_sums(swi_id{row - capacity::isrs}).exclusive;
}

RTM_LOAD void RTM_IN_LOAD::move_base_line(const record& r, uint32_t epoch) {
  const bool is_same = epoch == base_.epoch;
  for (uint32_t row = 0; row < row_count; ++row) {
    base_.rows[row] = (is_same ? base_.rows[row] : 0) + r.rows[row].value();
  }
  base_.halted = (is_same ? base_.halted : 0) + r.halted.value();
  base_.time = r.start.value() + r.total.value();
  base_.epoch = epoch;
}

RTM_LOAD void RTM_IN_LOAD::describe(record& r, const tally& at) {
  const bool is_trip_seen = at.shortest_trip != detail::load_no_trip;
  const uint32_t shortest = !is_trip_seen ? 0 : at.shortest_trip < min_idle_ ? min_idle_ : at.shortest_trip;
  const uint32_t trips = at.trips - counted_.trips;
  const bool halts = how_.idleHalts || at.halts != counted_.halts;
  detail::store(r.state, detail::load_state::closed);
  detail::store(r.number, ++windows_);
  detail::store(r.flags, flags_of(r, at));
  detail::store(r.mode, (halts ? detail::load_idle_halts : 0U) | (how_.idleHalts ? detail::load_halts_configured : 0U) |
                            (how_.enableCPULoadCalc ? 0U : detail::load_cpu_load_off) |
                            (is_trip_seen ? detail::load_trip_seen : 0U));
  detail::store(r.method, method_of_auto());
  detail::store(r.trips, trips);
  detail::store(r.shortest_trip, shortest);
  r.trip_ticks.set(detail::product(shortest, trips));
}

/// A class whose facts reached the ledger is watched, by whatever way they came.
RTM_LOAD uint32_t RTM_IN_LOAD::flags_of(const record& r, const tally& at) const {
  const uint64_t base_ticks = r.classes[detail::load_tasks].value() + r.rows[detail::load_idle_row].value() +
                              r.rows[detail::load_kernel_row].value();
  uint32_t flags = 0;
  if (!how_.hwiEnabled && r.classes[detail::load_hwis].value() == 0) flags |= RTM_LOAD_HWI_NOT_WATCHED;
  if (!how_.swiEnabled && r.classes[detail::load_swis].value() == 0) flags |= RTM_LOAD_SWI_NOT_WATCHED;
  if (!how_.taskEnabled && base_ticks == 0) {
    flags |= RTM_LOAD_TASK_NOT_WATCHED;
  } else if (r.rows[detail::load_unknown_row].value() != 0) {
    flags |= RTM_LOAD_UNKNOWN_TIME;
  }
  if (at.late_halts != counted_.late_halts) flags |= RTM_LOAD_HALT_ENDED_LATE;
  return flags;
}

RTM_LOAD rtm_load_method RTM_IN_LOAD::method_of_auto() const {
  if (how_.cpuMethod != RTM_LOAD_AUTO) return how_.cpuMethod;
  if (how_.idleHalts) return RTM_LOAD_BY_HALT;
  return how_.taskEnabled ? RTM_LOAD_BY_LEDGER : RTM_LOAD_BY_TRIPS;
}

// ---- What the user is told of a window ----

RTM_LOAD void RTM_IN_LOAD::tell(const record& r) const {
  if (how_.log != nullptr) log_all(r);
  if (how_.postUpdate == nullptr) return;
  const rtm_load_summary closed = detail::summary_of(r);
  how_.postUpdate(&closed, how_.argument);
}

RTM_LOAD void RTM_IN_LOAD::log_all(const record& r) const {
  rtm_load_event event = {};
  if (how_.enableCPULoadCalc) {
    event.status = detail::cpu_load_of(r, RTM_LOAD_AUTO, event.stat);
    how_.log(&event, how_.argument);
  }
  event.status = RTM_LOAD_OK;
  const auto log = [&](rtm_load_event_kind kind, uint64_t ticks) {
    event.kind = kind;
    event.stat = detail::stat_of(r, ticks);
    how_.log(&event, how_.argument);
  };
  if (!detail::has_flag(r, RTM_LOAD_HWI_NOT_WATCHED)) log(RTM_LOAD_LS_HWI, r.classes[detail::load_hwis].value());
  if (!detail::has_flag(r, RTM_LOAD_SWI_NOT_WATCHED)) log(RTM_LOAD_LS_SWI, r.classes[detail::load_swis].value());
  if (detail::has_flag(r, RTM_LOAD_TASK_NOT_WATCHED)) return;
  for (uint32_t row = 0; row < context_rows; ++row) {
    const bool is_task = row >= detail::load_first_task_row;
    if (is_task ? base_.rows[row] == 0 : row != detail::load_idle_row) continue;  // never ran; kernel, unknown
    event.task = row - detail::load_first_task_row;
    log(RTM_LOAD_LS_TASK, r.rows[row].value());
  }
}

#undef RTM_LOAD
#undef RTM_IN_LOAD

}  // namespace rtm
