// SPDX-License-Identifier: MIT
// No interrupt forgotten: a vector table in RAM whose every entry is one trampoline, which reports the enter, calls the
// handler that stood there before, and reports the exit. Handlers stay as they are, in source and in binary.
//
//   rtm::cortex_m::instrumented_vectors<32> vectors;                    // .bss, one for each core
//
//   rtm_cortex_m_handler rtm_cortex_m_enter(uint32_t exception) {       // called by the trampoline, see trampoline.cpp
//     rtm::report<port>([=](uint32_t now) { (void)ledger.isr_enter(now, rtm::isr_id{exception}); });
//     return vectors.original(exception);
//   }
//   void rtm_cortex_m_exit(uint32_t exception) { ... isr_exit ... }
//
//   vectors.reports_itself(25);               // has hooks of its own
//   vectors.install(rtm::cortex_m::trampoline_address());
//   if (!vectors.find_coverage().complete()) ...
//
// What is left alone: exceptions 1 to 14. Faults and NMI cannot be held back by the mask, so they must not report. SVC
// and PendSV belong to the OS: their handlers look for EXC_RETURN in the link register and for the frame at the stack
// pointer, and switch tasks, which is a fact of its own and not an interrupt's. The port of the OS reports them.
// A handler that is called through the trampoline must be a C function, with or without __attribute__((interrupt)); it
// finds a return address in the link register, and 8 bytes more on the stack.
#pragma once

#include <stdint.h>

#include "../coverage.hpp"
#include "hardware.hpp"

extern "C" {
using rtm_cortex_m_handler = void (*)();
/// Every entry of an instrumented table. In trampoline.cpp.
void rtm_cortex_m_trampoline();
/// The image defines these two. Called in Handler mode, not masked; `enter` returns what to call.
rtm_cortex_m_handler rtm_cortex_m_enter(uint32_t exception);
void rtm_cortex_m_exit(uint32_t exception);
}

namespace rtm::cortex_m {

enum class [[nodiscard]] vectors_status : uint8_t{
    ok,
    already_installed,  ///< The core uses this table already. Nothing changed.
    beyond_table,       ///< An interrupt is enabled that this table has no room for. Nothing changed.
    table_not_taken,    ///< VTOR cannot be written (Cortex-M0, some M0+) or not with this address. Nothing changed.
};

inline uint32_t trampoline_address() {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(&rtm_cortex_m_trampoline));
}

namespace detail {

/// VTOR wants a power of two that the table fits into, and 128 at least.
constexpr uint32_t table_alignment(uint32_t entries) {
  uint32_t bytes = 128;
  while (bytes < 4 * entries) bytes *= 2;
  return bytes;
}

}  // namespace detail

/// `Interrupts`: external interrupts of the part, as many as its own table has.
template <uint32_t Interrupts, class Hardware = hardware>
class instrumented_vectors {
 public:
  static constexpr uint32_t entries = 16 + Interrupts;
  static constexpr uint32_t first_instrumented = 15;  // SysTick

  constexpr instrumented_vectors() = default;
  /// The core knows it by its address.
  instrumented_vectors(const instrumented_vectors&) = delete;
  instrumented_vectors& operator=(const instrumented_vectors&) = delete;

  /// `exception` has hooks of its own: it is left alone, and counts as covered. Before `install`.
  void reports_itself(uint32_t exception) {
    if (exception < entries) own_hooks_[exception / 32] |= 1U << (exception % 32);
  }

  /// Instead of `install`, where the trampoline stands in the table as it was linked (Cortex-M0 takes no other table):
  /// then `find_coverage` knows it. `original` knows nothing: the image itself says what to call.
  void was_linked(uint32_t trampoline) { trampoline_ = trampoline; }

  /// Copies the table in use, puts the trampoline into it, and makes the core use it.
  /// Context: start-up, on the core itself; interrupts may be on. Bound: O(entries), masked.
  vectors_status install(uint32_t trampoline) {
    const uint32_t in_use = Hardware::read(registers::vector_table);
    if (in_use == own_address()) return vectors_status::already_installed;
    if (is_any_enabled_beyond()) return vectors_status::beyond_table;
    const uint32_t before = Hardware::primask();
    Hardware::mask_interrupts();
    for (uint32_t i = 0; i < entries; ++i) {
      original_[i] = Hardware::read(in_use + 4 * i);
      table_[i] = i < first_instrumented || has_own_hooks(i) ? original_[i] : trampoline;
    }
    trampoline_ = trampoline;
    Hardware::settle();
    Hardware::write(registers::vector_table, own_address());
    Hardware::settle();
    const bool taken = Hardware::read(registers::vector_table) == own_address();
    if (!taken) Hardware::write(registers::vector_table, in_use);
    Hardware::set_primask(before);
    return taken ? vectors_status::ok : vectors_status::table_not_taken;
  }

  /// What the trampoline has to call. Only for what the table holds: the trampoline asks for nothing else.
  [[nodiscard]] rtm_cortex_m_handler original(uint32_t exception) const {
    return reinterpret_cast<rtm_cortex_m_handler>(static_cast<uintptr_t>(original_[exception]));
  }

  /// Asks the controller and the table in use, whichever that is: a handler that was put into the table later, and a
  /// table that replaced this one, are found. SysTick counts if it is enabled with its interrupt. `visit(exception)` is
  /// called for each that is not covered. Not asked are SVC, PendSV and faults: they cannot be disabled.
  /// Context: any. Bound: O(interrupt lines).
  template <class Visit = visit_nothing>
  [[nodiscard]] coverage find_coverage(Visit visit = Visit()) const {
    namespace r = registers;
    coverage found;
    constexpr uint32_t ticks = r::systick_enable | r::systick_interrupt;
    if ((Hardware::read(r::systick_control) & ticks) == ticks) found.add(15, is_covered(15), visit);
    for (uint32_t bank = 0; bank < banks(); ++bank) {
      const uint32_t enabled = Hardware::read(r::interrupts_enabled + 4 * bank);
      for (uint32_t bit = 0; bit < 32; ++bit) {
        const uint32_t exception = 16 + 32 * bank + bit;
        if ((enabled >> bit & 1U) != 0) found.add(exception, is_covered(exception), visit);
      }
    }
    return found;
  }

 private:
  static uint32_t banks() { return (Hardware::read(registers::interrupt_lines) & 0xFU) + 1; }

  [[nodiscard]] uint32_t own_address() const { return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(table_)); }

  [[nodiscard]] bool has_own_hooks(uint32_t exception) const {
    return (own_hooks_[exception / 32] >> (exception % 32) & 1U) != 0;
  }

  [[nodiscard]] bool is_covered(uint32_t exception) const {
    if (exception >= entries) return false;
    if (has_own_hooks(exception)) return true;
    const uint32_t in_use = Hardware::read(registers::vector_table);
    const uint32_t vector = in_use == own_address() ? table_[exception] : Hardware::read(in_use + 4 * exception);
    return trampoline_ != 0 && vector == trampoline_;
  }

  static bool is_any_enabled_beyond() {
    for (uint32_t bank = 0; bank < banks(); ++bank) {
      uint32_t enabled = Hardware::read(registers::interrupts_enabled + 4 * bank);
      if (32 * bank < Interrupts && Interrupts - 32 * bank < 32) enabled &= ~0U << (Interrupts - 32 * bank);
      if (32 * bank + 32 <= Interrupts) enabled = 0;
      if (enabled != 0) return true;
    }
    return false;
  }

  alignas(detail::table_alignment(entries)) uint32_t table_[entries] = {};
  uint32_t original_[entries] = {};
  uint32_t own_hooks_[(entries + 31) / 32] = {};
  uint32_t trampoline_ = 0;
};

}  // namespace rtm::cortex_m
