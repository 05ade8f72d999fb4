// SPDX-License-Identifier: MIT
// The PMU of Armv8.1-M (Cortex-M52, M55, M85): event counters of 16 bits, a cycle counter of 32, mapped to memory.
//
//   using pmu_type = rtm::pmu::pmu_armv81m<rtm::pmu::access::cortex_m>;
//
// An overflow is no line of the NVIC but a debug event: the DebugMonitor exception, if DEMCR.MON_EN is set and no
// debugger has halting debug enabled. Its handler clears DFSR.PMU too (`clear_debug_status`). Without it poll:
// 16 bits last 164 us at 400 MHz, so a CHAIN pair of 32 bits is the practical counter (chain.hpp).
// There is no filter of modes: `filter` is ignored. Which events there are is not readable: the CPU's manual says.
#pragma once

#include <stdint.h>

#include "rtm/pmu/backends/arm_pmu.hpp"

namespace rtm::pmu {

namespace armv81m {
inline constexpr uint32_t base = 0xE000'3000U;
constexpr uint32_t evcntr(uint32_t n) { return base + 4 * n; }
inline constexpr uint32_t ccntr = base + 0x07C;
constexpr uint32_t evtyper(uint32_t n) { return base + 0x400 + 4 * n; }
inline constexpr uint32_t cntenset = base + 0xC00;
inline constexpr uint32_t cntenclr = base + 0xC20;
inline constexpr uint32_t intenset = base + 0xC40;
inline constexpr uint32_t intenclr = base + 0xC60;
inline constexpr uint32_t ovsclr = base + 0xC80;
inline constexpr uint32_t swinc = base + 0xCA0;
inline constexpr uint32_t ovsset = base + 0xCC0;
inline constexpr uint32_t type = base + 0xE00;
inline constexpr uint32_t ctrl = base + 0xE04;
inline constexpr uint32_t dfsr = 0xE000'ED30U;
inline constexpr uint32_t demcr = 0xE000'EDFCU;
inline constexpr uint32_t demcr_trcena = uint32_t{1} << 24;
inline constexpr uint32_t dfsr_pmu = uint32_t{1} << 5;
}  // namespace armv81m

/// `Access`: read(address), write(address, v) of 32 bits, sync(), lock(), unlock(v).
template <class Access>
class pmu_armv81m_map {
 public:
  static constexpr uint32_t control = armv81m::ctrl;
  static constexpr uint32_t count_enable_set = armv81m::cntenset;
  static constexpr uint32_t count_enable_clear = armv81m::cntenclr;
  static constexpr uint32_t overflow_clear = armv81m::ovsclr;
  static constexpr uint32_t overflow_set = armv81m::ovsset;
  static constexpr uint32_t irq_enable_set = armv81m::intenset;
  static constexpr uint32_t irq_enable_clear = armv81m::intenclr;
  static constexpr uint32_t filter_mask = 0;

  constexpr pmu_armv81m_map() = default;
  explicit constexpr pmu_armv81m_map(const Access& access) : access_(access) {}

  template <uint32_t Register>
  uint64_t get() {
    return access_.read(Register);
  }
  template <uint32_t Register>
  void set(uint64_t value) {
    access_.write(Register, uint32_t(value));
  }

  /// Without TRCENA nothing counts and everything reads as 0.
  status open() {
    access_.write(armv81m::demcr, access_.read(armv81m::demcr) | armv81m::demcr_trcena);
    access_.sync();
    return event_counters() == 0 ? status::no_pmu : status::ok;
  }
  uint32_t event_counters() { return access_.read(armv81m::type) & 31U; }
  uint32_t cycle_bits() const { return 32; }
  uint32_t event_bits() const { return 16; }
  uint32_t control_value() const { return 0; }
  bool counts(event what) const { return uint32_t(what) <= 0xFFFF; }
  uint32_t filter_value(filter) const { return 0; }

  uint64_t cycles() { return access_.read(armv81m::ccntr); }
  void set_cycles(uint64_t value) { access_.write(armv81m::ccntr, uint32_t(value)); }
  uint32_t cycle_filter() const { return 0; }
  void set_cycle_filter(uint32_t) {}
  uint64_t counter(unsigned n) { return access_.read(armv81m::evcntr(n)); }
  void set_counter(unsigned n, uint64_t value) { access_.write(armv81m::evcntr(n), uint32_t(value) & 0xFFFFU); }
  uint32_t type(unsigned n) { return access_.read(armv81m::evtyper(n)); }
  void set_type(unsigned n, uint32_t value) { access_.write(armv81m::evtyper(n), value); }

  /// In the DebugMonitor handler: true if it was raised by the PMU, whose bit of DFSR is then cleared, and no other.
  bool clear_debug_status() {
    if ((access_.read(armv81m::dfsr) & armv81m::dfsr_pmu) == 0) return false;
    access_.write(armv81m::dfsr, armv81m::dfsr_pmu);
    return true;
  }

  void sync() { access_.sync(); }
  uint32_t lock() { return access_.lock(); }
  void unlock(uint32_t before) { access_.unlock(before); }
  [[nodiscard]] Access& access() { return access_; }

 private:
  Access access_ = {};
};

template <class Access>
using pmu_armv81m = arm_pmu<pmu_armv81m_map<Access>>;

}  // namespace rtm::pmu
