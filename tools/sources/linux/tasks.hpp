// SPDX-License-Identifier: MIT
// Tasks of Linux: which id and which name a pid has in a report. The id is the pid; a pid that is used again by another
// task becomes a row of its own, with an id that still shows the pid. That it is another one is told by the last switch
// of the one before, whose state is X or Z; by a fork that returns a pid which has exited or has been forked already.
// A new name tells nothing: programs give themselves names, and start others (exec).
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "sources/source.hpp"

namespace rtm::host::kernel {

class tasks {
 public:
  /// The second task with pid 1234 has the id 1000001234. Pids are below 2^22.
  static constexpr source_id reuse_step = 1'000'000'000;

  /// pid 0 is the idle task of whatever CPU it runs on.
  [[nodiscard]] source_id id_of(std::uint32_t pid) const {
    if (pid == 0) return idle_owner;
    if (!may_be_reused_[pid % filter_bits]) [[likely]]
      return pid;
    const auto found = uses_.find(pid);
    return found == uses_.end() ? pid : pid + reuse_step * found->second.earlier;
  }

  /// Life of a task, in the order of time over all CPUs: that is what tells a reuse.
  void forked(std::uint32_t pid);
  void exited(std::uint32_t pid);
  /// It leaves its CPU for the last time. Another one with its pid begins here, if forks do not tell where.
  void died(std::uint32_t pid);

  /// A name that an event gives. The last one stays, as for a task that calls exec. Of what is not printable UTF-8, as
  /// much as is. Ignored for pid 0.
  void named(std::uint32_t pid, std::string_view name) { named_as(id_of(pid), name); }
  /// For who knows the id. Ignored for idle.
  void named_as(source_id id, std::string_view name);
  /// A name from a table beside the events: only for a task that no event names.
  void named_beside(std::uint32_t pid, std::string_view name);

  [[nodiscard]] const std::map<source_id, std::string>& names() const { return names_; }
  [[nodiscard]] const std::map<source_id, std::string>& names_beside() const { return names_beside_; }
  /// Into `info.tasks`.
  void add_names(source_info& info) const;

 private:
  struct use {
    std::uint64_t earlier = 0;  ///< Tasks that had this pid before.
    bool is_taken = false;      ///< The present task has been forked or has exited.
  };
  void begin_another(std::uint32_t pid);
  /// So that most pids need no search.
  static constexpr std::size_t filter_bits = 4096;

  std::bitset<filter_bits> may_be_reused_;  ///< By the lowest bits of the pid.
  bool has_forks_ = false;
  std::unordered_map<std::uint32_t, use> uses_;  ///< Of pids of which something of their life was told.
  std::map<source_id, std::string> names_, names_beside_;
};

}  // namespace rtm::host::kernel
