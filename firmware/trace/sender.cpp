// SPDX-License-Identifier: MIT
// The least urgent task sends the trace while everything else goes on: pages that are full, and each window that has
// closed. What that costs is in the ledger, as the time of this task.
#include "board_mps2_an385.hpp"
#include "context_bench.hpp"
#include "observer.hpp"
#include "output.hpp"
#include "recorder.hpp"
#include "scenario.hpp"
#include "semihosting.hpp"
#include "uart.hpp"

namespace {

rtm::trace::encoder<uint32_t, 384> encoder;  // a packet is made well within max_gap

/// Polls between packets: while nothing else happens, making one is the longest time without a fact.
void send() {
  while (encoder.step(observer::ledger) || encoder.is_pending()) observer::poll();
}

uint64_t closed_windows() {
  rtm::window_header latest;
  return observer::ledger.latest_window(latest) == rtm::status::ok ? latest.index + 1 : 0;
}

/// All that is left, and in the end the final sums, which `rtm verify` compares with its own.
[[noreturn]] void finish() {
  observer::stop();
  encoder.send_snapshot();
  encoder.finish();
  while (encoder.step(observer::ledger) || encoder.is_pending()) {
  }
  const fact_log& log = observer::ledger.sink().log();
  output::print_timeline(log);
  const uart text(board::uart0_base);
  text.text("lost ").decimal(recorder::core0_trace.facts_lost()).put('\n');
  const uint32_t exit_code = observer::ledger.epoch().valid && log.dropped() == 0 ? 0 : 1;
  output::print_end(0, log, exit_code);
  semihosting::exit(exit_code);
}

}  // namespace

void scenario::begin_reader(uint32_t /*first_reading*/) {
  recorder::attach();
  encoder.begin(recorder::core0_trace, recorder::names, recorder::names_count, recorder::uart_stream());
}

bool scenario::reader_has_work() {
  static uint64_t announced_windows = 0;
  static uint32_t announced_pages = 0;
  const uint64_t windows = closed_windows();
  const uint32_t pages = recorder::core0_trace.written;
  const bool has_work = windows > announced_windows || pages != announced_pages;
  if (windows > announced_windows) announced_windows = windows;
  announced_pages = pages;
  return has_work;
}

void scenario::reader_task() {
  while (closed_windows() < windows && observer::ledger.epoch().valid) {
    bench::wait();
    send();
  }
  finish();
}
