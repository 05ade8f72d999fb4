// SPDX-License-Identifier: MIT
// Tasks that ran on more than one core. Instances are followed on one core, so of such a task the facts of each core
// are pieces: what looks like a start or a wait there may be neither. Its rows say so, and have no numbers.
#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "report/report.hpp"

namespace rtm::host {

class migration {
 public:
  /// A task has the core.
  void ran(std::uint64_t core, std::uint64_t task) {
    const auto [first, is_new] = core_of_.try_emplace(task, core);
    if (!is_new && first->second != core) migrates_.insert(task);
  }
  void ran(const core_report& core);

  /// Takes the numbers out of the timing of an epoch.
  void mark(epoch_row& epoch) const;

 private:
  std::map<std::uint64_t, std::uint64_t> core_of_;
  std::set<std::uint64_t> migrates_;
};

/// All cores of a report.
void mark_migration(report& of);

}  // namespace rtm::host
