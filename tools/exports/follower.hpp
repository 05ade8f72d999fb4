// SPDX-License-Identifier: MIT
// Follows one core through a replay and keeps what is open, so that an export hears an end for everything that began,
// inner before outer, also where the input stops, a core is reset or a fault cuts the epoch.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "exports/activity.hpp"

namespace rtm::host {

class follower {
 public:
  follower(std::uint32_t core, activity& out) : core_(core), out_(out) {}

  /// `ledger_ticks`: the same instant as the ledger counts it.
  void begin(std::uint64_t ticks, std::uint64_t ledger_ticks, source_id base);
  /// A fact that the ledger accepted.
  void hear(const source_fact& fact, std::uint64_t ticks);
  void begin_loss(std::uint64_t ticks) { out_.loss_begins({core_, ticks}); }
  void end_loss(std::uint64_t ticks, std::uint64_t facts) { out_.facts_lost({core_, ticks}, facts); }
  /// Ends what is open. `fault`: the sentence of the fault, if that is why.
  void end(std::uint64_t ticks, ending why, const std::string& fault);

 private:
  using open_points = std::vector<source_id>;  ///< Innermost last.
  struct frame {
    actor who;
    open_points points;
    bool is_unowned = false;  ///< Its own time is unknown, so it is not shown.
  };

  void end_frame(moment at, ending why);
  /// Whose time it is.
  [[nodiscard]] actor current() const;
  void begin_point(moment at, source_id point);
  void end_point(moment at);
  void terminate(moment at, source_id task);
  void end_points(moment at, actor context, open_points& points, ending why);

  std::uint32_t core_;
  activity& out_;
  std::uint64_t epochs_ = 0;
  actor base_;
  std::vector<frame> frames_;
  std::map<actor, open_points> points_;  ///< Of base owners; only those that have some.
};

/// "idle" and so on as an id of a source, or a task.
[[nodiscard]] actor base_owner(source_id id);

}  // namespace rtm::host
