// SPDX-License-Identifier: MIT
// What did the core really do? Reads QEMU's log: exceptions from the trace of the interrupt controller, readings of the
// clock from the trace of the timer, and the number of instructions executed before each from the plugin isr_truth.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace truth {

enum class event_kind : std::uint8_t { enter, leave, clock };

struct event {
  event_kind kind = event_kind::clock;
  std::uint64_t instructions = 0;  // executed before
  std::uint32_t exception = 0;     // of enter and leave
  std::uint32_t reading = 0;       // of clock: the complement of the register, as the firmware sees it
};

/// All events in the order in which they happened. Throws std::runtime_error with file, line, found, expected where
/// the log contradicts itself: an exception that was acknowledged but never entered, a reading without its place.
std::vector<event> read_qemu_log(const std::string& path);

}  // namespace truth
