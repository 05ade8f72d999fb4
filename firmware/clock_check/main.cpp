// SPDX-License-Identifier: MIT
// Which clocks of this machine can measure a load? The start-up test of rtm/clock_test.hpp, against a second time base,
// for good ones and for each way of being bad; and what a ledger says that was to be started with it.
#include "board_mps2_an385.hpp"
#include "cortex_m3.hpp"
#include "ports/cpu/cortex_m/clocks.hpp"
#include "rtm/clock_test.hpp"
#include "rtm/ledger.hpp"
#include "uart.hpp"
#include "vectors.hpp"

namespace {

void wake_up() { board::timer1.acknowledge(); }

constexpr vector handlers[] = {{cortex_m3::external(board::timer1_irq), wake_up}};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

using cores = rtm::cortex_m::single_core<>;
using mask = rtm::cortex_m::primask<>;

/// The second time base: the dual timer, which is known to run in idle.
using reference = board::free_running_clock;

/// Timer0 as a clock, at the rate it has and at two that it has not.
template <uint64_t Hz>
using timer0_port = rtm::port_of<rtm::timer_clock<0x4000'0004U, rtm::counts::down, Hz, true>, mask, cores>;
using sys_tick_port = rtm::port_of<rtm::cortex_m::sys_tick_counter<board::clock_hz, true>, mask, cores>;
using modest_sys_tick_port = rtm::port_of<rtm::cortex_m::sys_tick_counter<board::clock_hz, false>, mask, cores>;
using cycles_port = rtm::port_of<rtm::cortex_m::cycle_counter<board::clock_hz, true>, mask, cores>;

constexpr uart results{board::uart0_base};

constexpr uint32_t sleep_us = 500;

void sleep() {
  board::timer1.arm(sleep_us * board::ticks_per_us);
  asm volatile("wfi" ::: "memory");
}

/// As a part does that gates the clock of its core.
void sleep_without_sys_tick() {
  mmio::write(rtm::cortex_m::registers::systick_control, 4);
  sleep();
  mmio::write(rtm::cortex_m::registers::systick_control, 5);
}

template <class Port>
void check(const char* name, void (*sleep_so)()) {
  const rtm::clock_report found = rtm::test_clock<Port, reference>({}, sleep_so);
  static rtm::ledger<> ledger;
  const rtm::start_answer begun = rtm::start_measuring<Port>(ledger, found, rtm::kernel, {});
  results.text(name).text(": ").text(rtm::name_of(begun.clock));
  results.text(begun.ledger == rtm::status::ok ? ", started\n" : ", not started\n");
}

}  // namespace

int main() {
  results.enable_transmitter();
  reference::start(0xFFFF'F000U);  // it wraps under way
  mmio::write(0x4000'0008U, ~0U);  // timer0: reload, value, enable without interrupt
  mmio::write(0x4000'0004U, ~0U);
  mmio::write(0x4000'0000U, 1);
  cortex_m3::enable_interrupt(board::timer1_irq);

  check<timer0_port<board::clock_hz>>("timer0", sleep);
  check<timer0_port<board::clock_hz / 2>>("timer0, said to be half as fast", sleep);
  check<timer0_port<board::clock_hz * 2>>("timer0, said to be twice as fast", sleep);
  const auto cycles = rtm::cortex_m::cycle_counter<board::clock_hz>::start();
  results.text("DWT ").text(name_of(cycles)).put('\n');
  check<cycles_port>("DWT all the same", sleep);
  const auto sys_tick = rtm::cortex_m::sys_tick_counter<board::clock_hz>::start();
  results.text("SysTick ").text(name_of(sys_tick)).put('\n');
  check<sys_tick_port>("SysTick", sleep);
  check<sys_tick_port>("SysTick, gated in sleep", sleep_without_sys_tick);
  check<modest_sys_tick_port>("SysTick, whose port says that it stops", sleep);
  mmio::write(rtm::cortex_m::registers::systick_control, 1);
  results.text("SysTick from the reference ").text(name_of(rtm::cortex_m::sys_tick_counter<1>::start())).put('\n');
  cortex_m3::start_sys_tick(25'000);
  results.text("SysTick with a period ").text(name_of(rtm::cortex_m::sys_tick_counter<1>::start())).put('\n');
  cortex_m3::stop_sys_tick();
  results.text("end 0\n");
  return 0;
}
