// SPDX-License-Identifier: MIT
// The one ledger type of the C library, with the capacity of rtm_config.h, and the way from an rtm_core to it.
#pragma once

#include "rtm/ledger.hpp"
#include "rtm/rtm.h"
#include "rtm/trace/sink.hpp"

namespace rtm::c_library {

struct capacity : default_capacity {
  using word = rtm_ticks;
  static constexpr uint32_t clock_bits = RTM_CLOCK_BITS;
  static constexpr uint32_t tasks = RTM_TASKS;
  static constexpr uint32_t isrs = RTM_ISRS;
  static constexpr uint32_t swis = RTM_SWIS;
  static constexpr uint32_t points = RTM_POINTS;
  static constexpr uint32_t depth = RTM_DEPTH;
  static constexpr uint32_t point_frames = RTM_POINT_FRAMES;
  static constexpr uint32_t point_depth = RTM_POINT_DEPTH;
  static constexpr bool extremes = RTM_EXTREMES != 0;
};

template <bool Traced>
struct sink_of {
  using type = no_sink;
};
template <>
struct sink_of<true> {
  using type = trace::sink<rtm_ticks>;
};
using core_sink = sink_of<RTM_TRACE != 0>::type;
using core_ledger = ledger<capacity, core_sink>;

static_assert(sizeof(core_ledger) <= sizeof(rtm_core), "RTM_CORE_WORDS is too small");
static_assert(alignof(core_ledger) <= alignof(rtm_core), "rtm_core is not aligned enough");
static_assert(sizeof(rtm_core) - sizeof(core_ledger) < sizeof(void*), "RTM_CORE_WORDS wastes memory");

// The enumerations are the same, so that a status goes through without a table.
static_assert(int(status::no_window) == RTM_NO_WINDOW && int(status::gap_exceeded) == RTM_GAP_EXCEEDED);
static_assert(int(status::bad_id) == RTM_BAD_ID && int(status::switch_in_isr) == RTM_SWITCH_IN_ISR);
static_assert(int(status::point_left_open) == RTM_POINT_LEFT_OPEN);
static_assert(int(fact_kind::poll) == RTM_FACT_POLL && int(fact_kind::reset) == RTM_FACT_RESET);
static_assert(uint32_t(idle) == RTM_IDLE && uint32_t(kernel) == RTM_KERNEL);
static_assert(uint32_t(unknown) == RTM_UNKNOWN && no_id == RTM_NO_ID);

// A zeroed rtm_core is a ledger that has not been started: its members are words whose initial value is 0.
inline core_ledger& ledger_of(rtm_core* core) { return *reinterpret_cast<core_ledger*>(core); }
inline const core_ledger& ledger_of(const rtm_core* core) { return *reinterpret_cast<const core_ledger*>(core); }
constexpr rtm_status c_status(status s) { return rtm_status(int(s)); }

}  // namespace rtm::c_library
