// SPDX-License-Identifier: MIT
// The performance counters of a TriCore TC3xx CPU: CCNT (cycles), ICNT (instructions), M1CNT to M3CNT. Each has 31 bits
// and, in bit 31, a sticky overflow bit. Clearing that means stopping and writing the counter, which loses events, so
// it is never cleared and never looked at: the counters are polled, modulo 2^31, at least once in 2^31 events. They
// raise no interrupt.
//
//   using pmu_type = rtm::pmu::tricore_pmu<rtm::pmu::access::tricore>;
//
// CCTRL.CE starts and stops all five at once; there is no enable for each. Whether CCNT counts in IDLE is not
// established: take STM for time.
#pragma once

#include <stdint.h>

#include "rtm/pmu/backend.hpp"

namespace rtm::pmu {

namespace csfr {
inline constexpr uint32_t cctrl = 0xFC00;
inline constexpr uint32_t ccnt = 0xFC04;
inline constexpr uint32_t icnt = 0xFC08;
inline constexpr uint32_t m1cnt = 0xFC0C;
inline constexpr uint32_t m2cnt = 0xFC10;
inline constexpr uint32_t m3cnt = 0xFC14;
inline constexpr uint32_t cctrl_ce = 2;  ///< Bit 0, CM, stays 0: normal mode, in which CE decides alone.
}  // namespace csfr

/// `Access`: read<csfr>(), write<csfr>(v), sync() (isync), lock(), unlock(v).
template <class Access>
class tricore_pmu {
 public:
  static constexpr bool has_overflow = false;
  static constexpr bool runs_in_idle = false;

  constexpr tricore_pmu() = default;
  explicit constexpr tricore_pmu(const Access& access) : access_(access) {}

  status start_up() {
    access_.template write<csfr::cctrl>(0);
    access_.sync();
    enabled_ = 0;
    return status::ok;
  }

  uint32_t counters() const { return 0x1F; }
  uint32_t candidates(event what) const {
    switch (uint32_t(what) & ~7U) {
      case 0x00: return uint32_t(what) == 0x00 ? 1U << 0 : 0U;
      case 0x10: return uint32_t(what) == 0x10 ? 1U << 1 : 0U;
      case 0x20: return 1U << 2;
      case 0x30: return 1U << 3;
      case 0x40: return 1U << 4;
      default: return 0;
    }
  }
  uint32_t bits(unsigned) const { return 31; }

  uint64_t read(unsigned n) {
    switch (n) {
      case 0: return access_.template read<csfr::ccnt>();
      case 1: return access_.template read<csfr::icnt>();
      case 2: return access_.template read<csfr::m1cnt>();
      case 3: return access_.template read<csfr::m2cnt>();
      default: return access_.template read<csfr::m3cnt>();
    }
  }
  /// Only while the counters stand still.
  void write(unsigned n, uint64_t value) {
    const uint32_t v = uint32_t(value) & 0x7FFF'FFFFU;
    switch (n) {
      case 0: access_.template write<csfr::ccnt>(v); break;
      case 1: access_.template write<csfr::icnt>(v); break;
      case 2: access_.template write<csfr::m1cnt>(v); break;
      case 3: access_.template write<csfr::m2cnt>(v); break;
      default: access_.template write<csfr::m3cnt>(v); break;
    }
    access_.sync();
  }

  /// There is no filter of modes: `filter` is ignored.
  void select(unsigned n, event what, filter) {
    if (n < 2) return;
    const uint32_t old = access_.template read<csfr::cctrl>();
    access_.template write<csfr::cctrl>((old & ~(7U << field(n))) | (uint32_t(what) & 7U) << field(n));
    access_.sync();
  }
  bool is_selected(unsigned n, event what, filter) {
    return n < 2 || (access_.template read<csfr::cctrl>() >> field(n) & 7U) == (uint32_t(what) & 7U);
  }

  /// The switch is one for all: it is on while any counter is wanted. One that is not wanted counts too, unread.
  void enable(uint32_t mask) { set_enabled(enabled_ | mask); }
  void disable(uint32_t mask) { set_enabled(enabled_ & ~mask); }
  uint32_t enabled() { return running() ? enabled_ : 0; }

  void run() {}
  void halt() { set_enabled(0); }
  bool running() { return enabled_ == 0 || (access_.template read<csfr::cctrl>() & csfr::cctrl_ce) != 0; }

  void sync() { access_.sync(); }
  uint32_t lock() { return access_.lock(); }
  void unlock(uint32_t before) { access_.unlock(before); }
  [[nodiscard]] Access& access() { return access_; }

 private:
  static constexpr uint32_t field(unsigned n) { return 2 + 3 * (n - 2); }  // M1 [4:2], M2 [7:5], M3 [10:8]

  void set_enabled(uint32_t mask) {
    const bool was_on = enabled_ != 0;
    enabled_ = mask & counters();
    if (was_on == (enabled_ != 0)) return;
    const uint32_t old = access_.template read<csfr::cctrl>();
    access_.template write<csfr::cctrl>(enabled_ != 0 ? old | csfr::cctrl_ce : old & ~csfr::cctrl_ce);
    access_.sync();
  }

  Access access_ = {};
  uint32_t enabled_ = 0;
};

}  // namespace rtm::pmu
