// SPDX-License-Identifier: MIT
// The AArch64 port on QEMU's `virt` with four cores: the clock; one application on core 0 with its own vectors and
// under the common one that reports; then all four cores at once.
#include "cores.hpp"
#include "rtm/clock_test.hpp"
#include "text_output.hpp"

extern "C" {
void run(uint64_t core);
void start_other_core();
void application_irq();
extern const char application_vectors[];
}

namespace {

constexpr text_output<board::uart> results;

void print_interrupts(const cores::core& c) {
  for (const uint32_t id : cores::interrupts) {
    const rtm::call_sums sums = c.ledger.epoch_sums(rtm::isr_id{id});
    results.text("isr ").decimal(id).text(" ran ").decimal(c.ran[id]).text(" calls ").decimal(sums.calls);
    results.text(" exclusive ").decimal(sums.exclusive).text(" inclusive ").decimal(sums.inclusive).put('\n');
  }
}

void print_ledger(const cores::core& c) {
  const rtm::epoch_header epoch = c.ledger.epoch();
  results.text("valid ").decimal(epoch.valid ? 1 : 0).text(" total ").decimal(epoch.total_ticks);
  results.text(" idle ").decimal(c.ledger.epoch_sums(rtm::idle).exclusive).put('\n');
  print_interrupts(c);
}

void print_alone(const char* name) {
  results.text(name).put('\n');
  const rtm::coverage found = cores::interrupts_of_all.find_coverage(
      0, rtm::aarch64::vectors_address(), [](uint32_t id) { results.text("uncovered ").decimal(id).put('\n'); });
  results.text("enabled ").decimal(found.enabled).text(" uncovered ").decimal(found.uncovered).put('\n');
  print_ledger(cores::all[0]);
}

void print_core(uint32_t index) {
  results.text("core").decimal(index).put('\n');
  print_ledger(cores::all[index]);
  const cores::readings& read = cores::read_of[index];
  results.text("windows of epoch ").decimal(cores::all[index].ledger.epoch().epoch).text(": ");
  results.text("good ")
      .decimal(read.good)
      .text(" bad ")
      .decimal(read.bad)
      .text(" moved ")
      .decimal(read.moved)
      .put('\n');
}

void check_clock() {
  const rtm::clock_report found = rtm::test_clock<board::port>({});
  results.text("clock cntvct ").text(rtm::name_of(found.status)).text(" of ").decimal(board::port::rate_hz());
  results.text(" Hz\n");
}

/// An epoch without a fault; without -icount also one that a long pause of the host ended.
bool is_sound(const cores::core& c) {
  rtm::fault fault;
  return c.ledger.first_fault(fault) == rtm::status::ok &&
         (fault.kind == rtm::status::ok || fault.kind == rtm::status::gap_exceeded);
}

void forget_counts() {
  for (const uint32_t id : cores::interrupts) cores::all[0].ran[id] = 0;
}

bool run_one_core() {
  board::controller::set_up_distributor();
  cores::set_up_this_core();
  check_clock();
  cores::run_alone();
  print_alone("plain");
  bool good = is_sound(cores::all[0]);
  forget_counts();
  board::hardware::set_vector_base(rtm::aarch64::vectors_address());
  cores::run_alone();
  print_alone("instrumented");
  results.text("active ").decimal(cores::all[0].active_seen[cores::timer]).put('\n');
  return good && is_sound(cores::all[0]) && board::port::active_exception() == rtm::no_id;
}

bool run_four_cores() {
  forget_counts();
  for (uint32_t i = 1; i < cores::count; ++i) {
    if (!board::turn_on(i, start_other_core)) return false;
  }
  cores::run_all();
  bool good = true;
  for (uint32_t i = 0; i < cores::count; ++i) {
    print_core(i);
    good = good && is_sound(cores::all[i]) && cores::read_of[i].bad == 0;
  }
  return good && cores::interrupts_of_all.spurious() == 0 && cores::interrupts_of_all.unhandled() == 0;
}

}  // namespace

/// As an application would write it that does not know of ledgers.
void application_irq() {
  cores::interrupts_of_all.take([](uint32_t) {}, [](uint32_t) {});
}

void rtm_aarch64_irq() { cores::interrupts_of_all.take(cores::isr_enter, cores::isr_exit); }

void rtm_aarch64_exception() { board::exit(99); }

void run(uint64_t core) {
  if (core != 0) {
    board::hardware::set_vector_base(rtm::aarch64::vectors_address());
    cores::set_up_this_core();
    cores::run_other(static_cast<uint32_t>(core));
  }
  const bool good = run_one_core() && run_four_cores();
  results.text("end ").decimal(good ? 0 : 1).put('\n');
  board::exit(good ? 0 : 1);
}
