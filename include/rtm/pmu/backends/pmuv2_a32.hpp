// SPDX-License-Identifier: MIT
// PMUv2 and PMUv3 from AArch32 (Armv7-A/R, Arm ARM DDI 0406 C9; Armv8-R): coprocessor 15. All counters are seen 32 bits
// wide. Event counters are reached through a selector, which an interrupt must find as it left it: every such access
// masks.
//
//   using pmu_type = rtm::pmu::pmuv2_a32<rtm::pmu::access::aarch32>;
#pragma once

#include <stdint.h>

#include "rtm/pmu/backends/arm_pmu.hpp"

namespace rtm::pmu {

/// The number of a register of coprocessor 15, from `mrc p15, <op1>, r0, c<n>, c<m>, <op2>`.
constexpr uint32_t cp15_register(uint32_t op1, uint32_t crn, uint32_t crm, uint32_t op2) {
  return op1 << 11 | crn << 7 | crm << 3 | op2;
}

namespace a32 {
inline constexpr uint32_t pmcr = cp15_register(0, 9, 12, 0);
inline constexpr uint32_t pmcntenset = cp15_register(0, 9, 12, 1);
inline constexpr uint32_t pmcntenclr = cp15_register(0, 9, 12, 2);
inline constexpr uint32_t pmovsr = cp15_register(0, 9, 12, 3);
inline constexpr uint32_t pmswinc = cp15_register(0, 9, 12, 4);
inline constexpr uint32_t pmselr = cp15_register(0, 9, 12, 5);
inline constexpr uint32_t pmceid0 = cp15_register(0, 9, 12, 6);
inline constexpr uint32_t pmceid1 = cp15_register(0, 9, 12, 7);
inline constexpr uint32_t pmccntr = cp15_register(0, 9, 13, 0);
inline constexpr uint32_t pmxevtyper = cp15_register(0, 9, 13, 1);
inline constexpr uint32_t pmxevcntr = cp15_register(0, 9, 13, 2);
inline constexpr uint32_t pmintenset = cp15_register(0, 9, 14, 1);
inline constexpr uint32_t pmintenclr = cp15_register(0, 9, 14, 2);
inline constexpr uint32_t pmovsset = cp15_register(0, 9, 14, 3);  ///< With the Virtualization Extensions only.
}  // namespace a32

/// `Access`: read<register>(), write<register>(v) of 32 bits, sync(), lock(), unlock(v).
template <class Access>
class pmuv2_a32_map {
 public:
  static constexpr uint32_t control = a32::pmcr;
  static constexpr uint32_t count_enable_set = a32::pmcntenset;
  static constexpr uint32_t count_enable_clear = a32::pmcntenclr;
  static constexpr uint32_t overflow_clear = a32::pmovsr;
  static constexpr uint32_t overflow_set = a32::pmovsset;
  static constexpr uint32_t irq_enable_set = a32::pmintenset;
  static constexpr uint32_t irq_enable_clear = a32::pmintenclr;
  static constexpr uint32_t filter_mask = 0xC000'0000U;

  constexpr pmuv2_a32_map() = default;
  explicit constexpr pmuv2_a32_map(const Access& access) : access_(access) {}

  template <uint32_t Register>
  uint64_t get() {
    return access_.template read<Register>();
  }
  template <uint32_t Register>
  void set(uint64_t value) {
    access_.template write<Register>(uint32_t(value));
  }

  /// Armv7 has no register that says whether there is a PMU: on a CPU without one the first access is undefined.
  status open() { return status::ok; }
  uint32_t event_counters() { return uint32_t(get<a32::pmcr>() >> 11) & 31U; }
  uint32_t cycle_bits() const { return 32; }
  uint32_t event_bits() const { return 32; }
  /// LC and D stay 0: the flag of the cycle counter after 32 bits, and every cycle.
  uint32_t control_value() const { return 0; }

  bool counts(event what) {
    const auto e = uint32_t(what);
    if (e < 0x20) return (get<a32::pmceid0>() >> e & 1U) != 0;
    if (e < 0x40) return (get<a32::pmceid1>() >> (e - 0x20) & 1U) != 0;
    return e <= 0xFFFF;
  }

  uint32_t filter_value(filter where) const {
    return (where.exclude_kernel ? 1U << 31 : 0U) | (where.exclude_user ? 1U << 30 : 0U) |
           (where.include_hypervisor ? 1U << 27 : 0U);
  }

  uint64_t cycles() { return get<a32::pmccntr>(); }
  void set_cycles(uint64_t value) { set<a32::pmccntr>(value); }
  uint32_t cycle_filter() { return type(31); }
  void set_cycle_filter(uint32_t value) { set_type(31, value); }

  uint64_t counter(unsigned n) {
    return selected(n, [&] { return get<a32::pmxevcntr>(); });
  }
  void set_counter(unsigned n, uint64_t value) {
    (void)selected(n, [&] { return set<a32::pmxevcntr>(value), uint64_t{}; });
  }
  uint32_t type(unsigned n) {
    return uint32_t(selected(n, [&] { return get<a32::pmxevtyper>(); }));
  }
  void set_type(unsigned n, uint32_t value) {
    (void)selected(n, [&] { return set<a32::pmxevtyper>(value), uint64_t{}; });
  }

  void sync() { access_.sync(); }
  uint32_t lock() { return access_.lock(); }
  void unlock(uint32_t before) { access_.unlock(before); }
  [[nodiscard]] Access& access() { return access_; }

 private:
  template <class Do>
  uint64_t selected(unsigned n, Do what) {
    const uint32_t before = access_.lock();
    set<a32::pmselr>(n);
    access_.sync();
    const uint64_t value = what();
    access_.unlock(before);
    return value;
  }

  Access access_ = {};
};

template <class Access>
using pmuv2_a32 = arm_pmu<pmuv2_a32_map<Access>>;

}  // namespace rtm::pmu
