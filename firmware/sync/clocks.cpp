// SPDX-License-Identifier: MIT
// Two clocks that nobody has set: core 0 reads CNTVCT, core 1 its own. They begin 7 s apart, and their rates are not
// those that are written on them (the test starts QEMU with a CNTFRQ that is 20 ppm too low). Stamps are exchanged by
// an interrupt; core 1 has an interrupt of its own that makes some of them wait.
//
//   core 0   sent --+                                +-- returned
//   core 1          +-- (busy) -- received, replied -+
#include "machine.hpp"

namespace machine {

void exchange_handler(uint32_t);
void busy_handler(uint32_t);

namespace {

using rtm::sync::exchange;

constexpr uint64_t begins_at_cycles = 7 * cycles_hz;
constexpr uint32_t busy_us = 60;
constexpr uint32_t busy_period_us = 701;
constexpr uint64_t between_ticks = 50 * ms_ticks + 1'234;
constexpr uint32_t batches = 16, batch_size = 8;

rtm::sync::alignment<batches, batch_size> clocks(common_clock::id(), own_clock::id());

exchange current;
volatile bool is_asked = false;
volatile bool is_answered = false;

enum class order : uint32_t { stamp, set_clock, set_clock_a_little, begin_to_be_busy, show_both, rest };
volatile order what_to_do = order::stamp;

/// One moment by both clocks: the own one before and after, and the common one between. No real core 1 could.
struct moment {
  uint64_t own_before, common, own_after;
};
moment both;

void sleep_ticks(uint64_t ticks) {
  const uint32_t before = core_mask::lock();
  board::arm_virtual_timer(static_cast<uint32_t>(ticks));
  board::wait_for_interrupt();
  board::stop_virtual_timer();
  core_mask::unlock(before);
}

void ask(order what) {
  what_to_do = what;
  is_answered = false;
  barrier();
  board::controller::send(1, exchange_message);
  while (!is_answered) board::yield();
  barrier();
}

status exchange_stamps() {
  current.sent = common_clock::read();
  ask(order::stamp);
  current.returned = common_clock::read();
  return clocks.add(current);
}

/// `count` exchanges; the longest round trip of them.
uint64_t exchange_many(uint32_t count) {
  uint64_t longest = 0;
  for (uint32_t i = 0; i < count; ++i) {
    sleep_ticks(between_ticks);
    (void)exchange_stamps();
    const uint64_t trip = (current.returned - current.sent) - (current.replied - current.received);
    if (trip > longest) longest = trip;
  }
  return longest;
}

/// In 2^-32, as parts of 10^9, rounded up in size.
int64_t ppb(int64_t q32) {
  const uint64_t size = q32 < 0 ? 0 - static_cast<uint64_t>(q32) : static_cast<uint64_t>(q32);
  const auto parts = static_cast<int64_t>(rtm::detail::scale_up(size, 1'000'000'000, uint64_t{1} << 32));
  return q32 < 0 ? -parts : parts;
}

/// Is a stamp that core 1 takes now, converted, the time of core 0 as far as its bound says?
bool show_conversion(const char* when) {
  ask(order::show_both);
  uint64_t least = 0, most = 0, bound = 0;
  results.text(when).text(": ");
  const status answer = clocks.to_local(both.own_before, least, bound);
  if (answer != status::ok || clocks.to_local(both.own_after, most, bound) != status::ok) {
    results.text(rtm::sync::name_of(answer)).put('\n');
    return false;
  }
  results.text("own clock ahead by ");
  print_signed(static_cast<int64_t>(both.own_before - both.common));
  results.text(", converted off by ");
  print_signed(static_cast<int64_t>(least - both.common));
  results.text(" to ");
  print_signed(static_cast<int64_t>(most - both.common));
  const bool is_inside = least <= both.common + bound && both.common <= most + bound;
  results.text(", bound ").decimal(bound).text(is_inside ? ": inside\n" : ": OUTSIDE\n");
  return is_inside;
}

bool show_state(const char* when, uint64_t longest) {
  const status now = clocks.state();
  results.text(when).text(": ").text(rtm::sync::name_of(now));
  if (now != status::ok) {
    results.put('\n');
    return false;
  }
  const int64_t truth_ppb =
      (static_cast<int64_t>(nominal_hz()) - int64_t{ms_ticks} * 1'000) * 1'000'000'000 / (int64_t{ms_ticks} * 1'000);
  results.text(", round trips ").decimal(clocks.shortest_round_trip()).text(" to ").decimal(longest);
  results.text(" ticks, drift ");
  print_signed(ppb(clocks.drift_q32()));
  const int64_t bound = ppb(static_cast<int64_t>(clocks.drift_bound_q32()));
  results.text(" +- ");
  print_signed(bound);
  results.text(" ppb, true ");
  print_signed(truth_ppb);
  const int64_t off = ppb(clocks.drift_q32()) - truth_ppb;
  const bool is_inside = off <= bound && -off <= bound;
  results.text(is_inside ? ": inside\n" : ": OUTSIDE\n");
  return is_inside;
}

/// A time of core 0 as one of core 1.
uint64_t to_own(uint64_t common) {
  uint64_t own = 0, bound = 0;
  if (clocks.to_remote(common, own, bound) != status::ok) board::exit(96);
  return own;
}

/// One window, core 1 by its own clock, the others by the common one.
bool take_window_of_two_clocks() {
  const uint64_t start = common_clock::read() + ms_ticks;
  constexpr uint64_t length = 10 * ms_ticks;
  for (member& each : all) {
    each.planned = {rtm::sync::strategy::software, 10, start, length, ms_ticks / 20, 1'000'000, 0};
    each.windows_wanted = 1;
    each.masked_until = 0;
  }
  all[1].reads_own_clock = true;
  all[1].planned.start_ticks = to_own(start);
  all[1].planned.length_ticks = to_own(start + length) - all[1].planned.start_ticks;
  run_plans();
  all[1].reads_own_clock = false;

  rtm::sync::core_window<columns> windows[cores];
  for (uint32_t i = 0; i < cores; ++i) windows[i] = all[i].window;
  print_window("core 0", all[0], start);
  print_window("core 1 by its own clock", all[1], all[1].planned.start_ticks);
  rtm::sync::requirement<columns> asked;
  asked.start_ticks = start;
  asked.length_ticks = length;
  asked.error_ppm = 10'000;
  asked.rates[0] = {0, 1, 30};
  asked.rates[cycle_column] = {cycles_per_tick, cycles_per_tick, 1};
  const auto apart = rtm::sync::combine(windows, cores, asked);
  results.text("as they are: ").text(rtm::sync::name_of(apart.verdict)).put('\n');
  const status aligned = clocks.align(windows[1]);
  results.text("aligned: ").text(rtm::sync::name_of(aligned)).put('\n');
  const auto together = rtm::sync::combine(windows, cores, asked);
  print_verdict(together);
  const uint64_t truth = length * cycles_per_tick * cores;
  return apart.verdict == status::not_synchronous && together.verdict == status::ok &&
         together.clock_bound_ticks != 0 &&
         rtm::sync::detail::distance(together.total[cycle_column], truth) <= together.total_error[cycle_column];
}

}  // namespace

/// On core 1.
void exchange_handler(uint32_t) {
  const uint64_t received = own_clock::read();
  switch (what_to_do) {
    case order::stamp: break;
    case order::set_clock: access::write<rtm::pmu::a64::pmccntr>(own_clock::cycles() + begins_at_cycles); break;
    case order::set_clock_a_little:
      access::write<rtm::pmu::a64::pmccntr>(own_clock::cycles() + cycles_hz / 1'000);
      break;
    case order::begin_to_be_busy: board::arm_virtual_timer(busy_period_us * board::ticks_per_us); break;
    case order::show_both:
      both.own_before = own_clock::read();
      both.common = common_clock::read();
      both.own_after = own_clock::read();
      break;
    case order::rest: board::stop_virtual_timer(); break;
  }
  current.received = received;
  current.replied = own_clock::read();
  barrier();
  is_answered = true;
}

/// On core 1: nothing else is heard meanwhile.
void busy_handler(uint32_t) {
  board::arm_virtual_timer(busy_period_us * board::ticks_per_us);
  uint64_t loops = busy_us * 31;
  asm volatile("0: subs %0, %0, #1\n\tb.ne 0b" : "+r"(loops)::"cc");
}

bool show_two_clocks() {
  results.text("[two clocks: common ").decimal(nominal_hz()).text(" Hz, that of core 1 ").decimal(cycles_hz);
  results.text(" Hz, as written on them]\n");
  ask(order::set_clock);
  ask(order::begin_to_be_busy);
  uint64_t longest = exchange_many(2 * batch_size);
  bool good = !show_state("after 2 batches", longest);
  good = !show_conversion("  a stamp") && good;
  longest = exchange_many((batches - 2) * batch_size);
  good = show_state("after 16 batches", longest) && good;
  good = show_conversion("  a stamp") && good;
  sleep_ticks(1'000 * ms_ticks);
  good = show_conversion("  a second later") && good;
  ask(order::rest);
  results.text("[a window of two clocks]\n");
  good = take_window_of_two_clocks() && good;
  results.text("[the clock of core 1 is set, a millisecond ahead]\n");
  ask(order::set_clock_a_little);
  (void)exchange_many(batch_size);
  good = !show_state("after a batch", 0) && good;
  good = !show_conversion("  a stamp") && good;
  longest = exchange_many((batches - 1) * batch_size);
  good = show_state("after 16 batches", longest) && good;
  return show_conversion("  a stamp") && good;
}

}  // namespace machine
