// SPDX-License-Identifier: MIT
// What happens in the demo? Four tasks, four interrupts of four priorities, three points, and what they do to each
// other for twenty windows of 50 ms. The numbers are in scenario.cpp; README.md tells the story.
#pragma once

#include <stdint.h>

#include "context_bench.hpp"
#include "cortex_m3.hpp"
#include "rtm/types.hpp"

namespace scenario {

inline constexpr uint32_t windows = 20;

// Task numbers are ids of the ledger and, in the bench, urgency.
inline constexpr uint32_t control = 0;
inline constexpr uint32_t comm = 1;
inline constexpr uint32_t background = 2;
inline constexpr uint32_t reader = 3;
inline constexpr const char* task_names[bench::max_tasks] = {"control", "comm", "background", "reader"};

struct interrupt {
  const char* name;
  cortex_m3::exception number;
  uint8_t priority;  // smaller is more urgent
  rtm::isr_id id;
};

inline constexpr interrupt sys_tick{"SysTick", cortex_m3::exception::sys_tick, 0xC0, rtm::isr_id{0}};
inline constexpr interrupt timer0{"timer0", cortex_m3::external(8), 0x80, rtm::isr_id{1}};
inline constexpr interrupt timer1{"timer1", cortex_m3::external(9), 0x60, rtm::isr_id{2}};
inline constexpr interrupt dual_timer{"dual_timer", cortex_m3::external(10), 0x40, rtm::isr_id{3}};
inline constexpr interrupt interrupts[] = {sys_tick, timer0, timer1, dual_timer};

inline constexpr rtm::point_id filter{0};
inline constexpr rtm::point_id stage{1};
inline constexpr rtm::point_id decode{2};
inline constexpr const char* point_names[] = {"filter", "stage", "decode"};

/// Priorities, tasks and the first shots of the timers. Interrupts must be masked.
void set_up();

void sys_tick_handler();
void timer0_handler();
void timer1_handler();
void dual_timer_handler();

[[noreturn]] void idle();

// What comes out; an image defines the three together.

/// Before the ledgers are started. `first_reading`: what the clock will be set to.
void begin_reader(uint32_t first_reading);
/// The task that reads closed windows and sends them.
[[noreturn]] void reader_task();
/// True once for every window that has closed since the last call: the reader is then woken.
[[nodiscard]] bool reader_has_work();

}  // namespace scenario
