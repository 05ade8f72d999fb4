// SPDX-License-Identifier: MIT
// The demo image, and those of ../trace: what is observed is in scenario.cpp, how it is told to the ledger in
// observer.hpp, what comes out in reader.cpp, output.hpp and README.md.
#include "board_mps2_an385.hpp"
#include "context_bench.hpp"
#include "observer.hpp"
#include "output.hpp"
#include "scenario.hpp"
#include "vectors.hpp"

namespace {

// The clock wraps 70 ms after its start, in the second window. A ledger must not notice.
constexpr uint32_t first_reading = 0U - 70'000 * board::ticks_per_us;

constexpr uint32_t exit_ledger_refused = 2;

constexpr vector handlers[] = {
    {cortex_m3::exception::pend_sv, bench::pend_sv_handler},
    {scenario::sys_tick.number, scenario::sys_tick_handler},
    {scenario::timer0.number, scenario::timer0_handler},
    {scenario::timer1.number, scenario::timer1_handler},
    {scenario::dual_timer.number, scenario::dual_timer_handler},
};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

alignas(8) uint32_t idle_stack[128];

}  // namespace

int main() {
  (void)board::port::lock();
  output::enable();
  scenario::begin_reader(first_reading);
  board::free_running_clock::start(first_reading);
  if (!observer::start()) return exit_ledger_refused;
  scenario::set_up();
  bench::run(scenario::idle, idle_stack, sizeof idle_stack / sizeof idle_stack[0]);
}
