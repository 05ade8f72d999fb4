// SPDX-License-Identifier: MIT
// Pages: where a reader may begin, and where it goes on after something was lost.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "wire/core_decoder.hpp"

namespace rtm::host::wire {
namespace {

constexpr std::uint32_t no_owner = core_state::no_one;

}  // namespace

// ---- What a page tells ----

std::optional<core_decoder::page_start> core_decoder::read_page(fields& in) {
  page_start page;
  page.ordinal = in.number();
  page.lost = in.number();
  const std::uint64_t since_first_lost = page.lost != 0 ? in.number() : 0;
  page.epoch = in.number();
  page.time = in.number();
  page.first_lost = page.time - since_first_lost;
  page.epoch_start = page.time - in.number();
  page.state.limit(header_.capacity);
  if (!read_state(in, page) || !read_opening(in, page)) return std::nullopt;
  if (page.lost > page.ordinal) {
    wrong(fmt::format("{} lost facts before fact {}", page.lost, page.ordinal), "no more than there were");
    return std::nullopt;
  }
  return page;
}

bool core_decoder::read_state(fields& in, page_start& page) {
  const std::uint64_t count = in.number();
  for (std::uint64_t i = 0; i < count; ++i) {
    target_fact fact;
    std::uint64_t ticks = 0;
    const std::uint64_t number = in.fact();
    const bool can_be_told = (number & 3) == 1 || (number & 3) == 2 || (number & 31) == 15;
    if (in.failed() || !can_be_told || !name(number, fact, ticks))
      return wrong("a state of no known form", "owners, frames, points");
    const bool is_possible = fact.kind == fact_kind::task_switch ? page.state.switch_to(fact.id)
                             : fact.kind == fact_kind::point_begin
                                 ? page.state.begin_point(fact.id)
                                 : page.state.enter(fact.kind == fact_kind::swi_enter, fact.id);
    if (!is_possible) return wrong("a state beyond the limits of the header", "one that a ledger can have");
  }
  return true;
}

bool core_decoder::read_opening(fields& in, page_start& page) {
  const std::uint64_t number = in.fact();
  std::uint64_t ticks = 0;
  page.has_opening = true;
  if (!format::is_escaped(number)) {
    if (in.failed() || !name(number, page.opening, ticks))
      return wrong("a page without an opening fact", "a known one");
    return true;
  }
  const format::other what = format::other_of(number);
  if (what > format::other::reset || in.failed()) return wrong("a page opened by no known fact", "a known one");
  if (what == format::other::none) {
    page.has_opening = false;
    return true;
  }
  page.opening.kind = format::kind_of(what);
  const std::uint64_t id = in.number();
  page.opening.id = static_cast<std::uint32_t>(id);
  if (what == format::other::reset ? !name_owner(id, page.opening) : id >= header_.capacity.tasks)
    return wrong("a page opened by a fact with an id outside the capacity", "a known task");
  return !in.failed() || wrong("a page that ends early", "all its fields");
}

// ---- In order ----

void core_decoder::page(const packet_view& packet) {
  offset_ = packet.offset;
  fields in(packet.fields);
  const auto start = read_page(in);
  if (!start) return refuse(std::move(wrong_.found), std::move(wrong_.expected));
  if (!has_begun_) {
    begin(*start);
  } else if (!goes_on(*start)) {
    resume(*start);
  }
  in_step_ = true;
  ordinal_ = start->ordinal + (start->has_opening ? 1 : 0);
  decode_or_undo(in);
}

void core_decoder::begin(const page_start& page) {
  has_begun_ = true;
  const bool is_whole = page.has_opening && page.opening.kind == fact_kind::reset;
  gap beginning{core_, offset_, page.lost, page.ordinal - page.lost, page.epoch_start, page.time, 0, true};
  if (is_whole) {
    emit_reset(page.opening.id, page.time, false, page);
    state_ = page.state;
    if (page.ordinal != 0) to_.on_gap(beginning);
    return;
  }
  away_ = beginning;
  open_epoch(page);
  return_to(page);
}

/// True if nothing is missing between the facts so far and this page, and the state is what it should be; the opening
/// fact is then among the facts.
bool core_decoder::goes_on(const page_start& page) {
  if (!in_step_ || away_ || page.lost != 0 || page.ordinal != ordinal_) return false;
  if (page.has_opening && page.opening.kind == fact_kind::reset) {
    begin_next_epoch(page);
    return true;
  }
  if (page.time < time_) {
    refuse(fmt::format("time {}", page.time), fmt::format("at least {}", time_));
    return false;
  }
  if (is_muted_ && page.epoch == epoch_) return true;
  core_state after = state_;
  target_fact opening = page.opening;
  std::swap(after, state_);
  const bool is_possible = !page.has_opening || (!is_frozen_ && apply(opening));
  std::swap(after, state_);
  if (!is_possible || !(after == page.state) || page.epoch != epoch_ || page.epoch_start != epoch_start_) {
    refuse("a state that does not follow from the facts before it", "the one that does");
    return false;
  }
  state_ = std::move(after);
  time_ = page.time;
  if (page.has_opening) emit(opening, page.time);
  return true;
}

/// The ledger was reset, or started again: then nothing is known of the time between.
void core_decoder::begin_next_epoch(const page_start& page) {
  const bool was_reset = page.epoch == epoch_ + 1 && !is_muted_;  // whatever its time, as for a ledger
  emit_reset(page.opening.id, page.time, !was_reset, page);
  state_ = page.state;
}

void core_decoder::emit_reset(std::uint32_t owner, std::uint64_t time, bool after_break, const page_start& page) {
  hand_on();
  to_.on_epoch({core_, epochs_, time, page.epoch, page.epoch_start});
  emit({fact_kind::reset, owner}, time);
  facts_.back().after_break = after_break && epochs_ != 0;
  ++epochs_;
  epoch_ = page.epoch;
  epoch_start_ = page.epoch_start;
  time_ = time;
  is_frozen_ = is_muted_ = false;
  state_.reset(owner);
}

// ---- After a loss ----

void core_decoder::resume(const page_start& page) {
  const bool is_new_run = page.ordinal < ordinal_;
  const std::uint64_t told = is_new_run ? 0 : ordinal_;
  const std::uint64_t missing = page.ordinal - std::min(page.ordinal, told + page.lost);
  const bool knows_first = in_step_ && missing == 0 && page.first_lost >= time_ && page.first_lost <= page.time;
  const std::uint64_t from = knows_first ? page.first_lost : time_;
  if (!away_) leave(from, {core_, offset_, 0, 0, from, from, epochs_ - 1, false});
  pending_.reset();
  away_->lost += page.lost;
  away_->missing += missing;
  const bool is_same_epoch =
      !is_new_run && page.epoch == epoch_ && page.epoch_start == epoch_start_ && page.time >= time_;
  const bool is_over = is_same_epoch && is_frozen_;
  if (!is_same_epoch || (!is_over && !can_fill(time_, page.time))) open_epoch(page);
  if (is_over) {
    away_->to = page.time;
    to_.on_gap(*std::exchange(away_, std::nullopt));
    return;
  }
  fill(page.time);
  return_to(page);
}

/// From `time` on nobody owns the core: frames and their points end, owners keep theirs.
void core_decoder::leave(std::uint64_t time, const gap& reason) {
  away_ = reason;
  if (is_frozen_) return;
  const bool is_reachable = time - time_ <= header_.max_gap_ticks;
  time_ = is_reachable ? time : time_;
  target_fact fact;
  while (state_.has_frames()) {
    while (state_.end_innermost(fact)) emit(fact, time_);
    (void)state_.exit_top(fact);
    emit(fact, time_);
  }
  if (state_.owner() == no_owner) return;
  (void)state_.switch_to(no_owner);
  emit({fact_kind::task_switch, no_owner}, time_);
}

bool core_decoder::can_fill(std::uint64_t from, std::uint64_t to) const {
  return (to - from) / header_.max_gap_ticks <= most_fill_polls;
}

void core_decoder::fill(std::uint64_t to) {
  while (to - time_ > header_.max_gap_ticks) {
    time_ += header_.max_gap_ticks;
    emit({fact_kind::poll, 0}, time_);
  }
}

/// An epoch of the tools whose windows are those of the target, from where they can be filled.
void core_decoder::open_epoch(const page_start& page) {
  const std::uint64_t elapsed = page.time - page.epoch_start;
  const std::uint64_t into_window = header_.window_ticks == 0 ? 0 : elapsed % header_.window_ticks;
  const std::uint64_t start = can_fill(page.epoch_start, page.time)          ? page.epoch_start
                              : can_fill(page.time - into_window, page.time) ? page.time - into_window
                                                                             : page.time;
  emit_reset(no_owner, start, true, page);
  fill(page.time);
}

/// The state of the page is that of the core again, unless it is not known yet whether the epoch is still valid.
void core_decoder::return_to(const page_start& page) {
  away_->to = page.time;
  if (!page.has_opening) {
    pending_ = page;
    return;
  }
  time_ = page.time;
  rebuild(page.state);
  hand_on();
  to_.on_gap(*std::exchange(away_, std::nullopt));
}

/// The first fact of the page was refused. If it was ignored, the fault before it was lost, and with it what became of
/// the epoch.
void core_decoder::settle_pending(fields in) {
  page_start page = *std::exchange(pending_, std::nullopt);
  std::uint64_t number = in.fact();
  while ((number & 0xFF) == format::escaped(format::other::later)) {
    (void)in.number();
    number = in.fact();
  }
  refusal refused;
  if ((number & 0xFF) == format::escaped(format::other::refused) && read_refusal(in, refused) && !refused.is_fault) {
    is_frozen_ = is_muted_ = true;
    to_.on_problem({offset_, fmt::format("facts of core {} that an earlier fault made the target ignore", core_),
                    "that fault, which is among the missing facts"});
    hand_on();
    to_.on_gap(*std::exchange(away_, std::nullopt));
    return;
  }
  page.has_opening = true;
  return_to(page);
}

/// From nobody's core without frames to the wanted state, in no time.
void core_decoder::rebuild(const core_state& wanted) {
  const core_state::points_of_owners have = state_.points_by_owner();
  const core_state::points_of_owners want = wanted.points_by_owner();
  const std::vector<std::uint32_t> none;
  for (const auto& [owner, points] : have)
    if (const auto found = want.find(owner); found == want.end()) exchange_points(owner, points, none);
  for (const auto& [owner, points] : want) {
    const auto found = have.find(owner);
    exchange_points(owner, found == have.end() ? none : found->second, points);
  }
  if (state_.owner() != wanted.owner()) emit({fact_kind::task_switch, wanted.owner()}, time_);
  for (const target_fact& fact : wanted.frames_as_facts()) emit(fact, time_);
  state_ = wanted;
}

void core_decoder::exchange_points(std::uint32_t owner, const std::vector<std::uint32_t>& have,
                                   const std::vector<std::uint32_t>& wanted) {
  if (have == wanted) return;
  if (state_.owner() != owner) emit({fact_kind::task_switch, owner}, time_);
  (void)state_.switch_to(owner);
  const auto common = std::mismatch(have.begin(), have.end(), wanted.begin(), wanted.end());
  for (auto point = have.end(); point != common.first; --point) emit({fact_kind::point_end, *(point - 1)}, time_);
  for (auto point = common.second; point != wanted.end(); ++point) emit({fact_kind::point_begin, *point}, time_);
}

void core_decoder::end(const packet_view& packet) {
  offset_ = packet.offset;
  fields in(packet.fields);
  const std::uint64_t ordinal = in.number();
  const std::uint64_t lost = in.number();
  const std::uint64_t first_lost = lost != 0 ? in.number() : 0;
  if (in.failed() || !in.at_end()) return refuse("an end of no known form", "ordinal, lost and time of the first lost");
  const std::uint64_t missing = ordinal - std::min(ordinal, ordinal_);
  if (has_begun_ && (missing != 0 || lost != 0)) {
    const std::uint64_t from = missing != 0 || first_lost < time_ ? time_ : first_lost;
    to_.on_gap({core_, offset_, lost, missing, from, ~std::uint64_t{0}, epochs_ - 1, false});
  }
  to_.on_end();
}

}  // namespace rtm::host::wire
