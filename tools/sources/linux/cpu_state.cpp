// SPDX-License-Identifier: MIT
#include "sources/linux/cpu_state.hpp"

#include <algorithm>

namespace rtm::host::kernel {

void cpu_state::begin(std::uint64_t time_ns) {
  has_begun_ = true;
  begin_ns_ = last_ = time_ns;
  follow_doubts();
  tell(fact_kind::reset, time_ns, unknown_owner);
}

void cpu_state::settle(std::uint64_t time_ns) {
  doubts_.trust_all();
  follow_doubts();
  last_ = std::max({time_ns, last_, told_ns_});
  tell(fact_kind::poll, last_, 0);
}

void cpu_state::end(std::uint64_t time_ns) {
  const bool is_beyond = doubts_.end(*this, time_ns);
  follow_doubts();
  if (is_beyond) give_up();
  tell(fact_kind::poll, std::max({time_ns, told_ns_, last_}), 0);
}

void cpu_state::passed(const event& e, frame_kind kind, source_id id, std::uint64_t length_ns) {
  note_entry(e);  // it says that it is served by what it tells of
  const std::uint64_t earliest = std::max(last_, told_ns_);
  const std::uint64_t start = e.time_ns - std::min(length_ns, e.time_ns - earliest);
  tell(enter_of(kind), start, id);
  tell(exit_of(kind), e.time_ns, id);
  last_ = e.time_ns;
}

void cpu_state::lost(std::uint64_t count, const event& next) {
  counts_.lost += count;
  const std::uint64_t from = std::max(last_, told_ns_);
  source_loss loss;
  loss.core = core_;
  loss.offset = next.offset;
  loss.line = next.line;
  loss.lost = count;
  loss.from = {0, from - begin_ns_};
  loss.end = epoch_instant{0, std::max(next.time_ns, from) + 1 - begin_ns_};
  to_->push(loss);
  give_up();
}

/// The event names another owner than the one believed in. If frames may be active that nobody knows, the owner is sure
/// only when the event says that there are none.
void cpu_state::correct(const event& e) {
  if (is_blind_) return;
  if (owner_ != unknown_owner) {
    repair(e, e.owner, 0);
  } else if (frames_.empty() && (e.in.is_clean() || !is_lost_)) {
    become(e.time_ns, e.owner);
    is_lost_ = false;
  }
}

/// The event says that an interrupt is served no more whose exit no event has told: from there up, frames have ended.
/// One in a hard interrupt or NMI may not say whether a softirq lies below.
void cpu_state::end_frames(const event& e) {
  const auto has_ended = [&e](const frame& f) {
    return f.is_shown && !e.in.is_hard_irq && (f.kind == frame_kind::hard_irq || !e.in.is_soft_irq);
  };
  const auto ended = std::find_if(frames_.begin(), frames_.end(), has_ended);
  if (ended != frames_.end()) repair(e, owner_, static_cast<std::size_t>(ended - frames_.begin()));
}

void cpu_state::note_context(const event& e) {
  const bool is_sure = owner_ != unknown_owner && !is_lost_;
  const bool hard = is_sure && e.in.is_hard_irq && !has_frame(frame_kind::hard_irq);
  const bool soft = is_sure && e.in.is_soft_irq && !e.in.is_hard_irq && !has_frame(frame_kind::soft_irq);
  count_unseen(counts_.hard_irqs, was_unseen_hard_, hard, e.time_ns);
  count_unseen(counts_.soft_irqs, was_unseen_soft_, soft, e.time_ns);
}

void cpu_state::count_unseen(unseen_interrupts& of, bool& was_unseen, bool is_unseen, std::uint64_t time_ns) const {
  if (is_unseen) {
    ++of.events;
    if (was_unseen) of.ticks += time_ns - last_;
  }
  was_unseen = is_unseen;
}

bool cpu_state::has_frame(frame_kind kind) const {
  return std::any_of(frames_.begin(), frames_.end(), [kind](const frame& f) { return f.kind == kind; });
}

/// An exit that is not of the topmost frame: exits above it are missing, or its own entry is.
void cpu_state::exited_otherwise(const event& e, const frame& ended) {
  const auto found = std::find(frames_.rbegin(), frames_.rend(), ended);
  if (found != frames_.rend()) {
    repair(e, owner_, static_cast<std::size_t>(frames_.rend() - found) - 1);
  } else if (!frames_.empty() || (owner_ != unknown_owner && told_ns_ != e.time_ns)) {
    repair(e, owner_, frames_.size());
  }
}

/// Events are missing since the latest one: that time is nobody's. From this event on the owner is `owner`, with the
/// `kept_frames` outermost frames.
void cpu_state::repair(const event& e, source_id owner, std::size_t kept_frames) {
  ++counts_.repairs;
  std::vector<frame> kept(frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(kept_frames));
  const bool was_lost = is_lost_;
  give_up();
  is_lost_ = was_lost;
  become(e.time_ns, owner);
  for (const frame& f : kept) tell_frame(enter_of(f.kind), e.time_ns, f, true);
  frames_ = std::move(kept);
}

/// From the latest event on nothing is known.
void cpu_state::give_up() {
  const std::uint64_t from = std::max(last_, told_ns_);
  for (; !frames_.empty(); frames_.pop_back()) tell_frame(exit_of(frames_.back().kind), from, frames_.back(), true);
  become(from, unknown_owner);
  is_lost_ = true;
  was_unseen_hard_ = was_unseen_soft_ = false;
}

bool cpu_state::weigh(const event& e) {
  using verdict = stamp_doubts<cpu_belief>::verdict;
  const verdict is = doubts_.weigh(*this, e.time_ns);
  follow_doubts();
  if (part_.is_selected()) part_.pass(std::max(e.time_ns, last_) - begin_ns_, counts_);
  if (is == verdict::behind) {
    doubts_.note({misfit::kind::behind, e.time_ns, last_, 0, e.offset, e.line});
    ignore();
    return false;
  }
  if (is == verdict::taken_back) give_up();
  doubts_.step(*this, e.time_ns, e.offset, e.line);
  follow_doubts();
  return true;
}

void cpu_state::follow_doubts() {
  to_ = &doubts_.queue();
  free_step_ns_ = part_.is_selected() ? 0 : doubts_.free_step();
}

void cpu_state::ignore() {
  ++counts_.events;
  ++counts_.ignored;
  give_up();
}

}  // namespace rtm::host::kernel
