// SPDX-License-Identifier: MIT
#include "simulated_core.hpp"

namespace rtm::test {
namespace {

constexpr std::uint32_t e = 1, p = 2, c = 4, d = 8, lc = 1U << 6, lp = 1U << 7, fzo = 1U << 9;
constexpr std::uint32_t writable = e | d | lc | lp | fzo;

std::uint64_t ones(unsigned bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

}  // namespace

unsigned simulated_core::bits(unsigned n) const {
  if (n == 31) return (control & lc) != 0 ? 64 : how_.narrow_bits;
  return how_.p5 && (control & lp) != 0 ? 64 : how_.narrow_bits;
}

unsigned simulated_core::events_now(unsigned n) const {
  if (n == 31) {
    if (asleep_ && how_.stops_in_wfi) return 0;
    if ((control & d) != 0 && (control & lc) == 0) return system_ticks % 64 == 0 ? 1 : 0;
    return 1;
  }
  if (asleep_ || frozen_) return 0;
  switch (type[n] & 0xFFFFU) {
    case 0x11: return 1;
    case 0x08: return system_ticks % 3 != 0 ? 1 : 0;
    case 0x3A: return system_ticks % 4 == 0 ? 3 : 0;
    default: return 0;  // software increments and chains do not come with a cycle
  }
}

void simulated_core::add(unsigned n, unsigned events) {
  for (; events != 0; --events) {
    ++counted[n];
    const std::uint64_t limit = ones(bits(n));
    const bool wraps = (counter[n] & limit) == limit;
    // With FEAT_PMUv3p5 all 64 bits always count; without it there are no more than these.
    counter[n] = how_.p5 || n == 31 ? counter[n] + 1 : (counter[n] + 1) & limit;
    if (n == 31 && (control & lc) == 0 && !how_.p5) counter[n] &= limit;
    if (!wraps) continue;
    flags |= std::uint32_t{1} << n;
    const unsigned above = n + 1;
    if (n % 2 == 0 && above < how_.counters && (type[above] & 0xFFFFU) == 0x1E && (enabled >> above & 1U) != 0) {
      add(above, 1);
    }
  }
}

void simulated_core::cycle() {
  ++system_ticks;
  if ((control & e) == 0) return;
  frozen_ = (control & fzo) != 0 && (flags & 0x7FFF'FFFFU) != 0;
  for (unsigned n = 0; n < how_.counters; ++n) {
    if ((enabled >> n & 1U) != 0) add(n, events_now(n));
  }
  if ((enabled >> 31 & 1U) != 0) add(31, events_now(31));
  update_line();
}

void simulated_core::update_line() {
  const bool up = line();
  if (up && !line_was_up_) {
    up_since_ = system_ticks;
    latched_ = true;
  }
  line_was_up_ = up;
}

void simulated_core::let_interrupts_in() {
  for (;;) {
    if (!masked && !in_urgent_ && urgent_isr && system_ticks >= urgent_at) {
      urgent_at = ~std::uint64_t{0};
      in_urgent_ = true;
      urgent_isr();
      in_urgent_ = false;
      continue;
    }
    update_line();
    const bool wanted = how_.edge ? latched_ : line();
    if (!wanted || masked || in_isr_ || in_urgent_ || !overflow_isr || handled >= most_entries) return;
    if (system_ticks < up_since_ + how_.irq_latency) return;
    latched_ = false;
    in_isr_ = true;
    ++handled;
    overflow_isr();
    in_isr_ = false;
  }
}

void simulated_core::work(std::uint64_t cycles) {
  for (; cycles != 0; --cycles) {
    cycle();
    let_interrupts_in();
  }
}

void simulated_core::sleep(std::uint64_t cycles) {
  asleep_ = true;
  for (; cycles != 0; --cycles) cycle();
  asleep_ = false;
  let_interrupts_in();
}

void simulated_core::debug_halt(std::uint64_t ticks) { system_ticks += ticks; }

void simulated_core::power_cycle(std::uint32_t seed) {
  const auto next = [&] { return seed = seed * 1'664'525U + 1'013'904'223U; };
  for (unsigned n = 0; n < 32; ++n) {
    counter[n] = next() & ones(how_.narrow_bits);
    type[n] = next();
  }
  control = next() & writable & ~fzo;
  const std::uint32_t there = ((std::uint32_t{1} << how_.counters) - 1U) | std::uint32_t{1} << 31;
  enabled = next() & there;
  interrupting = next() & there;
  flags = next() & there;
}

void simulated_core::spend() {
  for (unsigned i = 0; i < how_.access_cost; ++i) cycle();
  ++accesses;
  if (on_access) on_access(accesses);
  let_interrupts_in();
}

std::uint64_t* simulated_core::indexed(std::uint32_t which, bool& is_type, unsigned& n) {
  for (n = 0; n < how_.counters; ++n) {
    if (which == pmu::a64::pmevcntr(n)) return is_type = false, &counter[n];
    if (which == pmu::a64::pmevtyper(n)) return is_type = true, nullptr;
  }
  return nullptr;
}

std::uint64_t simulated_core::read(std::uint32_t which) {
  // The register is looked at when its access is over, and interrupts come after it.
  for (unsigned i = 0; i < how_.access_cost; ++i) cycle();
  ++accesses;
  std::uint64_t value = 0;
  bool is_type = false;
  unsigned n = 0;
  switch (which) {
    case pmu::a64::id_aa64dfr0: value = std::uint64_t{how_.p5 ? 6 : pmu_version} << 8; break;
    case pmu::a64::pmcr: value = control | how_.counters << 11; break;
    case pmu::a64::pmcntenset:
    case pmu::a64::pmcntenclr: value = enabled; break;
    case pmu::a64::pmintenset:
    case pmu::a64::pmintenclr: value = interrupting; break;
    case pmu::a64::pmovsclr:
    case pmu::a64::pmovsset: value = flags; break;
    case pmu::a64::pmceid0: value = pmceid0; break;
    case pmu::a64::pmceid1: value = pmceid1; break;
    case pmu::a64::pmccntr: value = counter[31]; break;
    case pmu::a64::pmccfiltr: value = type[31]; break;
    default:
      if (const auto* at = indexed(which, is_type, n)) {
        value = *at;
      } else if (is_type) {
        value = type[n];
      }
  }
  if (on_access) on_access(accesses);
  let_interrupts_in();
  return value;
}

void simulated_core::write(std::uint32_t which, std::uint64_t value) {
  for (unsigned i = 0; i < how_.access_cost; ++i) cycle();
  ++accesses;
  const auto bits32 = std::uint32_t(value);
  const std::uint32_t there = (std::uint32_t{1} << how_.counters) - 1U;
  bool is_type = false;
  unsigned n = 0;
  switch (which) {
    case pmu::a64::pmcr:
      control = bits32 & (how_.p5 ? writable : writable & ~lp);
      for (n = 0; (bits32 & p) != 0 && n < how_.counters; ++n) counter[n] = 0;  // their flags stay
      if ((bits32 & c) != 0) counter[31] = 0;
      break;
    case pmu::a64::pmcntenset: enabled |= bits32; break;
    case pmu::a64::pmcntenclr: enabled &= ~bits32; break;
    case pmu::a64::pmintenset: interrupting |= bits32; break;
    case pmu::a64::pmintenclr: interrupting &= ~bits32; break;
    case pmu::a64::pmovsclr: flags &= ~bits32; break;
    case pmu::a64::pmovsset: flags |= bits32; break;
    case pmu::a64::pmswinc:
      for (n = 0; n < how_.counters; ++n) {
        const bool counts = (bits32 & enabled & there) >> n & 1U;
        if (counts && (control & e) != 0 && (type[n] & 0xFFFFU) == 0) add(n, 1);
      }
      break;
    case pmu::a64::pmccntr: counter[31] = value; break;
    case pmu::a64::pmccfiltr: type[31] = bits32; break;
    default:
      if (auto* at = indexed(which, is_type, n)) {
        *at = how_.p5 ? value : value & ones(how_.narrow_bits);
      } else if (is_type) {
        type[n] = bits32;
      }
  }
  update_line();
  if (on_access) on_access(accesses);
  let_interrupts_in();
}

}  // namespace rtm::test
