// SPDX-License-Identifier: MIT
#include "sources/trace_dat/event_reader.hpp"

#include <utility>

namespace rtm::host::trace_dat {

using kernel::event;

namespace {

std::string seconds(std::uint64_t ns) { return fmt::format("{}.{:09}", ns / 1'000'000'000, ns % 1'000'000'000); }

}  // namespace

void add_interrupt_names(const cpu_names& of, const event_table& events, source_info& info) {
  of.add_interrupts(info);
  for (const source_id id : of.vectors()) {
    const auto known = events.vectors().find(id);
    info.isrs[id] = known != events.vectors().end() ? known->second : events.ipi_name(id);
  }
}

void event_reader::lose(std::uint64_t count) {
  has_lost_ = true;
  lost_ += count;
}

void event_reader::tell_lost(const event& next) {
  event placed = next;
  placed.offset = place_;
  state_.lost(std::exchange(lost_, 0), placed);
  has_lost_ = false;
}

/// False: it is odd.
bool event_reader::weigh(kernel::event e) {
  e.offset = place_;
  const bool fits = state_.weigh(e);
  tell_misfit();
  return fits;
}

void event_reader::tell_misfit() {
  if (const auto found = state_.take_misfit()) problems_->push_back(problem_of(*found, std::to_string(cpu_), seconds));
}

void event_reader::tell(std::uint64_t place, std::string found, std::string expected) {
  problems_->push_back({place, std::move(found), std::move(expected)});
}

void event_reader::finish(std::uint64_t time_ns) {
  if (has_lost_) {
    event at_end;
    at_end.time_ns = time_ns;
    tell_lost(at_end);
  }
  state_.end(time_ns);
  tell_misfit();
  if (undeclared_.count != 0)
    tell(undeclared_.place,
         fmt::format("{} events of CPU {} without a format, the first of number {}", undeclared_.count, cpu_,
                     undeclared_.first),
         "a format of each");
  if (too_short_.count != 0)
    tell(too_short_.place,
         fmt::format("{} events of CPU {} shorter than their format, the first of {} bytes", too_short_.count, cpu_,
                     too_short_.first),
         "whole ones");
  result_.counts = state_.counts();
  result_.names.finish();
}

}  // namespace rtm::host::trace_dat
