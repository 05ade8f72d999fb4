// SPDX-License-Identifier: MIT
// The PMU module on a PMUv3 that QEMU models: with -icount shift=0 an instruction is a cycle, and every count is known.
// What QEMU has not (chained counters, freezing, sleep that stops cycles) is in the simulated core of tests/pmu.
#include "counters.hpp"
#include "ports/cpu/aarch64/irq.hpp"

extern "C" {
void run(uint64_t core);
void application_irq();
}

namespace {

rtm::aarch64::common_irq<board::gic, 32> interrupts;
void (*volatile current_handler)();
volatile uint32_t handled;

void overflow_handler(uint32_t) {
  handled = handled + 1;
  current_handler();
}

void nothing(uint32_t) {}

}  // namespace

namespace counters {

void on_overflow(void (*handler)()) {
  current_handler = handler;
  handled = 0;
}
uint32_t overflow_interrupts() { return handled; }

}  // namespace counters

void application_irq() { interrupts.take(nothing, nothing); }
void rtm_aarch64_irq() { application_irq(); }
void rtm_aarch64_exception() { board::exit(99); }

void run(uint64_t) {
  board::controller::set_up_distributor();
  board::controller::set_up_core();
  board::controller::enable(counters::overflow_interrupt, 0x80);
  interrupts.set(counters::overflow_interrupt, overflow_handler);
  interrupts.set(board::virtual_timer, [](uint32_t) { board::stop_virtual_timer(); });
  counters::show_what_is_there();
  counters::test_flags();
  counters::test_line();
  counters::count_exactly();
  counters::sample();
  counters::notice_others();
  counters::sweep_reads();
  counters::wrap_for_real();
  const bool good = interrupts.unhandled() == 0;
  counters::results.text("end ").decimal(good ? 0 : 1).put('\n');
  board::exit(good ? 0 : 1);
}
