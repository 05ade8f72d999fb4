// SPDX-License-Identifier: MIT
#include "exports/follower.hpp"

#include <algorithm>

namespace rtm::host {

const char* word_of(ending why) {
  switch (why) {
    case ending::terminated: return "terminated";
    case ending::reset: return "reset";
    case ending::fault: return "fault";
    case ending::end_of_input: return "end of input";
    case ending::returned: break;
  }
  return "returned";
}

actor base_owner(source_id id) {
  switch (id) {
    case idle_owner: return {actor_kind::idle, 0};
    case kernel_owner: return {actor_kind::kernel, 0};
    case unknown_owner: return {actor_kind::unknown, 0};
    default: return {actor_kind::task, id};
  }
}

void follower::begin(std::uint64_t ticks, std::uint64_t ledger_ticks, source_id base) {
  base_ = base_owner(base);
  out_.epoch_begins({core_, ticks}, ledger_ticks, epochs_++, base_);
}

void follower::hear(const source_fact& fact, std::uint64_t ticks) {
  const moment at{core_, ticks};
  const auto enter = [&](actor_kind kind) {
    frames_.push_back({{kind, fact.id}, {}, fact.is_unowned});
    if (!fact.is_unowned) out_.frame_begins(at, frames_.back().who);
  };
  switch (fact.kind) {
    case fact_kind::task_switch:
      if (const actor next = base_owner(fact.id); next != base_) {
        out_.owner_changes(at, base_, next);
        base_ = next;
      }
      break;
    case fact_kind::isr_enter: return enter(actor_kind::isr);
    case fact_kind::swi_enter: return enter(actor_kind::swi);
    case fact_kind::isr_exit:
    case fact_kind::swi_exit: return end_frame(at, ending::returned);
    case fact_kind::point_begin: return begin_point(at, fact.id);
    case fact_kind::point_end: return end_point(at);
    case fact_kind::task_activate:
    case fact_kind::task_wait:
    case fact_kind::task_release: return out_.task_marked(at, fact.kind, fact.id);
    case fact_kind::task_terminate: return terminate(at, fact.id);
    case fact_kind::poll:
    case fact_kind::reset: break;
  }
}

void follower::end_frame(moment at, ending why) {
  const frame ended = frames_.back();
  frames_.pop_back();
  if (!ended.is_unowned) out_.frame_ends(at, ended.who, why);
}

actor follower::current() const {
  const auto shown = std::find_if(frames_.rbegin(), frames_.rend(), [](const frame& f) { return !f.is_unowned; });
  return shown == frames_.rend() ? base_ : shown->who;
}

void follower::begin_point(moment at, source_id point) {
  (frames_.empty() ? points_[base_] : frames_.back().points).push_back(point);
  out_.point_begins(at, current(), point);
}

void follower::end_point(moment at) {
  open_points& points = frames_.empty() ? points_[base_] : frames_.back().points;
  const source_id point = points.back();
  points.pop_back();
  if (frames_.empty() && points.empty()) points_.erase(base_);
  out_.point_ends(at, current(), point, ending::returned);
}

void follower::terminate(moment at, source_id task) {
  if (const auto open = points_.find({actor_kind::task, task}); open != points_.end()) {
    end_points(at, open->first, open->second, ending::terminated);
    points_.erase(open);
  }
  out_.task_marked(at, fact_kind::task_terminate, task);
}

void follower::end_points(moment at, actor context, open_points& points, ending why) {
  for (; !points.empty(); points.pop_back()) out_.point_ends(at, context, points.back(), why);
}

void follower::end(std::uint64_t ticks, ending why, const std::string& fault) {
  const moment at{core_, ticks};
  for (; !frames_.empty(); end_frame(at, why)) end_points(at, current(), frames_.back().points, why);
  for (auto& [context, points] : points_) end_points(at, context, points, why);
  points_.clear();
  out_.epoch_ends(at, base_, why, fault);
}

}  // namespace rtm::host
