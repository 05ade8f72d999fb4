// SPDX-License-Identifier: MIT
#include "output.hpp"

#include "board_mps2_an385.hpp"
#include "observed.hpp"
#include "rtm/load_forms.hpp"
#include "rtm/rtm_load.h"
#include "scenario.hpp"
#include "uart.hpp"

namespace output {
namespace {

constexpr uart results{board::uart0_base};
constexpr uart timeline{board::uart1_base};

void number(const char* name, uint64_t value) { results.text(name).decimal(value); }

void print_load(const char* name, rtm_load_status answer, const rtm_load_stat& load) {
  results.text(name);
  uint32_t permille = 0;
  if (answer != RTM_LOAD_OK || rtm::calculate_permille(load, permille) != RTM_LOAD_OK) {
    results.text("n/a: ").text(rtm_load_status_name(answer)).put('\n');
    return;
  }
  results.decimal(permille / 10).text(".").decimal(permille % 10);
  results.text(load.quality == RTM_LOAD_EXACT ? " % exact, " : " % estimate, ");
  results.decimal(load.thread_ticks).text(" ticks\n");
}

void print_coverage(const scenario::window& w) {
  results.text("  coverage:  ");
  if (w.coverage_answer != RTM_LOAD_OK) {
    results.text("n/a: ").text(rtm_load_status_name(w.coverage_answer)).put('\n');
    return;
  }
  number("idle ", w.coverage.idle_ticks);
  number(", seen ", w.coverage.confirmed_ticks);
  number(", not seen ", w.coverage.unconfirmed_ticks);
  results.put('\n');
}

void print_window(const scenario::window& w) {
  const rtm_load_summary& s = w.summary;
  number("window ", s.window);
  number(": ", s.total_ticks);
  number(" ticks from ", s.start_ticks);
  number("\n  = task ", s.task_ticks);
  number(" + interrupts ", s.hwi_ticks);
  number(" + kernel ", s.kernel_ticks);
  number(" + idle ", s.idle_ticks);
  number("\n  halted ", s.halted_ticks);
  number(", trips ", s.trips);
  number(" of at least ", s.shortest_trip_ticks);
  results.put('\n');
  print_load("  1 trips:   ", w.answer[RTM_LOAD_BY_TRIPS], w.load[RTM_LOAD_BY_TRIPS]);
  print_load("  2 ledger:  ", w.answer[RTM_LOAD_BY_LEDGER], w.load[RTM_LOAD_BY_LEDGER]);
  print_load("  3 halted:  ", w.answer[RTM_LOAD_BY_HALT], w.load[RTM_LOAD_BY_HALT]);
  print_coverage(w);
}

void print_fact(const fact_log::entry& fact) {
  if (fact.kind == rtm::fact_kind::reset) timeline.text("start ");
  timeline.decimal(fact.now);
  switch (fact.kind) {
    case rtm::fact_kind::reset:
    case rtm::fact_kind::task_switch: timeline.text(rtm::task_id{fact.id} == rtm::idle ? " idle" : " task 0"); break;
    case rtm::fact_kind::isr_enter: timeline.text(" isr_enter ").decimal(fact.id); break;
    case rtm::fact_kind::isr_exit: timeline.text(" isr_exit ").decimal(fact.id); break;
    case rtm::fact_kind::point_begin: timeline.text(" point_begin ").decimal(fact.id); break;
    case rtm::fact_kind::point_end: timeline.text(" point_end ").decimal(fact.id); break;
    case rtm::fact_kind::poll: timeline.text(" poll"); break;
    default: timeline.text(" unexpected"); break;  // this image reports no other
  }
  timeline.put('\n');
}

}  // namespace

void enable() {
  results.enable_transmitter();
  timeline.enable_transmitter();
}

void print_windows() {
  for (uint32_t loop = 0; loop < scenario::idle_loops; ++loop) {
    results.text("idle loop: ").text(scenario::names[loop]).put('\n');
    for (const scenario::window& w : scenario::windows[loop]) print_window(w);
  }
  number("read in interrupts: ", scenario::readings);
  number(", wrong: ", scenario::bad_readings);
  results.put('\n');
}

void print_timeline() {
  timeline.text("rtm-timeline 1\nclock bits=32 hz=").decimal(board::clock_hz).text("\n");
  timeline.text("task 0 control\nisr 0 timer\nisr 1 urgent\npoint 0 halt\n");
  const fact_log& facts = observed::ledger.sink();
  for (uint32_t i = 0; i < facts.count(); ++i) print_fact(facts[i]);
}

void print_end(uint32_t exit_code) { results.text("end ").decimal(exit_code).put('\n'); }

}  // namespace output
