// SPDX-License-Identifier: MIT
// How many bytes would others take for the same run? Their documented encodings, event by event, at their best: no
// start-up packets, no names, no checksums, small ids, time from 0. What they have no event for is not counted.
#pragma once

#include <cstdint>
#include <span>

#include "sources/source.hpp"

namespace rtm::bench {

struct encoded_size {
  std::uint64_t events = 0;
  std::uint64_t bytes = 0;
};

/// SEGGER SystemView 3: one byte of event id (those below 24 have no length), parameters and the ticks since the last
/// event as numbers of 7 bits a byte. Interrupts ISR_ENTER(number) and ISR_EXIT(), tasks TASK_START_EXEC(id), IDLE(),
/// the kernel TASK_STOP_EXEC(), points USER_START(id) and USER_STOP(id). Nothing for a poll.
[[nodiscard]] encoded_size systemview(std::span<const host::source_fact> facts);

/// Tonbandgeraet: a COBS frame an event: one byte of id, the time since start and the parameter as numbers of 7 bits a
/// byte, one byte of stuffing and the 00. isr_enter(id), isr_exit(id), task_switched_in(id), evtmarker_begin(id, ""),
/// evtmarker_end(id). Nothing for the kernel and for a poll.
[[nodiscard]] encoded_size tonbandgeraet(std::span<const host::source_fact> facts);

}  // namespace rtm::bench
