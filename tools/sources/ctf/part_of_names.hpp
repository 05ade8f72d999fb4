// SPDX-License-Identifier: MIT
// Names that the CPUs of a kernel's trace have told, each to a part of its own, and when: then they can be joined to
// what one who hears all CPUs in the order of time would know.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sources/linux/interrupts.hpp"
#include "sources/linux/tasks.hpp"
#include "sources/source.hpp"

namespace rtm::host::ctf {

/// The times of one part.
struct part_of_names {
  struct handler {
    source_id irq = 0;
    std::string name;
    std::uint64_t ticks = 0;  ///< When it was seen first.
  };

  void named(source_id id, std::uint64_t ticks) { raise(named_at[id], ticks); }
  void named_beside(source_id id, std::uint64_t ticks) { raise(named_beside_at[id], ticks); }
  void forked(source_id pid, std::uint64_t ticks) {
    raise(last_fork[pid], ticks);
    ++forks[pid];
  }
  void exited(source_id pid, std::uint64_t ticks) { first_exit.try_emplace(pid, ticks); }
  void handler_seen(source_id irq, std::string_view name, std::uint64_t ticks) {
    handlers.push_back({irq, std::string(name), ticks});
  }

  kernel::interrupts declared;  ///< What the metadata tells, before any event.
  std::unordered_map<source_id, std::uint64_t> named_at, named_beside_at;  ///< The last time.
  std::unordered_map<source_id, std::uint64_t> first_exit, last_fork;
  std::unordered_map<source_id, std::uint64_t> forks;  ///< How many.
  std::vector<handler> handlers;

 private:
  static void raise(std::uint64_t& to, std::uint64_t ticks) { to = std::max(to, ticks); }
};

class joint_names {
 public:
  explicit joint_names(kernel::interrupts declared) : interrupts_(std::move(declared)) {}

  void add(const part_of_names& times, const kernel::tasks& tasks, const kernel::interrupts& interrupts);
  /// False: two parts tell different things at one time, or a pid was used again, so that ids depend on the order.
  [[nodiscard]] bool add_to(source_info& info);

 private:
  struct told {
    std::string name;
    std::uint64_t ticks = 0;
  };
  using names_by_id = std::map<source_id, told>;
  void add(names_by_id& to, const std::map<source_id, std::string>& names,
           const std::unordered_map<source_id, std::uint64_t>& times);
  bool order_handlers();
  [[nodiscard]] bool is_any_pid_used_again() const;

  kernel::interrupts interrupts_;
  names_by_id tasks_, tasks_beside_;
  std::unordered_map<source_id, std::uint64_t> first_exit_, last_fork_, forks_;
  std::vector<part_of_names::handler> handlers_;
  bool is_sure_ = true;
};

}  // namespace rtm::host::ctf
