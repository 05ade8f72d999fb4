// SPDX-License-Identifier: MIT
#include "scenario.hpp"

#include "board_mps2_an385.hpp"
#include "observer.hpp"
#include "variant.hpp"

namespace scenario {
namespace {

constexpr uint32_t us(uint32_t n) { return n * board::ticks_per_us; }

/// Busy for about `n` microseconds: loops of two instructions, of which 7.8 take a microsecond at `-icount shift=7`.
/// By instructions and not by the clock, so that every reading of the clock belongs to a fact.
void work_us(uint32_t n) {
  uint32_t loops = n * 4;
  asm volatile("0: subs %0, %0, #1\n\tbne 0b" : "+r"(loops)::"cc");
}

constexpr uint32_t tick_us = 1'000;
constexpr uint32_t nest_delay = us(15);  // one interrupt into the next, while it is busy
constexpr uint32_t quiet_from_tick = 420;
constexpr uint32_t quiet_for = us(130'000);

uint32_t ticks = 0;
uint32_t shots = 0;
bool is_quiet = false;

/// In this tick every interrupt starts the next more urgent one: four frames deep.
bool is_nesting_tick() { return ticks % 50 == 25; }

void announce_closed_window() {
  if (reader_has_work()) bench::wake(reader);
}

/// Tickless: all interrupts stop but one far away. Windows then close because the idle loop polls.
void begin_quiet() {
  const uint32_t mask = board::port::lock();  // the interrupt that ends it must not come in between
  is_quiet = true;
  cortex_m3::stop_sys_tick();
  board::dual_timer_block2::arm(quiet_for);
  board::port::unlock(mask);
}

void end_quiet() {
  is_quiet = false;
  cortex_m3::start_sys_tick(us(tick_us));
  board::timer0.arm(us(700));
  board::timer1.arm(us(300));
}

void control_task() {
  while (true) {
    bench::wait();
    observer::point_begin(filter);
    work_us(150);
    for (int i = 0; i < 2; ++i) {
      observer::point_begin(stage);
      work_us(120);
      observer::point_end(stage);
    }
    work_us(60);
    observer::point_end(filter);
    work_us(400);
  }
}

void comm_task() {
  while (true) {
    bench::wait();
    work_us(350);
  }
}

void background_task() {
  while (true) {
    bench::wait();
    work_us(3'500);
  }
}

constexpr size_t stack_words = 256;
alignas(8) uint32_t stacks[bench::max_tasks][stack_words];

}  // namespace

void sys_tick_handler() {
  observer::isr_enter(sys_tick.id);
  ++ticks;
  if (ticks % 10 == 0) bench::wake(control);
  if (ticks % 40 == 15) bench::wake(background);
  announce_closed_window();
  if (is_nesting_tick()) {
    board::timer0.arm(nest_delay);
    work_us(100);
  }
  work_us(30);
  if (ticks == quiet_from_tick) begin_quiet();
  observer::isr_exit(sys_tick.id);
}

void timer0_handler() {
  observer::isr_enter(timer0.id);
  board::timer0.acknowledge();
  if (!is_quiet) board::timer0.arm(us(6'100));
  if (is_nesting_tick()) board::timer1.arm(nest_delay);
  bench::wake(comm);
  work_us(150);
  observer::isr_exit(timer0.id);
}

void timer1_handler() {
  if constexpr (variant::timer1_has_hooks) observer::isr_enter(timer1.id);
  board::timer1.acknowledge();
  if (!is_quiet) board::timer1.arm(us(2'300));
  if (is_nesting_tick()) board::dual_timer_block2::arm(nest_delay);
  work_us(50);
  if constexpr (variant::timer1_has_hooks) observer::point_begin(decode);
  work_us(120);
  if constexpr (variant::timer1_has_hooks) observer::point_end(decode);
  if constexpr (variant::timer1_has_hooks) observer::isr_exit(timer1.id);
}

void dual_timer_handler() {
  observer::isr_enter(dual_timer.id);
  board::dual_timer_block2::acknowledge();
  if (is_quiet) end_quiet();
  board::dual_timer_block2::arm(us(1'700));
  work_us(60);
  // Every eighth shot hands work to the less urgent interrupt, which starts when this one returns: tail-chaining.
  if (++shots % 8 == 0) cortex_m3::pend_interrupt(board::timer1_irq);
  observer::isr_exit(dual_timer.id);
}

void set_up() {
  for (const interrupt& each : interrupts) cortex_m3::set_priority(each.number, each.priority);
  cortex_m3::set_priority(cortex_m3::exception::pend_sv, 0xFF);
  cortex_m3::enable_interrupt(board::timer0_irq);
  cortex_m3::enable_interrupt(board::timer1_irq);
  cortex_m3::enable_interrupt(board::dual_timer_irq);

  bench::create(control, control_task, stacks[control], stack_words);
  bench::create(comm, comm_task, stacks[comm], stack_words);
  bench::create(background, background_task, stacks[background], stack_words);
  bench::create(reader, reader_task, stacks[reader], stack_words);

  end_quiet();
  board::dual_timer_block2::arm(us(1'100));
}

void idle() {
  for (uint32_t trips = 0;; ++trips) {
    if (trips % 1024 == 0) {
      observer::poll();
      announce_closed_window();
    }
    cortex_m3::wait_for_event();
  }
}

}  // namespace scenario
