// SPDX-License-Identifier: MIT
#include "scenario.hpp"

#include "cortex_m3.hpp"

namespace scenario {

rtm::ledger<capacity, fact_log> ledger;

namespace {

constexpr uint32_t us(uint32_t n) { return n * board::ticks_per_us; }
constexpr uint32_t ticks_in_all = 20;

volatile uint32_t ran[16 + board::external_interrupts];

void count(uint32_t exception) { ran[exception] = ran[exception] + 1; }

/// Busy for about `n` microseconds, by instructions and not by the clock, so that every reading of it is a fact.
void work_us(uint32_t n) {
  uint32_t loops = n * 4;
  asm volatile("0: subs %0, %0, #1\n\tbne 0b" : "+r"(loops)::"cc");
}

}  // namespace

void isr_enter(uint32_t exception) {
  rtm::report<board::port>([=](uint32_t now) { (void)ledger.isr_enter(now, rtm::isr_id{exception}); });
}
void isr_exit(uint32_t exception) {
  rtm::report<board::port>([=](uint32_t now) { (void)ledger.isr_exit(now, rtm::isr_id{exception}); });
}

uint32_t times_run(uint32_t exception) { return ran[exception]; }

void timer0_handler() {
  isr_enter(timer0);
  board::timer0.acknowledge();
  board::timer0.arm(us(1'000));
  count(timer0);
  work_us(100);
  isr_exit(timer0);
}

void timer1_handler() {
  board::timer1.acknowledge();
  board::timer1.arm(us(700));
  count(timer1);
  work_us(150);
  if (ran[timer1] % 4 == 0) cortex_m3::pend_sys_tick();
}

void sys_tick_handler() {
  count(sys_tick);
  work_us(25);
  cortex_m3::pend_interrupt(board::dual_timer_irq);
  cortex_m3::settle();  // it nests here
  work_us(25);
}

void urgent_handler() {
  count(urgent);
  work_us(20);
}

void set_up() {
  cortex_m3::set_priority(cortex_m3::exception::sys_tick, 0xC0);
  cortex_m3::set_priority(cortex_m3::external(board::timer0_irq), 0x80);
  cortex_m3::set_priority(cortex_m3::external(board::timer1_irq), 0x60);
  cortex_m3::set_priority(cortex_m3::external(board::dual_timer_irq), 0x40);
  cortex_m3::enable_interrupt(board::timer0_irq);
  cortex_m3::enable_interrupt(board::timer1_irq);
  cortex_m3::enable_interrupt(board::dual_timer_irq);
}

void run() {
  cortex_m3::start_sys_tick(us(2'500));
  board::timer0.arm(us(300));
  board::timer1.arm(us(450));
  while (ran[sys_tick] < ticks_in_all) cortex_m3::wait_for_event();
  (void)board::port::lock();
}

}  // namespace scenario
