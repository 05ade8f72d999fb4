// SPDX-License-Identifier: MIT
// Which interrupts can run without anybody hearing of it? A ledger cannot know: its sums add up all the same, and who
// was interrupted pays. So the interrupt controller is asked what is enabled, and the vectors what is instrumented.
#pragma once

#include <stdint.h>

#include "rtm/types.hpp"

namespace rtm {

/// The answer of `coverage()` of a port. Numbers are the CPU's own, as `active_exception()` gives them.
struct coverage {
  uint32_t enabled = 0;    ///< Interrupts that are enabled now.
  uint32_t uncovered = 0;  ///< Those of them whose vector reports nothing, as far as anybody said.
  uint32_t first = no_id;  ///< The lowest of these; no_id if there is none.

  [[nodiscard]] constexpr bool complete() const { return uncovered == 0; }

  /// For ports: one more that is enabled.
  template <class Visit>
  constexpr void add(uint32_t number, bool is_covered, Visit& visit) {
    ++enabled;
    if (is_covered) return;
    if (uncovered++ == 0) first = number;
    visit(number);
  }
};

/// For who wants the numbers only.
struct visit_nothing {
  constexpr void operator()(uint32_t /*number*/) const {}
};

}  // namespace rtm
