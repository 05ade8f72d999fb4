// SPDX-License-Identifier: MIT
// Why mask first and read the clock then? An interrupt is made to fall on every instruction of a hook, once with the
// right order and once with the natural wrong one. The right one survives; the wrong one is caught by the ledger: the
// interrupt's own facts overtook a reading that was already old.
#include "board_mps2_an385.hpp"
#include "cortex_m3.hpp"
#include "rtm/ledger.hpp"
#include "uart.hpp"
#include "vectors.hpp"

namespace {

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 1, points = 0, depth = 1;
};
rtm::ledger<capacity> ledger;
constexpr rtm::isr_id interrupt{0};
uint32_t interrupts = 0;

template <class Fact>
void report(Fact fact) {
  rtm::report<board::port>(fact);
}

template <class Fact>
void report_in_wrong_order(Fact fact) {
  const uint32_t now = board::port::now();
  const uint32_t mask = board::port::lock();
  fact(now);
  board::port::unlock(mask);
}

void interrupt_handler() {
  report([](uint32_t now) { (void)ledger.isr_enter(now, interrupt); });
  board::dual_timer_block2::acknowledge();
  ++interrupts;
  report([](uint32_t now) { (void)ledger.isr_exit(now, interrupt); });
}

constexpr vector handlers[] = {{cortex_m3::external(board::dual_timer_irq), interrupt_handler}};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

/// Hooks back to back, and an interrupt after 1, 2, 3, ... ticks: an instruction takes three, so none is missed.
template <class Poll>
rtm::status sweep(Poll poll) {
  interrupts = 0;
  report([](uint32_t now) { (void)ledger.start(now, rtm::kernel, {}); });
  for (uint32_t delay = 1; delay <= 1'000; ++delay) {
    const uint32_t before = interrupts;
    board::dual_timer_block2::arm(delay);
    while (*const_cast<volatile uint32_t*>(&interrupts) == before) poll();
  }
  rtm::fault fault;
  (void)ledger.first_fault(fault);
  return fault.kind;
}

const char* name_of(rtm::status kind) {
  return kind == rtm::status::ok ? "valid" : kind == rtm::status::time_backwards ? "time_backwards" : "another fault";
}

}  // namespace

int main() {
  constexpr uart results{board::uart0_base};
  results.enable_transmitter();
  board::free_running_clock::start(0);
  cortex_m3::enable_interrupt(board::dual_timer_irq);

  const auto poll = [](uint32_t now) { (void)ledger.poll(now); };
  const rtm::status right = sweep([&] { report(poll); });
  results.text("mask, then clock: ").text(name_of(right)).put('\n');
  const rtm::status wrong = sweep([&] { report_in_wrong_order(poll); });
  results.text("clock, then mask: ").text(name_of(wrong)).put('\n');

  const bool as_expected = right == rtm::status::ok && wrong == rtm::status::time_backwards;
  results.text("end ").decimal(as_expected ? 0 : 1).put('\n');
  return as_expected ? 0 : 1;
}
