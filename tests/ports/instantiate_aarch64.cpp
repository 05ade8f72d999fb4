// SPDX-License-Identifier: MIT
// Uses every function of the AArch64 port with the real registers, so that compiler and assembler see each.
#include "ports/cpu/aarch64/irq.hpp"
#include "ports/cpu/aarch64/port.hpp"
#include "rtm/ledger.hpp"
#include "rtm/port.hpp"

namespace {

using namespace rtm::aarch64;

using cores = listed_cores<hardware, 0x000, 0x001, 0x100, 0x101>;
using wide_port = rtm::port_of<generic_timer<>, daif_mask<>, cores>;
using low_port = rtm::port_of<generic_timer_low<>, daif_mask<>, cores>;
static_assert(rtm::check_port<wide_port>() && rtm::check_port<low_port>());

rtm::ledger<> ledgers[4];
common_irq<gic_v2<0x0800'0000, 0x0801'0000>, 64> irq2;
common_irq<gic_v3<0x0800'0000, 0x080A'0000>, 64> irq3;

void enter(uint32_t id) {
  (void)rtm::report_on_core<low_port>(
      ledgers, [=](rtm::ledger<>& mine, uint32_t now) { (void)mine.isr_enter(now, rtm::isr_id{id}); });
}
void exit(uint32_t id) {
  (void)rtm::report_on_core<low_port>(
      ledgers, [=](rtm::ledger<>& mine, uint32_t now) { (void)mine.isr_exit(now, rtm::isr_id{id}); });
}

}  // namespace

void rtm_aarch64_irq() {
  irq2.take(enter, exit);
  irq3.take(enter, exit);
}

bool start_everything() {
  irq3.set(27, [](uint32_t) {});
  hardware::set_vector_base(vectors_address());
  return irq2.find_coverage(0, vectors_address()).complete() && irq3.find_coverage(0, vectors_address()).complete() &&
         irq3.spurious() + irq3.unhandled() == 0 && rtm::report<wide_port>([](uint64_t now) { return now; }) != 0 &&
         wide_port::rate_hz() != 0 && wide_port::active_exception() == rtm::no_id;
}
