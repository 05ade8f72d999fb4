// SPDX-License-Identifier: MIT
// Who owns a core, which frames are active and which points open, as far as a stream told: what a decoder must know to
// name the frame that an exit ends. Refuses what no ledger would have accepted, so its memory is bounded by the limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "rtm/trace/memory.hpp"
#include "rtm/types.hpp"

namespace rtm::host::wire {

/// Ids from here on are the base owners idle, kernel and unknown.
inline constexpr std::uint32_t first_base_owner = 0xFFFF'FFFDU;

/// A fact in the ids of the target: owners as rtm::idle and so on, or task numbers.
struct target_fact {
  fact_kind kind = fact_kind::poll;
  std::uint32_t id = 0;
  bool operator==(const target_fact&) const = default;
};

class core_state {
 public:
  static constexpr std::uint32_t no_one = 0xFFFF'FFFFU;  // rtm::unknown

  void limit(const trace::limits& to) { limits_ = to; }
  /// Base owner only.
  void reset(std::uint32_t owner);

  /// An exit of the topmost frame: fills in kind and id. False: no frame is active, or it has open points.
  bool exit_top(target_fact& fact) {
    if (frames_.empty() || open_.size() != frames_.back().first_point) return false;
    fact = {frames_.back().is_swi ? fact_kind::swi_exit : fact_kind::isr_exit, frames_.back().id};
    frames_.pop_back();
    return true;
  }
  /// An end of the innermost point of the current context.
  bool end_innermost(target_fact& fact) {
    if (open_.size() == first_point()) return false;
    fact = {fact_kind::point_end, open_.back()};
    open_.pop_back();
    return true;
  }
  bool enter(bool is_swi, std::uint32_t id) {
    if (frames_.size() >= limits_.depth || (is_swi && !frames_.empty() && !frames_.back().is_swi)) return false;
    frames_.push_back({id, static_cast<std::uint32_t>(open_.size()), is_swi});
    return true;
  }
  bool begin_point(std::uint32_t id) {
    if (open_.size() - first_point() >= limits_.point_depth || open_.size() + suspended_points_ >= limits_.point_frames)
      return false;
    open_.push_back(id);
    return true;
  }
  bool switch_to(std::uint32_t owner) {
    if (!frames_.empty()) return false;
    if (owner != owner_ && (!open_.empty() || !suspended_.empty())) exchange_points(owner);
    owner_ = owner;
    return true;
  }
  void terminate(std::uint32_t task);

  [[nodiscard]] std::uint32_t owner() const { return owner_; }
  [[nodiscard]] bool has_frames() const { return !frames_.empty(); }
  [[nodiscard]] bool has_open_point() const { return open_.size() != first_point(); }

  friend bool operator==(const core_state& a, const core_state& b) {
    return a.owner_ == b.owner_ && a.frames_ == b.frames_ && a.open_ == b.open_ && a.suspended_ == b.suspended_;
  }

  /// The facts that bring a fresh core without an owner here, oldest first.
  [[nodiscard]] std::vector<target_fact> as_facts() const;
  /// Open points of each owner that has some, outermost first; not those of frames.
  using points_of_owners = std::map<std::uint32_t, std::vector<std::uint32_t>>;
  [[nodiscard]] points_of_owners points_by_owner() const;
  /// The frames and their points alone.
  [[nodiscard]] std::vector<target_fact> frames_as_facts() const;

 private:
  struct frame {
    std::uint32_t id;
    std::uint32_t first_point;  ///< Of open_.
    bool is_swi;
    bool operator==(const frame&) const = default;
  };

  [[nodiscard]] std::size_t first_point() const { return frames_.empty() ? 0 : frames_.back().first_point; }
  [[nodiscard]] std::size_t own_points() const;
  void exchange_points(std::uint32_t owner);

  trace::limits limits_{};
  std::uint32_t owner_ = no_one;
  std::vector<frame> frames_;
  std::vector<std::uint32_t> open_;  ///< Of the current owner, then of each frame, outermost first.
  points_of_owners suspended_;       ///< Of other owners.
  std::size_t suspended_points_ = 0;
};

}  // namespace rtm::host::wire
