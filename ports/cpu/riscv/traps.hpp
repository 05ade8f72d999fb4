// SPDX-License-Identifier: MIT
// No interrupt forgotten: one trap entry in front of whatever mtvec pointed to, direct or vectored. It reports the
// enter, lets the handler that stood there run, and reports the exit. Handlers stay as they are, in source and binary.
//
//   rtm::riscv::instrumented_traps<> traps;                       // .bss, one for each hart
//
//   uintptr_t rtm_riscv_enter(uint32_t cause) {                   // called by the entry, see entry.S
//     if (traps.must_report(cause)) rtm::report<port>(... isr_enter ...);
//     return traps.original(cause);
//   }
//   void rtm_riscv_exit(uint32_t cause) { if (traps.must_report(cause)) ... isr_exit ... }
//
//   traps.install(rtm::riscv::entry_address());
//
// How the exit is found: the entry keeps mepc and what mret needs of mstatus, and sends the handler's own mret to
// itself. So a handler may nest, if it keeps mepc and mstatus as it must anyway; but one that switches tasks, or looks
// at mepc, must not run under it: it is a kernel's, and the port of that kernel reports it. Exceptions (ecall, faults)
// are not reported. They go to rtm_riscv_exception with every register as it was.
#pragma once

#include <stdint.h>

#include "../coverage.hpp"
#include "hardware.hpp"

extern "C" {
/// In entry.S.
void rtm_riscv_entry();
/// The image defines these. `enter` and `exit` are called in machine mode with MIE clear, and must not use floating
/// point; `enter` returns where to go on. `exception` is a trap handler of its own, which ends with mret.
uintptr_t rtm_riscv_enter(uint32_t cause);
void rtm_riscv_exit(uint32_t cause);
void rtm_riscv_exception();
}

namespace rtm::riscv {

enum class [[nodiscard]] traps_status : uint8_t{
    ok,
    already_installed,  ///< mtvec points to this entry already. Nothing changed.
    no_handler,         ///< mtvec is 0: there is nothing to call. Nothing changed.
    vector_not_taken,   ///< mtvec is fixed, or does not take this address. Nothing changed.
};

inline uintptr_t entry_address() { return reinterpret_cast<uintptr_t>(&rtm_riscv_entry); }

template <class Hardware = hardware>
class instrumented_traps {
 public:
  constexpr instrumented_traps() = default;
  instrumented_traps(const instrumented_traps&) = delete;
  instrumented_traps& operator=(const instrumented_traps&) = delete;

  /// The handler of `cause` has hooks of its own: it runs as always, and counts as covered.
  void reports_itself(uint32_t cause) {
    if (cause < bits) own_hooks_ |= uintptr_t{1} << cause;
  }
  [[nodiscard]] bool must_report(uint32_t cause) const { return cause >= bits || (own_hooks_ >> cause & 1U) == 0; }

  /// Context: start-up, on the hart itself; interrupts may be on.
  traps_status install(uintptr_t entry) {
    const uintptr_t in_use = Hardware::trap_vector();
    if (in_use == entry) return traps_status::already_installed;
    if ((in_use & ~mode_bits) == 0) return traps_status::no_handler;
    original_ = in_use;
    Hardware::set_trap_vector(entry);
    if (Hardware::trap_vector() != entry) {
      Hardware::set_trap_vector(in_use);
      return traps_status::vector_not_taken;
    }
    entry_ = entry;
    return traps_status::ok;
  }

  /// Where an interrupt of this cause would have gone.
  [[nodiscard]] uintptr_t original(uint32_t cause) const {
    const bool is_vectored = (original_ & mode_bits) == 1;
    return (original_ & ~mode_bits) + (is_vectored ? 4 * cause : 0);
  }

  /// Asks mie and mtvec. A cause is its own bit: behind cause 11 there may be many sources of a PLIC, which are told
  /// apart by whoever claims them. What is delegated to S-mode goes past this entry, so it is not covered.
  /// `visit(cause)` is called for each that is not covered. Context: any. Bound: O(XLEN).
  template <class Visit = visit_nothing>
  [[nodiscard]] coverage find_coverage(Visit visit = Visit()) const {
    const uintptr_t enabled = Hardware::interrupts_enabled();
    const uintptr_t delegated = (Hardware::extensions() & misa_s) != 0 ? Hardware::delegated() : 0;
    const bool is_installed = entry_ != 0 && Hardware::trap_vector() == entry_;
    coverage found;
    for (uint32_t cause = 0; cause < bits; ++cause) {
      if ((enabled >> cause & 1U) == 0) continue;
      const bool goes_past = (delegated >> cause & 1U) != 0;
      found.add(cause, !must_report(cause) || (is_installed && !goes_past), visit);
    }
    return found;
  }

 private:
  static constexpr uint32_t bits = 8 * sizeof(uintptr_t);
  static constexpr uintptr_t mode_bits = 3;

  uintptr_t original_ = 0;
  uintptr_t entry_ = 0;
  uintptr_t own_hooks_ = 0;
};

}  // namespace rtm::riscv
