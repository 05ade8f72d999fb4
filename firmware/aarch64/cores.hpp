// SPDX-License-Identifier: MIT
// Four cores, a ledger each. Every core has its own timer interrupt; core 0 interrupts the others, and reads their
// closed windows while they go on. What runs is in cores.cpp, what is printed in main.cpp.
//
//   timer    INTID 27, 0x80   core n: every 200 + 100 n us, 20 us   in every fourth the other one nests
//   message  INTID 1,  0x40   from core 0, every 1 ms, 5 us; and from the core's own timer
#pragma once

#include <stdint.h>

#include "controller.hpp"
#include "ports/cpu/aarch64/irq.hpp"
#include "rtm/ledger.hpp"

namespace cores {

inline constexpr uint32_t count = board::port::cores;
inline constexpr uint32_t message = 1;
inline constexpr uint32_t timer = board::virtual_timer;
inline constexpr uint32_t interrupts[] = {message, timer};
inline constexpr uint32_t window_ticks = 1'000 * board::ticks_per_us;
inline constexpr uint32_t windows = 20;

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 32, points = 0, depth = 3;
};
/// Each on cache lines of its own: no core waits for what another writes.
struct alignas(64) core {
  rtm::ledger<capacity> ledger;
  volatile uint32_t ran[32] = {};          // how often each handler ran, as it counted itself
  volatile uint32_t active_seen[32] = {};  // what the port said was active in it
  volatile bool is_up = false;
  volatile bool is_done = false;
};
extern core all[count];
extern rtm::aarch64::common_irq<board::gic, 32> interrupts_of_all;

/// What core 0 saw of the windows of one core.
struct readings {
  uint32_t good = 0;   // the owners add up to the length
  uint32_t bad = 0;    // they do not: never
  uint32_t moved = 0;  // another window closed meanwhile, and the reader was told so
};
extern readings read_of[count];

/// Handlers and this core's interrupts. The vectors stay as they are.
void set_up_this_core();
/// The two reports of an interrupt, for the common vector.
void isr_enter(uint32_t id);
void isr_exit(uint32_t id);

/// On this core alone, without windows: its timer until it came 20 times. Returns masked.
void run_alone();
/// Core 0: starts the others, and runs for the time of `windows` windows, reading theirs. Returns masked.
void run_all();
/// The others: what they do between `is_up` and `is_done`. Never returns.
[[noreturn]] void run_other(uint32_t index);

}  // namespace cores
