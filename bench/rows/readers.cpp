// SPDX-License-Identifier: MIT
#include "readers.hpp"

#include "hooks.hpp"

namespace bench {

void latest_window(rtm::window_header& header) { (void)core0.ledger.latest_window(header); }
bool is_latest(const rtm::window_header& header) { return core0.ledger.is_latest(header); }
void window_of_task(const rtm::window_header& header, uint32_t id, rtm::task_sums& sums) {
  sums = core0.ledger.window_sums(header, rtm::task_id{id});
}
void window_of_isr(const rtm::window_header& header, uint32_t id, rtm::call_sums& sums) {
  sums = core0.ledger.window_sums(header, rtm::isr_id{id});
}
void window_of_point(const rtm::window_header& header, uint32_t id, rtm::call_sums& sums) {
  sums = core0.ledger.window_sums(header, rtm::point_id{id});
}
void snapshot() { (void)core0.ledger.snapshot(core0.clock); }
void epoch_of_task(uint32_t id, rtm::task_sums& sums) { sums = core0.ledger.epoch_sums(rtm::task_id{id}); }
void epoch_of_isr(uint32_t id, rtm::call_sums& sums) { sums = core0.ledger.epoch_sums(rtm::isr_id{id}); }

}  // namespace bench
