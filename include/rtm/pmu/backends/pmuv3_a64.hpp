// SPDX-License-Identifier: MIT
// PMUv3 from AArch64 (Arm ARM DDI 0487, D13): up to 31 event counters of 32 bits, of 64 with FEAT_PMUv3p5, and a cycle
// counter of 64.
//
//   using pmu_type = rtm::pmu::pmuv3_a64<rtm::pmu::access::aarch64>;
//
// Counters of 32 bits go on above bit 31 where FEAT_PMUv3p5 is implemented: what is read is cut to `bits`.
// Firmware may keep counters from us (MDCR_EL2.HPMN: fewer are seen) and may stop the cycle counter in secure state:
// secure time is then in no count.
#pragma once

#include <stdint.h>

#include "rtm/pmu/backends/arm_pmu.hpp"

namespace rtm::pmu {

/// The number of a system register, from the five of its name S<op0>_<op1>_C<n>_C<m>_<op2>.
constexpr uint32_t system_register(uint32_t op0, uint32_t op1, uint32_t crn, uint32_t crm, uint32_t op2) {
  return op0 << 14 | op1 << 11 | crn << 7 | crm << 3 | op2;
}

namespace a64 {
inline constexpr uint32_t id_aa64dfr0 = system_register(3, 0, 0, 5, 0);
inline constexpr uint32_t pmcr = system_register(3, 3, 9, 12, 0);
inline constexpr uint32_t pmcntenset = system_register(3, 3, 9, 12, 1);
inline constexpr uint32_t pmcntenclr = system_register(3, 3, 9, 12, 2);
inline constexpr uint32_t pmovsclr = system_register(3, 3, 9, 12, 3);
inline constexpr uint32_t pmswinc = system_register(3, 3, 9, 12, 4);
inline constexpr uint32_t pmceid0 = system_register(3, 3, 9, 12, 6);
inline constexpr uint32_t pmceid1 = system_register(3, 3, 9, 12, 7);
inline constexpr uint32_t pmccntr = system_register(3, 3, 9, 13, 0);
inline constexpr uint32_t pmovsset = system_register(3, 3, 9, 14, 3);
inline constexpr uint32_t pmintenset = system_register(3, 0, 9, 14, 1);
inline constexpr uint32_t pmintenclr = system_register(3, 0, 9, 14, 2);
inline constexpr uint32_t pmccfiltr = system_register(3, 3, 14, 15, 7);
constexpr uint32_t pmevcntr(uint32_t n) { return system_register(3, 3, 14, 8 + n / 8, n % 8); }
constexpr uint32_t pmevtyper(uint32_t n) { return system_register(3, 3, 14, 12 + n / 8, n % 8); }
}  // namespace a64

/// How wide the counters are asked to be.
struct pmuv3_options {
  /// PMCR.LC: the flag of the cycle counter after 64 bits, which is never. Arm deprecates 32.
  static constexpr bool long_cycles = true;
  /// PMCR.LP, where FEAT_PMUv3p5 is implemented: event counters of 64 bits.
  static constexpr bool long_events = false;
};

/// `Access`: read<register>(), write<register>(v), sync(), lock(), unlock(v), narrow_bits() (32 on silicon).
template <class Access, class Options = pmuv3_options>
class pmuv3_a64_map {
 public:
  static constexpr uint32_t control = a64::pmcr;
  static constexpr uint32_t count_enable_set = a64::pmcntenset;
  static constexpr uint32_t count_enable_clear = a64::pmcntenclr;
  static constexpr uint32_t overflow_clear = a64::pmovsclr;
  static constexpr uint32_t overflow_set = a64::pmovsset;
  static constexpr uint32_t irq_enable_set = a64::pmintenset;
  static constexpr uint32_t irq_enable_clear = a64::pmintenclr;
  static constexpr uint32_t filter_mask = 0xC000'0000U;

  constexpr pmuv3_a64_map() = default;
  explicit constexpr pmuv3_a64_map(const Access& access) : access_(access) {}

  template <uint32_t Register>
  uint64_t get() {
    return access_.template read<Register>();
  }
  template <uint32_t Register>
  void set(uint64_t value) {
    access_.template write<Register>(value);
  }

  status open() {
    // ID_AA64DFR0_EL1.PMUVer: 0 none, 15 one that is not Arm's.
    const uint64_t version = get<a64::id_aa64dfr0>() >> 8 & 15U;
    if (version == 0 || version == 15) return status::no_pmu;
    has_long_events_ = version >= 6;
    return status::ok;
  }
  uint32_t event_counters() { return uint32_t(get<a64::pmcr>() >> 11) & 31U; }
  uint32_t cycle_bits() const { return Options::long_cycles ? 64 : access_.narrow_bits(); }
  uint32_t event_bits() const { return Options::long_events && has_long_events_ ? 64 : access_.narrow_bits(); }
  uint32_t control_value() const {
    return (Options::long_cycles ? 1U << 6 : 0U) | (Options::long_events && has_long_events_ ? 1U << 7 : 0U);
  }

  /// What PMCEID says of the common events. One that is not there would count nothing and raise no error.
  bool counts(event what) {
    const auto e = uint32_t(what);
    if (e < 0x20) return (get<a64::pmceid0>() >> e & 1U) != 0;
    if (e < 0x40) return (get<a64::pmceid1>() >> (e - 0x20) & 1U) != 0;
    if (e >= 0x4000 && e < 0x4020) return (get<a64::pmceid0>() >> (e - 0x4000 + 32) & 1U) != 0;
    if (e >= 0x4020 && e < 0x4040) return (get<a64::pmceid1>() >> (e - 0x4020 + 32) & 1U) != 0;
    return e <= 0xFFFF;
  }

  uint32_t filter_value(filter where) const {
    return (where.exclude_kernel ? 1U << 31 : 0U) | (where.exclude_user ? 1U << 30 : 0U) |
           (where.include_hypervisor ? 1U << 27 : 0U);
  }

  uint64_t cycles() { return get<a64::pmccntr>(); }
  void set_cycles(uint64_t value) { set<a64::pmccntr>(value); }
  uint32_t cycle_filter() { return uint32_t(get<a64::pmccfiltr>()); }
  void set_cycle_filter(uint32_t value) { set<a64::pmccfiltr>(value); }

  uint64_t counter(unsigned n) {
    uint64_t value = 0;
    each<0>(n, [&](auto index) { value = get<a64::pmevcntr(decltype(index)::value)>(); });
    return value;
  }
  void set_counter(unsigned n, uint64_t value) {
    each<0>(n, [&](auto index) { set<a64::pmevcntr(decltype(index)::value)>(value); });
  }
  uint32_t type(unsigned n) {
    uint64_t value = 0;
    each<0>(n, [&](auto index) { value = get<a64::pmevtyper(decltype(index)::value)>(); });
    return uint32_t(value);
  }
  void set_type(unsigned n, uint32_t value) {
    each<0>(n, [&](auto index) { set<a64::pmevtyper(decltype(index)::value)>(value); });
  }

  void sync() { access_.sync(); }
  uint32_t lock() { return access_.lock(); }
  void unlock(uint32_t before) { access_.unlock(before); }
  [[nodiscard]] Access& access() { return access_; }

 private:
  template <uint32_t N>
  struct constant {
    static constexpr uint32_t value = N;
  };
  /// An instruction names its register; a number in a variable has to choose among 31 instructions.
  template <uint32_t N, class Do>
  static void each(unsigned n, Do what) {
    if (n == N) {
      what(constant<N>{});
    } else if constexpr (N < 30) {
      each<N + 1>(n, what);
    }
  }

  Access access_ = {};
  bool has_long_events_ = false;
};

template <class Access, class Options = pmuv3_options>
using pmuv3_a64 = arm_pmu<pmuv3_a64_map<Access, Options>>;

}  // namespace rtm::pmu
