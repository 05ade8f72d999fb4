// SPDX-License-Identifier: MIT
// Which task had a pid at which time? What forks and exits tell must be known of all CPUs up to a time before the
// events of that time are read.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "sources/linux/tasks.hpp"
#include "sources/source.hpp"

namespace rtm::host::trace_dat {

/// The exit of the task that had a pid, its last switch, or a fork that returned the pid.
struct life {
  enum class kind : std::uint8_t { exit, last_switch, fork };  ///< Of the same time, in this order.
  std::uint64_t time_ns = 0;
  std::uint32_t pid = 0;
  kind is = kind::exit;
  /// Later.
  bool operator>(const life& other) const {
    return std::tie(time_ns, is, pid) > std::tie(other.time_ns, other.is, other.pid);
  }
};

class lives {
 public:
  /// Forks are told: then a task begins with one, not where the one before it with its pid has ended.
  void expect_forks() { has_forks_ = true; }
  /// In any order, but not before a time that has been settled.
  void add(const life& each) { told_.push(each); }
  /// All up to `time_ns` have been added.
  void settle(std::uint64_t time_ns);

  /// As kernel::tasks::id_of, at a time that has been settled.
  [[nodiscard]] source_id id_of(std::uint32_t pid, std::uint64_t time_ns) const {
    if (pid == 0) return idle_owner;
    if (!may_be_reused_[pid % filter_bits]) [[likely]]
      return pid;
    const auto found = begins_.find(pid);
    if (found == begins_.end()) return pid;
    const auto later = std::upper_bound(found->second.begin(), found->second.end(), time_ns);
    return pid + kernel::tasks::reuse_step * static_cast<source_id>(later - found->second.begin());
  }

 private:
  /// So that most pids need no search.
  static constexpr std::size_t filter_bits = 4096;

  std::bitset<filter_bits> may_be_reused_;                             ///< By the lowest bits of the pid.
  std::priority_queue<life, std::vector<life>, std::greater<>> told_;  ///< Not settled yet.
  void begin_another(std::uint32_t pid, std::uint64_t time_ns);

  bool has_forks_ = false;
  std::unordered_set<std::uint32_t> taken_;  ///< The present task has been forked or has exited.
  std::unordered_map<std::uint32_t, std::vector<std::uint64_t>> begins_;  ///< Of the second and later tasks of a pid.
};

}  // namespace rtm::host::trace_dat
