// SPDX-License-Identifier: MIT
// The Cortex-M port at its edges: Armv6-M and Armv8.1-M, and the policy BASEPRI. What the mask holds back, which
// counters are not there, and an application of three interrupts. The trampoline stands in the vector table as it was
// linked, which is the only way on a Cortex-M0.
//
//   SysTick   0xC0   every 1 ms   50 us   makes `soft` pending, which nests
//   soft      0x80                20 us   makes `urgent` pending, which nests
//   urgent    0x00                10 us   reports where the mask holds it back
#include "cortex_m3.hpp"
#include "ports/cpu/cortex_m/clocks.hpp"
#include "ports/cpu/cortex_m/vectors.hpp"
#include "rtm/clock_test.hpp"
#include "rtm/ledger.hpp"
#include "rtm/pmu/access/cortex_m.hpp"
#include "rtm/pmu/backends/dwt.hpp"
#include "rtm/pmu/backends/pmu_armv81m.hpp"
#include "text_output.hpp"
#include "variant.hpp"
#include "vectors.hpp"

namespace {

using port = variant::port;
constexpr bool urgent_reports = port::holds_back_all;

constexpr uint32_t sys_tick = 15;
constexpr uint32_t soft = 16 + variant::soft_irq;
constexpr uint32_t urgent = 16 + variant::urgent_irq;
constexpr uint32_t interrupts[] = {sys_tick, soft, urgent};
constexpr uint32_t ticks_in_all = 20;

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 16 + 32, points = 0, depth = 3;
};
rtm::ledger<capacity> ledger;
rtm::cortex_m::instrumented_vectors<board::external_interrupts> instrumented;
volatile uint32_t ran[16 + 32];

constexpr text_output<variant::serial> results;

/// Busy for about `n` microseconds: a loop takes 256 ns with `-icount shift=7`.
void work_us(uint32_t n) {
  uint32_t loops = n * 4;
  asm volatile(".syntax unified\n0: subs %0, %0, #1\n\tbne 0b" : "+l"(loops)::"cc");
}

void handle_urgent() {
  ran[urgent] = ran[urgent] + 1;
  work_us(10);
}
void handle_soft() {
  ran[soft] = ran[soft] + 1;
  cortex_m3::pend_interrupt(variant::urgent_irq);
  cortex_m3::settle();  // it nests here
  work_us(20);
}
void handle_sys_tick() {
  ran[sys_tick] = ran[sys_tick] + 1;
  cortex_m3::pend_interrupt(variant::soft_irq);
  cortex_m3::settle();
  work_us(50);
}

rtm_cortex_m_handler handler_of(uint32_t exception) {
  return exception == sys_tick ? handle_sys_tick : exception == soft ? handle_soft : handle_urgent;
}

constexpr vector handlers[] = {
    {cortex_m3::exception::sys_tick, rtm_cortex_m_trampoline},
    {cortex_m3::external(variant::soft_irq), rtm_cortex_m_trampoline},
    {cortex_m3::external(variant::urgent_irq), urgent_reports ? rtm_cortex_m_trampoline : handle_urgent},
};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

void set_up() {
  cortex_m3::set_priority(cortex_m3::exception::sys_tick, 0xC0);
  cortex_m3::set_priority(cortex_m3::external(variant::soft_irq), 0x80);
  cortex_m3::set_priority(cortex_m3::external(variant::urgent_irq), 0x00);
  cortex_m3::enable_interrupt(variant::soft_irq);
  cortex_m3::enable_interrupt(variant::urgent_irq);
}

/// Before the ledger starts, so nothing is reported that counts.
void show_mask() {
  const port::mask_state outer = port::lock();
  const port::mask_state inner = port::lock();
  cortex_m3::pend_interrupt(variant::soft_irq);
  cortex_m3::pend_interrupt(variant::urgent_irq);
  cortex_m3::settle();
  port::unlock(inner);
  cortex_m3::settle();
  results.text("held back: soft ").decimal(1 - ran[soft]).text(" urgent ").decimal(1 - ran[urgent]).put('\n');
  port::unlock(outer);
  cortex_m3::settle();
  results.text("let in: soft ").decimal(ran[soft]).text(" urgent ").decimal(ran[urgent]).put('\n');
}

template <class Backend>
void show_pmu(const char* name) {
  Backend counters;
  results.text(name).put(' ').text(rtm::pmu::name_of(counters.start_up())).put('\n');
}

void show_what_is_missing() {
  results.text("CYCCNT ").text(name_of(rtm::cortex_m::cycle_counter<board::clock_hz>::start())).put('\n');
  show_pmu<rtm::pmu::dwt<rtm::pmu::access::cortex_m>>("DWT");
#if __ARM_ARCH >= 8
  show_pmu<rtm::pmu::pmu_armv81m<rtm::pmu::access::cortex_m>>("PMU");
#endif
  const rtm::clock_report found = rtm::test_clock<port>({});
  results.text("clock ").text(rtm::name_of(found.status)).put('\n');
}

void run_application() {
  for (volatile uint32_t& each : ran) each = 0;
  rtm::report<port>([](uint32_t now) { (void)ledger.start(now, rtm::idle, {}); });
  cortex_m3::start_sys_tick(1'000 * board::ticks_per_us);
  while (ran[sys_tick] < ticks_in_all) cortex_m3::wait_for_event();
  (void)rtm::cortex_m::primask<>::lock();
}

void print() {
  results.text("application\n");
  const rtm::coverage found =
      instrumented.find_coverage([](uint32_t exception) { results.text("uncovered ").decimal(exception).put('\n'); });
  results.text("enabled ").decimal(found.enabled).text(" uncovered ").decimal(found.uncovered).put('\n');
  cortex_m3::stop_sys_tick();
  rtm::report<port>([](uint32_t now) { (void)ledger.snapshot(now); });
  const rtm::epoch_header epoch = ledger.epoch();
  results.text("valid ").decimal(epoch.valid ? 1 : 0).text(" total ").decimal(epoch.total_ticks);
  results.text(" idle ").decimal(ledger.epoch_sums(rtm::idle).exclusive).put('\n');
  for (const uint32_t id : interrupts) {
    const rtm::call_sums sums = ledger.epoch_sums(rtm::isr_id{id});
    results.text("isr ").decimal(id).text(" ran ").decimal(ran[id]).text(" calls ").decimal(sums.calls);
    results.text(" exclusive ").decimal(sums.exclusive).text(" inclusive ").decimal(sums.inclusive).put('\n');
  }
}

}  // namespace

rtm_cortex_m_handler rtm_cortex_m_enter(uint32_t exception) {
  rtm::report<port>([=](uint32_t now) { (void)ledger.isr_enter(now, rtm::isr_id{exception}); });
  return handler_of(exception);
}
void rtm_cortex_m_exit(uint32_t exception) {
  rtm::report<port>([=](uint32_t now) { (void)ledger.isr_exit(now, rtm::isr_id{exception}); });
}

int main() {
  variant::serial::start();
  variant::start_clock();
  set_up();
  show_mask();
  show_what_is_missing();
  instrumented.was_linked(rtm::cortex_m::trampoline_address());
  run_application();
  print();
  const bool good = ledger.epoch().valid;
  results.text("end ").decimal(good ? 0 : 1).put('\n');
  return good ? 0 : 1;
}
