// SPDX-License-Identifier: MIT
#include "replay/migration.hpp"

#include <algorithm>

namespace rtm::host {

void migration::ran(const core_report& core) {
  for (const epoch_row& epoch : core.epochs)
    for (const task_row& row : epoch.tasks)
      if (row.exclusive != 0 || row.dispatches != 0) ran(core.core, row.id);
}

void migration::mark(epoch_row& epoch) const {
  if (!epoch.timing || migrates_.empty()) return;
  epoch_timing& timing = *epoch.timing;
  const auto is_marked = [this](const auto& row) { return migrates_.contains(row.id); };
  std::erase_if(timing.tasks, is_marked);
  std::erase_if(timing.unfinished, is_marked);
  for (const task_row& row : epoch.tasks) {
    if (!is_marked(row) || (row.exclusive == 0 && row.dispatches == 0)) continue;
    timing_row<os::task_times> marked;
    marked.id = row.id;
    marked.name = row.name;
    marked.migrates = true;
    timing.tasks.push_back(std::move(marked));
  }
  std::sort(timing.tasks.begin(), timing.tasks.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
}

void mark_migration(report& of) {
  migration all;
  for (const core_report& core : of.cores) all.ran(core);
  for (core_report& core : of.cores)
    for (epoch_row& epoch : core.epochs) all.mark(epoch);
}

}  // namespace rtm::host
