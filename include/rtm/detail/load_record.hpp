// SPDX-License-Identifier: MIT
// What Load keeps of a closed window, and what can be said of it. Readers on other cores look at it while it may be
// written, so its words are written with detail::store and read with detail::load; load::read finds out whether what
// came of it belongs together. Nothing here may loop or trap on words that do not.
#pragma once

#include <stdint.h>

#include "rtm/detail/atomic.hpp"
#include "rtm/ledger.hpp"
#include "rtm/load_types.h"

namespace rtm::detail {

template <class Ledger>
struct ledger_traits;
template <class Capacity, class... Policies>
struct ledger_traits<ledger<Capacity, Policies...>> {
  using capacity = Capacity;
};

/// What a record is about. A zeroed one says that Load has not been started.
enum class load_state : uint32_t { not_started, no_window, fault, closed };

// What readers must know of the configuration and of the window besides the flags that are handed out.
inline constexpr uint32_t load_idle_halts = 1;        // configured, or seen in this window
inline constexpr uint32_t load_halts_configured = 2;  // only then is halted time to be had
inline constexpr uint32_t load_cpu_load_off = 4;
inline constexpr uint32_t load_trip_seen = 8;  // in this window or before: there is a shortest trip

enum load_class : uint32_t { load_hwis, load_swis, load_tasks, load_class_count };

inline constexpr uint32_t load_idle_row = 0, load_kernel_row = 1, load_unknown_row = 2, load_first_task_row = 3;

/// 64 bits that are written and read in halves, which every target does in one access each.
struct load_ticks {
  uint32_t low;
  uint32_t high;

  [[nodiscard]] uint64_t value() const { return uint64_t{load(high)} << 32 | load(low); }
  void set(uint64_t n) {
    store(low, uint32_t(n));
    store(high, uint32_t(n >> 32));
  }
};

template <uint32_t Rows>
struct load_record {
  load_state state;
  uint32_t number;  ///< 1, 2, ... of the closed windows.
  uint32_t flags;
  uint32_t mode;
  rtm_load_method method;  ///< What RTM_LOAD_AUTO means.
  uint32_t trips;
  uint32_t shortest_trip;
  load_ticks start;
  load_ticks total;
  load_ticks halted;
  load_ticks trip_ticks;  ///< shortest_trip * trips
  load_ticks classes[load_class_count];
  load_ticks rows[Rows];  ///< idle, kernel, unknown, tasks, Hwis, Swis
};

template <class Record>
bool has_flag(const Record& r, uint32_t flag) {
  return (load(r.flags) & flag) != 0;
}
template <class Record>
bool has_mode(const Record& r, uint32_t mode) {
  return (load(r.mode) & mode) != 0;
}

/// `ticks` of the whole window, exact, by the ledger.
template <class Record>
rtm_load_stat stat_of(const Record& r, uint64_t ticks) {
  return {ticks, r.total.value(), load(r.number), load(r.flags), RTM_LOAD_BY_LEDGER, RTM_LOAD_EXACT};
}

template <class Record>
rtm_load_status load_by_trips(const Record& r, rtm_load_stat& out) {
  if (has_mode(r, load_idle_halts)) return RTM_LOAD_IDLE_HALTS;
  if (!has_mode(r, load_trip_seen)) return RTM_LOAD_NO_TRIP;
  const uint64_t total = r.total.value();
  const uint64_t idle = r.trip_ticks.value();
  out = stat_of(r, idle < total ? total - idle : 0);
  out.method = RTM_LOAD_BY_TRIPS;
  out.quality = RTM_LOAD_ESTIMATE;
  if (idle > total) out.flags |= RTM_LOAD_CLAMPED;
  return RTM_LOAD_OK;
}

template <class Record>
rtm_load_status load_by_ledger(const Record& r, rtm_load_stat& out) {
  if (has_flag(r, RTM_LOAD_TASK_NOT_WATCHED)) return RTM_LOAD_NO_IDLE_TASK;
  const uint64_t known = r.total.value() - r.rows[load_unknown_row].value();
  if (known == 0) return RTM_LOAD_NO_KNOWN_TIME;
  out = stat_of(r, known - r.rows[load_idle_row].value());
  out.total_ticks = known;
  return RTM_LOAD_OK;
}

template <class Record>
rtm_load_status load_by_halt(const Record& r, rtm_load_stat& out) {
  if (!has_mode(r, load_halts_configured)) return RTM_LOAD_NO_HALT;
  out = stat_of(r, r.total.value() - r.halted.value());
  out.method = RTM_LOAD_BY_HALT;
  if (has_flag(r, RTM_LOAD_HALT_ENDED_LATE)) out.quality = RTM_LOAD_ESTIMATE;
  return RTM_LOAD_OK;
}

template <class Record>
rtm_load_status cpu_load_of(const Record& r, rtm_load_method method, rtm_load_stat& out) {
  if (has_mode(r, load_cpu_load_off)) return RTM_LOAD_CPU_LOAD_OFF;
  if (method == RTM_LOAD_AUTO) method = load(r.method);
  if (method == RTM_LOAD_BY_TRIPS) return load_by_trips(r, out);
  return method == RTM_LOAD_BY_HALT ? load_by_halt(r, out) : load_by_ledger(r, out);
}

template <class Record>
rtm_load_status coverage_of(const Record& r, rtm_load_coverage& out) {
  if (has_mode(r, load_cpu_load_off)) return RTM_LOAD_CPU_LOAD_OFF;
  if (has_flag(r, RTM_LOAD_TASK_NOT_WATCHED)) return RTM_LOAD_NO_IDLE_TASK;
  if (has_mode(r, load_idle_halts)) return RTM_LOAD_IDLE_HALTS;
  if (!has_mode(r, load_trip_seen)) return RTM_LOAD_NO_TRIP;
  out.idle_ticks = r.rows[load_idle_row].value();
  out.confirmed_ticks = r.trip_ticks.value();
  out.unconfirmed_ticks = out.idle_ticks > out.confirmed_ticks ? out.idle_ticks - out.confirmed_ticks : 0;
  out.window = load(r.number);
  out.flags = load(r.flags) | (out.confirmed_ticks > out.idle_ticks ? RTM_LOAD_CLAMPED : 0);
  return RTM_LOAD_OK;
}

template <class Record>
rtm_load_summary summary_of(const Record& r) {
  rtm_load_summary s = {};
  s.start_ticks = r.start.value();
  s.total_ticks = r.total.value();
  s.hwi_ticks = r.classes[load_hwis].value();
  s.swi_ticks = r.classes[load_swis].value();
  s.task_ticks = r.classes[load_tasks].value();
  s.idle_ticks = r.rows[load_idle_row].value();
  s.kernel_ticks = r.rows[load_kernel_row].value();
  s.unknown_ticks = r.rows[load_unknown_row].value();
  s.halted_ticks = r.halted.value();
  s.trips = load(r.trips);
  s.shortest_trip_ticks = load(r.shortest_trip);
  s.window = load(r.number);
  s.flags = load(r.flags);
  return s;
}

}  // namespace rtm::detail
