// SPDX-License-Identifier: MIT
// All counters of one core captured at once, by FEAT_PMUv3_SS (Armv9.4): no reads of moving counters, no lateness
// between them. A register sequence, checked on the host; QEMU and most silicon do not have it. The older external
// snapshot registers of some cores (Cortex-A55, A76) are reached by a debugger only.
#pragma once

#include <stdint.h>

#include "rtm/pmu/backends/pmuv3_a64.hpp"

namespace rtm::pmu {

namespace a64 {
inline constexpr uint32_t pmsscr = system_register(3, 0, 9, 13, 3);
inline constexpr uint32_t pmccntsvr = system_register(2, 0, 14, 11, 7);
constexpr uint32_t pmevcntsvr(uint32_t n) { return system_register(2, 0, 14, 8 + n / 8, n % 8); }
}  // namespace a64

/// `Access` as of pmuv3_a64.
template <class Access>
class pmuv3_snapshot {
  static constexpr uint64_t pmsscr_ss = 1;                  // capture; reads 1 while it is not done
  static constexpr uint64_t pmsscr_nc = uint64_t{1} << 32;  // not captured

 public:
  constexpr pmuv3_snapshot() = default;
  explicit constexpr pmuv3_snapshot(const Access& access) : access_(access) {}

  /// ID_AA64DFR0_EL1.PMSS.
  bool is_there() { return (access_.template read<a64::id_aa64dfr0>() >> 16 & 15U) != 0; }

  /// @retval ok         the values below belong to one moment inside this call
  /// @retval no_pmu     there are no snapshots here
  /// @retval not_mine   not captured (another snapshot, prohibited, no power) or not done after so many tries
  /// Context: the core. Bound: most_tries.
  status capture(unsigned most_tries = 64) {
    if (!is_there()) return status::no_pmu;
    access_.template write<a64::pmsscr>(pmsscr_ss);
    access_.sync();
    for (unsigned i = 0; i < most_tries; ++i) {
      const uint64_t state = access_.template read<a64::pmsscr>();
      if ((state & pmsscr_ss) != 0) continue;
      return (state & pmsscr_nc) != 0 ? status::not_mine : status::ok;
    }
    return status::not_mine;
  }

  uint64_t cycles() { return access_.template read<a64::pmccntsvr>(); }
  template <uint32_t N>
  uint64_t counter() {
    static_assert(N < 31);
    return access_.template read<a64::pmevcntsvr(N)>();
  }

 private:
  Access access_ = {};
};

}  // namespace rtm::pmu
