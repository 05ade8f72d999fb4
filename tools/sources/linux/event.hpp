// SPDX-License-Identifier: MIT
// One event of the Linux kernel, as every reader of its traces tells it to `cpu_state`: when, and in which context.
// What it means (a switch, an entry, an exit) is said by the call.
#pragma once

#include <cstdint>

#include "sources/source.hpp"

namespace rtm::host::kernel {

/// An event that does not name the task that runs.
inline constexpr source_id no_evidence = ~source_id{0} - 3;

/// Linux on x86 can be built for so many (MAXSMP): no CPU has a larger number.
inline constexpr std::uint64_t most_cpus = 8192;

enum class frame_kind : std::uint8_t { hard_irq, soft_irq };

/// Which context an event says that it happened in. Recorders that say nothing of it (perf script, LTTng without
/// contexts) leave it unknown.
struct context {
  bool is_known = false;
  bool is_hard_irq = false;  ///< Or NMI.
  bool is_soft_irq = false;
  [[nodiscard]] bool is_clean() const { return is_known && !is_hard_irq && !is_soft_irq; }
};

/// Of common_flags of an event of ftrace: bits TRACE_FLAG_HARDIRQ, _SOFTIRQ and _NMI of include/linux/trace_events.h.
constexpr context context_of_flags(unsigned flags) {
  constexpr unsigned hard_irq = 0x08;
  constexpr unsigned soft_irq = 0x10;
  constexpr unsigned nmi = 0x40;
  return {true, (flags & (hard_irq | nmi)) != 0, (flags & soft_irq) != 0};
}

struct event {
  std::uint64_t time_ns = 0;
  source_id owner = no_evidence;  ///< Whom it names as running: an id of `tasks`, idle_owner, or no_evidence.
  context in;
  std::uint64_t offset = 0;  ///< Its place in the input. Used for losses only.
  std::uint64_t line = 0;    ///< The same of a text, from 1.
};

}  // namespace rtm::host::kernel
