// SPDX-License-Identifier: MIT
// A ledger with timing as it stands on target, told the facts of a source.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "report/timing.hpp"
#include "rtm/ledger.hpp"
#include "rtm/os/timing.hpp"
#include "sources/source.hpp"

namespace rtm::test {

template <class Word, std::uint32_t Bits>
struct timed : default_capacity {
  using word = Word;
  static constexpr std::uint32_t clock_bits = Bits;
  static constexpr std::uint32_t tasks = 4, isrs = 3, swis = 2, points = 3;
  static constexpr std::uint32_t depth = 4, point_frames = 12, point_depth = 3;
  static constexpr bool timing = true;
};

/// The fact as a port reports it. A host's id of idle and so on is the engine's, in more bits.
template <class Ledger>
status report_to(Ledger& to, const host::source_fact& fact) {
  const auto now = static_cast<typename Ledger::word>(fact.reading_ticks);
  const auto id = static_cast<std::uint32_t>(fact.id);
  switch (fact.kind) {
    case fact_kind::task_switch: return to.task_switch(now, task_id{id});
    case fact_kind::isr_enter: return to.isr_enter(now, isr_id{id});
    case fact_kind::isr_exit: return to.isr_exit(now, isr_id{id});
    case fact_kind::swi_enter: return to.swi_enter(now, swi_id{id});
    case fact_kind::swi_exit: return to.swi_exit(now, swi_id{id});
    case fact_kind::point_begin: return to.point_begin(now, point_id{id});
    case fact_kind::point_end: return to.point_end(now, point_id{id});
    case fact_kind::poll: return to.poll(now);
    case fact_kind::task_activate: return to.task_activate(now, task_id{id});
    case fact_kind::task_wait: return to.task_wait(now, task_id{id});
    case fact_kind::task_release: return to.task_release(now, task_id{id});
    case fact_kind::task_terminate: return to.task_terminate(now, task_id{id});
    case fact_kind::reset: return to.reset(now, task_id{id});
  }
  return status::bad_id;
}

template <class Sink, class Id, class Row>
void read_rows(Sink& sink, std::uint32_t count, std::vector<Row>& to) {
  for (std::uint32_t id = 0; id < count; ++id) to.push_back({id, std::nullopt, sink.times_of(Id{id}), std::nullopt});
}

template <class Capacity, class Sink>
host::epoch_timing read_timing(Sink& sink) {
  host::epoch_timing all;
  read_rows<Sink, task_id>(sink, Capacity::tasks, all.tasks);
  read_rows<Sink, isr_id>(sink, Capacity::isrs, all.isrs);
  read_rows<Sink, swi_id>(sink, Capacity::swis, all.swis);
  read_rows<Sink, point_id>(sink, Capacity::points, all.points);
  return all;
}

/// Of each epoch.
template <class Capacity>
std::vector<host::epoch_timing> target_timing(const std::vector<host::source_fact>& facts) {
  const auto core = std::make_unique<ledger<Capacity, os::times<Capacity>>>();
  std::vector<host::epoch_timing> all;
  bool has_started = false;
  for (const host::source_fact& fact : facts) {
    const auto now = static_cast<typename Capacity::word>(fact.reading_ticks);
    if (has_started && fact.kind == fact_kind::reset) all.push_back(read_timing<Capacity>(core->sink()));
    const status answer =
        has_started ? report_to(*core, fact) : core->start(now, task_id{static_cast<std::uint32_t>(fact.id)}, timing{});
    if (answer != status::ok) return {};
    has_started = true;
  }
  all.push_back(read_timing<Capacity>(core->sink()));
  return all;
}

}  // namespace rtm::test
