// SPDX-License-Identifier: MIT
// The RISC-V port on QEMU's `virt`, RV32 and RV64: the start-up test of two clocks, then one application twice, with
// its own vectors and under the instrumenting trap entry. Of its two interrupts the timer has no hooks.
//
//   timer  cause 7   every 200 us, 30 us   no hooks; in every third the other one nests
//   soft   cause 3   10 us                 hooks of its own
#include "board.hpp"
#include "ports/cpu/riscv/traps.hpp"
#include "rtm/clock_test.hpp"
#include "rtm/ledger.hpp"
#include "text_output.hpp"

extern "C" {
[[noreturn]] void run(uint32_t hart);
[[noreturn]] void unexpected_trap();
void application_vectors();
void timer_handler();
void soft_handler();
}

namespace {

constexpr uint32_t soft = 3;
constexpr uint32_t timer = 7;
constexpr uint32_t causes[] = {soft, timer};
constexpr uint32_t ticks_in_all = 30;
constexpr uint64_t period = 200 * board::ticks_per_us;

using clock64 = rtm::riscv::mtime<board::mtime, board::mtime_hz>;
using cycles_port =
    rtm::port_of<rtm::riscv::cycle_counter<board::mcycle_hz, true>, rtm::riscv::mie_mask<>, rtm::riscv::harts<1>>;

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 16, points = 0, depth = 3;
};
rtm::ledger<capacity> ledger;
rtm::riscv::instrumented_traps<> traps;

constexpr text_output<board::uart> results;

volatile uint32_t ran[16];
volatile uint32_t active_seen[16];

/// Busy for about `n` microseconds: two instructions take 256 ns.
void work_us(uint32_t n) {
  uint32_t loops = n * 4;
  asm volatile("0: addi %0, %0, -1\n\tbnez %0, 0b" : "+r"(loops));
}

void isr_enter(uint32_t cause) {
  rtm::report<board::port>([=](uint32_t now) { (void)ledger.isr_enter(now, rtm::isr_id{cause}); });
}
void isr_exit(uint32_t cause) {
  rtm::report<board::port>([=](uint32_t now) { (void)ledger.isr_exit(now, rtm::isr_id{cause}); });
}

void sleep() {
  board::set_deadline(clock64::now() + 1'000);
  board::enable_interrupts(1U << timer);
  board::wait_for_interrupt();  // masked: it wakes, and no handler runs
  board::disable_interrupts(1U << timer);
}

template <class Port>
void check_clock(const char* name) {
  const rtm::clock_report found = rtm::test_clock<Port, clock64>({}, sleep);
  results.text("clock ").text(name).text(" ").text(rtm::name_of(found.status)).put('\n');
}

void run_application() {
  for (volatile uint32_t& each : ran) each = 0;
  board::set_deadline(clock64::now() + period);
  board::enable_interrupts(1U << timer | 1U << soft);
  rtm::report<board::port>([](uint32_t now) { (void)ledger.start(now, rtm::idle, {}); });
  board::unmask();
  while (ran[timer] < ticks_in_all) board::wait_for_interrupt();
  (void)board::port::lock();
  rtm::report<board::port>([](uint32_t now) { (void)ledger.snapshot(now); });
}

void print(const char* name) {
  results.text(name).put('\n');
  const rtm::coverage found =
      traps.find_coverage([](uint32_t cause) { results.text("uncovered ").decimal(cause).put('\n'); });
  results.text("enabled ").decimal(found.enabled).text(" uncovered ").decimal(found.uncovered).put('\n');
  results.text("valid ").decimal(ledger.epoch().valid ? 1 : 0).text(" total ").decimal(ledger.epoch().total_ticks);
  results.text(" idle ").decimal(ledger.epoch_sums(rtm::idle).exclusive).put('\n');
  for (const uint32_t cause : causes) {
    const rtm::call_sums sums = ledger.epoch_sums(rtm::isr_id{cause});
    results.text("isr ").decimal(cause).text(" ran ").decimal(ran[cause]).text(" calls ").decimal(sums.calls);
    results.text(" exclusive ").decimal(sums.exclusive).text(" inclusive ").decimal(sums.inclusive).put('\n');
  }
}

}  // namespace

[[gnu::interrupt("machine")]] void timer_handler() {
  board::set_deadline(clock64::now() + period);
  ran[timer] = ran[timer] + 1;
  active_seen[timer] = board::port::active_exception();
  work_us(15);
  if (ran[timer] % 3 == 0) {
    rtm::mmio::write(board::msip, 1);
    board::let_nest_all_but(1U << timer);
  }
  work_us(15);
}

[[gnu::interrupt("machine")]] void soft_handler() {
  isr_enter(soft);
  rtm::mmio::write(board::msip, 0);
  ran[soft] = ran[soft] + 1;
  active_seen[soft] = board::port::active_exception();
  work_us(10);
  isr_exit(soft);
}

[[gnu::naked]] void rtm_riscv_exception() { asm volatile("j unexpected_trap"); }
void unexpected_trap() { board::exit(99); }

uintptr_t rtm_riscv_enter(uint32_t cause) {
  rtm::riscv::harts<1>::running[0].push(cause);
  if (traps.must_report(cause)) isr_enter(cause);
  return traps.original(cause);
}
void rtm_riscv_exit(uint32_t cause) {
  if (traps.must_report(cause)) isr_exit(cause);
  rtm::riscv::harts<1>::running[0].pop();
}

void run(uint32_t) {
  check_clock<board::port>("mtime");
  check_clock<cycles_port>("mcycle");
  asm volatile("csrw mtvec, %0" ::"r"(reinterpret_cast<uintptr_t>(&application_vectors) + 1) : "memory");
  traps.reports_itself(soft);
  run_application();
  print("plain");
  bool good = ledger.epoch().valid;
  good = traps.install(rtm::riscv::entry_address()) == rtm::riscv::traps_status::ok && good;
  run_application();
  print("instrumented");
  results.text("active ").decimal(active_seen[soft]).text(" ").decimal(active_seen[timer]).put('\n');
  good = good && ledger.epoch().valid && board::port::active_exception() == rtm::no_id;
  results.text("end ").decimal(good ? 0 : 1).put('\n');
  board::exit(good ? 0 : 1);
}
