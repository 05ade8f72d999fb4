// SPDX-License-Identifier: MIT
#include "counters.hpp"
#include "rtm/pmu/group.hpp"
#include "rtm/pmu/overflow.hpp"
#include "rtm/pmu/power.hpp"

namespace counters {
namespace {

namespace arm = rtm::pmu::arm;
namespace a64 = rtm::pmu::a64;
using rtm::pmu::status;
using group_of_8 = rtm::pmu::counter_group<backend, 8>;
using group_of_2 = rtm::pmu::counter_group<backend, 2>;

// One after the other: each is started again by its user.
rtm::pmu::unit<backend> pmu;
rtm::pmu::overflow_handler<backend> overflows;

void handle_overflow() { (void)overflows.handle(0); }

void start_unit() {
  overflows = {};
  (void)pmu.start();
  overflows.start(pmu.backend());
  on_overflow(handle_overflow);
}

void ask_for(const char* name, rtm::pmu::event what) {
  unsigned n = 0;
  const status answer = pmu.take(what, {}, n);
  results.text("event ");
  say(name, answer);
  if (answer == status::ok) pmu.release(n);
}

/// `loops` times two instructions, and a few around them.
[[gnu::noinline]] void work(uint64_t loops) { asm volatile("0: subs %0, %0, #1\n\tb.ne 0b" : "+r"(loops)::"cc"); }

struct spent {
  uint64_t cycles, instructions;
};
spent spent_on(group_of_2& group, uint64_t loops) {
  rtm::pmu::group_reading<2> before, after;
  (void)group.read(pmu.backend(), 0, before);
  work(loops);
  (void)group.read(pmu.backend(), 0, after);
  return {after.count[0] - before.count[0], after.count[1] - before.count[1]};
}

void count_a_loop() {
  start_unit();
  group_of_2 group;
  (void)group.add(pmu, arm::cycle_counter);
  (void)group.add(pmu, arm::inst_retired);
  for (unsigned i = 0; i < group.used(); ++i) (void)overflows.attach(group.counter(i));
  (void)group.start(pmu);
  const spent little = spent_on(group, 1);
  const spent much = spent_on(group, 1'000'001);
  say("instructions of 1000000 loops of two", much.instructions - little.instructions);
  say("cycles of them", much.cycles - little.cycles);
  group.release(pmu);
}

/// A counter of 32 bits near its end. Above them a wider one (FEAT_PMUv3p5) holds what has nothing to do with it.
void count_over_a_wrap() {
  start_unit();
  group_of_2 group;
  (void)group.add(pmu, arm::sw_incr);
  const unsigned n = group.counter(0).counter();
  pmu.backend().write(n, uint64_t{5} << 32 | 0xFFFF'FFF0U);
  (void)overflows.attach(group.counter(0));
  (void)group.start(pmu);
  increment(15, 1U << n);
  say("before the wrap", group.counter(0).read());
  increment(1, 1U << n);
  say("interrupt held back", group.counter(0).read());
  let_interrupts_in();
  say("interrupt served", group.counter(0).read());
  increment(5, 1U << n);
  say("and on", group.counter(0).read());
  say("interrupts", overflow_interrupts());
  say("for another device of the line", rtm::pmu::name_of(overflows.handle(0)));
  group.release(pmu);
}

rtm::pmu::sampling_counter<backend> sampled;

void show_samples(const char* when) {
  results.text(when).text(": periods ").decimal(sampled.periods()).text(" folded ").decimal(sampled.folded());
  results.text(" interrupts ").decimal(overflow_interrupts()).text(" total ").decimal(sampled.total()).put('\n');
}

/// As is often seen: the counter is set back to the same start, and what came since the wrap is gone.
unsigned reloaded = 0;
uint32_t reloads = 0;
void reload_with_a_fixed_number() {
  pmu.backend().clear_overflows(1U << reloaded);
  pmu.backend().write(reloaded, 0U - 100U);
  ++reloads;
}

void sample_wrongly(unsigned n) {
  reloaded = n;
  on_overflow(reload_with_a_fixed_number);
  pmu.backend().write(n, 0U - 100U);
  for (uint32_t i = 0; i < 10; ++i) {
    increment(130, 1U << n);
    let_interrupts_in();
  }
  const uint64_t left = (pmu.backend().read(n) + 100) & 0xFFFF'FFFFU;
  results.text("a fixed reload, 30 late: of 1300 counted ").decimal(100 * reloads + left).put('\n');
}

/// The power of the core is gone: registers hold anything.
void scramble() {
  access::write<a64::pmcr>(0);
  access::write<a64::pmevtyper(5)>(0x11);
  access::write<a64::pmevcntr(5)>(0x1234'5678);
  access::write<a64::pmccntr>(0x1234'5678);
  access::write<a64::pmcntenset>(0x8000'003F);
  access::write<a64::pmovsset>(0x8000'003F);
  access::write<a64::pmintenset>(0x8000'003F);
  access::sync();
}

template <class Interfere>
void interfere(const char* how, Interfere foreign_hand) {
  start_unit();
  unsigned n = 0;
  (void)pmu.take(arm::sw_incr, {}, n);
  (void)pmu.count(1U << n, 1U << n);
  increment(9, 1U << n);
  if (pmu.check() != status::ok) say(how, "not ok before");
  foreign_hand(n);
  say(how, pmu.check());
}

}  // namespace

void show_what_is_there() {
  results.text("[what is there]\n");
  say("start", pmu.start());
  say("version", access::read<a64::id_aa64dfr0>() >> 8 & 15U);
  say("event counters", access::read<a64::pmcr>() >> 11 & 31U);
  ask_for("sw_incr", arm::sw_incr);
  ask_for("inst_retired", arm::inst_retired);
  ask_for("cpu_cycles", arm::cpu_cycles);
  ask_for("l1d_cache_refill", arm::l1d_cache_refill);
  ask_for("chain", arm::chain);
  group_of_8 group;
  status answer = status::ok;
  while ((answer = group.add(pmu, arm::sw_incr)) == status::ok) {
  }
  results.text("group of 8: ").decimal(group.used()).text(" fit, then ");
  results.text(rtm::pmu::name_of(answer)).put('\n');
  group.release(pmu);
}

void count_exactly() {
  results.text("[exact counts]\n");
  count_a_loop();
  count_over_a_wrap();
}

void sample() {
  results.text("[sampling]\n");
  start_unit();
  unsigned n = 0;
  (void)pmu.take(arm::sw_incr, {}, n);
  (void)sampled.start(pmu.backend(), n, 100);
  (void)overflows.attach(sampled);
  (void)pmu.count(1U << n, 1U << n);
  for (uint32_t i = 0; i < 1'000; ++i) {
    increment(1, 1U << n);
    let_interrupts_in();
  }
  show_samples("in time");
  increment(250, 1U << n);
  let_interrupts_in();
  show_samples("late by more than a period");
  increment(50, 1U << n);
  let_interrupts_in();
  show_samples("and in step again");
  sample_wrongly(n);
  pmu.release(n);
}

void notice_others() {
  results.text("[others]\n");
  interfere("PMCR.E cleared", [](unsigned) { access::write<a64::pmcr>(0); });
  interfere("counter disabled", [](unsigned n) { access::write<a64::pmcntenclr>(1U << n); });
  interfere("0 written to the set register", [](unsigned) { access::write<a64::pmcntenset>(0); });
  interfere("another event", [](unsigned) { access::write<a64::pmevtyper(5)>(0x11); });
  interfere("another filter", [](unsigned) { access::write<a64::pmevtyper(5)>(0x8000'0000U); });
  interfere("interrupt switched off", [](unsigned n) { access::write<a64::pmintenclr>(1U << n); });
  interfere("counter written back", [](unsigned) { access::write<a64::pmevcntr(5)>(3); });
  interfere("all counters reset", [](unsigned) { access::write<a64::pmcr>(access::read<a64::pmcr>() | 2); });
  interfere("masked over two polls", [](unsigned n) {
    access::write<a64::pmovsset>(1U << n);
    (void)pmu.check();
  });
  start_unit();
  group_of_2 group;
  (void)group.add(pmu, arm::sw_incr);
  const unsigned n = group.counter(0).counter();
  (void)overflows.attach(group.counter(0));
  (void)group.start(pmu);
  increment(7, 1U << n);
  rtm::pmu::suspend(pmu, group);
  scramble();
  say("power is back", rtm::pmu::resume(pmu, group));
  increment(5, 1U << n);
  let_interrupts_in();
  say("counted before and after", group.counter(0).read());
  say("interrupts of what the registers held", overflow_interrupts());
  say("check", pmu.check());
  group.release(pmu);
}

}  // namespace counters
