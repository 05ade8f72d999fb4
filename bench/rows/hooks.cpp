// SPDX-License-Identifier: MIT
#include "hooks.hpp"

namespace bench {

instance core0;

void start(rtm::task_id base, const rtm::timing& how) { (void)core0.ledger.start(core0.clock, base, how); }
void reset(rtm::task_id base) { (void)core0.ledger.reset(core0.clock, base); }
void task_switch(rtm::task_id owner) { (void)core0.ledger.task_switch(core0.clock, owner); }
void isr_enter(uint32_t id) { (void)core0.ledger.isr_enter(core0.clock, rtm::isr_id{id}); }
void isr_exit(uint32_t id) { (void)core0.ledger.isr_exit(core0.clock, rtm::isr_id{id}); }
void swi_enter(uint32_t id) { (void)core0.ledger.swi_enter(core0.clock, rtm::swi_id{id}); }
void swi_exit(uint32_t id) { (void)core0.ledger.swi_exit(core0.clock, rtm::swi_id{id}); }
void point_begin(uint32_t id) { (void)core0.ledger.point_begin(core0.clock, rtm::point_id{id}); }
void point_end(uint32_t id) { (void)core0.ledger.point_end(core0.clock, rtm::point_id{id}); }
void poll() { (void)core0.ledger.poll(core0.clock); }
void task_activate(uint32_t id) { (void)core0.ledger.task_activate(core0.clock, rtm::task_id{id}); }
void task_wait(uint32_t id) { (void)core0.ledger.task_wait(core0.clock, rtm::task_id{id}); }
void task_release(uint32_t id) { (void)core0.ledger.task_release(core0.clock, rtm::task_id{id}); }
void task_terminate(uint32_t id) { (void)core0.ledger.task_terminate(core0.clock, rtm::task_id{id}); }

}  // namespace bench
