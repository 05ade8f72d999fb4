// SPDX-License-Identifier: MIT
#include "sources/ctf/part_of_names.hpp"

#include <utility>

namespace rtm::host::ctf {

void joint_names::add(const part_of_names& times, const kernel::tasks& tasks, const kernel::interrupts& interrupts) {
  add(tasks_, tasks.names(), times.named_at);
  add(tasks_beside_, tasks.names_beside(), times.named_beside_at);
  interrupts_.add_softirqs(interrupts);
  handlers_.insert(handlers_.end(), times.handlers.begin(), times.handlers.end());
  for (const auto& [pid, ticks] : times.last_fork) last_fork_[pid] = std::max(last_fork_[pid], ticks);
  for (const auto& [pid, count] : times.forks) forks_[pid] += count;
  for (const auto& [pid, ticks] : times.first_exit) {
    const auto [at, is_new] = first_exit_.try_emplace(pid, ticks);
    if (!is_new) at->second = std::min(at->second, ticks);
  }
}

/// The last name stays.
void joint_names::add(names_by_id& to, const std::map<source_id, std::string>& names,
                      const std::unordered_map<source_id, std::uint64_t>& times) {
  for (const auto& [id, name] : names) {
    const auto time = times.find(id);
    const std::uint64_t ticks = time == times.end() ? 0 : time->second;
    const auto [at, is_new] = to.try_emplace(id, told{name, ticks});
    if (is_new) continue;
    if (at->second.ticks == ticks && at->second.name != name) is_sure_ = false;
    if (at->second.ticks < ticks) at->second = {name, ticks};
  }
}

/// Names of handlers of one line stand in the order in which they were seen first.
bool joint_names::order_handlers() {
  std::stable_sort(handlers_.begin(), handlers_.end(), [](const auto& a, const auto& b) { return a.ticks < b.ticks; });
  for (std::size_t i = 0; i + 1 < handlers_.size(); ++i)
    for (std::size_t k = i + 1; k < handlers_.size() && handlers_[k].ticks == handlers_[i].ticks; ++k)
      if (handlers_[i].irq == handlers_[k].irq && handlers_[i].name != handlers_[k].name) return false;
  return true;
}

bool joint_names::is_any_pid_used_again() const {
  if (std::any_of(forks_.begin(), forks_.end(), [](const auto& of) { return of.second > 1; })) return true;
  return std::any_of(first_exit_.begin(), first_exit_.end(), [&](const auto& exit) {
    const auto fork = last_fork_.find(exit.first);
    return fork != last_fork_.end() && exit.second <= fork->second;
  });
}

bool joint_names::add_to(source_info& info) {
  if (!is_sure_ || is_any_pid_used_again() || !order_handlers()) return false;
  for (const auto& each : handlers_) (void)interrupts_.named(each.irq, each.name);
  interrupts_.add_names(info);
  for (const auto& [id, each] : tasks_) info.tasks[id] = each.name;
  for (const auto& [id, each] : tasks_beside_) info.tasks.try_emplace(id, each.name);
  return true;
}

}  // namespace rtm::host::ctf
