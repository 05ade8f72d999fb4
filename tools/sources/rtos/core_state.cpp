// SPDX-License-Identifier: MIT
#include "sources/rtos/core_state.hpp"

#include <algorithm>

namespace rtm::host::rtos {

void core_state::begin(std::uint64_t ticks) {
  begin_ = ticks;
  const auto begin_there = [ticks](rtos_belief& of) {
    if (!of.has_events_) of.last_ = ticks;
  };
  begin_there(*this);
  doubts_.for_each([&](rtos_belief& of, fact_queue& told) {
    begin_there(of);
    told.begin_losses_at(ticks);
  });
  doubts_.believed().push(source_fact{fact_kind::reset, counts_.core, ticks, unknown_owner});
}

void core_state::end(std::uint64_t ticks) {
  const bool is_beyond = doubts_.end(*this, ticks);
  to_ = &doubts_.queue();
  if (is_beyond) give_up();
  advance(std::max(ticks, last_));
  tell(fact_kind::poll, 0);
}

bool core_state::is_in_order(std::uint64_t ticks, std::uint64_t offset, std::uint64_t line) {
  using verdict = stamp_doubts<rtos_belief>::verdict;
  const bool is_expected = ticks - last_ <= doubts_.free_step();
  const verdict is = is_expected ? verdict::fits : doubts_.weigh(*this, ticks);
  if (!is_expected) {
    to_ = &doubts_.queue();
    if (is == verdict::behind) doubts_.note({misfit::kind::behind, ticks, last_, 0, offset, line});
    if (is != verdict::fits) give_up();
    if (is == verdict::taken_back) abandon_points();
    if (is != verdict::behind) doubts_.step(*this, ticks, offset, line);
    to_ = &doubts_.queue();
  }
  if (part_.is_selected()) part_.pass(std::max(ticks, last_), counts_);
  ++counts_.events;
  if (is == verdict::behind) {
    ++counts_.ignored;
    return false;
  }
  if (!has_events_) last_ = std::max(last_, ticks);
  has_events_ = true;
  return true;
}

/// What holds from the latest event on, now that time goes on.
void core_state::settle() {
  if (!frames_.empty()) {
    if (!frames_.back().is_paused) return;
    cut_frames();
  }
  become(owner_);
}

void core_state::runs(std::uint64_t ticks, source_id owner) {
  if (has_frame()) contradicted(ticks);
  advance(ticks);
  cut_frames();
  owner_ = owner;
  become(owner);
}

void core_state::left(std::uint64_t ticks, source_id task) {
  if (owner_ != task && owner_ != unknown_owner) contradicted(ticks);
  advance(ticks);
  owner_ = idle_owner;
}

void core_state::entered(std::uint64_t ticks, source_id isr) { push_frame(ticks, isr, false); }

void core_state::push_frame(std::uint64_t ticks, source_id isr, bool is_piece) {
  if (frames_.size() == most_frames) contradicted(ticks);
  advance(ticks);
  frames_.push_back({isr});
  tell(fact_kind::isr_enter, isr, is_piece);
}

void core_state::paused(std::uint64_t ticks, source_id isr) {
  if (!is_running_isr(isr)) {
    if (owner_ != unknown_owner || has_frame()) contradicted(ticks);
    advance(ticks);
    return;
  }
  advance(ticks);
  frames_.back().is_paused = true;
}

void core_state::resumed(std::uint64_t ticks, source_id isr) {
  advance(ticks);
  if (!frames_.empty() && frames_.back().id == isr && frames_.back().is_paused) {
    frames_.back().is_paused = false;
    return;
  }
  if (const auto found = std::find(cut_.rbegin(), cut_.rend(), isr); found != cut_.rend())
    cut_.erase(std::next(found).base());
  push_frame(ticks, isr, true);
}

void core_state::exited(std::uint64_t ticks, source_id isr) {
  if (!is_running_isr(isr)) {
    if (owner_ != unknown_owner || !frames_.empty()) contradicted(ticks);
    advance(ticks);
    return;
  }
  advance(ticks);
  end_points(frames_.back().points);
  frames_.pop_back();
  tell(fact_kind::isr_exit, isr);
}

/// The context that runs, if points can be told of it: not while the base owner as told is about to change.
std::vector<source_id>* core_state::points_here() {
  if (!frames_.empty()) return frames_.back().is_paused ? nullptr : &frames_.back().points;
  if (owner_ >= idle_owner || owner_ != told_) return nullptr;
  if (points_of_tasks_.size() <= owner_) points_of_tasks_.resize(static_cast<std::size_t>(owner_) + 1);
  return &points_of_tasks_[static_cast<std::size_t>(owner_)];
}

bool core_state::point_began(std::uint64_t ticks, source_id point) {
  advance(ticks);
  std::vector<source_id>* const open = points_here();
  if (open == nullptr || open->size() == most_points) return false;
  open->push_back(point);
  tell(fact_kind::point_begin, point);
  return true;
}

/// What was begun in it has ended with it, though nobody said so.
bool core_state::point_ended(std::uint64_t ticks, source_id point) {
  advance(ticks);
  std::vector<source_id>* const open = points_here();
  if (open == nullptr || std::find(open->begin(), open->end(), point) == open->end()) return false;
  const bool is_innermost = open->back() == point;
  for (bool is_it = false; !is_it; open->pop_back()) {
    is_it = open->back() == point;
    tell(fact_kind::point_end, open->back());
  }
  return is_innermost;
}

std::optional<source_id> core_state::innermost_point() {
  const std::vector<source_id>* const open = points_here();
  if (open == nullptr || open->empty()) return std::nullopt;
  return open->back();
}

void core_state::marked(std::uint64_t ticks, fact_kind kind, source_id task) {
  advance(ticks);
  tell(kind, task);
  if (kind == fact_kind::task_terminate && task == told_) has_ended_ = true;
  if (kind == fact_kind::task_terminate && task < points_of_tasks_.size())
    points_of_tasks_[static_cast<std::size_t>(task)].clear();
}

void core_state::lost(std::uint64_t ticks, std::uint64_t count, std::uint64_t offset) {
  counts_.lost += count;
  source_loss loss;
  loss.core = counts_.core;
  loss.offset = offset;
  loss.lost = count;
  loss.from = {0, last_ - begin_};
  loss.end = epoch_instant{0, ticks + 1 - begin_};
  to_->push(loss);
  give_up();
  abandon_points();
  last_ = ticks;
}

void core_state::contradicted(std::uint64_t ticks) {
  ++counts_.repairs;
  give_up();
  last_ = ticks;
}

/// From the latest event on nothing is known.
void core_state::give_up() {
  cut_frames();
  cut_.clear();
  owner_ = unknown_owner;
  become(unknown_owner);
}

/// Nothing is known of the calls from the latest event on; those that are paused may go on.
void core_state::cut_frames() {
  for (; !frames_.empty(); frames_.pop_back()) {
    end_points(frames_.back().points);
    tell(fact_kind::isr_exit, frames_.back().id, true);
    if (cut_.size() < most_frames) cut_.push_back(frames_.back().id);
  }
}

/// After a loss nobody can say which points are still open. The ledger forgets them when their task ends.
void core_state::abandon_points() {
  for (std::size_t task = 0; task < points_of_tasks_.size(); ++task) {
    if (points_of_tasks_[task].empty()) continue;
    tell(fact_kind::task_terminate, task);
    points_of_tasks_[task].clear();
  }
}

void core_state::end_points(std::vector<source_id>& open) {
  for (; !open.empty(); open.pop_back()) tell(fact_kind::point_end, open.back());
}

}  // namespace rtm::host::rtos
