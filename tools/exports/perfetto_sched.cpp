// SPDX-License-Identifier: MIT
#include "exports/perfetto_sched.hpp"

#include <fmt/format.h>

namespace rtm::host {
namespace {

/// Threads are numbered from here, so that none has the number of a process: that would make it its main thread.
constexpr std::uint64_t first_tid = 1'000'000'001;

namespace tree {
constexpr std::uint32_t processes = 1, threads = 2;                                    // GenericKernelProcessTree
constexpr std::uint32_t process_pid = 1, process_command = 3;                          // Process
constexpr std::uint32_t thread_tid = 1, thread_pid = 2, thread_name = 3, is_idle = 5;  // Thread
}  // namespace tree

namespace task_state {
constexpr std::uint32_t cpu = 1, name = 2, tid = 3, state = 4;
}

}  // namespace

perfetto_sched::thread& perfetto_sched::thread_of(moment at, actor who) {
  const auto [found, is_new] = threads_.try_emplace({at.core, who});
  thread& mine = found->second;
  if (!is_new) return mine;
  mine.tid = first_tid + threads_.size() - 1;
  const auto pid = static_cast<std::uint64_t>(out_.cores().pid_of(at.core));
  proto_message body;
  if (processes_.try_emplace(at.core, true).second) {
    proto_message process;
    process.varint(tree::process_pid, pid);
    process.text(tree::process_command, fmt::format("core_{}", at.core));  // A blank would end the name.
    body.message(tree::processes, process);
  }
  proto_message entry;
  entry.varint(tree::thread_tid, mine.tid);
  entry.varint(tree::thread_pid, pid);
  entry.text(tree::thread_name, names_.of(who));
  if (who.kind == actor_kind::idle) entry.flag(tree::is_idle, true);
  body.message(tree::threads, entry);
  out_.write(at.ticks, packet_field::process_tree, body);
  return mine;
}

void perfetto_sched::write(moment at, actor who, const thread& of, state now) {
  proto_message body;
  body.varint(task_state::cpu, out_.cores().cpu_of(at.core));
  body.text(task_state::name, names_.of(who));
  body.varint(task_state::tid, of.tid);
  body.varint(task_state::state, static_cast<std::uint64_t>(now));
  out_.write(at.ticks, packet_field::task_state, body);
}

void perfetto_sched::run(moment at, actor who) {
  if (who.kind == actor_kind::unknown) return;
  thread& mine = thread_of(at, who);
  mine.is_running = true;
  mine.when_off = state::none;
  write(at, who, mine, state::running);
}

void perfetto_sched::stop(moment at, actor who, bool next_runs) {
  if (who.kind == actor_kind::unknown) return;
  thread& mine = thread_of(at, who);
  mine.is_running = false;
  if (mine.when_off != state::none)
    write(at, who, mine, mine.when_off);
  else if (!next_runs)
    write(at, who, mine, state::stopped);  // Something has to end the slice.
}

void perfetto_sched::epoch_begins(moment at, std::uint64_t /*ledger_ticks*/, std::uint64_t /*epoch*/, actor base) {
  run(at, base);
}

void perfetto_sched::owner_changes(moment at, actor from, actor to) {
  stop(at, from, to.kind != actor_kind::unknown);
  run(at, to);
}

void perfetto_sched::task_marked(moment at, fact_kind mark, source_id task) {
  const actor who{actor_kind::task, task};
  thread& mine = thread_of(at, who);
  const state next = mark == fact_kind::task_wait        ? state::sleeping
                     : mark == fact_kind::task_terminate ? state::stopped
                                                         : state::runnable;
  if (mine.is_running)
    mine.when_off = next;
  else
    write(at, who, mine, next);
}

void perfetto_sched::epoch_ends(moment at, actor base, ending /*why*/, const std::string& /*fault*/) {
  stop(at, base, false);
}

}  // namespace rtm::host
