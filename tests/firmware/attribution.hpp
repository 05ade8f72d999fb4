// SPDX-License-Identifier: MIT
// Who was charged, and who really ran? Lays the facts that the ledger was told beside what QEMU saw, instruction by
// instruction. The result is a table: one row for each owner of the ledger, one column for each exception (0: none, so
// a task, idle, or start-up). An interrupt whose hooks are right fills its own row but for a few instructions before
// its first reading of the clock and after its last; one without hooks fills other rows.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "facts.hpp"
#include "qemu_log.hpp"

namespace truth {

/// Time in the two units of this comparison. Ticks are whole readings of the clock at the two ends.
struct span {
  std::uint64_t instructions = 0;
  std::uint64_t ticks = 0;
};

/// Virtual time as the clock counts it: -icount gives every instruction the same nanoseconds, and nothing else takes
/// time. So one constant, the phase, makes a tick count out of every instruction count.
class tick_scale {
 public:
  static constexpr std::uint64_t ns_per_instruction = 128;  // -icount shift=7
  static constexpr std::uint64_t ns_per_tick = 40;          // 25 MHz

  /// Finds the phase that explains every reading to the tick; throws std::runtime_error if there is none.
  explicit tick_scale(const std::vector<event>& events);

  /// Ticks since the first reading.
  [[nodiscard]] std::uint64_t ticks_at(std::uint64_t instructions) const {
    return ((instructions - origin_) * ns_per_instruction + phase_ns_) / ns_per_tick;
  }

 private:
  std::uint64_t origin_ = 0;
  std::uint64_t phase_ns_ = 0;
};

/// One run of an exception handler.
struct call {
  std::uint32_t exception = 0;
  std::vector<std::uint32_t> below;  // the exceptions that were active, outermost first
  owner charged;                     // who owned the core in the ledger when it began
  bool chained = false;              // entered without one instruction since another exception returned
  std::uint64_t own_instructions = 0;
  std::uint64_t own_ticks = 0;
  std::uint64_t interruptions = 0;
  std::vector<std::size_t> facts;  // reported while it was the topmost, as indices into the script
  // Own instructions before its first and from its last reading of the clock on; meaningless without facts.
  std::uint64_t before_first_fact = 0;
  std::uint64_t from_last_fact = 0;
};

struct attribution {
  std::map<owner, std::map<std::uint32_t, span>> charged;  // [owner in the ledger][exception really running]
  std::vector<call> calls;                                 // in the order in which they ended
  std::uint64_t total_ticks = 0;

  /// What the ledger must say of this owner.
  [[nodiscard]] span row(owner who) const;
  /// What really ran.
  [[nodiscard]] span column(std::uint32_t exception) const;
};

/// From the first fact to the last. Throws std::runtime_error where a reading is no fact, or a fact no reading.
attribution compare(const script& told, const std::vector<event>& seen);

}  // namespace truth
