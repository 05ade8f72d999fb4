// SPDX-License-Identifier: MIT
// The counters of a RISC-V hart, in M-mode: cycle, instret and hpm 3 to 31, of up to 64 bits; with Sscofpmf, overflow
// flags and an interrupt (local interrupt 13) for hpm counters.
//
//   using pmu_type = rtm::pmu::riscv_hpm<rtm::pmu::access::riscv, rtm::pmu::sscofpmf::present>;
//
// The flag OF of a counter is sticky, and while it is set the counter raises no further interrupt. What is pending in
// `mip` must be cleared before the flags are read: cleared after, an overflow between the two is pending nowhere and
// its flag silences it for good. `acknowledge` is that first step.
// cycle and instret are never stopped here: a port may use one as its clock. They have no flag.
// Modes: exclude_kernel leaves out M and S, exclude_user U. Without Sscofpmf there are no filters.
#pragma once

#include <stdint.h>

#include "rtm/pmu/backend.hpp"

namespace rtm::pmu {

namespace csr {
inline constexpr uint32_t mie = 0x304;
inline constexpr uint32_t mip = 0x344;
inline constexpr uint32_t mcountinhibit = 0x320;
inline constexpr uint32_t scountovf = 0xDA0;
constexpr uint32_t mhpmcounter(uint32_t n) { return 0xB00 + n; }
constexpr uint32_t mhpmcounterh(uint32_t n) { return 0xB80 + n; }
constexpr uint32_t mhpmevent(uint32_t n) { return 0x320 + n; }
constexpr uint32_t mhpmeventh(uint32_t n) { return 0x720 + n; }
inline constexpr uint32_t lcofi = uint32_t{1} << 13;
}  // namespace csr

enum class sscofpmf : bool { absent, present };

/// `Access`: `word` (32 or 64 bits, as the registers of the hart), read<csr>(), write<csr>(v), set<csr>(bits),
/// clear<csr>(bits), sync(), lock(), unlock(v).
template <class Access, sscofpmf Overflow>
class riscv_hpm {
  using word = typename Access::word;
  static constexpr uint32_t fixed = 0b101;       // cycle, instret
  static constexpr uint32_t hpm = 0xFFFF'FFF8U;  // 3 .. 31
  // mhpmevent: OF and the bits that leave modes out, as bits of the register's highest 32.
  static constexpr uint32_t of = 1U << 31, without_m = 1U << 30, without_s = 1U << 29, without_u = 1U << 28,
                            without_vs = 1U << 27, without_vu = 1U << 26;

 public:
  static constexpr bool has_overflow = Overflow == sscofpmf::present;
  static constexpr bool runs_in_idle = false;

  constexpr riscv_hpm() = default;
  explicit constexpr riscv_hpm(const Access& access) : access_(access) {}

  /// Stops and clears the hpm counters, and finds out which there are and how wide: one that is not there stays 0.
  status start_up() {
    access_.template set<csr::mcountinhibit>(word(hpm));
    if constexpr (has_overflow) access_.template clear<csr::mie>(word(csr::lcofi));
    counters_ = fixed;
    for (unsigned n = 3; n < 32; ++n) {
      write(n, ~uint64_t{0});
      const uint64_t kept = read(n);
      width_[n] = 0;
      for (uint64_t rest = kept; (rest & 1U) != 0; rest >>= 1) ++width_[n];
      if (width_[n] < 8) continue;
      counters_ |= uint32_t{1} << n;
      write(n, 0);
      set_event(n, 0, 0);
    }
    if constexpr (has_overflow) access_.template clear<csr::mip>(word(csr::lcofi));
    enabled_ = interrupting_ = 0;
    is_halted_ = false;
    return status::ok;
  }

  uint32_t counters() const { return counters_; }
  uint32_t candidates(event what) const {
    if (what == riscv::cycles) return 0b001;
    if (what == riscv::instret) return 0b100;
    return counters_ & hpm;
  }
  uint32_t bits(unsigned n) const { return n < 3 ? 64 : width_[n]; }

  uint64_t read(unsigned n) {
    uint64_t value = 0;
    each<0>(n, [&](auto index) {
      constexpr uint32_t i = decltype(index)::value;
      if constexpr (sizeof(word) == 8) {
        value = access_.template read<csr::mhpmcounter(i)>();
      } else {
        // Two halves: if the upper one moved, the lower one has just wrapped and will not again for a while.
        const uint32_t high = access_.template read<csr::mhpmcounterh(i)>();
        uint32_t low = access_.template read<csr::mhpmcounter(i)>();
        const uint32_t again = access_.template read<csr::mhpmcounterh(i)>();
        if (again != high) low = access_.template read<csr::mhpmcounter(i)>();
        value = uint64_t{again} << 32 | low;
      }
    });
    return value;
  }
  /// Only while the counter stands still.
  void write(unsigned n, uint64_t value) {
    touched_ |= uint32_t{1} << n;
    each<0>(n, [&](auto index) {
      constexpr uint32_t i = decltype(index)::value;
      access_.template write<csr::mhpmcounter(i)>(word(value));
      if constexpr (sizeof(word) == 4) access_.template write<csr::mhpmcounterh(i)>(word(value >> 32));
    });
  }

  void select(unsigned n, event what, filter where) {
    if (n >= 3) set_event(n, uint32_t(what), modes(where));
  }
  bool is_selected(unsigned n, event what, filter where) {
    if (n < 3) return true;
    uint32_t low = 0, high = 0;
    get_event(n, low, high);
    return low == uint32_t(what) &&
           (high & (without_m | without_s | without_u)) == (modes(where) & (without_m | without_s | without_u));
  }

  void enable(uint32_t mask) {
    enabled_ |= mask;
    if (!is_halted_) access_.template clear<csr::mcountinhibit>(word(mask));
  }
  void disable(uint32_t mask) {
    enabled_ &= ~mask;
    access_.template set<csr::mcountinhibit>(word(mask & hpm));
  }
  /// cycle and instret run on while nobody wants them.
  uint32_t enabled() { return ~uint32_t(access_.template read<csr::mcountinhibit>()) & counters_ & (enabled_ | hpm); }

  /// There is no switch for all: halting inhibits those that are enabled, by one access.
  void run() {
    is_halted_ = false;
    access_.template clear<csr::mcountinhibit>(word(enabled_));
  }
  void halt() {
    is_halted_ = true;
    access_.template set<csr::mcountinhibit>(word(enabled_ & hpm));
  }
  bool running() const { return !is_halted_; }

  /// One enable for all counters; a counter whose flag is set raises nothing.
  void irq_enable(uint32_t mask) {
    interrupting_ |= mask;
    if (interrupting_ != 0) access_.template set<csr::mie>(word(csr::lcofi));
  }
  void irq_disable(uint32_t mask) {
    interrupting_ &= ~mask;
    if (interrupting_ == 0) access_.template clear<csr::mie>(word(csr::lcofi));
  }
  uint32_t irq_enabled() { return (access_.template read<csr::mie>() & csr::lcofi) != 0 ? interrupting_ : 0; }
  void acknowledge() { access_.template clear<csr::mip>(word(csr::lcofi)); }
  uint32_t overflows() { return uint32_t(access_.template read<csr::scountovf>()) & hpm; }
  void clear_overflows(uint32_t mask) {
    touched_ |= mask;
    mask &= hpm;
    for (unsigned n = 3; n < 32; ++n) {
      if ((mask >> n & 1U) == 0) continue;
      each<3>(n, [&](auto index) {
        constexpr uint32_t i = decltype(index)::value;
        if constexpr (sizeof(word) == 8) {
          access_.template clear<csr::mhpmevent(i)>(word(uint64_t{of} << 32));
        } else {
          access_.template clear<csr::mhpmeventh(i)>(word(of));
        }
      });
    }
  }

  uint32_t take_touched() {
    const uint32_t all = touched_;
    touched_ = 0;
    return all;
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
  /// An instruction names its CSR; a number in a variable has to choose among 32 instructions.
  template <uint32_t N, class Do>
  static void each(unsigned n, Do what) {
    if (n == N) {
      what(constant<N>{});
    } else if constexpr (N < 31) {
      each<N + 1>(n, what);
    }
  }

  static constexpr uint32_t modes(filter where) {
    if constexpr (!has_overflow) return 0;
    return (where.exclude_kernel ? without_m | without_s | without_vs : 0U) |
           (where.exclude_user ? without_u | without_vu : 0U);
  }
  /// Also clears OF.
  void set_event(unsigned n, uint32_t low, uint32_t high) {
    each<3>(n, [&](auto index) {
      constexpr uint32_t i = decltype(index)::value;
      if constexpr (sizeof(word) == 8) {
        access_.template write<csr::mhpmevent(i)>(word(uint64_t{high} << 32 | low));
      } else {
        access_.template write<csr::mhpmevent(i)>(low);
        if constexpr (has_overflow) access_.template write<csr::mhpmeventh(i)>(high);
      }
    });
  }
  void get_event(unsigned n, uint32_t& low, uint32_t& high) {
    each<3>(n, [&](auto index) {
      constexpr uint32_t i = decltype(index)::value;
      const word value = access_.template read<csr::mhpmevent(i)>();
      low = uint32_t(value);
      if constexpr (sizeof(word) == 8) {
        high = uint32_t(uint64_t(value) >> 32);
      } else if constexpr (has_overflow) {
        high = access_.template read<csr::mhpmeventh(i)>();
      }
    });
  }

  Access access_ = {};
  uint32_t counters_ = fixed;
  uint32_t enabled_ = 0;
  uint32_t interrupting_ = 0;
  uint32_t touched_ = 0;
  bool is_halted_ = false;
  uint8_t width_[32] = {};
};

}  // namespace rtm::pmu
