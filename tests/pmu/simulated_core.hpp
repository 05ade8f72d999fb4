// SPDX-License-Identifier: MIT
// A core with a PMUv3, at the level of its registers, for the real backend to run on. Every access to a register takes
// time, in which counters go on and interrupts come: so a sweep over the counter's start value tries every place at
// which a wrap can fall into a sequence of accesses. Counters may be narrow, to make wraps frequent.
// What it follows: Arm ARM DDI 0487 D13; where that leaves a choice, the options below are the choices.
#pragma once

#include <cstdint>
#include <functional>

#include "rtm/pmu/backends/pmuv3_a64.hpp"

namespace rtm::test {

struct core_options {
  unsigned counters = 4;     ///< PMCR.N
  unsigned narrow_bits = 8;  ///< 32 on silicon.
  bool p5 = false;           ///< Counters carry on above narrow_bits, and PMCR.LP exists.
  bool edge = false;         ///< The interrupt controller latches rising edges: the wrong configuration.
  bool stops_in_wfi = true;  ///< The cycle counter too.
  unsigned access_cost = 1;  ///< Cycles of a register access.
  unsigned irq_latency = 0;  ///< Cycles from the line to the first instruction of the handler.
};

/// An event that happens three times in every fourth cycle: a counter of it jumps over 0.
inline constexpr pmu::event bursts{0x3A};

class simulated_core {
 public:
  explicit simulated_core(const core_options& how = {}) : how_(how) {}
  simulated_core(const simulated_core&) = delete;

  // ---- The CPU ----

  std::function<void()> overflow_isr;  ///< Called while the line is up and nothing masks it.
  std::function<void()> urgent_isr;    ///< A more urgent interrupt, which interrupts that one too.
  std::uint64_t urgent_at = ~std::uint64_t{0};
  std::function<void(unsigned)> on_access;  ///< Called after access number n.

  void work(std::uint64_t cycles);
  void sleep(std::uint64_t cycles);
  void debug_halt(std::uint64_t system_ticks);  ///< The system counter runs on, the core does not.
  void power_cycle(std::uint32_t seed);         ///< Every register then holds something else.

  std::uint64_t system_ticks = 0;
  bool masked = false;
  std::uint64_t handled = 0;     ///< Calls of overflow_isr.
  unsigned most_entries = 4000;  ///< Then it stops calling: a storm.
  unsigned accesses = 0;

  // ---- What really happened ----

  std::uint64_t counted[32] = {};  ///< Every increment of a counter, wraps or not.

  // ---- Registers ----

  std::uint64_t read(std::uint32_t which);
  void write(std::uint32_t which, std::uint64_t value);
  void spend();  ///< The time of an access, and what happens in it.

  std::uint64_t counter[32] = {};
  std::uint32_t type[32] = {};
  std::uint32_t control = 0, enabled = 0, interrupting = 0, flags = 0;
  std::uint64_t pmceid0 = 0x4002'0101U, pmceid1 = 1U << (0x3A - 0x20);
  std::uint32_t pmu_version = 1;

  [[nodiscard]] const core_options& how() const { return how_; }
  [[nodiscard]] bool line() const { return (control & 1U) != 0 && (flags & interrupting) != 0; }
  void let_interrupts_in();

 private:
  [[nodiscard]] unsigned bits(unsigned n) const;
  [[nodiscard]] unsigned events_now(unsigned n) const;
  void add(unsigned n, unsigned events);
  void cycle();
  void update_line();
  std::uint64_t* indexed(std::uint32_t which, bool& is_type, unsigned& n);

  core_options how_;
  bool asleep_ = false, frozen_ = false, in_isr_ = false, in_urgent_ = false;
  bool line_was_up_ = false, latched_ = false;
  std::uint64_t up_since_ = 0;
};

/// The access policy of the backends.
struct simulated_access {
  simulated_core* core = nullptr;

  [[nodiscard]] std::uint32_t narrow_bits() const { return core->how().narrow_bits; }
  template <std::uint32_t Register>
  std::uint64_t read() {
    return core->read(Register);
  }
  template <std::uint32_t Register>
  void write(std::uint64_t value) {
    core->write(Register, value);
  }
  void sync() { core->spend(); }
  std::uint32_t lock() {
    const bool before = core->masked;
    core->masked = true;
    return before ? 1 : 0;
  }
  void unlock(std::uint32_t before) {
    core->masked = before != 0;
    core->spend();
  }
};

/// 32-bit cycles: the cycle counter is narrow too.
struct narrow_options : pmu::pmuv3_options {
  static constexpr bool long_cycles = false;
};
struct long_event_options : pmu::pmuv3_options {
  static constexpr bool long_events = true;
};

template <class Options = narrow_options>
using simulated_pmu = pmu::pmuv3_a64<simulated_access, Options>;

template <class Options = narrow_options>
simulated_pmu<Options> pmu_of(simulated_core& core) {
  return simulated_pmu<Options>(pmu::pmuv3_a64_map<simulated_access, Options>(simulated_access{&core}));
}

}  // namespace rtm::test
