// SPDX-License-Identifier: MIT
// The C API: one ledger type, with the capacity of rtm_config.h, behind rtm.h. Only translation; every rule is in
// ledger.hpp.
#include "rtm/rtm.h"

#include "c_core.hpp"

namespace {

using rtm::c_library::c_status;
using rtm::c_library::core_ledger;
using rtm::c_library::ledger_of;

void copy(const rtm::task_sums& from, rtm_task_window& to) {
  to.exclusive = rtm_ticks(from.exclusive);
  to.dispatches = rtm_ticks(from.dispatches);
}
void copy(const rtm::call_sums& from, rtm_call_window& to) {
  to.exclusive = rtm_ticks(from.exclusive);
  to.inclusive = rtm_ticks(from.inclusive);
  to.calls = rtm_ticks(from.calls);
  to.abandoned = rtm_ticks(from.abandoned);
}
void copy(const rtm::task_sums& from, rtm_task_total& to) {
  to.exclusive = from.exclusive;
  to.dispatches = from.dispatches;
}
void copy(const rtm::call_sums& from, const rtm::call_extremes& extremes, rtm_call_total& to) {
  to.exclusive = from.exclusive;
  to.inclusive = from.inclusive;
  to.calls = from.calls;
  to.abandoned = from.abandoned;
  to.exclusive_min = rtm_ticks(extremes.exclusive_min);
  to.exclusive_max = rtm_ticks(extremes.exclusive_max);
  to.inclusive_min = rtm_ticks(extremes.inclusive_min);
  to.inclusive_max = rtm_ticks(extremes.inclusive_max);
}

/// A function, so that a count of 0 is no comparison that is always false.
template <class Copy>
void for_each_id(uint32_t count, Copy copy_one) {
  for (uint32_t id = 0; id < count; ++id) copy_one(id);
}

void copy_window(const core_ledger& ledger, const rtm::window_header& window, rtm_window_info& out) {
  out.index = window.index;
  out.start = window.start_ticks;
  out.length = rtm_ticks(window.length_ticks);
  out.epoch = window.epoch;
  out.complete = window.complete;
  out.idle = rtm_ticks(ledger.window_sums(window, rtm::idle).exclusive);
  out.kernel = rtm_ticks(ledger.window_sums(window, rtm::kernel).exclusive);
  out.unknown = rtm_ticks(ledger.window_sums(window, rtm::unknown).exclusive);
  for_each_id(RTM_TASKS, [&](uint32_t i) { copy(ledger.window_sums(window, rtm::task_id{i}), out.tasks[i]); });
  for_each_id(RTM_ISRS, [&](uint32_t i) { copy(ledger.window_sums(window, rtm::isr_id{i}), out.isrs[i]); });
  for_each_id(RTM_SWIS, [&](uint32_t i) { copy(ledger.window_sums(window, rtm::swi_id{i}), out.swis[i]); });
  for_each_id(RTM_POINTS, [&](uint32_t i) { copy(ledger.window_sums(window, rtm::point_id{i}), out.points[i]); });
}

template <class Id>
void copy_total(const core_ledger& ledger, uint32_t id, rtm_call_total& out) {
  copy(ledger.epoch_sums(Id{id}), ledger.epoch_extremes(Id{id}), out);
}

}  // namespace

extern "C" {

rtm_status rtm_start_sized(rtm_core* core, rtm_ticks now, uint32_t base, const rtm_timing* timing, size_t core_size) {
  if (core_size != sizeof(rtm_core)) return RTM_BAD_CONFIG;
  return c_status(ledger_of(core).start(now, rtm::task_id{base}, {timing->window, timing->max_gap, 0}));
}
rtm_status rtm_reset(rtm_core* core, rtm_ticks now, uint32_t base) {
  return c_status(ledger_of(core).reset(now, rtm::task_id{base}));
}

rtm_status rtm_task_switch(rtm_core* core, rtm_ticks now, uint32_t task) {
  return c_status(ledger_of(core).task_switch(now, rtm::task_id{task}));
}
rtm_status rtm_isr_enter(rtm_core* core, rtm_ticks now, uint32_t isr) {
  return c_status(ledger_of(core).isr_enter(now, rtm::isr_id{isr}));
}
rtm_status rtm_isr_exit(rtm_core* core, rtm_ticks now, uint32_t isr) {
  return c_status(ledger_of(core).isr_exit(now, rtm::isr_id{isr}));
}
rtm_status rtm_swi_enter(rtm_core* core, rtm_ticks now, uint32_t swi) {
  return c_status(ledger_of(core).swi_enter(now, rtm::swi_id{swi}));
}
rtm_status rtm_swi_exit(rtm_core* core, rtm_ticks now, uint32_t swi) {
  return c_status(ledger_of(core).swi_exit(now, rtm::swi_id{swi}));
}
rtm_status rtm_point_begin(rtm_core* core, rtm_ticks now, uint32_t point) {
  return c_status(ledger_of(core).point_begin(now, rtm::point_id{point}));
}
rtm_status rtm_point_end(rtm_core* core, rtm_ticks now, uint32_t point) {
  return c_status(ledger_of(core).point_end(now, rtm::point_id{point}));
}
rtm_status rtm_poll(rtm_core* core, rtm_ticks now) { return c_status(ledger_of(core).poll(now)); }

rtm_status rtm_task_activate(rtm_core* core, rtm_ticks now, uint32_t task) {
  return c_status(ledger_of(core).task_activate(now, rtm::task_id{task}));
}
rtm_status rtm_task_wait(rtm_core* core, rtm_ticks now, uint32_t task) {
  return c_status(ledger_of(core).task_wait(now, rtm::task_id{task}));
}
rtm_status rtm_task_release(rtm_core* core, rtm_ticks now, uint32_t task) {
  return c_status(ledger_of(core).task_release(now, rtm::task_id{task}));
}
rtm_status rtm_task_terminate(rtm_core* core, rtm_ticks now, uint32_t task) {
  return c_status(ledger_of(core).task_terminate(now, rtm::task_id{task}));
}

rtm_status rtm_snapshot(rtm_core* core, rtm_ticks now, rtm_snapshot_info* out) {
  core_ledger& ledger = ledger_of(core);
  const rtm::status result = ledger.snapshot(now);
  if (result == rtm::status::not_started) return RTM_NOT_STARTED;
  const rtm::epoch_header epoch = ledger.epoch();
  out->start = epoch.start_ticks;
  out->total = epoch.total_ticks;
  out->epoch = epoch.epoch;
  out->valid = epoch.valid;
  out->ignored = epoch.ignored;
  out->idle = ledger.epoch_sums(rtm::idle).exclusive;
  out->kernel = ledger.epoch_sums(rtm::kernel).exclusive;
  out->unknown = ledger.epoch_sums(rtm::unknown).exclusive;
  for_each_id(RTM_TASKS, [&](uint32_t i) { copy(ledger.epoch_sums(rtm::task_id{i}), out->tasks[i]); });
  for_each_id(RTM_ISRS, [&](uint32_t i) { copy_total<rtm::isr_id>(ledger, i, out->isrs[i]); });
  for_each_id(RTM_SWIS, [&](uint32_t i) { copy_total<rtm::swi_id>(ledger, i, out->swis[i]); });
  for_each_id(RTM_POINTS, [&](uint32_t i) { copy_total<rtm::point_id>(ledger, i, out->points[i]); });
  copy_window(ledger, ledger.window_in_progress(), out->window);
  return c_status(result);
}

rtm_status rtm_window(const rtm_core* core, rtm_window_info* out) {
  const core_ledger& ledger = ledger_of(core);
  rtm::window_header window;
  const rtm::status found = ledger.latest_window(window);
  if (found != rtm::status::ok) return c_status(found);
  copy_window(ledger, window, *out);
  return ledger.is_latest(window) ? RTM_OK : RTM_MOVED;
}

rtm_status rtm_fault(const rtm_core* core, rtm_fault_info* out) {
  rtm::fault fault;
  const rtm::status found = ledger_of(core).first_fault(fault);
  if (found != rtm::status::ok) return c_status(found);
  out->kind = c_status(fault.kind);
  out->fact = rtm_fact(int(fault.fact));
  out->id = fault.id;
  out->expected = fault.expected;
  out->time = fault.time_ticks;
  out->reading = fault.reading_ticks;
  out->depth = fault.depth;
  return RTM_OK;
}

const char* rtm_status_name(rtm_status status) {
  static const char* const names[] = {"ok",
                                      "not_started",
                                      "ignored",
                                      "bad_config",
                                      "no_window",
                                      "moved",
                                      "gap_exceeded",
                                      "time_backwards",
                                      "bad_id",
                                      "swi_over_isr",
                                      "stack_full",
                                      "point_stack_full",
                                      "switch_in_isr",
                                      "isr_underflow",
                                      "swi_underflow",
                                      "point_underflow",
                                      "isr_mismatch",
                                      "swi_mismatch",
                                      "point_mismatch",
                                      "point_left_open"};
  static_assert(sizeof names / sizeof names[0] == RTM_POINT_LEFT_OPEN + 1);
  const unsigned index = unsigned(status);
  return index <= RTM_POINT_LEFT_OPEN ? names[index] : "?";
}

}  // extern "C"
