// SPDX-License-Identifier: MIT
// Defines the functions of rtm_os.h over an object of rtm/os/accounting.hpp. In one file of the application, at
// namespace scope:  RTM_OS_API(cpu_time)
// and, if they are wanted, with the headers of what they stand for (rtm/os/timing.hpp, budget.hpp, task_trace.hpp):
//   RTM_OS_WINDOW_API(cpu_time)   RTM_OS_TIMING_API(cpu_time)   RTM_OS_BUDGET_API(cpu_time, budgets)
//   RTM_OS_TRACE_API(cpu_time, traces)
#pragma once

#include "ports/os/rtm_os.h"
#include "rtm/detail/wide_math.hpp"
#include "rtm/os/accounting.hpp"

namespace rtm::os {

/// Of a core that is not the one that runs, the answer is that of an instant before. 0 outside of either range.
template <class Config>
uint32_t repairs_of(const accounting<Config>& all, uint32_t core, uint32_t kind) {
  if (core >= accounting<Config>::cores || kind >= repair_kinds) return 0;
  return all.at(core).hooks.repairs().of(repair(kind));
}

namespace detail {

template <class Spread>
rtm_os_spread c_spread(const Spread& of) {
  return {of.count, of.min, of.max, of.sum};
}

/// `read(ledger, index)` on the core that runs, if it measures.
template <class Config, class Read>
uint32_t read_here(accounting<Config>& all, Read read) {
  return uint32_t(all.on_this_core([&](auto& c, auto now) {
    const status settled = c.ledger.snapshot(now);
    if (settled == status::ok) read(c.ledger);
    return settled;
  }));
}

inline uint32_t ppm_of(uint64_t part, uint64_t of) {
  constexpr uint64_t million = 1'000'000;
  return of == 0 ? RTM_OS_NO_PPM : uint32_t(rtm::detail::scale_down(part, million, of));
}

template <class Config>
uint32_t latest_window(const accounting<Config>& all, uint32_t core, rtm_os_window& out) {
  if (core >= accounting<Config>::cores) return uint32_t(status::not_started);
  const auto& ledger = all.at(core).ledger;
  window_header window;
  if (const status found = ledger.latest_window(window); found != status::ok) return uint32_t(found);
  const uint64_t idle_ticks = ledger.window_sums(window, idle).exclusive;
  const uint64_t unknown_ticks = ledger.window_sums(window, unknown).exclusive;
  const uint64_t kernel_ticks = ledger.window_sums(window, kernel).exclusive;
  if (!ledger.is_latest(window)) return uint32_t(status::moved);
  const uint64_t length = window.length_ticks;
  out = {window.index,
         window.start_ticks,
         length,
         idle_ticks,
         kernel_ticks,
         unknown_ticks,
         core,
         window.epoch,
         unknown_ticks == 0 ? ppm_of(length - idle_ticks, length) : RTM_OS_NO_PPM,
         window.sequence,
         window.stamp};
  return uint32_t(status::ok);
}

/// `sums(window)` of the window that `in` was told of.
template <class Config, class Sums>
uint32_t share_of_window(const accounting<Config>& all, const rtm_os_window& in, rtm_os_share& out, Sums sums) {
  if (in.core >= accounting<Config>::cores) return uint32_t(status::not_started);
  const window_header window = {in.index, in.start, in.length, in.epoch, true, in.sequence, in.stamp};
  const rtm_os_share share = sums(window);
  if (!all.at(in.core).ledger.is_latest(window)) return uint32_t(status::moved);
  out = share;
  out.ppm = ppm_of(share.ticks, in.length);
  return uint32_t(status::ok);
}
template <class Config>
uint32_t task_in_window(const accounting<Config>& all, const rtm_os_window& in, uint32_t task, rtm_os_share& out) {
  if (task >= Config::capacity::tasks) return uint32_t(status::bad_id);
  return share_of_window(all, in, out, [&](const window_header& window) {
    const task_sums s = all.window_sums(in.core, window, task_id{task});
    return rtm_os_share{s.exclusive, s.dispatches, 0};
  });
}
template <class Config>
uint32_t isr_in_window(const accounting<Config>& all, const rtm_os_window& in, uint32_t isr, rtm_os_share& out) {
  if (isr >= Config::capacity::isrs) return uint32_t(status::bad_id);
  return share_of_window(all, in, out, [&](const window_header& window) {
    const call_sums s = all.at(in.core).ledger.window_sums(window, isr_id{isr});
    return rtm_os_share{s.exclusive, s.calls, 0};
  });
}

template <class Config>
uint32_t times_of_task(accounting<Config>& all, uint32_t task, rtm_os_task_times& out) {
  if (task >= Config::capacity::tasks) return uint32_t(status::bad_id);
  if (accounting<Config>::cores > 1 && !all.tasks().is_pinned(task_id{task})) return RTM_OS_MIGRATES;
  return read_here(all, [&](auto& ledger) {
    const auto t = ledger.sink().times_of(task_id{task});
    out = {c_spread(t.cet), c_spread(t.get), c_spread(t.ipt), c_spread(t.rt), c_spread(t.wt), c_spread(t.pre),
           c_spread(t.dt),  c_spread(t.st),  t.early,         t.cut,          t.open};
  });
}
template <class Config>
uint32_t times_of_isr(accounting<Config>& all, uint32_t isr, rtm_os_call_times& out) {
  if (isr >= Config::capacity::isrs) return uint32_t(status::bad_id);
  return read_here(all, [&](auto& ledger) {
    const auto t = ledger.sink().times_of(isr_id{isr});
    out = {c_spread(t.cet), c_spread(t.get), c_spread(t.pre), c_spread(t.dt), t.cut, t.open};
  });
}

/// `budgets`: an array of one a core. `Budget` is rtm::os::budget.
template <class Config, class Budgets, class Budget>
uint32_t set_budget(accounting<Config>& all, Budgets* budgets, uint32_t who, uint32_t id, const Budget& what) {
  return uint32_t(all.on_this_core([&](auto& c, auto /*now*/) {
    auto& of = budgets[&c - &all.at(0)];
    switch (who) {
      case RTM_OS_BUDGET_OF_TASK: return of.set(c.ledger, task_id{id}, what);
      case RTM_OS_BUDGET_OF_ISR: return of.set(c.ledger, isr_id{id}, what);
      case RTM_OS_BUDGET_OF_SWI: return of.set(c.ledger, swi_id{id}, what);
      case RTM_OS_BUDGET_OF_CORE: return of.set_core(what);
      default: return status::bad_id;
    }
  }));
}
template <class Config, class Budgets>
uint32_t drain_budgets(accounting<Config>& all, Budgets* budgets, rtm_os_breach_callback callback, void* user) {
  using port = typename Config::port;
  const uint32_t core = port::core_index();
  if (core >= accounting<Config>::cores) return uint32_t(status::not_started);
  return uint32_t(budgets[core].template drain<port>(all.at(core).ledger, [=](const auto& found) {
    rtm_os_breach told = {};
    told.who = uint32_t(found.who);
    told.id = found.id;
    told.is_cet = uint32_t(found.rule) == 0 ? 1U : 0U;
    told.is_open = found.is_open ? 1U : 0U;
    told.how_many = found.how_many;
    told.found = found.found;
    told.allowed = found.allowed;
    told.time = found.time;
    told.window = found.window;
    callback(&told, user);
  }));
}

}  // namespace detail

}  // namespace rtm::os

#define RTM_OS_WINDOW_API(object)                                                             \
  extern "C" {                                                                                \
  uint32_t rtm_os_latest_window(uint32_t core, rtm_os_window* out) {                          \
    return rtm::os::detail::latest_window(object, core, *out);                                \
  }                                                                                           \
  uint32_t rtm_os_task_in_window(const rtm_os_window* in, uint32_t task, rtm_os_share* out) { \
    return rtm::os::detail::task_in_window(object, *in, task, *out);                          \
  }                                                                                           \
  uint32_t rtm_os_isr_in_window(const rtm_os_window* in, uint32_t isr, rtm_os_share* out) {   \
    return rtm::os::detail::isr_in_window(object, *in, isr, *out);                            \
  }                                                                                           \
  }

#define RTM_OS_TIMING_API(object)                                        \
  extern "C" {                                                           \
  uint32_t rtm_os_times_of_task(uint32_t task, rtm_os_task_times* out) { \
    return rtm::os::detail::times_of_task(object, task, *out);           \
  }                                                                      \
  uint32_t rtm_os_times_of_isr(uint32_t isr, rtm_os_call_times* out) {   \
    return rtm::os::detail::times_of_isr(object, isr, *out);             \
  }                                                                      \
  }

#define RTM_OS_BUDGET_API(object, budgets_of_cores)                                      \
  extern "C" {                                                                           \
  uint32_t rtm_os_set_budget(uint32_t who, uint32_t id, const rtm_os_budget* what) {     \
    const rtm::os::budget budget = {what->max_cet, what->max_window, what->consecutive}; \
    return rtm::os::detail::set_budget(object, budgets_of_cores, who, id, budget);       \
  }                                                                                      \
  uint64_t rtm_os_share_of(uint64_t window_ticks, uint32_t per_mille) {                  \
    return rtm::os::share_of(window_ticks, per_mille);                                   \
  }                                                                                      \
  uint32_t rtm_os_drain_budgets(rtm_os_breach_callback callback, void* user) {           \
    return rtm::os::detail::drain_budgets(object, budgets_of_cores, callback, user);     \
  }                                                                                      \
  }

#define RTM_OS_TRACE_API(object, traces)                                                                      \
  extern "C" {                                                                                                \
  uint32_t rtm_os_start_traced(uint64_t window_ticks, uint64_t max_gap_ticks) {                               \
    return uint32_t((traces).start(object, rtm::timing{window_ticks, max_gap_ticks, 0}));                     \
  }                                                                                                           \
  uint32_t rtm_os_trace_begin(uint32_t core, size_t (*write)(void*, const uint8_t*, size_t), void* context) { \
    return (traces).begin(object, core, {write, context}) ? 0U : uint32_t(rtm::status::not_started);          \
  }                                                                                                           \
  int rtm_os_trace_step(uint32_t core) { return (traces).step(object, core) ? 1 : 0; }                        \
  void rtm_os_trace_flush(uint32_t core) { (traces).flush(core); }                                            \
  }

#define RTM_OS_API(object)                                                                                     \
  extern "C" {                                                                                                 \
  uint32_t rtm_os_start(uint64_t window_ticks, uint64_t max_gap_ticks) {                                       \
    return uint32_t((object).start(rtm::timing{window_ticks, max_gap_ticks, 0}));                              \
  }                                                                                                            \
  uint32_t rtm_os_reset(void) { return uint32_t((object).reset()); }                                           \
  void rtm_os_poll(void) { (void)(object).poll(); }                                                            \
  void rtm_os_isr_enter(uint32_t isr) { (void)(object).wrapper_enter(rtm::isr_id{isr}); }                      \
  void rtm_os_isr_exit(uint32_t isr) { (void)(object).wrapper_exit(rtm::isr_id{isr}); }                        \
  void rtm_os_idle(void) { (void)(object).idle_in(); }                                                         \
  void rtm_os_isr_aborted(void) { (void)(object).abort_frame(); }                                              \
  void rtm_os_all_isrs_aborted(void) { (void)(object).abort_frames(); }                                        \
  void rtm_os_shutdown(void) { (void)(object).shutdown(); }                                                    \
  uint32_t rtm_os_point_begin(uint32_t point) { return uint32_t((object).point_begin(rtm::point_id{point})); } \
  uint32_t rtm_os_point_end(uint32_t point) { return uint32_t((object).point_end(rtm::point_id{point})); }     \
  uint32_t rtm_os_repairs(uint32_t core, uint32_t kind) { return rtm::os::repairs_of(object, core, kind); }    \
  uint32_t rtm_os_repair_kinds(void) { return rtm::os::repair_kinds; }                                         \
  const char* rtm_os_repair_name(uint32_t kind) { return rtm::os::repair_name(rtm::os::repair(kind)); }        \
  const char* rtm_os_repair_meaning(uint32_t kind) { return rtm::os::repair_meaning(rtm::os::repair(kind)); }  \
  }
