// SPDX-License-Identifier: MIT
#include <cstdio>

#include "rtm/rtm.hpp"

static rtm::ledger<> core0;

int main() {
  constexpr rtm::task_id control{1};
  constexpr rtm::isr_id can_rx{3};
  if (core0.start(0, control, rtm::timing{}) != rtm::status::ok) return 1;
  (void)core0.task_switch(20, rtm::idle);
  (void)core0.isr_enter(50, can_rx);
  (void)core0.isr_exit(60, can_rx);
  if (core0.snapshot(100) != rtm::status::ok) return 1;
  std::printf("idle %llu\n", static_cast<unsigned long long>(core0.epoch_sums(rtm::idle).exclusive));
}
