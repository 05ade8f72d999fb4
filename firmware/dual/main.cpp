// SPDX-License-Identifier: MIT
// Two Cortex-M33 (QEMU's mps2-an521), a ledger and a table of trampolines each, one clock for both. Core 0 sends
// messages to core 1 and reads its closed windows while it goes on. No handler has hooks.
//
//   SysTick   15        core 0: every 250 us, core 1: every 400 us; 20 us
//   message   16 + 6    core 1 only, at every second SysTick of core 0; 10 us
#include "cortex_m3.hpp"
#include "ports/cpu/cortex_m/vectors.hpp"
#include "rtm/ledger.hpp"
#include "uart.hpp"
#include "vectors.hpp"

namespace {

constexpr uint32_t sys_tick = 15;
constexpr uint32_t message_irq = 6;
constexpr uint32_t message = 16 + message_irq;
constexpr uint32_t interrupts[] = {sys_tick, message};
constexpr uint32_t window_ticks = 5'000 * board::ticks_per_us;
constexpr uint32_t windows = 8;
constexpr uint32_t cores = board::port::cores;

// Where core 1 begins, its release, and the message handling unit (SSE-200 technical reference).
constexpr uint32_t initial_vectors_of_core1 = 0x5002'1114U;
constexpr uint32_t hold_back = 0x5002'1118U;
constexpr uint32_t set_message_for_core1 = 0x5000'3014U;
constexpr uint32_t clear_message_for_core1 = 0x5000'3018U;

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 32, points = 0, depth = 3;
};
rtm::ledger<capacity> ledgers[cores];
rtm::cortex_m::instrumented_vectors<board::external_interrupts> tables[cores];
volatile uint32_t ran[cores][32];
volatile bool is_up = false;
volatile bool may_start = false;
volatile bool must_stop = false;
volatile bool is_done = false;
bool is_installed[cores];
rtm::coverage covered[cores];

constexpr uart results{board::uart0_base};

uint32_t this_core() { return board::port::core_index(); }

/// Busy for about `n` microseconds: two instructions take 256 ns with `-icount shift=7`.
void work_us(uint32_t n) {
  uint32_t loops = n * 4;
  asm volatile("0: subs %0, %0, #1\n\tbne 0b" : "+r"(loops)::"cc");
}

void count(uint32_t exception) { ran[this_core()][exception] = ran[this_core()][exception] + 1; }

void sys_tick_handler() {
  count(sys_tick);
  if (this_core() == 0 && ran[0][sys_tick] % 2 == 0) mmio::write(set_message_for_core1, 1);
  work_us(20);
}

void message_handler() {
  mmio::write(clear_message_for_core1, 0xFFFF'FFFFU);
  count(message);
  work_us(10);
}

using port = board::port;
using ledger_type = rtm::ledger<capacity>;

void install_on_this_core() {
  const uint32_t core = this_core();
  is_installed[core] = tables[core].install(rtm::cortex_m::trampoline_address()) == rtm::cortex_m::vectors_status::ok;
}

void start_this_core(uint32_t period_us) {
  (void)rtm::report_on_core<port>(ledgers, [](ledger_type& mine, uint32_t now) {
    (void)mine.start(now, rtm::idle, rtm::fixed_timing<window_ticks>());
  });
  cortex_m3::start_sys_tick(period_us * board::ticks_per_us);
}

void stop_this_core() {
  (void)port::lock();
  covered[this_core()] = tables[this_core()].find_coverage();
  cortex_m3::stop_sys_tick();
  (void)rtm::report_on_core<port>(ledgers, [](ledger_type& mine, uint32_t now) { (void)mine.snapshot(now); });
}

void core1_main() {
  install_on_this_core();
  cortex_m3::enable_interrupt(message_irq);
  is_up = true;
  while (!may_start) cortex_m3::wait_for_event();
  start_this_core(400);
  while (!must_stop) cortex_m3::wait_for_event();
  stop_this_core();
  is_done = true;
  while (true) cortex_m3::wait_for_event();
}

constexpr vector handlers[] = {{cortex_m3::exception::sys_tick, sys_tick_handler}};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

alignas(8) uint32_t stack_of_core1[512];
constexpr vector handlers_of_core1[] = {{cortex_m3::exception::reset, core1_main},
                                        {cortex_m3::exception::sys_tick, sys_tick_handler},
                                        {cortex_m3::external(message_irq), message_handler}};
constexpr vector_table make_vectors_of_core1() {
  vector_table table = make_vectors(handlers_of_core1);
  table.initial_stack = stack_of_core1 + 512;
  return table;
}
alignas(1024) constexpr vector_table vectors_of_core1 = make_vectors_of_core1();

struct readings {
  uint32_t good = 0, bad = 0, moved = 0;
};

/// A window of core 1 that is new since `next`, if there is one.
void read_window(readings& result, uint64_t& next) {
  rtm::window_header window;
  if (ledgers[1].latest_window(window) != rtm::status::ok || window.index < next) return;
  uint64_t owned = ledgers[1].window_sums(window, rtm::idle).exclusive;
  for (const uint32_t id : interrupts) owned += ledgers[1].window_sums(window, rtm::isr_id{id}).exclusive;
  if (!ledgers[1].is_latest(window)) {
    ++result.moved;
    return;
  }
  ++(owned == window.length_ticks ? result.good : result.bad);
  next = window.index + 1;
}

void print_core(uint32_t core) {
  results.text("core").decimal(core).put('\n');
  results.text("enabled ").decimal(covered[core].enabled);
  results.text(" uncovered ").decimal(covered[core].uncovered).put('\n');
  results.text("valid ").decimal(ledgers[core].epoch().valid ? 1 : 0);
  results.text(" total ").decimal(ledgers[core].epoch().total_ticks);
  results.text(" idle ").decimal(ledgers[core].epoch_sums(rtm::idle).exclusive).put('\n');
  for (const uint32_t id : interrupts) {
    const rtm::call_sums sums = ledgers[core].epoch_sums(rtm::isr_id{id});
    results.text("isr ").decimal(id).text(" ran ").decimal(ran[core][id]).text(" calls ").decimal(sums.calls);
    results.text(" exclusive ").decimal(sums.exclusive).text(" inclusive ").decimal(sums.inclusive).put('\n');
  }
}

}  // namespace

rtm_cortex_m_handler rtm_cortex_m_enter(uint32_t exception) {
  (void)rtm::report_on_core<port>(
      ledgers, [=](ledger_type& mine, uint32_t now) { (void)mine.isr_enter(now, rtm::isr_id{exception}); });
  return tables[this_core()].original(exception);
}
void rtm_cortex_m_exit(uint32_t exception) {
  (void)rtm::report_on_core<port>(
      ledgers, [=](ledger_type& mine, uint32_t now) { (void)mine.isr_exit(now, rtm::isr_id{exception}); });
}

int main() {
  results.enable_transmitter();
  board::free_running_clock::start(0xFFFF'0000U);  // it wraps under way
  mmio::write(initial_vectors_of_core1, static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&vectors_of_core1)));
  mmio::write(hold_back, 0);
  install_on_this_core();
  // With -icount the cores take turns, and a turn without a WFE may be longer than a window: set up first, then
  // measure.
  while (!is_up) cortex_m3::wait_for_event();
  may_start = true;
  start_this_core(250);
  readings read;
  uint64_t next = 0;
  const uint32_t begin = port::now();
  while (port::now() - begin < windows * window_ticks) {
    read_window(read, next);
    cortex_m3::wait_for_event();
  }
  must_stop = true;
  while (!is_done) cortex_m3::wait_for_event();
  stop_this_core();
  print_core(0);
  print_core(1);
  results.text("windows good ").decimal(read.good).text(" bad ").decimal(read.bad);
  results.text(" moved ").decimal(read.moved).put('\n');
  const bool good =
      is_installed[0] && is_installed[1] && read.bad == 0 && ledgers[0].epoch().valid && ledgers[1].epoch().valid;
  results.text("end ").decimal(good ? 0 : 1).put('\n');
  return good ? 0 : 1;
}
