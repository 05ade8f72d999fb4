// SPDX-License-Identifier: MIT
// A source turns some input (a timeline script, a trace, a live stream) into facts, core by core in time order.
// It knows nothing of the ledger. To add a source: one class here in its own file, one line in the registry.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rtm/types.hpp"

namespace rtm::host {

/// Ids of a source are whatever its input uses (a pid, an interrupt number, a timeline id). They need not be dense.
using source_id = std::uint64_t;
inline constexpr source_id idle_owner = ~source_id{0} - 2;
inline constexpr source_id kernel_owner = ~source_id{0} - 1;
inline constexpr source_id unknown_owner = ~source_id{0};

/// One fact of one core.
struct source_fact {
  /// `reset` for the first fact of a core means: start.
  fact_kind kind = fact_kind::poll;
  std::uint32_t core = 0;
  std::uint64_t reading_ticks = 0;  ///< Raw, in the width of the source's clock.
  source_id id = 0;  ///< For task_switch and reset also `idle_owner`, `kernel_owner`, `unknown_owner`. 0 for poll.
  /// Of a reset that begins after a break: nothing is known of the time before it, so the old epoch ends, as it is,
  /// with its last fact.
  bool after_break = false;
  bool operator==(const source_fact&) const = default;
};

/// Limits the replay as a target of that capacity is limited. Absent: unlimited.
struct source_capacity {
  std::optional<std::uint64_t> tasks, isrs, swis, points, depth, point_depth;
  std::optional<std::uint64_t> point_frames = {};  ///< Open points of all contexts together; scripts cannot state it.
};

/// What a source knows before and beside its facts.
struct source_info {
  std::uint32_t clock_bits = 64;
  std::uint64_t clock_hz = 1'000'000'000;
  std::uint64_t window_ticks = 0;   ///< 0: no windows.
  std::uint64_t max_gap_ticks = 0;  ///< 0: min(window, 2^(bits-1) - 1).
  source_capacity capacity;
  std::map<source_id, std::string> tasks, isrs, swis, points;  ///< Names by id.
};

/// Input that cannot be used. `what()` is the whole line for the user: place, what was found, what was expected.
class source_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class source {
 public:
  source() = default;
  source(const source&) = delete;
  source& operator=(const source&) = delete;
  virtual ~source() = default;

  /// Fills the front of `out` with the next facts and returns how many; 0 means: no more.
  /// Throws source_error. Facts of one core come in time order; facts of different cores may come in any order.
  virtual std::size_t read(std::span<source_fact> out) = 0;
  /// What was wrong with the input, or is missing in it, although it could be used: lines for the user, each once. To
  /// be asked after `read`; the results are incomplete if there are any.
  [[nodiscard]] virtual std::vector<std::string> take_problems() { return {}; }
  /// Clock, timing and capacity are right before the first `read`; names may still grow until `read` returns 0.
  [[nodiscard]] virtual const source_info& info() const = 0;
};

}  // namespace rtm::host
