// SPDX-License-Identifier: MIT
// Which interrupts of one core can run without being reported? TriCore vectors are code at fixed distances, so there is
// no table to exchange: hooks go into the wrapper that the OS or the vector code puts around every handler, and this
// says which service requests have been forgotten.
#pragma once

#include <stdint.h>

#include "../coverage.hpp"
#include "hardware.hpp"

namespace rtm::tricore_tc3xx {

/// `Nodes`: service request nodes of the part (the length of the router's SRC area / 4; 1 024 at most).
template <uint32_t Nodes = 1'024, class Hardware = hardware>
class service_coverage {
 public:
  /// The vector of this priority reports itself.
  void reports_itself(uint32_t srpn) {
    if (srpn < 256) reporting_[srpn / 32] |= 1U << (srpn % 32);
  }

  /// Asks every node: enabled, served by `core` (an index, not a CORE_ID), with a priority. Two nodes of one priority
  /// and core are a mistake of the application; both are counted. `visit(srpn)` for each that is not covered. Context:
  /// any. Bound: O(Nodes) readings.
  template <class Visit = visit_nothing>
  [[nodiscard]] coverage find_coverage(uint32_t core, Visit visit = Visit()) const {
    namespace r = registers;
    const uint32_t service = (core == 0 ? 0 : core + 1) << 11;
    coverage found;
    for (uint32_t node = 0; node < Nodes; ++node) {
      const uint32_t request = Hardware::read(r::service_requests + uintptr_t{4} * node);
      const uint32_t srpn = request & r::src_priority;
      if ((request & r::src_enabled) == 0 || srpn == 0 || (request & r::src_service) != service) continue;
      found.add(srpn, (reporting_[srpn / 32] >> (srpn % 32) & 1U) != 0, visit);
    }
    return found;
  }

 private:
  uint32_t reporting_[8] = {};
};

}  // namespace rtm::tricore_tc3xx
