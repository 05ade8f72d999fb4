// SPDX-License-Identifier: MIT
// The cycle counter overflows after 32 bits and counts on above them, so that its upper half tells what any reader of
// the lower one must find. Each way of reading is tried with the wrap at each of 600 instructions, with interrupts on
// and off.
#include "counters.hpp"
#include "rtm/pmu/overflow.hpp"

namespace counters {
namespace {

namespace a64 = rtm::pmu::a64;
using flag_counter = rtm::pmu::extended_counter<narrow_backend, rtm::pmu::extend::by_overflow_flag>;
using polled_counter = rtm::pmu::extended_counter<narrow_backend, rtm::pmu::extend::by_poll>;

constexpr uint32_t distances = 600;
constexpr uint64_t wrap = uint64_t{1} << 32;

narrow_backend pmu;
rtm::pmu::overflow_handler<narrow_backend> overflows;
flag_counter by_flag;
polled_counter by_poll;
volatile uint64_t wraps;

uint64_t cycles() { return access::read<a64::pmccntr>(); }
uint64_t low() { return cycles() & (wrap - 1); }
uint64_t flag() { return access::read<a64::pmovsclr>() >> 31 & 1U; }

void count_the_wrap() {
  const uint32_t set = flags();
  access::write<a64::pmovsclr>(set);
  access::sync();
  if ((set & cycle_bit) != 0) wraps = wraps + 1;
}

// ---- Ways of reading ----

uint64_t wraps_then_counter() {
  const uint64_t high = wraps;
  return high << 32 | low();
}
uint64_t counter_then_wraps() {
  const uint64_t lower = low();
  return wraps << 32 | lower;
}
uint64_t until_wraps_agree() {
  while (true) {
    const uint64_t high = wraps;
    const uint64_t lower = low();
    if (wraps == high) return high << 32 | lower;
  }
}
uint64_t without_flag() {
  const rtm::masked<board::port> held;
  return wraps << 32 | low();
}
uint64_t flag_before_counter() {
  const rtm::masked<board::port> held;
  const uint64_t high = wraps + flag();
  access::sync();
  return high << 32 | low();
}
uint64_t without_reread() {
  const rtm::masked<board::port> held;
  const uint64_t lower = low();
  access::sync();
  return (wraps + flag()) << 32 | lower;
}
uint64_t lower_half() {
  const rtm::masked<board::port> held;
  const uint64_t lower = low();
  access::sync();
  return (wraps + (lower < wrap / 2 ? flag() : 0)) << 32 | lower;
}
uint64_t the_module() { return by_flag.read(); }

struct way {
  const char* name;
  uint64_t (*read)();
};
constexpr way ways[] = {{"wraps_then_counter", wraps_then_counter},
                        {"counter_then_wraps", counter_then_wraps},
                        {"until_wraps_agree", until_wraps_agree},
                        {"masked_without_flag", without_flag},
                        {"flag_before_counter", flag_before_counter},
                        {"without_reread", without_reread},
                        {"lower_half", lower_half},
                        {"the_module", the_module}};

/// The counter stands `distance` cycles before its wrap, and goes.
void set_up(uint32_t distance) {
  (void)pmu.start_up();
  wraps = 0;
  overflows = {};
  overflows.start(pmu);
  (void)by_flag.start(pmu, 31);  // stands at 0, so what it reads is what the counter has counted
  (void)overflows.attach(by_flag);
  pmu.write(31, wrap - distance);
  pmu.irq_enable(cycle_bit);
  pmu.enable(cycle_bit);
  pmu.run();
}

bool is_right(const way& w, bool interrupts_on) {
  if (interrupts_on) board::unmask();
  const uint64_t least = cycles();
  const uint64_t read = w.read();
  const uint64_t most = cycles();
  (void)board::port::lock();
  return least <= read && read <= most;
}

uint32_t wrong_reads(const way& w, bool interrupts_on) {
  on_overflow(w.read == the_module ? +[] { (void)overflows.handle(0); } : count_the_wrap);
  uint32_t wrong = 0;
  for (uint32_t distance = 1; distance <= distances; ++distance) {
    set_up(distance);
    if (!is_right(w, interrupts_on)) ++wrong;
    pmu.halt();
    let_interrupts_in();
  }
  return wrong;
}

void sleep_ms(uint32_t n) {
  board::arm_virtual_timer(n * 1'000 * board::ticks_per_us);
  asm volatile("dsb sy\n\twfi" ::: "memory");
  let_interrupts_in();
  board::stop_virtual_timer();
}

}  // namespace

void sweep_reads() {
  results.text("[reads with the wrap at each of ").decimal(distances).text(" instructions]\n");
  for (const way& w : ways) {
    results.text(w.name).text(": wrong with interrupts on ").decimal(wrong_reads(w, true));
    results.text(" off ").decimal(wrong_reads(w, false)).put('\n');
  }
}

void wrap_for_real() {
  results.text("[three whole wraps]\n");
  board::controller::enable(board::virtual_timer, 0x40);
  on_overflow([] { (void)overflows.handle(0); });
  set_up(1'000);
  const uint64_t before = cycles();
  (void)by_poll.start(pmu, 31);
  const uint64_t begun = cycles();
  while (cycles() >> 32 < 4) {
    sleep_ms(1'000);
    (void)by_poll.read();
  }
  const uint64_t least = cycles();
  const uint64_t flagged = by_flag.read();
  const uint64_t polled = by_poll.read();
  const uint64_t most = cycles();
  say("interrupts", overflow_interrupts());
  say("by overflow flag", least <= flagged && flagged <= most ? "exact" : "wrong");
  say("by poll", least - begun <= polled && polled <= most - before ? "exact" : "wrong");
  pmu.halt();
}

}  // namespace counters
