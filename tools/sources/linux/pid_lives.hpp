// SPDX-License-Identifier: MIT
// Which task had a pid at which time, whatever the order in which that is told: lines of several CPUs need not be in
// the order of time. The rules are those of `tasks`.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sources/linux/tasks.hpp"
#include "sources/source.hpp"

namespace rtm::host::kernel {

class pid_lives {
 public:
  /// Forks are told: then a task begins with one, not where the one before it with its pid has ended.
  void expect_forks() { has_forks_ = true; }

  /// Each returns from when on the ids of that pid are others than before the call, if they are.
  std::optional<std::uint64_t> forked(std::uint32_t pid, std::uint64_t time_ns);
  std::optional<std::uint64_t> exited(std::uint32_t pid, std::uint64_t time_ns);
  /// Its last switch.
  std::optional<std::uint64_t> died(std::uint32_t pid, std::uint64_t time_ns);

  /// As tasks::id_of, at a time, as far as has been told.
  [[nodiscard]] source_id id_of(std::uint32_t pid, std::uint64_t time_ns) const {
    if (pid == 0) return idle_owner;
    if (!may_be_reused_[pid % filter_bits]) [[likely]]
      return pid;
    const auto found = pids_.find(pid);
    if (found == pids_.end()) return pid;
    const auto& begins = found->second.begins;
    const auto later = std::upper_bound(begins.begin(), begins.end(), time_ns);
    return pid + tasks::reuse_step * static_cast<source_id>(later - begins.begin());
  }

 private:
  /// Of the same time, in this order.
  enum class kind : std::uint8_t { end, end_without_forks, fork };
  struct life {
    std::uint64_t time_ns = 0;
    kind is = kind::end;
    bool operator<(const life& other) const {
      return time_ns != other.time_ns ? time_ns < other.time_ns : is < other.is;
    }
  };
  struct history {
    std::vector<life> lives;            ///< In order, without those that change nothing.
    std::vector<std::uint64_t> begins;  ///< Of the second and later tasks.
    bool is_taken = false;              ///< The latest task has been forked or has exited.
  };

  std::optional<std::uint64_t> add(std::uint32_t pid, const life& each);
  static void follow(history& of, const life& next);
  /// So that most pids need no search.
  static constexpr std::size_t filter_bits = 4096;

  std::bitset<filter_bits> may_be_reused_;  ///< By the lowest bits of the pid.
  bool has_forks_ = false;
  std::unordered_map<std::uint32_t, history> pids_;
};

}  // namespace rtm::host::kernel
