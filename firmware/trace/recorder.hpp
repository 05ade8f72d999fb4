// SPDX-License-Identifier: MIT
// What the images of this folder have in common: a trace memory that a reset leaves alone, and how its bytes leave.
#pragma once

#include "rtm/trace/encoder.hpp"
#include "variant.hpp"

namespace recorder {

extern variant::trace_memory core0_trace;

/// UART 2, as the encoder wants it.
rtm::trace::byte_sink uart_stream();
/// Names of all ids, in `names_count` entries.
extern const rtm::trace::name* const names;
extern const size_t names_count;

/// Lets the ledger's facts go into the memory, before `observer::start`.
void attach();

}  // namespace recorder
