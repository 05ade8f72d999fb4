// SPDX-License-Identifier: MIT
#include "row.hpp"

#include "hooks.hpp"
#include "rtm/trace/encoder.hpp"

namespace bench {
namespace {

/// Pages so large that none is full in a row that is not about it.
[[maybe_unused]] rtm::trace::memory<trace_pages, 4096> core0_trace;

[[maybe_unused]] rtm::trace::encoder<> encoder;

/// A template, so that what is not for a ledger without a trace is not compiled for it.
template <class Ledger>
void attach_trace([[maybe_unused]] Ledger& ledger, [[maybe_unused]] const rtm::timing& how) {
  if constexpr (is_traced) rtm::trace::attach(ledger, core0_trace, rtm::trace::mode::drop_new, {0, 25'000'000, how});
}

/// One call of every id, `ticks` long, from `now` on.
void use_every_id(uint32_t now, uint32_t ticks) {
  for (uint32_t id = 1; id <= most_open; ++id) {
    at(now);
    task_switch(task(id));
    isr_enter(id);
    at(now += ticks);
    isr_exit(id);
    if (capacity::swis != 0) swi_enter(id);
    if (capacity::points != 0) point_begin(id);
    at(now += ticks);
    if (capacity::points != 0) point_end(id);
    if (capacity::swis != 0) swi_exit(id);
  }
  task_switch(rtm::idle);
}

}  // namespace

void at(uint32_t ticks) { core0.clock = ticks; }

void begin(uint32_t max_gap) {
  const rtm::timing how{window, max_gap, 0};
  at(0);
  attach_trace(core0.ledger, how);
  start(rtm::idle, how);
  use_every_id(100, 1);
  use_every_id(1000, 40);
  at(2000);
  poll();
}

void fill_trace([[maybe_unused]] uint32_t pages) {
  if constexpr (is_traced) {
    const auto is_full = [](const auto& page) { return page.fill == page.room; };
    while (core0_trace.written != pages || !is_full(core0_trace.page_at(pages))) poll();
  }
}

void begin_sending() {
  begin();
  if constexpr (is_traced) {
    const auto no_names = static_cast<const rtm::trace::name*>(nullptr);
    encoder.begin(core0_trace, no_names, 0, {[](void*, const uint8_t*, size_t count) { return count; }, nullptr});
    for (uint32_t now = 3000; core0_trace.written == 1; now += 300) {
      at(now);
      isr_enter(1), isr_exit(1), isr_enter(2), isr_exit(2);
      task_switch(task(now / 300 % 3));
    }
    (void)encoder.step();  // the header
  }
}
bool send_packet() {
  if constexpr (is_traced) return encoder.step();
  return false;
}

void begin_later() {
  begin();
  for (uint32_t end = window; end <= 2 * window; end += window) {
    at(end);
    poll();
  }
  at(2 * window + 100);
  poll();
}

void begin_before_renewal() {
  begin(1000);
  at(3000);
  task_activate(1);  // never plain, so that the deadline is set now
  at(3500);
  poll();
}

void enter_isrs(uint32_t count) {
  for (uint32_t id = 1; id <= count; ++id) isr_enter(id);
}

void begin_points(uint32_t count) {
  for (uint32_t id = 1; id <= count; ++id) point_begin(id);
}

void suspend_points(uint32_t count) {
  for (uint32_t id = 1; id <= count; ++id) task_switch(task(id)), point_begin(id);
  task_switch(rtm::idle);
}

}  // namespace bench
