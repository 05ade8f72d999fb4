// SPDX-License-Identifier: MIT
// Facts for one simulated core, and what is known of the core after them, apart from any accounting: who runs, which
// frames are active, which points are open. The writers of these tests choose legal facts by it, the model attributes
// time by it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "rtm/types.hpp"

namespace rtm::test {

/// Ids exist below these numbers. Small, so that rows are touched often, late and not at all.
inline constexpr std::uint32_t tasks = 3;
inline constexpr std::uint32_t isrs = 3;
inline constexpr std::uint32_t swis = 2;
inline constexpr std::uint32_t points = 3;
inline constexpr std::uint32_t depth = 4;
inline constexpr std::uint32_t point_frames = 6;
inline constexpr std::uint32_t point_depth = 3;
inline constexpr std::uint32_t owners = tasks + 3;  ///< idle, kernel, unknown, then the tasks

/// 0 .. owners-1 for an id of a base owner: idle, kernel and unknown are the three largest numbers.
constexpr std::uint32_t owner_index(std::uint32_t id) { return id + 3; }
constexpr std::uint32_t owner_id(std::uint32_t index) { return index - 3; }

/// A fact and the answer that the ledger must give.
struct told {
  fact_kind fact = fact_kind::poll;
  std::uint32_t id = 0;
  std::uint64_t time = 0;  ///< Extended; the ledger gets the lower bits.
  status answer = status::ok;
};

using open_points = std::vector<std::uint32_t>;  ///< Innermost last.

struct active_frame {
  bool is_swi = false;
  std::uint32_t id = 0;
  open_points points{};
};

/// The state of the core after the facts so far; only accepted ones may be told.
struct core_state {
  std::uint32_t base = 0;  ///< Index of the base owner.
  std::vector<active_frame> frames;
  std::array<open_points, owners> points_of;

  [[nodiscard]] open_points& current_points() { return frames.empty() ? points_of[base] : frames.back().points; }
  [[nodiscard]] std::size_t all_open_points() const {
    std::size_t n = 0;
    for (const auto& open : points_of) n += open.size();
    for (const auto& f : frames) n += f.points.size();
    return n;
  }

  void accept(const told& t) {
    switch (t.fact) {
      case fact_kind::task_switch: base = owner_index(t.id); break;
      case fact_kind::isr_enter: frames.push_back({false, t.id}); break;
      case fact_kind::swi_enter: frames.push_back({true, t.id}); break;
      case fact_kind::isr_exit:
      case fact_kind::swi_exit: frames.pop_back(); break;
      case fact_kind::point_begin: current_points().push_back(t.id); break;
      case fact_kind::point_end: current_points().pop_back(); break;
      case fact_kind::task_terminate: points_of[owner_index(t.id)].clear(); break;
      case fact_kind::reset: *this = {owner_index(t.id), {}, {}}; break;
      default: break;
    }
  }
};

/// Tells a ledger. `now` is cut to the word by the conversion, to the clock's width by the ledger.
template <class Ledger>
status tell(Ledger& ledger, const told& t) {
  const auto now = static_cast<typename Ledger::word>(t.time);
  switch (t.fact) {
    case fact_kind::task_switch: return ledger.task_switch(now, task_id{t.id});
    case fact_kind::isr_enter: return ledger.isr_enter(now, isr_id{t.id});
    case fact_kind::isr_exit: return ledger.isr_exit(now, isr_id{t.id});
    case fact_kind::swi_enter: return ledger.swi_enter(now, swi_id{t.id});
    case fact_kind::swi_exit: return ledger.swi_exit(now, swi_id{t.id});
    case fact_kind::point_begin: return ledger.point_begin(now, point_id{t.id});
    case fact_kind::point_end: return ledger.point_end(now, point_id{t.id});
    case fact_kind::poll: return ledger.poll(now);
    case fact_kind::task_activate: return ledger.task_activate(now, task_id{t.id});
    case fact_kind::task_wait: return ledger.task_wait(now, task_id{t.id});
    case fact_kind::task_release: return ledger.task_release(now, task_id{t.id});
    case fact_kind::task_terminate: return ledger.task_terminate(now, task_id{t.id});
    case fact_kind::reset: return ledger.reset(now, task_id{t.id});
  }
  return status::bad_config;
}

}  // namespace rtm::test
