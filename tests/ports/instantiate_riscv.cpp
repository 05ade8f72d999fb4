// SPDX-License-Identifier: MIT
// Uses every function of the RISC-V port with the real registers, so that compiler and assembler see each.
#include "ports/cpu/riscv/port.hpp"
#include "ports/cpu/riscv/traps.hpp"
#include "rtm/ledger.hpp"
#include "rtm/port.hpp"

namespace {

using namespace rtm::riscv;

using low_port = rtm::port_of<mtime_low<0x0200'BFF8U, 10'000'000>, mie_mask<>, harts<4>>;
using wide_port = rtm::port_of<mtime<0x0200'BFF8U, 10'000'000>, mie_mask<>, harts<4>>;
using cycles_port = rtm::port_of<cycle_counter<100'000'000>, mie_mask<>, harts<4>>;
static_assert(rtm::check_port<low_port>() && rtm::check_port<wide_port>() && rtm::check_port<cycles_port>());

rtm::ledger<> ledgers[4];
instrumented_traps<> traps;

}  // namespace

uintptr_t rtm_riscv_enter(uint32_t cause) {
  (void)rtm::report_on_core<low_port>(
      ledgers, [=](rtm::ledger<>& mine, uint32_t now) { (void)mine.isr_enter(now, rtm::isr_id{cause}); });
  return traps.original(cause);
}

void rtm_riscv_exit(uint32_t cause) {
  if (traps.must_report(cause)) rtm::report<cycles_port>([](uint32_t now) { (void)ledgers[0].poll(now); });
}

bool start_everything() {
  traps.reports_itself(3);
  return traps.install(entry_address()) == traps_status::ok && traps.find_coverage().complete() &&
         wide_port::now() != 0 && wide_port::active_exception() == rtm::no_id;
}
