// SPDX-License-Identifier: MIT
// A flight recorder. The first run ends in a fault, which freezes the trace, and in a reset; the second finds the trace
// in memory that nobody cleared, and sends it.
#include "board_mps2_an385.hpp"
#include "context_bench.hpp"
#include "observer.hpp"
#include "output.hpp"
#include "recorder.hpp"
#include "scenario.hpp"
#include "semihosting.hpp"
#include "uart.hpp"

namespace {

constexpr uint32_t exit_found_a_trace_in_garbage = 3;
constexpr uint32_t exit_not_frozen = 4;
constexpr uint64_t windows_before_fault = 6;

uint64_t announced_windows = 0;

/// After power-up memory holds anything. Here it is made to, with everything right but the sum too.
void expect_no_trace_in_garbage() {
  auto* const words = reinterpret_cast<uint32_t*>(&recorder::core0_trace);
  uint32_t garbage = 1;
  for (size_t i = 0; i < sizeof recorder::core0_trace / sizeof *words; ++i)
    words[i] = garbage = garbage * 1'664'525U + 1'013'904'223U;
  if (recorder::core0_trace.holds_trace()) semihosting::exit(exit_found_a_trace_in_garbage);
  recorder::attach();
  recorder::core0_trace.capacity.tasks ^= 1U;
  if (recorder::core0_trace.holds_trace()) semihosting::exit(exit_found_a_trace_in_garbage);
}

[[noreturn]] void send_trace_of_run_before() {
  if (recorder::core0_trace.frozen == 0) semihosting::exit(exit_not_frozen);
  static rtm::trace::encoder<> encoder;
  encoder.begin(recorder::core0_trace, recorder::names, recorder::names_count, recorder::uart_stream());
  encoder.finish();
  while (encoder.step() || encoder.is_pending()) {
  }
  const uart text(board::uart0_base);
  text.text("lost ").decimal(recorder::core0_trace.facts_lost()).text("\nend 0\n");
  semihosting::exit(0);
}

}  // namespace

void scenario::begin_reader(uint32_t /*first_reading*/) {
  if (recorder::core0_trace.holds_trace()) send_trace_of_run_before();
  expect_no_trace_in_garbage();
  recorder::attach();
}

bool scenario::reader_has_work() {
  rtm::window_header latest;
  if (observer::ledger.latest_window(latest) != rtm::status::ok || latest.index < announced_windows) return false;
  announced_windows = latest.index + 1;
  return true;
}

void scenario::reader_task() {
  while (announced_windows < windows_before_fault) bench::wait();
  observer::isr_exit(timer0.id);  // of an interrupt that is not active: the fault
  observer::poll();               // ignored, and not in the trace
  (void)board::port::lock();
  output::print_timeline(observer::ledger.sink().log());
  cortex_m3::reset_system();
}
