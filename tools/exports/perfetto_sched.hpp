// SPDX-License-Identifier: MIT
// The base owners as threads of a generic kernel, for Perfetto's own scheduling tables and CPU utilisation. A core is a
// process, and each owner on it a thread: ids of tasks may mean different tasks on different cores, and a thread that
// runs twice at a time is an error there. Unknown time has no thread, so it counts as neither running nor idle.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "exports/labels.hpp"
#include "exports/perfetto_packets.hpp"

namespace rtm::host {

class perfetto_sched final : public activity {
 public:
  /// Both must outlive this object.
  perfetto_sched(perfetto_packets& out, labels& names) : out_(out), names_(names) {}

  void epoch_begins(moment at, std::uint64_t ledger_ticks, std::uint64_t epoch, actor base) override;
  void owner_changes(moment at, actor from, actor to) override;
  void task_marked(moment at, fact_kind mark, source_id task) override;
  void epoch_ends(moment at, actor base, ending why, const std::string& fault) override;

 private:
  /// Of GenericKernelTaskStateEvent. A thread that is only replaced by another is left without an end state: Perfetto
  /// then shows that it does not know whether it waits. Dead is not used: it is final there, and tasks come back.
  enum class state : std::uint8_t { none = 0, runnable = 2, running = 3, sleeping = 4, stopped = 6 };

  struct thread {
    std::uint64_t tid = 0;
    bool is_running = false;
    state when_off = state::none;  ///< What marks have said while it ran.
  };

  thread& thread_of(moment at, actor who);
  void run(moment at, actor who);
  /// `next_runs`: another thread takes over at this very instant.
  void stop(moment at, actor who, bool next_runs);
  void write(moment at, actor who, const thread& of, state now);

  perfetto_packets& out_;
  labels& names_;
  std::map<std::pair<std::uint32_t, actor>, thread> threads_;
  std::map<std::uint32_t, bool> processes_;
};

}  // namespace rtm::host
