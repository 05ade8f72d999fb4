// SPDX-License-Identifier: MIT
#include "scenario.hpp"

#include "board_mps2_an385.hpp"
#include "observed.hpp"

namespace scenario {

window windows[idle_loops][windows_each];
uint32_t readings = 0;
uint32_t bad_readings = 0;

namespace {

constexpr uint32_t us(uint32_t n) { return n * board::ticks_per_us; }
constexpr uint32_t window_ms = 10;

idle_loop current = idle_loop::spins;
volatile uint32_t closed_windows = 0;
volatile bool is_task_due = false;
uint32_t shots = 0;
uint32_t halts = 0;

/// Busy for about `n` microseconds, by instructions and not by the clock, so that every reading of it is a fact.
void work_us(uint32_t n) {
  uint32_t loops = n * 4;
  asm volatile("0: subs %0, %0, #1\n\tbne 0b" : "+r"(loops)::"cc");
}

/// Called by the update: interrupts are on, and nothing can close another window before it returns.
void keep_window(const rtm_load_summary* closed, void* /*argument*/) {
  if (closed_windows == windows_each) return;
  window& w = windows[static_cast<uint32_t>(current)][closed_windows];
  w.summary = *closed;
  for (uint32_t method = RTM_LOAD_BY_TRIPS; method <= RTM_LOAD_BY_HALT; ++method) {
    w.answer[method] = observed::load.get_cpu_load(rtm_load_method(method), w.load[method]);
  }
  w.coverage_answer = observed::load.get_coverage(w.coverage);
  closed_windows = closed_windows + 1;
}

rtm_load_config config_of(idle_loop which) {
  rtm_load_config how = {};
  how.hwiEnabled = how.taskEnabled = how.updateInIdle = how.enableCPULoadCalc = 1;
  how.windowInMs = window_ms;
  how.ticksPerMs = 1'000 * board::ticks_per_us;
  how.idleHalts = which == idle_loop::halts ? 1 : 0;
  how.haltPoint = observed::halt_point;
  how.postUpdate = keep_window;
  return how;
}

void run_task() {
  is_task_due = false;
  (void)observed::load.task_switch(observed::control);
  work_us(700);
  (void)observed::load.task_switch(rtm::idle);
}

/// Masked from the question to the halt, or an interrupt in between would be slept through. A pending interrupt wakes
/// the masked core; its handler runs after the unmask. The hook of that handler ends a halt too, so every other one is
/// left to it.
void halt_if_nothing_is_due() {
  const uint32_t mask = board::port::lock();
  if (!is_task_due) {
    (void)observed::load.halt_begin();
    asm volatile("wfi" ::: "memory");
    if (++halts % 2 == 0) (void)observed::load.halt_end();
  }
  board::port::unlock(mask);
}

}  // namespace

void timer_handler() {
  (void)observed::load.hwi_begin(observed::timer);
  board::timer0.acknowledge();
  board::timer0.arm(us(2'000));
  if (++shots % 4 == 0) board::timer1.arm(us(30));  // the urgent one comes into this one
  work_us(80);
  is_task_due = true;
  (void)observed::load.hwi_end(observed::timer);
}

void urgent_handler() {
  (void)observed::load.hwi_begin(observed::urgent);
  board::timer1.acknowledge();
  board::timer1.arm(us(1'300));
  rtm_load_summary s = {};
  const rtm_load_status answer = observed::load.get_summary(s);
  ++readings;
  const bool adds_up = s.hwi_ticks + s.swi_ticks + s.task_ticks + s.idle_ticks + s.kernel_ticks == s.total_ticks;
  if (answer == RTM_LOAD_OK ? !adds_up : answer != RTM_LOAD_NO_WINDOW) ++bad_readings;
  work_us(40);
  (void)observed::load.hwi_end(observed::urgent);
}

/// The hooks were forgotten.
void blind_handler() {
  board::dual_timer_block2::acknowledge();
  if (current == idle_loop::blind) board::dual_timer_block2::arm(us(1'000));
  work_us(150);
}

bool run(idle_loop which) {
  current = which;
  closed_windows = 0;
  const rtm_load_config how = config_of(which);
  if (observed::load.start(observed::ledger, rtm::idle, how) != RTM_LOAD_OK) return false;
  if (which == idle_loop::blind) board::dual_timer_block2::arm(us(500));
  while (closed_windows != windows_each) {
    (void)observed::load.idle();
    if (is_task_due) run_task();
    if (which == idle_loop::halts) halt_if_nothing_is_due();
  }
  return true;
}

}  // namespace scenario
