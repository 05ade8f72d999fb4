// SPDX-License-Identifier: MIT
// How a row is measured, and the states that rows begin in.
#pragma once

#include <stdint.h>

#include "rows.hpp"
#include "rtm/types.hpp"

namespace bench {

inline constexpr uint32_t window = 100'000;
inline constexpr uint32_t most_open = 3;  ///< Frames or points that a row opens; every capacity has room for them.

constexpr rtm::task_id task(uint32_t id) { return rtm::task_id{id}; }

/// Sets the clock.
void at(uint32_t ticks);

/// Idle owns the core at 2000. Ids 1 to `most_open` have been used in this window, in short and in long calls, so that
/// a call in a row is no new extreme.
void begin(uint32_t max_gap = 0);

/// Polls until so many pages of the trace are full, if there is one. It has `trace_pages`.
void fill_trace(uint32_t pages);
inline constexpr uint32_t trace_pages = 2;

/// Everything before the first facts has been sent, so that the next step of the encoder makes a packet of facts: of
/// two interrupts and a switch again and again, 300 ticks apart. With a byte sink that takes all at once.
void begin_sending();
/// One step of the encoder; true if it made a packet.
bool send_packet();

/// The same in window 2 at its tick 100. Nothing has been used in it or in the window before.
void begin_later();

/// A max_gap much shorter than the window; the next fact, at 4100, is beyond the deadline, though no gap was too long.
void begin_before_renewal();

// Ids from 1 on.
void enter_isrs(uint32_t count);
void begin_points(uint32_t count);
/// Tasks that have been preempted with an open point each.
void suspend_points(uint32_t count);

/// Not inlined: each row is its own function, so that what the compiler does in one does not show in another.
template <class Prepare, class Piece>
[[gnu::noinline]] void row(const char* name, Prepare prepare, Piece piece) {
  tell(name);
  prepare();
  mark();
  piece();
  mark();
  asm volatile("");  // the second mark is a call like the first, not a jump at the end
}

}  // namespace bench
