// SPDX-License-Identifier: MIT
// What calls of the PMU module answer. There is no plausible number beside anything but `ok`. A trace sends the
// statuses by their numbers: new ones come at the end.
#pragma once

#include <stdint.h>

namespace rtm::pmu {

enum class [[nodiscard]] status : uint8_t{
    ok,
    not_started,      ///< Before `start`, or after `stop` where a running counter is needed.
    running,          ///< A group cannot be changed while it counts: its members would cover different windows.
    suspended,        ///< The power of the PMU is off, see power.hpp; of columns: it was off while they counted.
    no_pmu,           ///< There is no such counter in this CPU, or it does not move.
    no_event,         ///< No counter of this CPU counts this event.
    no_counter,       ///< Every counter that could count it is taken. Nothing is multiplexed.
    bad_counter,      ///< The number of a counter that is not there, or not in use.
    bad_period,       ///< Period 0, or more than half of what the counter holds.
    not_mine,         ///< The interrupt was not raised by a counter of this handler: another device of a shared line.
    ownership_lost,   ///< Somebody else stopped, reprogrammed or re-enabled a counter. Its counts are no longer ours.
    counter_stopped,  ///< The counter stood still although the core was active: debugger, firmware or power.
    no_interrupt,     ///< The overflow interrupt does not arrive: not routed, not enabled, or masked.
    edge_line,        ///< The overflow line is configured as edge triggered: an overflow before the clear is lost.
    shared_line,      ///< Several cores raise one interrupt, and its handler runs on one of them only.
    ipi_cannot_preempt,  ///< The start IPI cannot interrupt the PMU interrupt: a core would start late.
    priorities_differ,   ///< The rule holds on some cores only, or differently.
    epoch_invalid,       ///< A fault has frozen the ledger's epoch: its columns end there.
    interrupt_off,       ///< Somebody else switched the overflow interrupt of a counter off: its wraps go uncounted.
    counter_written,     ///< A counter went back without a wrap: somebody else wrote or reset it.
};

/// The status as a word, for a report.
constexpr const char* name_of(status what) {
  switch (what) {
    case status::ok: return "ok";
    case status::not_started: return "not_started";
    case status::running: return "running";
    case status::suspended: return "suspended";
    case status::no_pmu: return "no_pmu";
    case status::no_event: return "no_event";
    case status::no_counter: return "no_counter";
    case status::bad_counter: return "bad_counter";
    case status::bad_period: return "bad_period";
    case status::not_mine: return "not_mine";
    case status::ownership_lost: return "ownership_lost";
    case status::counter_stopped: return "counter_stopped";
    case status::no_interrupt: return "no_interrupt";
    case status::edge_line: return "edge_line";
    case status::shared_line: return "shared_line";
    case status::ipi_cannot_preempt: return "ipi_cannot_preempt";
    case status::priorities_differ: return "priorities_differ";
    case status::epoch_invalid: return "epoch_invalid";
    case status::interrupt_off: return "interrupt_off";
    case status::counter_written: return "counter_written";
  }
  return "no status";
}

}  // namespace rtm::pmu
