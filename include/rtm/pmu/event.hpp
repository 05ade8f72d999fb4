// SPDX-License-Identifier: MIT
// What a performance counter can be told to count, and in which modes of the CPU. An event is a number of the
// architecture or of the CPU; the same number means something else on another one.
#pragma once

#include <stdint.h>

namespace rtm::pmu {

/// The number by which a CPU knows an event. Brace-initialise: `constexpr rtm::pmu::event l1_refill{0x03};`
enum class event : uint32_t {};

/// Which modes of the CPU are left out. Where a backend has no such filter it counts everything, see its header.
struct filter {
  bool exclude_user = false;
  bool exclude_kernel = false;
  /// Also count at EL2 (Arm) or in M-mode below a supervisor (RISC-V).
  bool include_hypervisor = false;

  friend constexpr bool operator==(const filter& a, const filter& b) {
    return a.exclude_user == b.exclude_user && a.exclude_kernel == b.exclude_kernel &&
           a.include_hypervisor == b.include_hypervisor;
  }
};

/// Common events of Arm: PMUv2, PMUv3 and Armv8.1-M.
namespace arm {
inline constexpr event sw_incr{0x00};           ///< Written by software: exact everywhere, in QEMU too.
inline constexpr event l1d_cache_refill{0x03};  ///< Misses of the first data cache.
inline constexpr event inst_retired{0x08};
inline constexpr event cpu_cycles{0x11};  ///< On an event counter. May stop in WFI while the cycle counter does not.
/// The cycle counter itself (PMCCNTR, CCNTR). An event of its own, so that nobody mixes it with cpu_cycles.
inline constexpr event cycle_counter{0xFFFF'0011U};
inline constexpr event chain{0x1E};  ///< Overflows of the even counter below it, on the same core: widens, no more.
/// Rate of the system counter, but not in WFI: a measure of active time, and no clock.
inline constexpr event cnt_cycles{0x4004};
}  // namespace arm

/// Events that RISC-V itself defines; hpm events are the vendor's numbers.
namespace riscv {
inline constexpr event cycles{0xFFFF'0000U};   ///< The fixed counter `cycle`.
inline constexpr event instret{0xFFFF'0002U};  ///< The fixed counter `instret`.
}  // namespace riscv

/// TriCore: two fixed counters, and three that each choose among eight events (CCTRL.M1, M2, M3 in the user manual).
namespace tricore {
inline constexpr event cycles{0x00};                                          ///< CCNT
inline constexpr event instructions{0x10};                                    ///< ICNT
constexpr event m1(uint32_t choice) { return event{0x20U | (choice & 7U)}; }  ///< M1CNT, choice 0 .. 7
constexpr event m2(uint32_t choice) { return event{0x30U | (choice & 7U)}; }  ///< M2CNT
constexpr event m3(uint32_t choice) { return event{0x40U | (choice & 7U)}; }  ///< M3CNT
}  // namespace tricore

/// The one counter of the DWT that is wide enough to be polled.
namespace dwt_event {
inline constexpr event cycles{0xFFFF'0011U};
}

}  // namespace rtm::pmu
