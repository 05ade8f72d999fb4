// SPDX-License-Identifier: MIT
// No interrupt forgotten: what coverage() says of an application, and what becomes of its load when every vector is
// instrumented. One image without the table, one with it; README.md says what each prints.
#include "cortex_m3.hpp"
#include "ports/cpu/cortex_m/vectors.hpp"
#include "scenario.hpp"
#include "uart.hpp"
#include "variant.hpp"
#include "vectors.hpp"

namespace {

constexpr vector handlers[] = {
    {cortex_m3::exception::sys_tick, scenario::sys_tick_handler},
    {cortex_m3::external(board::timer0_irq), scenario::timer0_handler},
    {cortex_m3::external(board::timer1_irq), scenario::timer1_handler},
    {cortex_m3::external(board::dual_timer_irq), scenario::urgent_handler},
};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

rtm::cortex_m::instrumented_vectors<board::external_interrupts> instrumented;

constexpr uart results{board::uart0_base}, script{board::uart1_base};

// The clock wraps 20 ms after its start.
constexpr uint32_t first_reading = 0U - 20'000 * board::ticks_per_us;

void print_coverage() {
  const rtm::coverage found =
      instrumented.find_coverage([](uint32_t exception) { results.text("uncovered ").decimal(exception).put('\n'); });
  results.text("enabled ").decimal(found.enabled).text(" uncovered ").decimal(found.uncovered).put('\n');
}

void print_sums() {
  const rtm::epoch_header epoch = scenario::ledger.epoch();
  results.text("valid ").decimal(epoch.valid ? 1 : 0).text(" total ").decimal(epoch.total_ticks);
  results.text(" idle ").decimal(scenario::ledger.epoch_sums(rtm::idle).exclusive).put('\n');
  for (const uint32_t exception : scenario::interrupts) {
    const rtm::call_sums sums = scenario::ledger.epoch_sums(rtm::isr_id{exception});
    results.text("isr ").decimal(exception).text(" ran ").decimal(scenario::times_run(exception));
    results.text(" calls ").decimal(sums.calls).text(" exclusive ").decimal(sums.exclusive);
    results.text(" inclusive ").decimal(sums.inclusive).put('\n');
  }
}

void print_script() {
  script.text("rtm-timeline 1\nclock bits=32 hz=").decimal(board::clock_hz).put('\n');
  const fact_log& facts = scenario::ledger.sink();
  for (uint32_t i = 0; i < facts.count(); ++i) {
    const fact_log::entry& fact = facts[i];
    if (fact.kind == rtm::fact_kind::reset) {
      script.text("start ").decimal(fact.now).text(" idle\n");
    } else if (fact.kind == rtm::fact_kind::poll) {
      script.decimal(fact.now).text(" poll\n");
    } else {
      script.decimal(fact.now).text(fact.kind == rtm::fact_kind::isr_enter ? " isr_enter " : " isr_exit ");
      script.decimal(fact.id).put('\n');
    }
  }
}

}  // namespace

rtm_cortex_m_handler rtm_cortex_m_enter(uint32_t exception) {
  scenario::isr_enter(exception);
  return instrumented.original(exception);
}
void rtm_cortex_m_exit(uint32_t exception) { scenario::isr_exit(exception); }

int main() {
  results.enable_transmitter();
  script.enable_transmitter();
  board::free_running_clock::start(first_reading);
  scenario::set_up();
  instrumented.reports_itself(scenario::timer0);
  bool good = true;
  if constexpr (variant::uses_table) {
    good = instrumented.install(rtm::cortex_m::trampoline_address()) == rtm::cortex_m::vectors_status::ok;
  }
  rtm::report<board::port>([](uint32_t now) { (void)scenario::ledger.start(now, rtm::idle, {}); });
  scenario::run();
  rtm::report<board::port>([](uint32_t now) { (void)scenario::ledger.snapshot(now); });

  print_coverage();
  print_sums();
  print_script();
  good = good && scenario::ledger.epoch().valid && scenario::ledger.sink().dropped() == 0;
  results.text("end ").decimal(good ? 0 : 1).put('\n');
  return good ? 0 : 1;
}
