// SPDX-License-Identifier: MIT
// The fields of an event as text, as trace-cmd, perf and the kernel itself print them. A number counts only if
// something follows that shows that it is whole: a line may be cut anywhere. Each returns nothing for other text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rtm::host::kernel {

struct task_fields {
  std::uint32_t pid = 0;
  std::string_view comm;
};
struct switch_fields {
  task_fields previous, next;
  bool is_last_of_previous = false;  ///< The previous task has ended (states X and Z).
};
struct irq_fields {
  std::uint64_t irq = 0;
  std::string_view handler;  ///< Of an entry.
};
struct rename_fields {
  std::optional<std::uint32_t> pid;  ///< Absent in newer kernels: it is the task that runs.
  std::string_view comm;
};

/// "prev_comm=a prev_pid=1 prev_prio=120 prev_state=R ==> next_comm=b next_pid=2 next_prio=120", of old kernels without
/// the arrow, and the "a:1 [120] R ==> b:2 [120]" of trace-cmd. Names may hold anything.
[[nodiscard]] std::optional<switch_fields> fields_of_switch(std::string_view fields);
/// "irq=36 name=eth0", "irq=36 ret=handled"
[[nodiscard]] std::optional<irq_fields> fields_of_irq(std::string_view fields);
/// "vec=3 [action=NET_RX]"
[[nodiscard]] std::optional<std::uint64_t> vector_of_softirq(std::string_view fields);
/// "(Rescheduling interrupts)"
[[nodiscard]] std::optional<std::string_view> reason_of_ipi(std::string_view fields);
/// "perf_event_nmi_handler() delta_ns: 2345 handled: 1": how long it took.
[[nodiscard]] std::optional<std::uint64_t> length_ns_of_nmi(std::string_view fields);
/// "comm=sh pid=7 child_comm=sh child_pid=8": the child.
[[nodiscard]] std::optional<task_fields> child_of_fork(std::string_view fields);
/// "comm=sh pid=7 prio=120"
[[nodiscard]] std::optional<task_fields> task_of_exit(std::string_view fields);
/// "pid=7 oldcomm=sh newcomm=ls oom_score_adj=0"
[[nodiscard]] std::optional<rename_fields> fields_of_rename(std::string_view fields);

}  // namespace rtm::host::kernel
