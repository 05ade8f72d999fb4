// SPDX-License-Identifier: MIT
// The C API of the trace. Only translation; what a trace does is in rtm/trace/.
#include "rtm/rtm_trace.h"

#include "c_core.hpp"
#include "rtm/clock_test.hpp"
#include "rtm/trace/encoder.hpp"
#include "rtm/trace/extra_packets.hpp"
#include "rtm/trace/sink.hpp"

namespace {

using rtm::c_library::core_ledger;
using rtm::c_library::ledger_of;

using memory = rtm::trace::buffer<rtm_ticks>;
constexpr bool has_extras = RTM_TRACE_FINDINGS != 0;
template <bool Any>
struct extras_of {
  using type = rtm::trace::no_extras;
};
template <>
struct extras_of<true> {
  using type = rtm::trace::extra_packets<0, RTM_TRACE_FINDINGS, RTM_TRACE_EXCHANGES>;
};
using encoder = rtm::trace::encoder<rtm_ticks, RTM_TRACE_PACKET_BYTES, extras_of<has_extras>::type>;
using rtm::trace::name;

static_assert(sizeof(memory) == RTM_TRACE_HEAD_BYTES, "RTM_TRACE_HEAD_BYTES is wrong");
static_assert(alignof(memory) <= alignof(rtm_ticks), "an array of rtm_ticks is not aligned enough");
static_assert(sizeof(encoder) <= sizeof(rtm_trace_out), "rtm_trace_out is too small");
static_assert(alignof(encoder) <= alignof(rtm_trace_out), "rtm_trace_out is not aligned enough");
static_assert(sizeof(name) == sizeof(rtm_trace_name) && offsetof(name, id) == offsetof(rtm_trace_name, id) &&
                  offsetof(name, text) == offsetof(rtm_trace_name, text),
              "the names of C are those of C++");
static_assert(int(rtm::trace::name_class::point) == 3 && int(rtm::trace::mode::keep_newest) == RTM_TRACE_KEEP_NEWEST);

static_assert(uint32_t(rtm::trace::wire::finder::coverage) == RTM_FINDER_COVERAGE &&
              uint32_t(rtm::trace::wire::finder::clock) == RTM_FINDER_CLOCK);
static_assert(uint32_t(rtm::clock_status::clock_stops_in_idle) == RTM_CLOCK_STOPS_IN_IDLE &&
              uint32_t(rtm::clock_status::not_tested) == RTM_CLOCK_NOT_TESTED);

memory& memory_of(rtm_ticks* words) { return *reinterpret_cast<memory*>(words); }
const memory& memory_of(const rtm_ticks* words) { return *reinterpret_cast<const memory*>(words); }
encoder& encoder_of(rtm_trace_out* out) { return *reinterpret_cast<encoder*>(out); }
const encoder& encoder_of(const rtm_trace_out* out) { return *reinterpret_cast<const encoder*>(out); }

/// Templates, so that a library without RTM_TRACE compiles none of it.
template <class Ledger>
rtm::status attach(Ledger& to, const rtm_trace_setup& setup) {
  if constexpr (rtm::detail::sees_ledger<rtm::c_library::core_sink>) {
    const bool has_pages = setup.memory_bytes > sizeof(memory) && setup.pages != 0;
    if (!has_pages || setup.mode > uint32_t{RTM_TRACE_KEEP_NEWEST}) return rtm::status::bad_config;
    size_t page = setup.memory_bytes - sizeof(memory);
    for (uint32_t n = setup.pages; n > 1; n >>= 1) page >>= 1;  // another number than a power of 2 is refused below
    page = page / sizeof(rtm_ticks) * sizeof(rtm_ticks);
    const rtm::trace::about stream{setup.core, setup.clock_hz, {setup.timing.window, setup.timing.max_gap, 0}};
    const auto page_bytes = page > 0xFFFF'FFFFU ? 0xFFFF'FFFFU : uint32_t(page);
    return rtm::trace::attach(to, memory_of(setup.memory), setup.pages, page_bytes, rtm::trace::mode(setup.mode),
                              stream);
  }
  return rtm::status::bad_config;
}
template <class Ledger>
void freeze(Ledger& of, bool on) {
  if constexpr (rtm::detail::sees_ledger<rtm::c_library::core_sink>) on ? of.sink().freeze() : of.sink().thaw();
}
template <class Ledger>
bool is_recording([[maybe_unused]] const Ledger& of) {
  if constexpr (rtm::detail::sees_ledger<rtm::c_library::core_sink>) return of.sink().is_recording();
  return false;
}

/// `tell(extras)`, if there are any.
template <class Encoder, class Tell>
int with_extras([[maybe_unused]] Encoder& out, [[maybe_unused]] Tell tell) {
  if constexpr (has_extras) return tell(out.extras());
  return 0;
}

}  // namespace

extern "C" {

rtm_status rtm_trace_attach_sized(rtm_core* core, const rtm_trace_setup* setup, size_t core_size) {
  if (core_size != sizeof(rtm_core)) return RTM_BAD_CONFIG;
  return rtm::c_library::c_status(attach(ledger_of(core), *setup));
}
void rtm_trace_freeze(rtm_core* core) { freeze(ledger_of(core), true); }
void rtm_trace_thaw(rtm_core* core) { freeze(ledger_of(core), false); }
int rtm_trace_is_recording(const rtm_core* core) { return is_recording(ledger_of(core)); }

rtm_ticks rtm_trace_lost(const rtm_ticks* words) { return memory_of(words).facts_lost(); }
int rtm_trace_holds(const rtm_ticks* words, size_t memory_bytes) { return memory_of(words).holds_trace(memory_bytes); }
void rtm_trace_end_run(rtm_ticks* words) { memory_of(words).freeze(); }

rtm_status rtm_trace_begin(rtm_trace_out* out, rtm_ticks* words, const rtm_trace_name* names, size_t names_count,
                           rtm_trace_write write, void* context) {
  const auto all = reinterpret_cast<const name*>(names);
  if (encoder_of(out).begin(memory_of(words), all, names_count, {write, context})) return RTM_OK;
  return memory_of(words).is_attached() ? RTM_BAD_CONFIG : RTM_NOT_STARTED;
}
int rtm_trace_step(rtm_trace_out* out, const rtm_core* core) {
  return core == nullptr ? encoder_of(out).step() : encoder_of(out).step(ledger_of(core));
}
int rtm_trace_is_pending(const rtm_trace_out* out) { return encoder_of(out).is_pending(); }
void rtm_trace_add_names(rtm_trace_out* out, size_t count) { encoder_of(out).add_names(count); }
void rtm_trace_flush(rtm_trace_out* out) { encoder_of(out).flush(); }
void rtm_trace_send_snapshot(rtm_trace_out* out) { encoder_of(out).send_snapshot(); }
void rtm_trace_finish(rtm_trace_out* out) { encoder_of(out).finish(); }

void rtm_trace_watch_repairs(rtm_trace_out* out, const uint32_t* counts, uint32_t kinds) {
  encoder_of(out).watch_repairs(counts, kinds);
}
int rtm_trace_find(rtm_trace_out* out, uint32_t of, uint32_t status, uint32_t subject, uint64_t detail) {
  return with_extras(encoder_of(out), [&](auto& extras) {
    return int(extras.find(rtm::trace::wire::finder(uint8_t(of)), status, subject, detail));
  });
}
int rtm_trace_clock(rtm_trace_out* out, uint32_t number) {
  return with_extras(encoder_of(out), [&](auto& extras) { return extras.clock(number), 1; });
}
int rtm_trace_exchanged(rtm_trace_out* out, uint32_t other, const rtm_trace_stamps* stamps) {
  return with_extras(encoder_of(out), [&](auto& extras) {
    return int(extras.exchanged(other, {stamps->sent, stamps->received, stamps->replied, stamps->returned}));
  });
}

}  // extern "C"
