// SPDX-License-Identifier: MIT
// What a decoder finds in a stream, in the order of the stream. Facts come as a source gives them; beside them come
// what the target says of itself (windows, epochs), how its time relates to theirs, and what is missing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "report/extras.hpp"
#include "report/report.hpp"
#include "rtm/trace/memory.hpp"
#include "sources/source.hpp"

namespace rtm::host::wire {

/// A `reset` among the facts that come next begins an epoch of the tools, number `epoch` of that core, at `start` in
/// the target's extended time: during the target's epoch `target_epoch`, which began at `target_start`.
struct epoch_place {
  std::uint32_t core = 0;
  std::uint64_t epoch = 0;
  std::uint64_t start = 0;
  std::uint64_t target_epoch = 0;
  std::uint64_t target_start = 0;
};

/// A window as the target counted it.
struct told_window {
  std::uint32_t core = 0;
  std::uint64_t offset = 0;
  std::uint64_t target_epoch = 0;
  bool in_step = true;  ///< Nothing was missing in the stream between the latest facts and this.
  window_row row;
};

/// An epoch so far as the target counted it, told when all facts up to then had been sent. The row has no windows; a
/// fault is told by `valid` alone.
struct told_epoch {
  std::uint32_t core = 0;
  std::uint64_t offset = 0;
  bool valid = true;
  bool in_step = true;  ///< As of a window.
  epoch_row row;
};

/// A refused fact as the target saw it.
struct told_fault {
  std::uint32_t core = 0;
  std::uint64_t offset = 0;
  std::uint64_t epoch = 0;  ///< Of the tools.
  fault_row row;
};

/// What the target's port had repaired by now, since `target_epoch` began: how often, by the number of the repair.
struct told_repairs {
  std::uint32_t core = 0;
  std::uint64_t target_epoch = 0;
  std::map<std::uint64_t, std::uint64_t> counts;
};

/// Why something could not be used, or is not as it should be. Offsets count from the beginning of the stream.
using problem = source_problem;

class listener {
 public:
  listener() = default;
  listener(const listener&) = delete;
  listener& operator=(const listener&) = delete;
  virtual ~listener() = default;

  /// Once, before the first fact. Names may be added later.
  virtual void on_header(const source_info& /*info*/) {}
  /// A core's first header, or one with which it began again; before all that is about it.
  virtual void on_core(std::uint32_t /*core*/, const source_info& /*info: its own capacity*/, trace::mode) {}
  /// `of`: task_switch, isr_enter, swi_enter or point_begin. Each name once, however often it is sent; an id may have
  /// several: its row has changed hands.
  virtual void on_name(std::uint32_t /*core*/, fact_kind /*of*/, source_id, std::string) {}
  virtual void on_facts(std::span<const source_fact> facts) = 0;
  virtual void on_epoch(const epoch_place& /*place*/) {}
  virtual void on_window(told_window /*window*/) {}
  virtual void on_snapshot(told_epoch /*epoch*/) {}
  virtual void on_repairs(told_repairs /*repairs*/) {}
  virtual void on_fault(const told_fault& /*fault*/) {}
  /// Before the facts that stand for it, and after the reset of the epoch in which it begins.
  virtual void on_loss(const source_loss& /*loss*/) {}
  virtual void on_problem(problem /*what*/) {}
  /// Counters, findings and clocks, as they come. Findings come again and again.
  virtual void on_extras(core_extras /*what*/) {}
  /// The target says that nothing comes after this.
  virtual void on_end(std::uint32_t /*core*/) {}
};

}  // namespace rtm::host::wire
