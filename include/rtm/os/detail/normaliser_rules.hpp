// SPDX-License-Identifier: MIT
// The rules of the normaliser, one function each. Part of normaliser.hpp.
#pragma once

#include "rtm/os/normaliser.hpp"

namespace rtm::os {

#define RTM_NORMALISER template <class Ledger, uint32_t Depth>
#define RTM_IN_NORMALISER normaliser<Ledger, Depth>

RTM_NORMALISER void RTM_IN_NORMALISER::forget(task_id base) {
  base_ = base;
  has_pending_ = is_pending_leave_ = is_shut_down_ = false;
  depth_ = 0;
  repairs_.clear();
  heard_ = {};
}

RTM_NORMALISER status RTM_IN_NORMALISER::become(word now, task_id owner) {
  base_ = owner;
  return ledger_->task_switch(now, owner);
}

// ---- Dispatches ----

RTM_NORMALISER status RTM_IN_NORMALISER::task_in(word now, task_id task) {
  status answer;
  if (!listens(answer)) return answer;
  count(heard_.task_in);
  if (task == unknown && !repaired(repair::unknown_task)) return refuse(now, repair::unknown_task);
  if (depth_ != 0 && how_->in_isr == switch_in_isr::deferred) return defer(now, task);
  if (depth_ != 0) {
    if (is_fatal(repair::missing_exit)) return ledger_->task_switch(now, task);
    answer = close_frames(now, 0, repair::missing_exit);
    if (answer != status::ok) return answer;
  }
  return dispatch(now, task);
}

RTM_NORMALISER status RTM_IN_NORMALISER::switch_request(word now, task_id task) {
  if (depth_ == 0 || is_shut_down_) return task_in(now, task);
  count(heard_.task_in);
  if (task == unknown && !repaired(repair::unknown_task)) return refuse(now, repair::unknown_task);
  return defer(now, task);
}

RTM_NORMALISER status RTM_IN_NORMALISER::dispatch(word now, task_id task) {
  if (task == base_) {
    return repaired(repair::redundant_in) ? poll_ledger(now) : refuse(now, repair::redundant_in);
  }
  const bool is_left = how_->leaving != outs::always || !has_task();
  if (!is_left && !repaired(repair::missing_out)) return refuse(now, repair::missing_out);
  return become(now, task);
}

/// Applied by whatever closes the outermost frame. Strict: the ledger refuses the switch where it came.
RTM_NORMALISER status RTM_IN_NORMALISER::defer(word now, task_id task) {
  if (!repaired(repair::deferred_switch)) return ledger_->task_switch(now, task);
  pending_ = task;
  has_pending_ = true;
  is_pending_leave_ = false;
  return poll_ledger(now);
}

RTM_NORMALISER status RTM_IN_NORMALISER::task_out(word now) {
  status answer;
  if (!listens(answer)) return answer;
  count(heard_.task_out);
  if (depth_ != 0 && frames_[depth_ - 1].kind == frame_kind::dispatched) return finish(now, depth_ - 1);
  if (depth_ != 0 && how_->in_isr == switch_in_isr::deferred) {
    pending_ = kernel;
    has_pending_ = is_pending_leave_ = true;
    return poll_ledger(now);
  }
  if (depth_ != 0) {
    if (is_fatal(repair::missing_exit)) return ledger_->task_switch(now, kernel);
    answer = close_frames(now, 0, repair::missing_exit);
    if (answer != status::ok) return answer;
  }
  if (base_ == kernel) {
    return repaired(repair::duplicate_out) ? poll_ledger(now) : refuse(now, repair::duplicate_out);
  }
  return become(now, kernel);
}

RTM_NORMALISER status RTM_IN_NORMALISER::idle_in(word now) {
  status answer;
  if (!listens(answer)) return answer;
  count(heard_.idle_in);
  if (depth_ != 0) return repaired(repair::filtered_idle) ? poll_ledger(now) : ledger_->task_switch(now, idle);
  if (base_ == idle) return poll_ledger(now);  // the loop goes round
  if (how_->idle == idle_is::a_task) {
    return repaired(repair::filtered_idle) ? poll_ledger(now) : refuse(now, repair::filtered_idle);
  }
  if (how_->idle == idle_is::derived && !repaired(repair::synthesised_idle)) {
    return refuse(now, repair::synthesised_idle);
  }
  if (how_->leaving == outs::always && has_task() && !repaired(repair::missing_out)) {
    return refuse(now, repair::missing_out);
  }
  return become(now, idle);
}

// ---- Frames ----

RTM_NORMALISER status RTM_IN_NORMALISER::enter(word now, uint32_t id, frame_kind kind) {
  status answer;
  if (!listens(answer)) return answer;
  count(heard_.isr_enter);
  if (!how_->isr_reenters) {
    const uint32_t index = find(id, false);
    if (index != Depth) {
      answer = close_frames(now, index, repair::missing_exit);
      if (answer != status::ok) return answer;
    }
  }
  answer = ledger_->isr_enter(now, isr_id{id});
  if (answer == status::ok && depth_ != Depth) frames_[depth_++] = frame{id, kind, false};
  return answer;
}

RTM_NORMALISER status RTM_IN_NORMALISER::isr_dispatch(word now, isr_id isr) {
  if (!is_shut_down_ && depth_ != 0 && frames_[depth_ - 1].kind == frame_kind::dispatched) {
    const status closed = close_frames(now, depth_ - 1, repair::missing_exit);
    if (closed != status::ok) return closed;
  }
  return enter(now, uint32_t(isr), frame_kind::dispatched);
}

RTM_NORMALISER status RTM_IN_NORMALISER::swi_enter(word now, swi_id swi) {
  status answer;
  if (!listens(answer)) return answer;
  // A Swi runs when no interrupt does.
  uint32_t below = depth_;
  while (below != 0 && frames_[below - 1].kind != frame_kind::swi) --below;
  if (below != depth_) {
    if (is_fatal(repair::missing_exit)) return ledger_->swi_enter(now, swi);
    answer = close_frames(now, below, repair::missing_exit);
    if (answer != status::ok) return answer;
  }
  answer = ledger_->swi_enter(now, swi);
  if (answer == status::ok && depth_ != Depth) frames_[depth_++] = frame{uint32_t(swi), frame_kind::swi, false};
  return answer;
}

/// Where the topmost frame of this id is; of any id for `no_id`. Depth: nowhere.
RTM_NORMALISER uint32_t RTM_IN_NORMALISER::find(uint32_t id, bool is_swi) const {
  for (uint32_t i = depth_; i != 0; --i) {
    const frame& f = frames_[i - 1];
    if ((f.kind == frame_kind::swi) == is_swi && (id == no_id || f.id == id)) return i - 1;
  }
  return Depth;
}

RTM_NORMALISER status RTM_IN_NORMALISER::surplus_exit(word now, uint32_t id, bool is_swi) {
  if (repaired(repair::exit_without_enter)) return poll_ledger(now);
  if (id == no_id) return refuse(now, repair::exit_without_enter);
  return is_swi ? ledger_->swi_exit(now, swi_id{id}) : ledger_->isr_exit(now, isr_id{id});
}

RTM_NORMALISER status RTM_IN_NORMALISER::isr_exit(word now, isr_id isr) {
  status answer;
  if (!listens(answer)) return answer;
  count(heard_.isr_exit);
  const uint32_t index = find(uint32_t(isr), false);
  if (index == Depth) return surplus_exit(now, uint32_t(isr), false);
  if (frames_[index].kind == frame_kind::wrapped) {
    return repaired(repair::early_exit) ? poll_ledger(now) : refuse(now, repair::early_exit);
  }
  return finish(now, index);
}

RTM_NORMALISER status RTM_IN_NORMALISER::isr_exit_to_scheduler(word now, isr_id isr) {
  const uint32_t before = depth_;
  const status answer = isr_exit(now, isr);
  const bool leaves = answer == status::ok && before == 1 && depth_ == 0 && base_ != kernel && !has_pending_ &&
                      how_->to_scheduler == scheduler_exit::leaves_to_kernel;
  return leaves ? become(now, kernel) : answer;
}

RTM_NORMALISER status RTM_IN_NORMALISER::wrapper_exit(word now, isr_id isr) {
  status answer;
  if (!listens(answer)) return answer;
  count(heard_.isr_exit);
  const uint32_t index = find(uint32_t(isr), false);
  return index == Depth ? surplus_exit(now, uint32_t(isr), false) : finish(now, index);
}

RTM_NORMALISER status RTM_IN_NORMALISER::swi_exit(word now, swi_id swi) {
  status answer;
  if (!listens(answer)) return answer;
  const uint32_t index = find(uint32_t(swi), true);
  return index == Depth ? surplus_exit(now, uint32_t(swi), true) : finish(now, index);
}

/// The frame at `index` ends; what lies on it has ended before, unsaid.
RTM_NORMALISER status RTM_IN_NORMALISER::finish(word now, uint32_t index) {
  if (index + 1 != depth_) {
    if (is_fatal(repair::missing_exit)) return tell_exit(now, frames_[index]);
    const status answer = close_frames(now, index + 1, repair::missing_exit);
    if (answer != status::ok) return answer;
  }
  const status answer = pop(now);
  return answer == status::ok ? close_doomed(now) : answer;
}

/// What was killed under a frame that has ended now; then a switch that was decided meanwhile.
RTM_NORMALISER status RTM_IN_NORMALISER::close_doomed(word now) {
  status answer = status::ok;
  while (depth_ != 0 && frames_[depth_ - 1].is_doomed) {
    if (!repaired(repair::aborted_frame)) return refuse(now, repair::aborted_frame);
    answer = pop(now);
    if (answer != status::ok) return answer;
  }
  return depth_ == 0 && has_pending_ ? apply_pending(now) : answer;
}

RTM_NORMALISER status RTM_IN_NORMALISER::pop(word now) { return tell_exit(now, frames_[--depth_]); }

RTM_NORMALISER status RTM_IN_NORMALISER::tell_exit(word now, const frame& f) {
  return f.kind == frame_kind::swi ? ledger_->swi_exit(now, swi_id{f.id}) : ledger_->isr_exit(now, isr_id{f.id});
}

/// Ends all frames from the topmost down to that at `down_to`, each counted as `why`.
RTM_NORMALISER status RTM_IN_NORMALISER::close_frames(word now, uint32_t down_to, repair why) {
  status answer;
  if (!listens(answer)) return answer;
  if (depth_ == down_to) return poll_ledger(now);
  while (depth_ != down_to) {
    if (!repaired(why)) return refuse(now, why);
    answer = pop(now);
    if (answer != status::ok) return answer;
  }
  return close_doomed(now);
}

/// At the instant at which the outermost interrupt has ended.
RTM_NORMALISER status RTM_IN_NORMALISER::apply_pending(word now) {
  has_pending_ = false;
  if (is_pending_leave_ && !repaired(repair::deferred_switch)) return refuse(now, repair::deferred_switch);
  is_pending_leave_ = false;
  return pending_ == base_ ? poll_ledger(now) : become(now, pending_);
}

// ---- Ends ----

RTM_NORMALISER status RTM_IN_NORMALISER::abort_unnamed(word now) {
  status answer;
  if (!listens(answer)) return answer;
  if (!repaired(repair::unowned_kill)) return refuse(now, repair::unowned_kill);
  has_pending_ = false;
  answer = depth_ == 0 ? status::ok : close_frames(now, depth_ - 1, repair::aborted_frame);
  while (answer == status::ok && depth_ != 0) answer = pop(now);
  return answer == status::ok ? become(now, unknown) : answer;
}

RTM_NORMALISER status RTM_IN_NORMALISER::shutdown(word now) {
  status answer;
  if (!listens(answer)) return answer;
  has_pending_ = false;
  answer = close_frames(now, 0, repair::aborted_frame);
  if (answer == status::ok && base_ != kernel) answer = become(now, kernel);
  is_shut_down_ = true;
  return answer;
}

RTM_NORMALISER status RTM_IN_NORMALISER::poll(word now) {
  status answer;
  if (!listens(answer)) return answer;
  answer = poll_ledger(now);
  if (silence_ticks_ == 0 || answer != status::ok) return answer;
  const promised_hooks missing = silent();
  if (!missing.task_in && !missing.task_out && !missing.isr_enter) return answer;
  if (ledger_->epoch().total_ticks < silence_ticks_) return answer;
  count(repair::silent_hooks);
  return refuse(now, repair::silent_hooks);
}

RTM_NORMALISER status RTM_IN_NORMALISER::mark(word now, task_id task, status (Ledger::*tell)(word, task_id)) {
  status answer;
  if (!listens(answer)) return answer;
  const bool has_life = task != idle && task != kernel && task != unknown;
  return has_life ? (ledger_->*tell)(now, task) : poll_ledger(now);
}

#undef RTM_NORMALISER
#undef RTM_IN_NORMALISER

}  // namespace rtm::os
