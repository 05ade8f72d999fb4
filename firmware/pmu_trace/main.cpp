// SPDX-License-Identifier: MIT
// Who executed which instructions, in how many cycles? Two tasks and an interrupt over idle, with two counters as
// columns of the ledger and a trace beside them, on one chain of sinks. The stream goes to the file trace.rtmt, by
// semihosting: `rtm report trace.rtmt` shows the counts. With -icount shift=0 an instruction is a cycle, so the IPC of
// whoever works is 1; idle sleeps, and has fewer.
//
//   task 1   4000 instructions, then task 2   2000, then idle until the timer comes, every 200 us; 600 in its handler
#include "controller.hpp"
#include "ports/cpu/aarch64/irq.hpp"
#include "rtm/clock_test.hpp"
#include "rtm/ledger.hpp"
#include "rtm/pmu/access/aarch64.hpp"
#include "rtm/pmu/backends/pmuv3_a64.hpp"
#include "rtm/pmu/columns.hpp"
#include "rtm/sink_chain.hpp"
#include "rtm/trace/encoder.hpp"
#include "rtm/trace/extra_packets.hpp"
#include "rtm/trace/sink.hpp"
#include "semihosting_file.hpp"
#include "text_output.hpp"

extern "C" {
void run(uint64_t core);
void application_irq();
}

namespace {

namespace arm = rtm::pmu::arm;
using rtm::trace::wire::finder;
using port = board::port;
using backend = rtm::pmu::pmuv3_a64<rtm::pmu::access::aarch64>;
using counters = rtm::pmu::raw_counters<backend, 2>;

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 2, isrs = 1, points = 0, depth = 1;
};
using columns = rtm::pmu::columns<capacity, 2, counters>;
rtm::ledger<capacity, rtm::sink_chain<columns, rtm::trace::sink<>>> ledger;  // columns first: they read what moves
rtm::trace::memory<8, 1024> records;
rtm::trace::encoder<uint32_t, 512, rtm::trace::extra_packets<2>> stream;

rtm::pmu::unit<backend> pmu;
rtm::pmu::counter_group<backend, 2, rtm::pmu::extend::by_poll> group;
counters source;
rtm::aarch64::common_irq<board::gic, 32> interrupts;

constexpr uint32_t window_ticks = 1'000 * board::ticks_per_us;
constexpr uint32_t windows = 5;
constexpr const char* column_names[2] = {"instructions", "cycles"};
constexpr rtm::trace::name names[] = {{rtm::trace::name_class::task, 0, "first"},
                                      {rtm::trace::name_class::task, 1, "second"},
                                      {rtm::trace::name_class::isr, 0, "timer"}};
constexpr text_output<board::uart> results;
volatile uint32_t ticks = 0;
semihosting::file out;

size_t write(void*, const uint8_t* bytes, size_t count) { return out.write(bytes, count); }

/// `loops` times two instructions.
void work(uint64_t loops) { asm volatile("0: subs %0, %0, #1\n\tb.ne 0b" : "+r"(loops)::"cc"); }

void switch_to(rtm::task_id owner) {
  rtm::report<port>([=](uint32_t now) { (void)ledger.task_switch(now, owner); });
}

void timer_handler(uint32_t) {
  board::arm_virtual_timer(200 * board::ticks_per_us);
  ticks = ticks + 1;
  work(300);
}
void isr_enter(uint32_t) {
  rtm::report<port>([](uint32_t now) { (void)ledger.isr_enter(now, rtm::isr_id{0}); });
}
void isr_exit(uint32_t) {
  rtm::report<port>([](uint32_t now) { (void)ledger.isr_exit(now, rtm::isr_id{0}); });
}

/// What does not fit is a finding, and no number.
rtm::pmu::status start_counters() {
  using rtm::pmu::status;
  if (const status s = pmu.start(); s != status::ok) return s;
  if (const status s = group.add(pmu, arm::inst_retired); s != status::ok) return s;
  if (const status s = group.add(pmu, arm::cycle_counter); s != status::ok) return s;
  if (const status s = group.start(pmu); s != status::ok) return s;
  if (const status s = source.attach(pmu.backend(), group); s != status::ok) return s;
  ledger.sink().attach(source);
  return status::ok;
}

void find(finder of, uint32_t status, uint32_t subject) { (void)stream.extras().find(of, status, subject); }

void start() {
  const auto how = rtm::fixed_timing<window_ticks>();
  const rtm::pmu::status counted = start_counters();
  rtm::trace::attach(ledger, records, rtm::trace::mode::drop_new, {0, port::rate_hz(), how});
  (void)stream.begin(records, names, {write, nullptr});
  stream.extras().describe(column_names, 1);
  stream.extras().clock(0);
  find(finder::pmu, uint32_t(counted), 0);
  unsigned n = 0;
  find(finder::pmu, uint32_t(pmu.take(arm::l1d_cache_refill, {}, n)), uint32_t(arm::l1d_cache_refill));
  const rtm::start_answer begun = rtm::start_measuring<port>(ledger, rtm::test_clock<port>({}), rtm::kernel, how);
  find(finder::clock, uint32_t(begun.clock), 0);
}

void run_tasks() {
  board::arm_virtual_timer(200 * board::ticks_per_us);
  board::unmask();
  const uint32_t begin = port::now();
  while (port::now() - begin < windows * window_ticks) {
    const uint32_t before = ticks;
    switch_to(rtm::task_id{0});
    work(2'000);
    switch_to(rtm::task_id{1});
    work(1'000);
    switch_to(rtm::kernel);
    while (stream.step(ledger)) {
    }
    switch_to(rtm::idle);
    while (ticks == before) board::wait_for_interrupt();
  }
  (void)port::lock();
  board::stop_virtual_timer();
}

/// Somebody else stops the counters: what they show from there on is no number.
void let_others_interfere() {
  rtm::report<port>([](uint32_t now) { (void)ledger.reset(now, rtm::kernel); });
  pmu.backend().halt();
  const rtm::pmu::status found = pmu.check();
  if (found != rtm::pmu::status::ok) ledger.sink().spoil(found);
  find(finder::pmu, uint32_t(found), 0);
  rtm::report<port>([](uint32_t now) { (void)ledger.snapshot(now); });
}

void send_all() {
  rtm::report<port>([](uint32_t now) { (void)ledger.snapshot(now); });
  stream.send_snapshot();
  while (stream.step(ledger)) {
  }
}

}  // namespace

void application_irq() { interrupts.take(isr_enter, isr_exit); }
void rtm_aarch64_irq() { application_irq(); }
void rtm_aarch64_exception() { board::exit(99); }

void run(uint64_t) {
  board::controller::set_up_distributor();
  board::controller::set_up_core();
  board::controller::enable(board::virtual_timer, 0x80);
  interrupts.set(board::virtual_timer, timer_handler);
  bool good = out.open("trace.rtmt");
  start();
  run_tasks();
  good = good && ledger.epoch().valid;
  send_all();
  let_others_interfere();
  stream.finish();
  send_all();
  out.close();
  results.text("timer ").decimal(ticks).put('\n');
  results.text("end ").decimal(good ? 0 : 1).put('\n');
  board::exit(good ? 0 : 1);
}
