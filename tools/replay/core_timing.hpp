// SPDX-License-Identifier: MIT
// The timing parameters of one core of a replay: what an importer knows beyond facts (pieces, losses, beginnings in the
// middle of something) becomes doubt, and what is in doubt is not counted.
#pragma once

#include <cstdint>
#include <map>

#include "replay/slots.hpp"
#include "replay/timing_rows.hpp"
#include "report/timing.hpp"
#include "rtm/os/timing_book.hpp"
#include "sources/source.hpp"

namespace rtm::host {

/// Keeps what is known of instances that are not seen whole, by slot.
struct cut_watch : os::no_watch {
  struct parts {
    std::uint64_t longest = 0;
    std::uint64_t in_a_row = 0;  ///< Of those that may be one instance.
    std::uint64_t most = 0;

    void add(std::uint64_t ticks, bool has_ended);
  };
  void task_cut(std::uint32_t task, std::uint64_t at_least, bool has_ended, std::uint64_t /*time*/) {
    of_task[task].add(at_least, has_ended);
  }

  std::map<std::uint32_t, parts> of_task;
};

class core_timing {
 public:
  /// An epoch begins at `time`. If `reset` is a piece, something happened before it, and the facts of that very
  /// instant only tell the state that it left.
  void begin(const source_fact& reset, std::uint32_t slot, std::uint64_t time);
  /// A fact that the ledger has accepted, other than a reset, and the ledger's time of it.
  void tell(const source_fact& fact, std::uint32_t slot, std::uint64_t time);
  /// Facts are missing up to before this instant, in ticks since the beginning of the epoch.
  void lose(std::uint64_t end);

  /// Of the epoch in progress up to the ledger's `time`, without names.
  [[nodiscard]] epoch_timing rows(const slots& tasks, const slots& frames, const slots& points, std::uint64_t time);

 private:
  [[nodiscard]] std::vector<unfinished_row> unfinished(const slots& tasks, std::uint64_t time);

  os::timing_book<timing_rows, cut_watch> book_;
  std::uint64_t start_ = 0;
  std::uint64_t doubtful_up_to_ = 0;
};

}  // namespace rtm::host
