// SPDX-License-Identifier: MIT
// What the hook probe of a target recorded (rtm_probe.h), read from its text form. docs/probe.md specifies it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rtm/rtm_probe.h"
#include "sources/input.hpp"

namespace rtm::host::probe {

/// Who the OS says is running.
struct answer {
  bool was_asked = false;
  std::optional<std::uint32_t> id;  ///< Absent: nobody.
};

struct record {
  std::uint64_t line = 0;
  std::uint64_t time = 0;
  rtm_probe_event event = RTM_PROBE_STEP;
  std::optional<std::uint32_t> id;  ///< Of a step: an rtm_probe_step.
  answer task, isr;
  rtm_probe_state state = RTM_PROBE_NOT_ASKED;
  rtm_probe_mask mask = RTM_PROBE_MASK_UNKNOWN;
};

struct transcript {
  std::string name;  ///< Of the input.
  std::string os;    ///< What the file says it is of; may be empty.
  unsigned clock_bits = 32;
  std::uint64_t lost = 0;
  std::vector<record> records;
};

[[nodiscard]] const char* word_of(rtm_probe_event event);
[[nodiscard]] const char* word_of(rtm_probe_step step);
[[nodiscard]] const char* word_of(rtm_probe_state state);

/// Throws source_error with the line: text of another kind, a word that is none, no record or no step at all.
[[nodiscard]] transcript read_transcript(input in);

}  // namespace rtm::host::probe
