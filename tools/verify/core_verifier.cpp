// SPDX-License-Identifier: MIT
#include "verify/core_verifier.hpp"

#include <algorithm>
#include <utility>

namespace rtm::host {
namespace {

/// Of a target that keeps no extremes all are zero.
bool tells_extremes(const epoch_row& told) {
  const auto tells = [](const std::vector<call_row>& rows) {
    return std::any_of(rows.begin(), rows.end(), [](const call_row& row) {
      return row.inclusive_call && (row.inclusive_call->max != 0 || row.exclusive_call->max != 0);
    });
  };
  return tells(told.isrs) || tells(told.swis) || tells(told.points);
}

bool has_long_call(const epoch_row& replayed) {
  const auto has = [](const std::vector<call_row>& rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [](const call_row& row) { return row.inclusive_call && row.inclusive_call->max != 0; });
  };
  return has(replayed.isrs) || has(replayed.swis) || has(replayed.points);
}

}  // namespace

core_verifier::core_verifier(verifier& owner, std::uint32_t core, const source_info& info, trace::mode how)
    : owner_(owner),
      replay_(info, core, this),
      how_(how),
      clock_mask_(~std::uint64_t{0} >> (64 - info.clock_bits)),
      window_ticks_(info.window_ticks) {
  verdict_.core = core;
}

void core_verifier::differs(std::uint64_t epoch, std::optional<std::uint64_t> window, std::uint64_t offset,
                            difference what) {
  owner_.differs({verdict_.core, epoch, window, offset, std::move(what)});
}

// ---- The replay ----

void core_verifier::facts(std::span<const source_fact> facts) {
  need_told_fault();
  for (const source_fact& fact : facts) {
    if (has_sums()) compare_sums();
    replay_.tell(fact);
  }
}

void core_verifier::epoch_began(std::uint32_t /*core*/, std::uint64_t time_ticks, source_id /*base*/) {
  begun_at_ = time_ticks;
  if (coming_places_.empty()) return;
  place_ = coming_places_.front();
  coming_places_.pop_front();
}

std::optional<window_row> core_verifier::in_target_time(window_row window) const {
  const std::uint64_t into_epoch = place_.start - place_.target_start;
  if (window_ticks_ == 0 || into_epoch % window_ticks_ != 0) return std::nullopt;
  window.index += into_epoch / window_ticks_;
  window.start = place_.start + (window.start - begun_at_);
  return window;
}

void core_verifier::window_ended(std::uint32_t /*core*/, const window_row& window) {
  if (!window.complete) return;
  auto row = in_target_time(window);
  if (!row) return;
  replayed_.push_back({place_.target_epoch, std::move(*row), false});
  std::erase_if(waiting_, [&](const wire::told_window& told) {
    const bool is_it = told.target_epoch == place_.target_epoch && told.row.index == replayed_.back().row.index;
    if (is_it) compare(told, replayed_.back());
    return is_it;
  });
  if (replayed_.size() > most_replayed) replayed_.pop_front();
}

void core_verifier::loss(const source_loss& loss) {
  // Sums that were told before the loss began are sound; of later ones nobody knows.
  const std::uint64_t from = place_.start + loss.from.ticks;
  const auto is_before = [&](std::uint64_t time) { return time < from; };
  for (const wire::told_epoch& told : sums_)
    if (!is_before(told.row.start + told.row.total)) ++verdict_.uncovered_epochs;
  std::erase_if(sums_, [&](const wire::told_epoch& t) { return !is_before(t.row.start + t.row.total); });
  for (const wire::told_window& told : in_progress_)
    if (!is_before(told.row.start + told.row.length)) leave_out(told.target_epoch, told.row.index);
  std::erase_if(in_progress_, [&](const wire::told_window& t) { return !is_before(t.row.start + t.row.length); });
  compare_sums();
  had_loss_ = true;
  replay_.lose(loss);
}

// ---- What the target says ----

void core_verifier::window(wire::told_window&& told) {
  if (!told.row.complete) {
    if (told.row.length == 0) return;
    if (told.in_step && how_ == trace::mode::drop_new) {
      in_progress_.push_back(std::move(told));
    } else {
      leave_out(told.target_epoch, told.row.index);
    }
    return;
  }
  const auto replayed = std::find_if(replayed_.begin(), replayed_.end(), [&](const replayed_window& w) {
    return w.target_epoch == told.target_epoch && w.row.index == told.row.index;
  });
  if (replayed != replayed_.end()) {
    compare(told, *replayed);
    return;
  }
  waiting_.push_back(std::move(told));
  if (waiting_.size() <= most_waiting) return;
  leave_out(waiting_.front().target_epoch, waiting_.front().row.index);
  waiting_.pop_front();
}

/// A window may be told more than once.
void core_verifier::compare(const wire::told_window& told, replayed_window& replayed) {
  const bool is_first = !std::exchange(replayed.is_compared, true);
  if (!replayed.row.covered) {
    if (is_first) leave_out(told.target_epoch, told.row.index);
    return;
  }
  if (is_first) ++verdict_.windows;
  if (auto what = first_difference(told.row, replayed.row, owner_.info()))
    differs(told.target_epoch, told.row.index, told.offset, std::move(*what));
}

/// Not compared. Windows of one gap come one after the other.
void core_verifier::leave_out(std::uint64_t epoch, std::uint64_t window) {
  ++verdict_.uncovered_windows;
  auto& ranges = verdict_.uncovered;
  if (!ranges.empty() && ranges.back().epoch == epoch && ranges.back().last + 1 == window) {
    ranges.back().last = window;
  } else if (ranges.size() < core_verdict::most_ranges) {
    ranges.push_back({epoch, window, window});
  }
}

void core_verifier::snapshot(wire::told_epoch&& told) {
  // What a recorder of the newest holds ends before the target does.
  if (told.in_step && how_ == trace::mode::drop_new && place_.target_epoch == told.row.epoch &&
      sums_.size() < most_waiting)
    sums_.push_back(std::move(told));
  else
    ++verdict_.uncovered_epochs;
}

void core_verifier::compare_sums() {
  for (const wire::told_epoch& told : std::exchange(sums_, {})) compare_epoch(told);
  for (const wire::told_window& told : std::exchange(in_progress_, {})) compare_in_progress(told);
}

void core_verifier::compare_epoch(const wire::told_epoch& told) {
  epoch_row replayed = replay_.epoch_at((told.row.start + told.row.total) & clock_mask_);
  if (!replayed.covered || place_.start != place_.target_start || place_.target_epoch != told.row.epoch) {
    ++verdict_.uncovered_epochs;
    return;
  }
  replayed.start = place_.start + (replayed.start - begun_at_);
  const bool has_extremes = tells_extremes(told.row) || !has_long_call(replayed);
  verdict_.has_extremes = verdict_.has_extremes && has_extremes;
  ++verdict_.epochs;
  if (auto what = first_difference(told.row, told.valid, replayed, has_extremes, owner_.info()))
    differs(told.row.epoch, std::nullopt, told.offset, std::move(*what));
}

void core_verifier::compare_in_progress(const wire::told_window& told) {
  epoch_row replayed = replay_.epoch_at((told.row.start + told.row.length) & clock_mask_);
  auto row = replayed.windows.empty() ? std::nullopt : in_target_time(std::move(replayed.windows.front()));
  if (!row || place_.target_epoch != told.target_epoch || row->index != told.row.index)
    return leave_out(told.target_epoch, told.row.index);
  replayed_window in_progress{told.target_epoch, std::move(*row), false};
  compare(told, in_progress);
}

void core_verifier::fault(const wire::told_fault& told) {
  auto replayed = std::exchange(replayed_fault_, std::nullopt);
  if (replayed) replayed->time_ticks = place_.start + (replayed->time_ticks - begun_at_);
  ++verdict_.faults;
  if (auto what = first_difference(told.row, replayed))
    differs(place_.target_epoch, std::nullopt, told.offset, std::move(*what));
}

/// A fault of the replay that the target did not tell together with its facts.
void core_verifier::need_told_fault() {
  if (!replayed_fault_) return;
  // A reset whose reading the old epoch cannot account for is accepted by the target, which has no old epoch any more.
  const bool is_of_time =
      replayed_fault_->kind == status::gap_exceeded || replayed_fault_->kind == status::time_backwards;
  if (replayed_fault_->fact == fact_kind::reset && is_of_time) return replayed_fault_.reset();
  if (auto what = first_difference(std::nullopt, std::exchange(replayed_fault_, std::nullopt)))
    differs(place_.target_epoch, std::nullopt, 0, std::move(*what));
}

// ---- Ends ----

void core_verifier::end() {
  need_told_fault();
  compare_sums();
  has_ended_ = true;
}

void core_verifier::restart(trace::mode how) {
  finish();
  replayed_.clear();
  how_ = how;
  had_loss_ = has_ended_ = false;
}

/// What the target closed and the facts do not: if all of them are here, one of the two is wrong. Damage may have taken
/// them, of whatever core.
void core_verifier::finish() {
  need_told_fault();
  compare_sums();
  const bool is_sound = owner_.lacks().problems.empty();
  const bool has_all = has_ended_ && !had_loss_ && is_sound && how_ == trace::mode::drop_new;
  for (const wire::told_window& told : std::exchange(waiting_, {})) {
    if (has_all)
      differs(told.target_epoch, told.row.index, told.offset, {"", "window", "closed", "none"});
    else
      leave_out(told.target_epoch, told.row.index);
  }
}

}  // namespace rtm::host
