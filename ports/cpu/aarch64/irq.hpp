// SPDX-License-Identifier: MIT
// No interrupt forgotten: on AArch64 all of them come through one vector, so reporting there reports them all.
//
//   rtm::aarch64::common_irq<gic, 64> interrupts;                        // .bss; one for all cores
//
//   void rtm_aarch64_irq() {                                             // called by the vector, see vectors.S
//     interrupts.take([](uint32_t id) { ... isr_enter ... }, [](uint32_t id) { ... isr_exit ... });
//   }
//
//   interrupts.set(27, timer_handler);
//   rtm::aarch64::hardware::set_vector_base(rtm::aarch64::vectors_address());   // on every core
//
// Where an OS has a vector of its own, put the two reports around its dispatch instead, behind the acknowledge.
#pragma once

#include <stdint.h>

#include "../coverage.hpp"
#include "gic.hpp"

extern "C" {
/// In vectors.S.
extern const char rtm_aarch64_vectors[];
/// The image defines these. `irq` runs at EL1 with IRQ masked, on the stack of what it interrupted; what it calls must
/// not use floating point. `exception` gets everything that is no IRQ, and must not return.
void rtm_aarch64_irq();
[[noreturn]] void rtm_aarch64_exception();
}

namespace rtm::aarch64 {

inline uint64_t vectors_address() { return reinterpret_cast<uint64_t>(&rtm_aarch64_vectors); }

/// `Lines`: INTIDs 0 .. Lines-1 have handlers.
template <class Gic, uint32_t Lines, class Hardware = hardware>
class common_irq {
 public:
  using handler = void (*)(uint32_t id);

  constexpr common_irq() = default;
  common_irq(const common_irq&) = delete;
  common_irq& operator=(const common_irq&) = delete;

  /// Before the interrupt is enabled.
  void set(uint32_t id, handler what) {
    if (id < Lines) handlers_[id] = what;
  }

  /// One interrupt: acknowledge, enter, handler, end, exit. One that has no handler is reported all the same, and
  /// counted. A spurious one is counted only: it had no INTID that anybody could name. A handler may unmask IRQ so that
  /// more urgent ones nest; the vector has kept ELR and SPSR.
  /// Context: rtm_aarch64_irq.
  template <class Enter, class Exit>
  void take(Enter enter, Exit exit) {
    const uint32_t acknowledged = Gic::acknowledge();
    const uint32_t id = Gic::id_of(acknowledged);
    if (id >= first_special_id && id < 1024) {
      spurious_ = spurious_ + 1;
      return;
    }
    enter(id);
    if (id < Lines && handlers_[id] != nullptr) {
      handlers_[id](id);
    } else {
      unhandled_ = unhandled_ + 1;
    }
    Gic::end(acknowledged);
    exit(id);
  }

  /// Counted over all cores without care for two at once: not 0 is a finding, the number is not.
  [[nodiscard]] uint32_t spurious() const { return spurious_; }
  [[nodiscard]] uint32_t unhandled() const { return unhandled_; }

  /// Asks the controller what is enabled on this core, and whether this core's vectors are those that report. It does
  /// not see interrupts that are routed as FIQ. `visit(id)` is called for each that is not covered. Context: the core
  /// itself, any. Bound: O(lines).
  template <class Visit = visit_nothing>
  [[nodiscard]] coverage find_coverage(uint32_t core, uint64_t vectors, Visit visit = Visit()) const {
    const bool reports = Hardware::vector_base() == vectors;
    coverage found;
    for (uint32_t word = 0; word < Gic::words(); ++word) {
      const uint32_t enabled = Gic::enabled_word(core, word);
      for (uint32_t bit = 0; bit < 32; ++bit) {
        if ((enabled >> bit & 1U) != 0) found.add(32 * word + bit, reports, visit);
      }
    }
    return found;
  }

 private:
  handler handlers_[Lines] = {};
  volatile uint32_t spurious_ = 0;
  volatile uint32_t unhandled_ = 0;
};

}  // namespace rtm::aarch64
