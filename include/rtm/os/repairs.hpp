// SPDX-License-Identifier: MIT
// What had to be repaired before the hooks of an OS became facts, and how often? Each kind is named once, here, with
// what it means for the numbers; snapshots, traces and reports show the same names.
#pragma once

#include <stdint.h>

#include "rtm/detail/atomic.hpp"

namespace rtm::os {

/// Append only: the trace format fixes the numbers.
enum class repair : uint8_t {
  deferred_switch,
  redundant_in,
  missing_out,
  exit_without_enter,
  missing_exit,
  filtered_idle,
  unknown_task,
  duplicate_out,
  aborted_frame,
  synthesised_idle,
  early_exit,
  table_full,
  late_hook,
  refused_point,
  silent_hooks,
  unowned_kill,
};
inline constexpr uint32_t repair_kinds = 16;

/// As in reports: "deferred_switch". "?" for a number that is none. Context: any.
constexpr const char* repair_name(repair kind) {
  switch (kind) {
    case repair::deferred_switch: return "deferred_switch";
    case repair::redundant_in: return "redundant_in";
    case repair::missing_out: return "missing_out";
    case repair::exit_without_enter: return "exit_without_enter";
    case repair::missing_exit: return "missing_exit";
    case repair::filtered_idle: return "filtered_idle";
    case repair::unknown_task: return "unknown_task";
    case repair::duplicate_out: return "duplicate_out";
    case repair::aborted_frame: return "aborted_frame";
    case repair::synthesised_idle: return "synthesised_idle";
    case repair::early_exit: return "early_exit";
    case repair::table_full: return "table_full";
    case repair::late_hook: return "late_hook";
    case repair::refused_point: return "refused_point";
    case repair::silent_hooks: return "silent_hooks";
    case repair::unowned_kill: return "unowned_kill";
  }
  return "?";
}

/// One sentence: what such a repair means for the numbers. For host tools and consoles; costs nothing if not used.
constexpr const char* repair_meaning(repair kind) {
  switch (kind) {
    case repair::deferred_switch:
      return "a switch was announced inside an interrupt and takes effect at the end of the outermost one: exact";
    case repair::redundant_in: return "the task that has the core was announced again: nothing changes";
    case repair::missing_out:
      return "a task was announced while another had the core: the OS's own time between them is the first one's";
    case repair::exit_without_enter: return "an interrupt ended that had not begun: its time is in whom it interrupted";
    case repair::missing_exit:
      return "an interrupt never ended and was closed at the next sign that it had: it has up to that much too much "
             "time";
    case repair::filtered_idle:
      return "idle was announced where the core cannot be idle and was dropped: nothing changes";
    case repair::unknown_task: return "a task ran that the port has no id for: its time is in unknown";
    case repair::duplicate_out: return "a task was announced to leave while none had the core: nothing changes";
    case repair::aborted_frame:
      return "an interrupt was killed by the OS and closed at that instant: exact, but its call is a short one";
    case repair::synthesised_idle:
      return "no hook tells when idle begins; the port saw that nothing is ready: exact to the hook before";
    case repair::early_exit:
      return "a hook inside an interrupt said that it ends before its own exit did; the own exit counts: exact";
    case repair::table_full: return "there were more tasks than rows: the rest share the row named others";
    case repair::late_hook: return "a hook came after the OS had been shut down: not counted";
    case repair::refused_point:
      return "a point of a task that may move to another core was refused: it is not in the sums of points";
    case repair::silent_hooks: return "hooks that this OS must call have never been called: the epoch is not valid";
    case repair::unowned_kill:
      return "an application was killed and nobody told what of it was active: what is not sure is in unknown, up to "
             "the next dispatch";
  }
  return "?";
}

/// A set of kinds of repair.
using repair_set = uint32_t;
constexpr repair_set one(repair kind) { return repair_set{1} << uint32_t(kind); }
inline constexpr repair_set no_repairs = 0;
inline constexpr repair_set all_repairs = (repair_set{1} << repair_kinds) - 1;

/// How often each repair was made since the epoch began. Each count stays at 2^32 - 1. Written by the owning core; read
/// by any, each count for itself.
class repair_counts {
 public:
  void add(repair kind) {
    uint32_t& n = counts_[uint32_t(kind)];
    if (n != ~uint32_t{0}) rtm::detail::store(n, n + 1);
  }
  [[nodiscard]] uint32_t of(repair kind) const { return rtm::detail::load(counts_[uint32_t(kind)]); }
  /// Which were made at all.
  [[nodiscard]] repair_set made() const {
    repair_set set = no_repairs;
    for (uint32_t i = 0; i < repair_kinds; ++i) {
      if (of(repair(i)) != 0) set |= one(repair(i));
    }
    return set;
  }
  [[nodiscard]] bool any() const { return made() != no_repairs; }
  void clear() {
    for (uint32_t& n : counts_) rtm::detail::store(n, uint32_t{0});
  }
  /// `repair_kinds` counts, for a trace: see `encoder::watch_repairs`.
  [[nodiscard]] const uint32_t* words() const { return counts_; }

 private:
  uint32_t counts_[repair_kinds] = {};
};

/// Where a ledger would have accepted what a strict normaliser refuses, the epoch is ended by a switch to a task that
/// cannot exist: the fault is `bad_id` of a task_switch, and its id is this number plus that of the repair.
inline constexpr uint32_t refused_repair_id = 0xFFFF'FF00U;
constexpr uint32_t fault_id_of(repair kind) { return refused_repair_id + uint32_t(kind); }
/// Is `id`, of a `bad_id` fault, such a number? Then `repair(id - refused_repair_id)` is why.
constexpr bool is_refused_repair(uint32_t id) {
  return id >= refused_repair_id && id - refused_repair_id < repair_kinds;
}

}  // namespace rtm::os
