// SPDX-License-Identifier: MIT
// Pages: where a reader may begin, and where it goes on after something was lost.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "wire/core_decoder.hpp"

namespace rtm::host::wire {
namespace {

constexpr std::uint32_t no_owner = core_state::no_one;

/// What is missing up to `time` may lie at it.
std::uint64_t behind(std::uint64_t time) { return time + 1 == 0 ? time : time + 1; }

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
  const bool is_whole = page.is_reset();
  const std::uint64_t start = is_whole ? page.time : start_of_epoch_at(page);
  emit_reset(is_whole ? page.opening.id : no_owner, start, false, page);
  source_loss beginning{core_, offset_, page.lost, page.ordinal - page.lost, {}, epoch_instant{}, false};
  beginning.is_expected = header_.how == trace::mode::keep_newest;
  if (is_whole) {
    state_ = page.state;
    if (page.ordinal != 0) tell_loss(beginning);
    return;
  }
  beginning.end->ticks = behind(page.time - start);
  tell_loss(beginning);
  fill(page.time);
  return_to(page);
}

/// True if nothing is missing between the facts so far and this page, and the state is what it should be; the opening
/// fact is then among the facts.
bool core_decoder::goes_on(const page_start& page) {
  if (!in_step_ || page.lost != 0 || page.ordinal != ordinal_) return false;
  if (page.is_reset()) {
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
  begun_at_ = time;
  epoch_ = page.epoch;
  epoch_start_ = page.epoch_start;
  time_ = time;
  is_frozen_ = is_muted_ = false;
  state_.reset(owner);
}

// ---- After a loss ----

void core_decoder::resume(const page_start& page) {
  const bool is_new_run = std::exchange(is_new_run_, false) || page.ordinal < ordinal_;
  const std::uint64_t told = is_new_run ? 0 : ordinal_;
  const std::uint64_t missing = page.ordinal - std::min(page.ordinal, told + page.lost);
  const bool knows_first = in_step_ && missing == 0 && page.first_lost >= time_ && page.first_lost <= page.time &&
                           page.first_lost - time_ <= header_.max_gap_ticks;
  const std::uint64_t from = knows_first ? page.first_lost : time_;
  const bool is_same_epoch =
      !is_new_run && page.epoch == epoch_ && page.epoch_start == epoch_start_ && page.time >= time_;
  const bool stays_invalid = is_same_epoch && is_frozen_;
  const bool opens_epoch = !is_same_epoch || (!stays_invalid && !can_fill(from, page.time));
  const std::uint64_t start = page.is_reset() ? page.time : start_of_epoch_at(page);

  source_loss loss{core_, offset_, page.lost, missing, {epochs_ - 1, from - begun_at_}, {}, false};
  loss.end = opens_epoch ? epoch_instant{epochs_, page.is_reset() ? 0 : behind(page.time - start)}
                         : epoch_instant{epochs_ - 1, behind(page.time - begun_at_)};
  tell_loss(loss);
  if (stays_invalid) return;
  leave(from);
  if (opens_epoch) emit_reset(page.is_reset() ? page.opening.id : no_owner, start, true, page);
  if (opens_epoch && page.is_reset()) {
    state_ = page.state;
    return;
  }
  fill(page.time);
  return_to(page);
}

void core_decoder::tell_loss(const source_loss& loss) {
  hand_on();
  to_.on_loss(loss);
}

/// An exit of a frame that goes on, or an entry of one that has begun.
void core_decoder::emit_piece(const target_fact& fact, std::uint64_t time) {
  emit(fact, time);
  facts_.back().is_piece = true;
}

/// From `time` on nobody owns the core: frames and their points end, owners keep theirs.
void core_decoder::leave(std::uint64_t time) {
  if (is_frozen_) return;
  time_ = time;
  emit({fact_kind::poll, 0}, time_);  // nobody may own it already
  target_fact fact;
  while (state_.has_frames()) {
    while (state_.end_innermost(fact)) emit(fact, time_);
    (void)state_.exit_top(fact);
    emit_piece(fact, time_);
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

/// Where an epoch of the tools can begin that holds the page and whose windows are those of the target.
std::uint64_t core_decoder::start_of_epoch_at(const page_start& page) const {
  const std::uint64_t elapsed = page.time - page.epoch_start;
  const std::uint64_t into_window = header_.window_ticks == 0 ? 0 : elapsed % header_.window_ticks;
  if (can_fill(page.epoch_start, page.time)) return page.epoch_start;
  return can_fill(page.time - into_window, page.time) ? page.time - into_window : page.time;
}

/// The state of the page is that of the core again, unless it is not known yet whether the epoch is still valid.
void core_decoder::return_to(const page_start& page) {
  if (!page.has_opening) {
    pending_ = page;
    return;
  }
  time_ = page.time;
  emit({fact_kind::poll, 0}, time_);  // the state may be what it was, and the next fact far away
  rebuild(page.state);
  hand_on();
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
    return hand_on();
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
  for (const target_fact& fact : wanted.frames_as_facts()) {
    if (fact.kind == fact_kind::point_begin)
      emit(fact, time_);
    else
      emit_piece(fact, time_);
  }
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
  const std::uint64_t missing = ordinal - (is_new_run_ ? 0 : std::min(ordinal, ordinal_));
  if (!has_begun_ && ordinal != 0) lose_track(offset_);
  if (!has_begun_ && ordinal == 0) is_unread_ = false;  // there were none
  if (has_begun_ && (missing != 0 || lost != 0)) {
    const std::uint64_t from = missing != 0 || first_lost < time_ ? time_ : first_lost;
    tell_loss({core_, offset_, lost, missing, {epochs_ - 1, from - begun_at_}, std::nullopt, false});
  }
  to_.on_end(core_);
}

/// No page came after packets were missed: there may have been facts in them, and nobody can tell how many.
void core_decoder::finish(bool has_ended) {
  if (!has_begun_ && is_unread_) {
    to_.on_problem({lost_at_, fmt::format("facts of core {} without a page", core_), "one, where a reader can begin"});
  } else if (has_begun_ && !in_step_ && !has_ended) {
    tell_loss({core_, lost_at_, 0, 0, {epochs_ - 1, time_ - begun_at_}, std::nullopt, false});
  }
}

}  // namespace rtm::host::wire
