// SPDX-License-Identifier: MIT
// Clocks, mask and cores of an Armv8-A core in AArch64 state, at EL1.
#pragma once

#include <stdint.h>

#include "../active_stack.hpp"
#include "hardware.hpp"
#include "rtm/types.hpp"

namespace rtm::aarch64 {

/// CNTVCT_EL0: one clock for all cores, always on. The architecture promises 56 bits at least, so 56 are used; they do
/// not wrap in 40 years. Its rate is what CNTFRQ_EL0 says, which start-up firmware wrote: `test_clock` asks whether it
/// is true. Under a hypervisor the virtual count may have an offset, the same for all cores of the guest.
template <class Hardware = hardware>
struct generic_timer {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 56;
  static constexpr bool runs_in_idle = true;
  static uint64_t rate_hz() { return Hardware::count_frequency(); }
  static word now() { return Hardware::virtual_count() & (~word{0} >> (64 - clock_bits)); }
};

/// Its low 32 bits, for a ledger with words of 32 bits.
template <class Hardware = hardware>
struct generic_timer_low {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = true;
  static uint64_t rate_hz() { return Hardware::count_frequency(); }
  static word now() { return static_cast<word>(Hardware::virtual_count()); }
};

/// PSTATE.I and .F. Debug exceptions and SError are not held back: they must not report.
template <class Hardware = hardware>
struct daif_mask {
  using mask_state = uint64_t;
  static mask_state lock() {
    const uint64_t before = Hardware::daif();
    Hardware::mask_interrupts();
    return before;
  }
  static void unlock(mask_state before) { Hardware::set_daif(before); }
};

/// Affinity fields of MPIDR_EL1, without the bits that are no affinity.
inline constexpr uint64_t affinity_bits = 0xFF'00FF'FFFFU;

/// Cores by their affinity, in the order of the list: clusters, threads and holes are whatever the part has. One that
/// is not in the list is no core.
///   listed_cores<hardware, 0x000, 0x001, 0x100, 0x101>    // two clusters of two
template <class Hardware, uint64_t... Affinities>
struct listed_cores {
  static constexpr uint32_t cores = sizeof...(Affinities);

  static uint32_t core_index() {
    const uint64_t mine = Hardware::affinity() & affinity_bits;
    uint32_t index = 0;
    const bool found = ((mine == Affinities || (++index, false)) || ...);
    return found ? index : no_id;
  }

  /// The INTID that runs, as far as the common vector of irq.hpp saw it: no register tells.
  static uint32_t active_exception() {
    const uint32_t core = core_index();
    return core < cores ? running[core].top() : no_id;
  }

  static inline active_stack running[cores];
};

}  // namespace rtm::aarch64
