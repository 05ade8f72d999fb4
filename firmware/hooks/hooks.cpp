// SPDX-License-Identifier: MIT
#include "hooks.hpp"

#include "rtm/ledger.hpp"
#include "rtm/port.hpp"
#include "text_output.hpp"
#include "variant.hpp"

extern "C" {
/// Not inlined and not empty to the compiler: the plugin counts its calls.
[[gnu::noinline]] void mark() { asm volatile("" ::: "memory"); }
}

namespace hooks {
namespace {

using port = variant::port;

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 4, isrs = 4, points = 4, depth = 4;
};
rtm::ledger<capacity> ledger;

// As an application has them: functions that are called, which drop the status.
[[gnu::noinline]] void isr_enter() {
  rtm::report<port>([](uint32_t now) { (void)ledger.isr_enter(now, rtm::isr_id{1}); });
}
[[gnu::noinline]] void isr_exit() {
  rtm::report<port>([](uint32_t now) { (void)ledger.isr_exit(now, rtm::isr_id{1}); });
}
[[gnu::noinline]] void switch_to(rtm::task_id owner) {
  rtm::report<port>([=](uint32_t now) { (void)ledger.task_switch(now, owner); });
}
[[gnu::noinline]] void point_begin() {
  rtm::report<port>([](uint32_t now) { (void)ledger.point_begin(now, rtm::point_id{1}); });
}
[[gnu::noinline]] void point_end() {
  rtm::report<port>([](uint32_t now) { (void)ledger.point_end(now, rtm::point_id{1}); });
}
[[gnu::noinline]] void poll() {
  rtm::report<port>([](uint32_t now) { (void)ledger.poll(now); });
}
[[gnu::noinline]] void nothing_under_mask() {
  rtm::report<port>([](uint32_t now) { asm volatile("" ::"r"(now)); });
}

struct row {
  const char* name;
  void (*piece)();
};
constexpr row rows[] = {
    {"empty", [] {}},
    {"mask_and_clock", [] { nothing_under_mask(); }},
    {"isr_pair", [] { isr_enter(), isr_exit(); }},
    {"task_switch", [] { switch_to(rtm::task_id{1}); }},
    {"point_pair", [] { point_begin(), point_end(); }},
    {"poll", [] { poll(); }},
};

/// Each id has been used before, so that no row is the first of its kind.
void warm_up() {
  for (uint32_t i = 0; i < 3; ++i) {
    isr_enter(), isr_exit(), point_begin(), point_end();
    switch_to(rtm::task_id{1}), switch_to(rtm::idle), poll();
  }
}

}  // namespace

void measure() {
  rtm::report<port>([](uint32_t now) { (void)ledger.start(now, rtm::idle, {}); });
  for (const row& each : rows) {
    warm_up();
    mark();
    each.piece();
    mark();
  }
  constexpr text_output<variant::serial> results;
  for (const row& each : rows) results.text("row ").text(each.name).put('\n');
  results.text("end ").decimal(ledger.epoch().valid ? 0 : 1).put('\n');
}

}  // namespace hooks
