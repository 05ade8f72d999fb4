// SPDX-License-Identifier: MIT
// Which task had a pid at which time? CPUs are read one after another, so what forks and exits tell must be known of
// all of them before the first is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "sources/linux/tasks.hpp"
#include "sources/source.hpp"

namespace rtm::host::trace_dat {

class lives {
 public:
  /// So many exits and forks are remembered: 16 MiB.
  static constexpr std::size_t most = 1U << 20;

  /// In any order. False: there are too many; later reuses are not told apart.
  bool add(std::uint64_t time_ns, std::uint32_t pid, bool is_fork) {
    if (told_.size() == most) return false;
    told_.push_back({time_ns, pid, is_fork});
    return true;
  }
  /// After the last `add`.
  void finish();

  /// As kernel::tasks::id_of, at a time.
  [[nodiscard]] source_id id_of(std::uint32_t pid, std::uint64_t time_ns) const {
    if (pid == 0) return idle_owner;
    if (begins_.empty()) [[likely]]
      return pid;
    const auto found = begins_.find(pid);
    if (found == begins_.end()) return pid;
    const auto later = std::upper_bound(found->second.begin(), found->second.end(), time_ns);
    return pid + kernel::tasks::reuse_step * static_cast<source_id>(later - found->second.begin());
  }

 private:
  struct life {
    std::uint64_t time_ns;
    std::uint32_t pid;
    bool is_fork;
  };
  std::vector<life> told_;
  std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> begins_;  ///< Of the second and later tasks of a pid.
};

}  // namespace rtm::host::trace_dat
