// SPDX-License-Identifier: MIT
// The hook probe for C++: the recorder of rtm_probe.h with its memory, and one call that does the masking. What it is
// for, and which events there are, is said there; how to run the scenario, in docs/probe.md.
//
//   static rtm::os::probe<200> probe;
//   void PostTaskHook() { rtm::os::note<my_port>(probe, {RTM_PROBE_OUT, RTM_PROBE_NONE}, ask_the_os); }
#pragma once

#include <stdint.h>

#include "rtm/port.hpp"
#include "rtm/rtm_probe.h"

namespace rtm::os {

/// A recorder of `Records` events. Constant initialisation: it lies in .bss and may be told events at any time.
template <uint32_t Records>
class probe {
  static_assert(Records >= 1, "probe: room for at least one record");

 public:
  constexpr probe() = default;
  probe(const probe&) = delete;  // The recorder points into it.
  probe& operator=(const probe&) = delete;

  /// Forgets everything and begins.
  void start() { rtm_probe_start(&recorder_, records_, Records); }
  void note(const rtm_probe_record& record) { rtm_probe_note(&recorder_, &record); }
  [[nodiscard]] uint32_t count() const { return recorder_.count; }
  [[nodiscard]] uint32_t lost() const { return recorder_.lost; }
  /// As rtm_probe_line: characters of the line, 0 after the last one.
  size_t line(uint32_t n, char* out, size_t size) const { return rtm_probe_line(&recorder_, n, out, size); }

 private:
  rtm_probe recorder_ = {};
  rtm_probe_record records_[Records] = {};
};

/// What a mark or a hook says of itself.
struct probe_note {
  rtm_probe_event event = RTM_PROBE_STEP;
  uint32_t id = RTM_PROBE_NONE;
};

/// Lets `ask(record)` fill in what the OS says: task, isr, state, and the mask as it was, if the port can tell. Then it
/// masks and reads the clock: an OS may refuse its services while all interrupts are disabled, and the order of records
/// is that of their times. Context and bound: those of rtm_probe_note, and what `ask` calls.
/// Wrong: to ask the OS for anything that it does not allow in a hook; GetTaskState is allowed, a service that
/// dispatches is not.
template <class Port, class Recorder, class Ask>
void note(Recorder& recorder, probe_note what, Ask ask) {
  rtm_probe_record record = {0,
                             what.id,
                             RTM_PROBE_UNASKED,
                             RTM_PROBE_UNASKED,
                             uint8_t(what.event),
                             RTM_PROBE_NOT_ASKED,
                             RTM_PROBE_MASK_UNKNOWN};
  ask(record);
  const masked<Port> held;
  record.time = uint32_t(Port::now());
  recorder.note(record);
}

}  // namespace rtm::os
