// SPDX-License-Identifier: MIT
#include "counters.hpp"
#include "rtm/pmu/line_test.hpp"
#include "rtm/pmu/unit.hpp"
#include "rtm/pmu/wiring.hpp"

namespace counters {
namespace {

namespace a64 = rtm::pmu::a64;

backend pmu;
rtm::pmu::line_test<backend> test;

constexpr uint32_t most_calls = 100;

/// Leaves its flag as it is until it gives up.
void never_clear() {
  if (overflow_interrupts() == most_calls) pmu.clear_overflows(1);
}
void clear() { pmu.clear_overflows(1); }

void start_quiet() {
  (void)pmu.start_up();
  pmu.run();
}

rtm::pmu::status test_now() {
  on_overflow([] { test.on_interrupt(); });
  test.begin(pmu, 0, 1);
  let_interrupts_in();
  return test.end();
}

rtm::pmu::status wired() {
  rtm::pmu::wiring how;
  how.edge_triggered = board::controller::is_edge_triggered(overflow_interrupt);
  return rtm::pmu::check_line(how);
}

}  // namespace

void test_flags() {
  results.text("[flags]\n");
  start_quiet();
  access::write<a64::pmovsset>(5);
  say("set", flags());
  access::write<a64::pmovsclr>(0);
  say("0 written to clear", flags());
  access::write<a64::pmovsclr>(1);
  say("1 written to clear", flags());
  access::write<a64::pmcr>(7);
  say("counters reset", flags());
  access::write<a64::pmintenset>(4);
  on_overflow(clear);
  (void)pmu.start_up();
  pmu.run();
  let_interrupts_in();
  say("start-up", flags());
  say("interrupts of what was left", overflow_interrupts());
}

void test_line() {
  results.text("[line]\n");
  start_quiet();
  on_overflow(never_clear);
  pmu.irq_enable(1);
  pmu.raise_overflows(1);
  let_interrupts_in();
  say("calls of a handler that does not clear", overflow_interrupts());

  on_overflow(clear);
  pmu.raise_overflows(1);
  pmu.clear_overflows(1);
  let_interrupts_in();
  say("calls for a flag that was cleared before", overflow_interrupts());

  pmu.irq_disable(1);
  pmu.raise_overflows(1);
  pmu.irq_enable(1);
  let_interrupts_in();
  say("calls for a flag that was set before", overflow_interrupts());

  say("as it is", test_now());
  say("  its configuration", wired());
  board::controller::set_edge_triggered(overflow_interrupt, true);
  say("edge", test_now());
  say("  its configuration", wired());
  board::controller::set_edge_triggered(overflow_interrupt, false);
  board::controller::disable(overflow_interrupt);
  say("disabled", test_now());
  board::controller::enable(overflow_interrupt, 0x80);
  say("enabled again", test_now());
  pmu.halt();
}

}  // namespace counters
