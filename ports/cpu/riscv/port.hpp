// SPDX-License-Identifier: MIT
// Clocks, mask and cores of a RISC-V hart in machine mode.
#pragma once

#include <stdint.h>

#include "../active_stack.hpp"
#include "hardware.hpp"
#include "rtm/types.hpp"

namespace rtm::riscv {

/// The low half of mtime. The usual choice: one load, one clock for all harts, and it runs in idle. The ledger extends
/// it to 64 bits; 10 MHz wrap after 7 minutes, so a max_gap of minutes is too long.
template <uintptr_t Address, uint64_t Hz, class Hardware = hardware>
struct mtime_low {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = true;
  static constexpr uint64_t rate_hz() { return Hz; }
  static word now() { return Hardware::read(Address); }
};

/// All 64 bits of mtime by 32-bit loads, so right on every bus. If the high half moved, the low one has just wrapped,
/// and is read again behind it: it cannot wrap twice. No loop is needed.
template <uintptr_t Address, uint64_t Hz, class Hardware = hardware>
struct mtime {
  using word = uint64_t;
  static constexpr uint32_t clock_bits = 64;
  static constexpr bool runs_in_idle = true;
  static constexpr uint64_t rate_hz() { return Hz; }
  static word now() {
    const uint32_t high_before = Hardware::read(Address + 4);
    uint32_t low = Hardware::read(Address);
    const uint32_t high = Hardware::read(Address + 4);
    if (high != high_before) low = Hardware::read(Address);
    return word{high} << 32 | low;
  }
};

/// mcycle, its low 32 bits on both widths: one instruction. Each hart has its own, it may stop in WFI, and on some
/// parts its rate changes: it measures work. `mcountinhibit.CY` must be clear.
template <uint64_t Hz, bool RunsInIdle = false, class Hardware = hardware>
struct cycle_counter {
  using word = uint32_t;
  static constexpr uint32_t clock_bits = 32;
  static constexpr bool runs_in_idle = RunsInIdle;
  static constexpr uint64_t rate_hz() { return Hz; }
  static word now() { return static_cast<word>(Hardware::mcycle()); }
};

/// mstatus.MIE: holds back every interrupt of this hart but not exceptions, and not resumable NMIs.
template <class Hardware = hardware>
struct mie_mask {
  using mask_state = uintptr_t;
  static mask_state lock() { return Hardware::mask_interrupts() & mstatus_mie; }
  /// Sets, never clears: what was masked before stays so.
  static void unlock(mask_state before) { Hardware::set_in_mstatus(before); }
};

/// Harts `First` .. `First + Cores - 1`. Another one (a monitor hart) is no core of this port.
template <uint32_t Cores, uint32_t First = 0, class Hardware = hardware>
struct harts {
  static constexpr uint32_t cores = Cores;

  static uint32_t core_index() {
    const uintptr_t hart = Hardware::hart();
    return hart >= First && hart - First < Cores ? static_cast<uint32_t>(hart - First) : no_id;
  }

  /// The cause of the interrupt that runs (7 is the timer), as far as the common entry of traps.hpp saw it: mcause says
  /// it only until the next trap.
  static uint32_t active_exception() {
    const uint32_t core = core_index();
    return core < Cores ? running[core].top() : no_id;
  }

  static inline active_stack running[Cores];
};

}  // namespace rtm::riscv
