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

  /// What is told behind so many later lives of its pid changes no id: whoever asks is told that it should.
  static constexpr std::size_t most_later = 64;

  /// Each returns from when on the ids of that pid are others than before the call, or should be, if they are. Of the
  /// same time, in the order in which they are told. Bound: most_later.
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
  enum class kind : std::uint8_t { end, end_without_forks, fork };
  struct life {
    std::uint64_t time_ns = 0;
    kind is = kind::end;
    bool was_taken = false;  ///< Before it: the latest task had been forked or had exited.
    bool begins_another = false;
    bool operator<(const life& other) const { return time_ns < other.time_ns; }
  };
  struct history {
    std::vector<life> lives;            ///< In order; the latest ones.
    std::vector<std::uint64_t> begins;  ///< Of the second and later tasks.
    bool is_taken = false;
  };

  std::optional<std::uint64_t> add(std::uint32_t pid, const life& told);
  static void follow(history& of, life& next);
  /// So that most pids need no search.
  static constexpr std::size_t filter_bits = 4096;

  std::bitset<filter_bits> may_be_reused_;  ///< By the lowest bits of the pid.
  bool has_forks_ = false;
  std::unordered_map<std::uint32_t, history> pids_;
};

}  // namespace rtm::host::kernel
