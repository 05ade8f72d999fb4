// SPDX-License-Identifier: MIT
#include "cores.hpp"

namespace cores {

core all[count];
rtm::aarch64::common_irq<board::gic, 32> interrupts_of_all;
readings read_of[count];

namespace {

constexpr uint32_t us(uint32_t n) { return n * board::ticks_per_us; }
constexpr uint32_t alone_ticks = 20;

volatile bool may_start = false;
volatile bool must_stop = false;

core& mine() { return all[board::port::core_index()]; }

/// Busy for about `n` microseconds: two instructions take 32 ns with `-icount shift=4`.
void work_us(uint32_t n) {
  uint64_t loops = n * 31;
  asm volatile("0: subs %0, %0, #1\n\tb.ne 0b" : "+r"(loops)::"cc");
}

void note(core& c, uint32_t id) {
  c.ran[id] = c.ran[id] + 1;
  c.active_seen[id] = board::port::active_exception();
}

void timer_handler(uint32_t id) {
  const uint32_t index = board::port::core_index();
  board::arm_virtual_timer(us(200 + 100 * index));
  note(all[index], id);
  const uint64_t before = board::hardware::daif();
  if (all[index].ran[id] % 4 == 0) board::controller::send(index, message);
  board::unmask();  // more urgent ones nest, this message first
  work_us(20);
  board::hardware::set_daif(before);
}

void message_handler(uint32_t id) {
  note(mine(), id);
  work_us(5);
}

void start_this_core() {
  const auto how = rtm::fixed_timing<window_ticks>();
  (void)rtm::report_on_core<board::port>(all,
                                         [&](core& c, uint32_t now) { (void)c.ledger.start(now, rtm::idle, how); });
  board::arm_virtual_timer(us(200));
  board::unmask();
}

/// Masked from here on.
void stop_this_core() {
  (void)board::port::lock();
  board::stop_virtual_timer();
  (void)rtm::report_on_core<board::port>(all, [](core& c, uint32_t now) { (void)c.ledger.snapshot(now); });
}

struct next_window {
  uint32_t epoch;
  uint64_t index;
};

/// A window that is new since `next`, if there is one.
void read_window(const core& of, readings& result, next_window& next) {
  rtm::window_header window;
  if (of.ledger.latest_window(window) != rtm::status::ok) return;
  if (window.epoch == next.epoch && window.index < next.index) return;
  uint64_t owned = of.ledger.window_sums(window, rtm::idle).exclusive;
  for (const uint32_t id : interrupts) owned += of.ledger.window_sums(window, rtm::isr_id{id}).exclusive;
  if (!of.ledger.is_latest(window)) {
    ++result.moved;
    return;
  }
  ++(owned == window.length_ticks ? result.good : result.bad);
  next = {window.epoch, window.index + 1};
}

}  // namespace

/// A fault ends what can be measured until a state is known again: before an interrupt that interrupts no other the
/// core was idle. There is one only where a host takes longer pauses than a window (not with -icount).
void isr_enter(uint32_t id) {
  (void)rtm::report_on_core<board::port>(all, [=](core& c, uint32_t now) {
    rtm::active_stack& running = board::cores::running[board::cores::core_index()];
    const bool is_outermost = running.top() == rtm::no_id;
    running.push(id);
    if (c.ledger.isr_enter(now, rtm::isr_id{id}) == rtm::status::ok || !is_outermost) return;
    (void)c.ledger.reset(now, rtm::idle);
    (void)c.ledger.isr_enter(now, rtm::isr_id{id});
  });
}

void isr_exit(uint32_t id) {
  (void)rtm::report_on_core<board::port>(all, [=](core& c, uint32_t now) {
    (void)c.ledger.isr_exit(now, rtm::isr_id{id});
    board::cores::running[board::cores::core_index()].pop();
  });
}

void set_up_this_core() {
  interrupts_of_all.set(timer, timer_handler);
  interrupts_of_all.set(message, message_handler);
  board::controller::set_up_core();
  board::controller::enable(timer, 0x80);
  board::controller::enable(message, 0x40);
}

void run_alone() {
  core& c = all[0];
  (void)rtm::report_on_core<board::port>(all,
                                         [](core& own, uint32_t now) { (void)own.ledger.start(now, rtm::idle, {}); });
  board::arm_virtual_timer(us(200));
  board::unmask();
  while (c.ran[timer] < alone_ticks) board::wait_for_interrupt();
  stop_this_core();
}

void run_all() {
  for (uint32_t i = 1; i < count; ++i) {
    while (!all[i].is_up) board::yield();
  }
  may_start = true;
  start_this_core();
  next_window next[count] = {};
  // By the clock, not by windows: an epoch that a fault ended closes none.
  const uint32_t begin = board::port::now();
  for (uint32_t messages = 0; messages < windows;) {
    for (uint32_t i = 0; i < count; ++i) read_window(all[i], read_of[i], next[i]);
    if (board::port::now() - begin >= messages * window_ticks + window_ticks / 2) {
      ++messages;
      for (uint32_t i = 1; i < count; ++i) board::controller::send(i, message);
    }
    board::yield();
  }
  must_stop = true;
  for (uint32_t i = 1; i < count; ++i) {
    board::controller::send(i, message);  // who sleeps looks again
    while (!all[i].is_done) board::yield();
  }
  stop_this_core();
}

void run_other(uint32_t index) {
  core& c = all[index];
  c.is_up = true;
  while (!may_start) board::yield();
  start_this_core();
  while (!must_stop) board::wait_for_interrupt();
  stop_this_core();
  asm volatile("dmb ish" ::: "memory");
  c.is_done = true;
  while (true) board::wait_for_interrupt();
}

}  // namespace cores
