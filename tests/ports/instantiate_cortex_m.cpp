// SPDX-License-Identifier: MIT
// Uses every function of the Cortex-M port with the real registers, so that compiler and assembler see each.
#include "ports/cpu/cortex_m/clocks.hpp"
#include "ports/cpu/cortex_m/cores.hpp"
#include "ports/cpu/cortex_m/masks.hpp"
#include "ports/cpu/cortex_m/vectors.hpp"
#include "ports/cpu/timer_clock.hpp"
#include "rtm/clock_test.hpp"
#include "rtm/ledger.hpp"
#include "rtm/port.hpp"

namespace {

using namespace rtm::cortex_m;

using timer = rtm::timer_clock<0x4000'0024U, rtm::counts::up, 1'000'000, true>;
using cycles_port = rtm::port_of<cycle_counter<100'000'000>, primask<>, single_core<>>;
using systick_port = rtm::port_of<sys_tick_counter<100'000'000>, primask<>, numbered_cores<0x5001'F000U, 2>>;
static_assert(rtm::check_port<cycles_port>() && rtm::check_port<systick_port>());

rtm::ledger<> ledgers[2];
instrumented_vectors<32> vectors;

}  // namespace

rtm_cortex_m_handler rtm_cortex_m_enter(uint32_t exception) {
  rtm::report<cycles_port>([=](uint32_t now) { (void)ledgers[0].isr_enter(now, rtm::isr_id{exception}); });
  return vectors.original(exception);
}

void rtm_cortex_m_exit(uint32_t exception) {
  (void)rtm::report_on_core<systick_port>(
      ledgers, [=](rtm::ledger<>& mine, uint32_t now) { (void)mine.isr_exit(now, rtm::isr_id{exception}); });
}

bool start_everything() {
  const rtm::clock_report tested = rtm::test_clock<cycles_port, timer>({}, [] { hardware::settle(); });
  vectors.reports_itself(20);
  return cycle_counter<1>::start() == clock_presence::started &&
         sys_tick_counter<1>::start() == clock_presence::started &&
         rtm::start_measuring<cycles_port>(ledgers[0], tested, rtm::kernel, {}).ledger == rtm::status::ok &&
         vectors.install(trampoline_address()) == vectors_status::ok && vectors.find_coverage().complete() &&
         cycles_port::active_exception() == rtm::no_id;
}

// Armv6-M and Armv8-M Baseline have no BASEPRI.
#if __ARM_ARCH_ISA_THUMB == 2 && __ARM_ARCH_PROFILE == 'M'
void mask_by_priority() { const rtm::masked<basepri<0x40>> held; }
#endif
