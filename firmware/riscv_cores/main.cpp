// SPDX-License-Identifier: MIT
// Four harts of QEMU's `virt`, a ledger and an instrumented trap entry each, one clock for all. Hart 0 interrupts the
// others and reads their closed windows while they go on. No handler has hooks.
//
//   timer    cause 7   hart n: every 200 + 100 n us, 20 us   in every fourth the other one nests
//   message  cause 3   from hart 0, every 1 ms, 5 us; and from the hart's own timer
#include "board.hpp"
#include "ports/cpu/riscv/traps.hpp"
#include "rtm/ledger.hpp"
#include "text_output.hpp"

extern "C" {
[[noreturn]] void run(uint32_t hart);
[[noreturn]] void unexpected_trap();
void application_vectors();
void timer_handler();
void soft_handler();
}

namespace {

constexpr uint32_t count = 4;
constexpr uint32_t message = 3;
constexpr uint32_t timer = 7;
constexpr uint32_t causes[] = {message, timer};
constexpr uint32_t windows = 20;
constexpr uint32_t window_ticks = 1'000 * board::ticks_per_us;

using cores = rtm::riscv::harts<count>;
using port = rtm::port_of<board::clock, rtm::riscv::mie_mask<>, cores>;
static_assert(rtm::check_port<port>());
using clock64 = rtm::riscv::mtime<board::mtime, board::mtime_hz>;

struct capacity : rtm::default_capacity {
  static constexpr uint32_t tasks = 1, isrs = 16, points = 0, depth = 3;
};
/// Each on cache lines of its own: no hart waits for what another writes.
struct alignas(64) core {
  rtm::ledger<capacity> ledger;
  rtm::riscv::instrumented_traps<> traps;
  rtm::coverage covered;
  volatile uint32_t ran[16] = {};  // how often each handler ran, as it counted itself
  volatile bool is_up = false;
  volatile bool is_done = false;
};
core all[count];
volatile bool may_start = false;
volatile bool must_stop = false;

/// What hart 0 saw of the windows of one hart: they add up, they do not, another one closed meanwhile.
struct readings {
  uint32_t good = 0, bad = 0, moved = 0;
};
readings read_of[count];
struct next_window {
  uint32_t epoch;
  uint64_t index;
};

constexpr text_output<board::uart> results;

core& mine() { return all[port::core_index()]; }
uint64_t us(uint32_t n) { return uint64_t{n} * board::ticks_per_us; }

/// Busy for about `n` microseconds: two instructions take 32 ns with `-icount shift=4`.
void work_us(uint32_t n) {
  uintptr_t loops = n * 31;
  asm volatile("0: addi %0, %0, -1\n\tbnez %0, 0b" : "+r"(loops));
}

void start_this_core() {
  (void)rtm::report_on_core<port>(
      all, [](core& c, uint32_t now) { (void)c.ledger.start(now, rtm::idle, rtm::fixed_timing<window_ticks>()); });
  board::set_deadline(clock64::now() + us(200), port::core_index());
  board::enable_interrupts(1U << timer | 1U << message);
  board::unmask();
}

/// Masked from here on.
void stop_this_core() {
  (void)port::lock();
  core& c = mine();
  c.covered = c.traps.find_coverage();
  board::disable_interrupts(1U << timer | 1U << message);
  (void)rtm::report_on_core<port>(all, [](core& own, uint32_t now) { (void)own.ledger.snapshot(now); });
}

/// A window that is new since `next`, if there is one.
void read_window(const core& of, readings& result, next_window& next) {
  rtm::window_header window;
  if (of.ledger.latest_window(window) != rtm::status::ok) return;
  if (window.epoch == next.epoch && window.index < next.index) return;
  uint64_t owned = of.ledger.window_sums(window, rtm::idle).exclusive;
  for (const uint32_t id : causes) owned += of.ledger.window_sums(window, rtm::isr_id{id}).exclusive;
  if (!of.ledger.is_latest(window)) {
    ++result.moved;
    return;
  }
  ++(owned == window.length_ticks ? result.good : result.bad);
  next = {window.epoch, window.index + 1};
}

/// A fault ends what can be measured until a state is known again: before an interrupt that interrupts no other the
/// hart was idle. There is one only where a host takes longer pauses than a window (not with -icount).
void isr_enter(uint32_t cause) {
  (void)rtm::report_on_core<port>(all, [=](core& c, uint32_t now) {
    rtm::active_stack& running = cores::running[cores::core_index()];
    const bool is_outermost = running.top() == rtm::no_id;
    running.push(cause);
    if (c.ledger.isr_enter(now, rtm::isr_id{cause}) == rtm::status::ok || !is_outermost) return;
    (void)c.ledger.reset(now, rtm::idle);
    (void)c.ledger.isr_enter(now, rtm::isr_id{cause});
  });
}
void isr_exit(uint32_t cause) {
  (void)rtm::report_on_core<port>(all, [=](core& c, uint32_t now) {
    (void)c.ledger.isr_exit(now, rtm::isr_id{cause});
    cores::running[cores::core_index()].pop();
  });
}

void set_up_this_core() {
  asm volatile("csrw mtvec, %0" ::"r"(reinterpret_cast<uintptr_t>(&application_vectors) + 1) : "memory");
  (void)mine().traps.install(rtm::riscv::entry_address());
}

void run_all() {
  for (uint32_t i = 1; i < count; ++i) board::set_soft_interrupt(i, true);
  set_up_this_core();
  // With -icount a turn without WFI lasts long: sleep a little while the others set up.
  board::enable_interrupts(1U << timer);
  for (uint32_t i = 1; i < count; ++i) {
    while (!all[i].is_up) {
      board::set_deadline(clock64::now() + us(50));
      board::wait_for_interrupt();
    }
  }
  may_start = true;
  for (uint32_t i = 1; i < count; ++i) board::set_soft_interrupt(i, true);
  start_this_core();
  next_window next[count] = {};
  const uint32_t begin = port::now();
  for (uint32_t messages = 0; messages < windows;) {
    for (uint32_t i = 0; i < count; ++i) read_window(all[i], read_of[i], next[i]);
    if (port::now() - begin >= messages * window_ticks + window_ticks / 2) {
      ++messages;
      for (uint32_t i = 1; i < count; ++i) board::set_soft_interrupt(i, true);
    }
    board::wait_for_interrupt();
  }
  must_stop = true;
  for (uint32_t i = 1; i < count; ++i) {
    while (!all[i].is_done) {
      board::set_soft_interrupt(i, true);
      board::wait_for_interrupt();
    }
  }
  stop_this_core();
}

[[noreturn]] void run_other(uint32_t index) {
  core& c = all[index];
  board::set_soft_interrupt(index, false);
  set_up_this_core();
  board::enable_interrupts(1U << message);
  c.is_up = true;
  while (!may_start) board::wait_for_interrupt();
  board::set_soft_interrupt(index, false);
  start_this_core();
  while (!must_stop) board::wait_for_interrupt();
  stop_this_core();
  asm volatile("fence rw, rw" ::: "memory");
  c.is_done = true;
  while (true) board::wait_for_interrupt();
}

void print_core(uint32_t index) {
  const core& c = all[index];
  results.text("core").decimal(index).put('\n');
  results.text("enabled ").decimal(c.covered.enabled).text(" uncovered ").decimal(c.covered.uncovered).put('\n');
  const rtm::epoch_header epoch = c.ledger.epoch();
  results.text("valid ").decimal(epoch.valid ? 1 : 0).text(" total ").decimal(epoch.total_ticks);
  results.text(" idle ").decimal(c.ledger.epoch_sums(rtm::idle).exclusive).put('\n');
  for (const uint32_t cause : causes) {
    const rtm::call_sums sums = c.ledger.epoch_sums(rtm::isr_id{cause});
    results.text("isr ").decimal(cause).text(" ran ").decimal(c.ran[cause]).text(" calls ").decimal(sums.calls);
    results.text(" exclusive ").decimal(sums.exclusive).text(" inclusive ").decimal(sums.inclusive).put('\n');
  }
  results.text("windows of epoch ").decimal(epoch.epoch).text(": good ").decimal(read_of[index].good);
  results.text(" bad ").decimal(read_of[index].bad).text(" moved ").decimal(read_of[index].moved).put('\n');
}

/// An epoch without a fault; without -icount also one that a long pause of the host ended.
bool is_sound(const core& c) {
  rtm::fault fault;
  return c.ledger.first_fault(fault) == rtm::status::ok &&
         (fault.kind == rtm::status::ok || fault.kind == rtm::status::gap_exceeded);
}

}  // namespace

[[gnu::interrupt("machine")]] void timer_handler() {
  const uint32_t index = port::core_index();
  board::set_deadline(clock64::now() + us(200 + 100 * index), index);
  core& c = all[index];
  c.ran[timer] = c.ran[timer] + 1;
  if (c.ran[timer] % 4 == 0) {
    board::set_soft_interrupt(index, true);
    board::let_nest_all_but(1U << timer);
  }
  work_us(20);
}

[[gnu::interrupt("machine")]] void soft_handler() {
  const uint32_t index = port::core_index();
  board::set_soft_interrupt(index, false);
  all[index].ran[message] = all[index].ran[message] + 1;
  work_us(5);
}

[[gnu::naked]] void rtm_riscv_exception() { asm volatile("j unexpected_trap"); }
void unexpected_trap() { board::exit(99); }

uintptr_t rtm_riscv_enter(uint32_t cause) {
  isr_enter(cause);
  return mine().traps.original(cause);
}
void rtm_riscv_exit(uint32_t cause) { isr_exit(cause); }

void run(uint32_t hart) {
  if (hart != 0) run_other(hart);
  run_all();
  bool good = true;
  for (uint32_t i = 0; i < count; ++i) {
    print_core(i);
    good = good && is_sound(all[i]) && read_of[i].bad == 0 && all[i].covered.uncovered == 0;
  }
  results.text("end ").decimal(good ? 0 : 1).put('\n');
  board::exit(good ? 0 : 1);
}
