// SPDX-License-Identifier: MIT
// CYCCNT of the DWT of Armv7-M and Armv8-M: one counter of core cycles, 32 bits, no flag and no interrupt: it is
// polled, at least once in 2^32 cycles. It stops in sleep, so it measures work; it is not there on Cortex-M0, M0+ and
// M23, and then reads 0 without a fault.
//
//   using pmu_type = rtm::pmu::dwt<rtm::pmu::access::cortex_m>;
//
// The 8-bit counters beside it (CPICNT and so on) wrap in microseconds, and are for a trace probe only.
#pragma once

#include <stdint.h>

#include "rtm/pmu/probe.hpp"

namespace rtm::pmu {

namespace dwt_register {
inline constexpr uint32_t demcr = 0xE000'EDFCU;
inline constexpr uint32_t ctrl = 0xE000'1000U;
inline constexpr uint32_t cyccnt = 0xE000'1004U;
inline constexpr uint32_t lar = 0xE000'1FB0U;
inline constexpr uint32_t demcr_trcena = uint32_t{1} << 24;
inline constexpr uint32_t ctrl_cyccntena = 1;
inline constexpr uint32_t ctrl_nocyccnt = uint32_t{1} << 25;
inline constexpr uint32_t unlock_key = 0xC5AC'CE55U;
}  // namespace dwt_register

/// `Access`: read(address), write(address, v) of 32 bits, sync(), lock(), unlock(v).
template <class Access>
class dwt {
  static constexpr uint32_t mine = 1;

 public:
  static constexpr bool has_overflow = false;
  static constexpr bool runs_in_idle = false;

  constexpr dwt() = default;
  explicit constexpr dwt(const Access& access) : access_(access) {}

  /// @retval ok
  /// @retval no_pmu  CYCCNT says that it is not there, or does not move
  /// The counter runs from here on, and is never written: a debugger may use it too.
  status start_up() {
    namespace r = dwt_register;
    access_.write(r::demcr, access_.read(r::demcr) | r::demcr_trcena);
    access_.sync();
    access_.write(r::lar, r::unlock_key);  // ignored where there is no lock
    if ((access_.read(r::ctrl) & r::ctrl_nocyccnt) != 0) return status::no_pmu;
    enable(mine);
    access_.sync();
    return probe_counter(*this, 0);
  }

  uint32_t counters() const { return mine; }
  uint32_t candidates(event what) const { return what == dwt_event::cycles ? mine : 0; }
  uint32_t bits(unsigned) const { return 32; }
  uint64_t read(unsigned) { return access_.read(dwt_register::cyccnt); }
  void write(unsigned, uint64_t value) { access_.write(dwt_register::cyccnt, uint32_t(value)); }
  void select(unsigned, event, filter) {}
  bool is_selected(unsigned, event, filter) const { return true; }

  void enable(uint32_t mask) {
    if ((mask & mine) == 0) return;
    access_.write(dwt_register::ctrl, access_.read(dwt_register::ctrl) | dwt_register::ctrl_cyccntena);
  }
  void disable(uint32_t mask) {
    if ((mask & mine) == 0) return;
    access_.write(dwt_register::ctrl, access_.read(dwt_register::ctrl) & ~dwt_register::ctrl_cyccntena);
  }
  uint32_t enabled() { return access_.read(dwt_register::ctrl) & dwt_register::ctrl_cyccntena; }

  /// TRCENA switches the DWT as a whole, and ITM and ETM with it: it is set and looked at, never cleared. A debugger
  /// that disconnects clears it.
  void run() { access_.write(dwt_register::demcr, access_.read(dwt_register::demcr) | dwt_register::demcr_trcena); }
  void halt() {}
  bool running() { return (access_.read(dwt_register::demcr) & dwt_register::demcr_trcena) != 0; }

  void sync() { access_.sync(); }
  uint32_t lock() { return access_.lock(); }
  void unlock(uint32_t before) { access_.unlock(before); }
  [[nodiscard]] Access& access() { return access_; }

 private:
  Access access_ = {};
};

}  // namespace rtm::pmu
