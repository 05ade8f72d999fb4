// SPDX-License-Identifier: MIT
#include "oracle.hpp"

#include <algorithm>
#include <stdexcept>

namespace rtm::property {
namespace {

bool within(const std::optional<std::uint64_t>& limit, std::uint64_t value) { return !limit || value < *limit; }

bool is_special_owner(source_id id) {
  return id == host::idle_owner || id == host::kernel_owner || id == host::unknown_owner;
}

counter_table account::*table_of(bool is_swi) { return is_swi ? &account::swis : &account::isrs; }

void widen(std::optional<host::extremes>& range, std::uint64_t length) {
  if (!range) range = host::extremes{length, length};
  range->min = std::min(range->min, length);
  range->max = std::max(range->max, length);
}

}  // namespace

std::uint64_t default_max_gap(const source_info& info) {
  const std::uint64_t half = clock_mask(info.clock_bits) / 2;  // 2^(bits-1) - 1
  return info.window_ticks == 0 ? half : std::min(info.window_ticks, half);
}

oracle::oracle(const source_info& info, oracle_settings settings)
    : info_(info),
      settings_(settings),
      mask_(clock_mask(info.clock_bits)),
      max_gap_(info.max_gap_ticks != 0 ? info.max_gap_ticks : default_max_gap(info)) {}

void oracle::tell(const source_fact& fact) {
  if (epochs_.empty()) {
    if (fact.kind != fact_kind::reset || !owner_exists(fact.id)) {
      throw std::invalid_argument("oracle: the first fact of a core must be a reset to a possible base owner");
    }
    return begin_epoch(fact.reading_ticks, fact.reading_ticks, fact.id);
  }
  if (fact.kind == fact_kind::reset) return tell_reset(fact);
  if (epoch().fault) {
    ++epoch().ignored;
    return;
  }
  const std::uint64_t delta = delta_to(fact.reading_ticks);
  if (const auto kind = clock_fault(delta)) return freeze(*kind, fact);
  settle(delta, fact.reading_ticks);
  if (const auto kind = objection(fact)) return freeze(*kind, fact);
  apply(fact);
}

// --- time ------------------------------------------------------------------------------------------------------------

std::uint64_t oracle::delta_to(std::uint64_t reading) const { return (reading - last_reading_) & mask_; }

std::optional<status> oracle::clock_fault(std::uint64_t delta) const {
  if (delta <= max_gap_) return std::nullopt;
  const std::uint64_t half_range = mask_ / 2 + 1;  // 2^(bits-1)
  return delta >= half_range ? status::time_backwards : status::gap_exceeded;
}

void oracle::settle(std::uint64_t delta, std::uint64_t reading) {
  last_reading_ = reading;
  while (delta > 0) {
    std::uint64_t run = 1;
    if (settings_.how == pace::runs) {
      run = delta;
      if (info_.window_ticks != 0) {
        run = std::min(run, info_.window_ticks - epoch().elapsed % info_.window_ticks);
      }
    }
    pass(run);
    delta -= run;
  }
}

/// `ticks` ticks of one window pass; every one of them has the same owner, frames and points.
void oracle::pass(std::uint64_t ticks) {
  in_both_accounts([&](account& to) { charge(to, ticks); });

  for (open_frame& frame : epoch().frames) frame.inclusive += ticks;
  if (!epoch().frames.empty()) epoch().frames.back().exclusive += ticks;
  point_stack& points = points_to_change();
  for (open_point& point : points) point.inclusive += ticks;
  if (!points.empty()) points.back().exclusive += ticks;

  epoch().elapsed += ticks;
}

void oracle::charge(account& to, std::uint64_t ticks) {
  charge_owner(to, ticks);
  for (const open_frame& frame : epoch().frames) (to.*table_of(frame.is_swi))[frame.id].inclusive += ticks;
  charge_points(to, ticks);
}

void oracle::charge_owner(account& to, std::uint64_t ticks) {
  if (!epoch().frames.empty()) {
    const open_frame& top = epoch().frames.back();
    (to.*table_of(top.is_swi))[top.id].exclusive += ticks;
  } else if (epoch().owner == host::idle_owner) {
    to.base.idle += ticks;
  } else if (epoch().owner == host::kernel_owner) {
    to.base.kernel += ticks;
  } else if (epoch().owner == host::unknown_owner) {
    to.base.unknown += ticks;
  } else {
    to.tasks[epoch().owner].exclusive += ticks;
  }
}

void oracle::charge_points(account& to, std::uint64_t ticks) {
  const point_stack& points = running_points();
  for (const open_point& point : points) to.points[point.id].inclusive += ticks;
  if (!points.empty()) to.points[points.back().id].exclusive += ticks;
}

std::uint64_t oracle::window_of_instant() const { return epoch().elapsed / info_.window_ticks; }

account& oracle::window(std::uint64_t index) {
  if (epoch().windows.size() <= index) epoch().windows.resize(index + 1);
  return epoch().windows[index];
}

// --- what is wrong with a fact ---------------------------------------------------------------------------------------

bool oracle::task_exists(source_id id) const { return !is_special_owner(id) && within(info_.capacity.tasks, id); }

bool oracle::owner_exists(source_id id) const { return is_special_owner(id) || task_exists(id); }

std::optional<status> oracle::objection(const source_fact& fact) const {
  switch (fact.kind) {
    case fact_kind::task_switch:
      if (!owner_exists(fact.id)) return status::bad_id;
      if (!epoch().frames.empty()) return status::switch_in_isr;
      return std::nullopt;
    case fact_kind::isr_enter: return objection_to_enter(false, fact.id);
    case fact_kind::swi_enter: return objection_to_enter(true, fact.id);
    case fact_kind::isr_exit: return objection_to_exit(false, fact.id);
    case fact_kind::swi_exit: return objection_to_exit(true, fact.id);
    case fact_kind::point_begin: return objection_to_point_begin(fact.id);
    case fact_kind::point_end: return objection_to_point_end(fact.id);
    case fact_kind::task_activate:
    case fact_kind::task_wait:
    case fact_kind::task_release:
    case fact_kind::task_terminate:
      if (!task_exists(fact.id)) return status::bad_id;
      return std::nullopt;
    case fact_kind::reset:
      if (!owner_exists(fact.id)) return status::bad_id;
      return std::nullopt;
    case fact_kind::poll: return std::nullopt;
  }
  throw std::invalid_argument("oracle: no such fact");
}

std::optional<status> oracle::objection_to_enter(bool is_swi, source_id id) const {
  const auto& frames = epoch().frames;
  if (!within(is_swi ? info_.capacity.swis : info_.capacity.isrs, id)) return status::bad_id;
  if (is_swi && !frames.empty() && !frames.back().is_swi) return status::swi_over_isr;
  if (!within(info_.capacity.depth, frames.size())) return status::stack_full;
  return std::nullopt;
}

std::optional<status> oracle::objection_to_exit(bool is_swi, source_id id) const {
  const auto& frames = epoch().frames;
  if (!within(is_swi ? info_.capacity.swis : info_.capacity.isrs, id)) return status::bad_id;
  if (frames.empty()) return is_swi ? status::swi_underflow : status::isr_underflow;
  const open_frame& top = frames.back();
  if (top.is_swi != is_swi || top.id != id) return is_swi ? status::swi_mismatch : status::isr_mismatch;
  if (!top.points.empty()) return status::point_left_open;
  return std::nullopt;
}

std::optional<status> oracle::objection_to_point_begin(source_id id) const {
  if (!within(info_.capacity.points, id)) return status::bad_id;
  if (!within(info_.capacity.point_depth, running_points().size())) return status::point_stack_full;
  if (!within(settings_.point_frames, open_points())) return status::point_stack_full;
  return std::nullopt;
}

std::optional<status> oracle::objection_to_point_end(source_id id) const {
  if (!within(info_.capacity.points, id)) return status::bad_id;
  if (running_points().empty()) return status::point_underflow;
  if (running_points().back().id != id) return status::point_mismatch;
  return std::nullopt;
}

/// The top of the stack, where the fault is about what lies there; nothing where it is about time, range or room.
std::optional<source_id> oracle::expected_id(status kind) const {
  switch (kind) {
    case status::isr_mismatch:
    case status::swi_mismatch:
    case status::switch_in_isr:
    case status::swi_over_isr: return epoch().frames.back().id;
    case status::point_mismatch:
    case status::point_left_open: return running_points().back().id;
    default: return std::nullopt;
  }
}

void oracle::freeze(status kind, const source_fact& fact) {
  host::fault_row first;
  first.kind = kind;
  first.fact = fact.kind;
  if (fact.kind != fact_kind::poll && !is_special_owner(fact.id)) first.id = fact.id;
  first.expected = expected_id(kind);
  first.time_ticks = epoch().start + epoch().elapsed;
  first.reading_ticks = fact.reading_ticks;
  first.depth = epoch().frames.size();
  epoch().fault = first;
}

// --- what an accepted fact changes -----------------------------------------------------------------------------------

const point_stack& oracle::running_points() const {
  static const point_stack none;
  if (!epoch().frames.empty()) return epoch().frames.back().points;
  const auto found = epoch().suspended.find(epoch().owner);
  return found == epoch().suspended.end() ? none : found->second;
}

point_stack& oracle::points_to_change() {
  return epoch().frames.empty() ? epoch().suspended[epoch().owner] : epoch().frames.back().points;
}

std::uint64_t oracle::open_points() const {
  std::uint64_t count = 0;
  for (const auto& [owner, points] : epoch().suspended) count += points.size();
  for (const open_frame& frame : epoch().frames) count += frame.points.size();
  return count;
}

void oracle::apply(const source_fact& fact) {
  switch (fact.kind) {
    case fact_kind::task_switch: return switch_to(fact.id);
    case fact_kind::isr_enter: return enter(false, fact.id);
    case fact_kind::swi_enter: return enter(true, fact.id);
    case fact_kind::isr_exit:
    case fact_kind::swi_exit: return exit();
    case fact_kind::point_begin:
      epoch().sum.points[fact.id];  // named in an accepted fact: listed from now on, here and below
      points_to_change().push_back({fact.id, ++calls_, 0, 0});
      return;
    case fact_kind::point_end: return end_point();
    case fact_kind::task_activate:
    case fact_kind::task_wait:
    case fact_kind::task_release: epoch().sum.tasks[fact.id]; return;
    case fact_kind::task_terminate: epoch().sum.tasks[fact.id]; return terminate(fact.id);
    case fact_kind::poll:
    case fact_kind::reset: return;
  }
}

void oracle::switch_to(source_id id) {
  if (id == epoch().owner) return;
  epoch().owner = id;
  if (is_special_owner(id)) return;
  in_both_accounts([&](account& to) { ++to.tasks[id].dispatches; });
}

void oracle::enter(bool is_swi, source_id id) {
  (epoch().sum.*table_of(is_swi))[id];
  epoch().frames.push_back({is_swi, id, ++calls_, 0, 0, {}});
}

void oracle::exit() {
  const open_frame ended = epoch().frames.back();
  epoch().frames.pop_back();
  complete(table_of(ended.is_swi), ended.id, ended.exclusive, ended.inclusive);
}

void oracle::end_point() {
  const open_point ended = points_to_change().back();
  points_to_change().pop_back();
  complete(&account::points, ended.id, ended.exclusive, ended.inclusive);
}

void oracle::complete(counter_table account::*table, source_id id, std::uint64_t exclusive, std::uint64_t inclusive) {
  in_both_accounts([&](account& to) { ++(to.*table)[id].calls; });
  widen((epoch().sum.*table)[id].exclusive_call, exclusive);
  widen((epoch().sum.*table)[id].inclusive_call, inclusive);
}

void oracle::terminate(source_id id) {
  for (const open_point& point : epoch().suspended[id]) {
    in_both_accounts([&](account& to) { ++to.points[point.id].abandoned; });
  }
  epoch().suspended[id].clear();
}

/// A reset begins an epoch whatever its time is. But the epoch that it ends cannot account for the time up to a reading
/// that is too far or behind: that is a fault of the old epoch, and the reset is the fact that shows it.
void oracle::tell_reset(const source_fact& fact) {
  const std::uint64_t delta = delta_to(fact.reading_ticks);
  const std::uint64_t start = epoch().start + epoch().elapsed + delta;
  if (epoch().fault) {
    if (objection(fact)) {
      ++epoch().ignored;
      return;
    }
  } else if (const auto kind = clock_fault(delta)) {
    freeze(*kind, fact);
    if (objection(fact)) return;
  } else {
    settle(delta, fact.reading_ticks);
    if (const auto wrong = objection(fact)) return freeze(*wrong, fact);
  }
  begin_epoch(start, fact.reading_ticks, fact.id);
}

void oracle::begin_epoch(std::uint64_t start, std::uint64_t reading, source_id owner) {
  epochs_.emplace_back();
  epoch().start = start;
  epoch().owner = owner;
  last_reading_ = reading;
  if (!is_special_owner(owner)) epoch().sum.tasks[owner];
}

}  // namespace rtm::property
