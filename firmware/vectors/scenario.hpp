// SPDX-License-Identifier: MIT
// An application of four interrupts over idle. The author of one thought of hooks; three report nothing, which only a
// table of trampolines mends. They nest (SysTick into the most urgent one) and chain (timer1 into SysTick).
//
//   timer0      0x80   every 1.0 ms   100 us   has hooks of its own
//   timer1      0x60   every 0.7 ms   150 us   no hooks; every fourth makes SysTick pending, which then chains
//   SysTick     0xC0   every 2.5 ms    50 us   no hooks; makes `urgent` pending, which nests
//   urgent      0x40                   20 us   no hooks (the interrupt of the dual timer, which is not used)
#pragma once

#include <stdint.h>

#include "board.hpp"
#include "fact_log.hpp"
#include "rtm/ledger.hpp"

namespace scenario {

inline constexpr uint32_t sys_tick = 15;
inline constexpr uint32_t timer0 = 16 + board::timer0_irq;
inline constexpr uint32_t timer1 = 16 + board::timer1_irq;
inline constexpr uint32_t urgent = 16 + board::dual_timer_irq;
inline constexpr uint32_t interrupts[] = {sys_tick, timer0, timer1, urgent};

/// Interrupts are numbered as the core does: SysTick is 15, external interrupt n is 16 + n.
struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 16 + board::external_interrupts, points = 0, depth = 4;
};
extern rtm::ledger<capacity, fact_log> ledger;

void isr_enter(uint32_t exception);
void isr_exit(uint32_t exception);

/// Priorities, and interrupts on; nothing comes yet.
void set_up();
/// Starts the timers and idles until SysTick has come 20 times, about 29 ms. Returns with interrupts masked.
void run();

/// How often each handler ran, as it counted itself: evidence that owes nothing to the hooks.
uint32_t times_run(uint32_t exception);

void sys_tick_handler();
void timer0_handler();
void timer1_handler();
void urgent_handler();

}  // namespace scenario
