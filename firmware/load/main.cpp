// SPDX-License-Identifier: MIT
// TI's three methods of finding a CPU load, beside the ledger, for an idle loop that spins, one under an interrupt that
// nobody hooked, and one that halts. See README.md for what comes out.
#include "board_mps2_an385.hpp"
#include "observed.hpp"
#include "output.hpp"
#include "scenario.hpp"
#include "vectors.hpp"

namespace observed {
ledger_type ledger;
load_type load;
}  // namespace observed

namespace {

constexpr cortex_m3::exception timer_vector = cortex_m3::external(board::timer0_irq);
constexpr cortex_m3::exception urgent_vector = cortex_m3::external(board::timer1_irq);
constexpr cortex_m3::exception blind_vector = cortex_m3::external(board::dual_timer_irq);

constexpr vector handlers[] = {
    {timer_vector, scenario::timer_handler},
    {urgent_vector, scenario::urgent_handler},
    {blind_vector, scenario::blind_handler},
};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

// The clock wraps 25 ms after its start, in a window of the first idle loop.
constexpr uint32_t first_reading = 0U - 25'000 * board::ticks_per_us;

bool start_ledger() {
  return rtm::report<observed::port>([](uint32_t now) { return observed::ledger.start(now, rtm::idle, {}); }) ==
         rtm::status::ok;
}

bool run_all() {
  return start_ledger() && scenario::run(scenario::idle_loop::spins) && scenario::run(scenario::idle_loop::blind) &&
         scenario::run(scenario::idle_loop::halts);
}

}  // namespace

int main() {
  output::enable();
  board::free_running_clock::start(first_reading);
  cortex_m3::set_priority(timer_vector, 0xC0);
  cortex_m3::set_priority(blind_vector, 0x80);
  cortex_m3::set_priority(urgent_vector, 0x40);
  cortex_m3::enable_interrupt(board::timer0_irq);
  cortex_m3::enable_interrupt(board::timer1_irq);
  cortex_m3::enable_interrupt(board::dual_timer_irq);
  board::timer0.arm(300 * board::ticks_per_us);
  board::timer1.arm(700 * board::ticks_per_us);
  const bool ran = run_all();
  (void)board::port::lock();
  const bool good = ran && scenario::bad_readings == 0 && observed::ledger.sink().dropped() == 0;
  output::print_windows();
  output::print_timeline();
  output::print_end(good ? 0 : 1);
  return good ? 0 : 1;
}
