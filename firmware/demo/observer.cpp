// SPDX-License-Identifier: MIT
#include "observer.hpp"

#include "context_bench.hpp"

namespace observer {

rtm::ledger<capacity, variant::facts_sink> ledger;
rtm::ledger<dispatches_only_capacity> dispatches_only;

bool start() {
  bool ok = true;
  report([&ok](uint32_t now) {
    ok = ledger.start(now, rtm::kernel, rtm::fixed_timing<window_ticks, max_gap_ticks>()) == rtm::status::ok &&
         dispatches_only.start(now, rtm::kernel, rtm::fixed_timing<window_ticks>()) == rtm::status::ok;
  });
  return ok;
}

void poll() {
  report([](uint32_t now) {
    (void)ledger.poll(now);
    (void)dispatches_only.poll(now);
  });
}

void stop() {
  (void)board::port::lock();
  report([](uint32_t now) {
    (void)ledger.snapshot(now);
    (void)dispatches_only.snapshot(now);
  });
}

}  // namespace observer

namespace bench::hooks {

// A tool with task hooks only never hears of this: the outgoing task pays for the switch.
void switch_begins() {
  observer::report([](uint32_t now) { (void)observer::ledger.task_switch(now, rtm::kernel); });
}

void dispatched(uint32_t context) {
  const rtm::task_id owner = context == bench::idle_context ? rtm::idle : rtm::task_id{context};
  observer::report([owner](uint32_t now) {
    (void)observer::ledger.task_switch(now, owner);
    (void)observer::dispatches_only.task_switch(now, owner);
  });
}

}  // namespace bench::hooks
