// SPDX-License-Identifier: MIT
#include "sources/selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

namespace rtm::host {
namespace {

constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

std::uint64_t count_of_names(const source_info& info) {
  return info.tasks.size() + info.isrs.size() + info.swis.size() + info.points.size() + info.capacity_of_core.size();
}

}  // namespace

selected::selected(std::unique_ptr<source> from, selection what) : from_(std::move(from)), what_(std::move(what)) {
  info_ = from_->info();
  const std::uint64_t half_range = std::uint64_t{1} << (info_.clock_bits - 1);
  clock_mask_ = largest >> (64 - info_.clock_bits);
  if (what_.from_ticks != 0 || what_.to_ticks) from_->count_part(what_.from_ticks, what_.to_ticks.value_or(largest));
  allowed_gap_ = info_.max_gap_ticks != 0  ? info_.max_gap_ticks
                 : info_.window_ticks != 0 ? std::min(info_.window_ticks, half_range - 1)
                                           : half_range - 1;
  if (!what_.window_ticks) return;
  info_.window_ticks = *what_.window_ticks;
  info_.max_gap_ticks = std::min({*what_.window_ticks, allowed_gap_, half_range - 1});
}

std::size_t selected::read(std::span<source_fact> out) {
  is_over_ = false;  // A part goes on when the other parts have been read.
  while (taken_ == ready_.size() && !is_over_) {
    if (next_ == block_.size()) read_block();
    take_some();
  }
  const std::size_t n = std::min(out.size(), ready_.size() - taken_);
  std::copy_n(ready_.begin() + static_cast<std::ptrdiff_t>(taken_), n, out.begin());
  taken_ += n;
  return n;
}

/// Blocks end where losses stand, so the losses taken with a block lie before all facts of it.
void selected::read_block() {
  block_.resize(block_facts);
  block_.resize(from_->read(block_));
  next_ = 0;
  for (source_loss& loss : from_->take_losses())
    if (auto its = cut(loss)) losses_.push_back(*its);
  is_over_ = block_.empty();
  take_names();
}

/// As many of the block as become about a block: in small windows a single fact may follow millions of polls.
void selected::take_some() {
  ready_.clear();
  taken_ = 0;
  while (next_ < block_.size() && ready_.size() < block_facts) {
    const source_fact& fact = block_[next_];
    if (!is_selected(fact.core) || take(fact)) ++next_;
  }
}

std::vector<source_loss> selected::take_losses() { return std::exchange(losses_, {}); }

std::vector<source_problem> selected::take_problems() {
  std::vector<source_problem> all = from_->take_problems();
  std::move(problems_.begin(), problems_.end(), std::back_inserter(all));
  problems_.clear();
  return all;
}

std::vector<core_extras> selected::take_extras() {
  std::vector<core_extras> all = from_->take_extras();
  std::erase_if(all, [this](const core_extras& of) { return !is_selected(of.core); });
  const bool is_whole = !what_.window_ticks && what_.from_ticks == 0 && !what_.to_ticks;
  for (core_extras& of : all) {
    if (!is_whole) of.counters.reset();
  }
  return all;
}

std::vector<source_completeness> selected::completeness() const {
  std::vector<source_completeness> all = from_->completeness();
  std::erase_if(all, [this](const source_completeness& of) { return !is_selected(of.core); });
  return all;
}

/// Of all of the input: the target counts them in an epoch, not in a range of time.
std::vector<source_repairs> selected::repairs() const {
  std::vector<source_repairs> all = from_->repairs();
  std::erase_if(all, [this](const source_repairs& of) { return !is_selected(of.core); });
  return all;
}

std::vector<std::unique_ptr<source>> selected::split() {
  std::vector<std::unique_ptr<source>> parts;
  for (auto& part : from_->split()) parts.push_back(std::make_unique<selected>(std::move(part), what_));
  return parts;
}

/// Names may grow until the end.
void selected::take_names() {
  const source_info& its = from_->info();
  if (!is_over_ && count_of_names(its) == names_known_) return;
  names_known_ = count_of_names(its);
  info_.tasks = its.tasks;
  info_.isrs = its.isrs;
  info_.swis = its.swis;
  info_.points = its.points;
  info_.capacity = its.capacity;
  info_.capacity_of_core = its.capacity_of_core;
}

/// False: there is more to tell before it, so it is to be taken again.
bool selected::take(const source_fact& fact) {
  core& of = std::exchange(is_taken_again_, false) ? cores_.at(fact.core) : advance(fact);
  is_taken_again_ = of.where == phase::within && !pass(of, fact);
  return !is_taken_again_;
}

/// To the time of a fact, and to the state before it.
selected::core& selected::advance(const source_fact& fact) {
  const auto [at, is_new] = cores_.try_emplace(fact.core);
  core& of = at->second;
  if (is_new) {
    constexpr std::uint32_t unlimited = ~std::uint32_t{0};
    trace::limits all{};
    all.depth = all.point_depth = all.point_frames = unlimited;
    of.state.limit(all);
  } else {
    of.gap = (fact.reading_ticks - of.reading) & clock_mask_;
    of.time += of.gap;
  }
  of.reading = fact.reading_ticks;
  if (fact.kind == fact_kind::reset) {
    ++of.epochs;
    of.previous_epoch_time = std::exchange(of.epoch_time, of.time);
  }
  if (of.where == phase::before) take_before(of, fact);
  return of;
}

/// Facts before the range make the state with which it begins. Those at its beginning belong to it.
void selected::take_before(core& of, const source_fact& fact) {
  if (of.time < what_.from_ticks) return follow(of, fact);
  const bool is_reset = fact.kind == fact_kind::reset;
  of.where = phase::within;
  of.told = what_.from_ticks;
  of.skipped = of.epochs - 1;
  if (is_reset && of.time == what_.from_ticks) return;  // it begins as the input does
  if (is_reset) --of.skipped;                           // the epoch before it reaches into the range
  of.first_cut = what_.from_ticks - (is_reset ? of.previous_epoch_time : of.epoch_time);
  rebuild(of, fact.core);
}

void selected::follow(core& of, const source_fact& fact) {
  if (fact.kind != fact_kind::reset && !of.is_sound) return;
  const auto owner = [&of](source_id id) {
    return id >= idle_owner ? static_cast<std::uint32_t>(id) : of.tasks.slot_of(id);
  };
  wire::target_fact ended;
  switch (fact.kind) {
    case fact_kind::reset:
      of.state.reset(owner(fact.id));
      of.unowned.clear();
      of.is_sound = true;
      break;
    case fact_kind::task_switch: of.is_sound = of.state.switch_to(owner(fact.id)); break;
    case fact_kind::isr_enter:
    case fact_kind::swi_enter:
      of.is_sound = of.state.enter(fact.kind == fact_kind::swi_enter, of.frames.slot_of(fact.id));
      of.unowned.push_back(fact.is_unowned);
      break;
    case fact_kind::isr_exit:
    case fact_kind::swi_exit:
      of.is_sound = of.state.exit_top(ended) && ended.kind == fact.kind && ended.id == of.frames.slot_of(fact.id);
      if (of.is_sound) of.unowned.pop_back();
      break;
    case fact_kind::point_begin: of.is_sound = of.state.begin_point(of.points.slot_of(fact.id)); break;
    case fact_kind::point_end:
      of.is_sound = of.state.end_innermost(ended) && ended.id == of.points.slot_of(fact.id);
      break;
    case fact_kind::task_terminate: of.state.terminate(owner(fact.id)); break;
    default: break;
  }
  if (!of.is_sound)
    problems_.push_back({0,
                         fmt::format("a fact of core {} before the range that does not fit those before it, {} ticks "
                                     "after the first",
                                     fact.core, of.time),
                         "facts that tell the state in which the range begins"});
}

/// The state at the beginning of the range, in no time.
void selected::rebuild(core& of, std::uint32_t number) {
  const std::uint64_t from = what_.from_ticks;
  const std::vector<wire::target_fact> facts = of.is_sound ? of.state.as_facts() : std::vector<wire::target_fact>{};
  const auto owner = [&of](std::uint32_t id) {
    return id >= static_cast<std::uint32_t>(idle_owner) ? idle_owner + (id - static_cast<std::uint32_t>(idle_owner))
                                                        : of.tasks.id_of(id);
  };
  std::size_t first = 0;
  source_fact begin{fact_kind::reset, number, 0, unknown_owner};
  begin.is_piece = true;
  if (!facts.empty()) begin.id = owner(facts[first++].id);
  push(of, begin, from);
  std::size_t frame = 0;
  for (; first < facts.size(); ++first) {
    const wire::target_fact& fact = facts[first];
    source_fact told{fact.kind, number, 0, 0};
    told.id = fact.kind == fact_kind::task_switch   ? owner(fact.id)
              : fact.kind == fact_kind::point_begin ? of.points.id_of(fact.id)
                                                    : of.frames.id_of(fact.id);
    told.is_piece = fact.kind == fact_kind::isr_enter || fact.kind == fact_kind::swi_enter;
    if (told.is_piece) told.is_unowned = of.unowned[frame++];
    push(of, told, from);
  }
}

bool selected::pass(core& of, const source_fact& fact) {
  if (what_.to_ticks && of.time >= *what_.to_ticks) return end_range(of, fact);
  if (!poll_up_to(of, fact, of.time)) return false;
  push(of, fact, of.time);
  return true;
}

bool selected::end_range(core& of, const source_fact& fact) {
  if (!fact.after_break) {
    if (!poll_up_to(of, fact, *what_.to_ticks)) return false;
    push(of, {fact_kind::poll, fact.core, 0, 0}, *what_.to_ticks);
  }
  of.where = phase::after;
  return true;
}

/// So that no window ends between two facts further apart than one window. False: that is enough for now.
bool selected::poll_up_to(core& of, const source_fact& next, std::uint64_t time) {
  const bool may_be = of.gap <= allowed_gap_ && !next.after_break;
  if (!what_.window_ticks || !may_be || (time - of.told) / info_.max_gap_ticks > most_polls) return true;
  for (; time - of.told > info_.max_gap_ticks;
       push(of, {fact_kind::poll, next.core, 0, 0}, of.told + info_.max_gap_ticks))
    if (ready_.size() >= block_facts) return false;
  return true;
}

void selected::push(core& of, source_fact fact, std::uint64_t time) {
  fact.reading_ticks = reading_at(of, time);
  of.told = time;
  ready_.push_back(fact);
}

/// `time` is not later than that of the latest fact of the input.
std::uint64_t selected::reading_at(const core& of, std::uint64_t time) const {
  return (of.reading - (of.time - time)) & clock_mask_;
}

/// A loss in the time of the range; absent if it lies outside.
std::optional<source_loss> selected::cut(const source_loss& loss) {
  if (!is_selected(loss.core)) return std::nullopt;
  const auto found = cores_.find(loss.core);
  if (found == cores_.end()) return what_.from_ticks == 0 ? std::optional(loss) : std::nullopt;
  const core& of = found->second;
  if (of.where == phase::after) return std::nullopt;
  if (what_.from_ticks == 0) return loss;
  // Known of the range: epochs from `skipped` on, the first without its beginning.
  const std::uint64_t first = of.where == phase::before ? of.epochs - 1 : of.skipped;
  const std::uint64_t lead =
      of.where == phase::before ? what_.from_ticks - std::min(what_.from_ticks, of.epoch_time) : of.first_cut;
  const auto moved = [&](epoch_instant at) {
    if (at.epoch < first) return epoch_instant{};
    return epoch_instant{at.epoch - first, at.epoch == first ? at.ticks - std::min(at.ticks, lead) : at.ticks};
  };
  source_loss its = loss;
  its.from = moved(loss.from);
  if (loss.end) its.end = moved(*loss.end);
  if (its.end && *its.end == its.from) return std::nullopt;
  return its;
}

std::unique_ptr<source> select(std::unique_ptr<source> from, const selection& what) {
  return what.is_all() ? std::move(from) : std::make_unique<selected>(std::move(from), what);
}

std::uint64_t parse_ticks(const std::string& text, std::uint64_t hz, std::string_view what, std::string_view expected) {
  struct unit {
    std::string_view name;
    std::uint64_t per_second;
  };
  static constexpr std::array units = {unit{"ns", 1'000'000'000}, unit{"us", 1'000'000}, unit{"ms", 1'000},
                                       unit{"s", 1}};
  const auto refuse = [&](std::string_view found) {
    throw source_error(fmt::format("{}: found {}; expected {}", what, found, expected));
  };
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view name = std::string_view(text).substr(end);
  const auto known = std::find_if(units.begin(), units.end(), [name](const unit& u) { return u.name == name; });
  const std::string number = text.substr(0, end);
  const std::size_t point = number.find('.');
  const std::string digits = number.substr(0, point) + (point == number.npos ? "" : number.substr(point + 1));
  const std::size_t decimals = point == number.npos ? 0 : number.size() - point - 1;
  const bool is_plain = name.empty() && point == number.npos;
  if (digits.empty() || digits.size() > 18 || digits.find('.') != digits.npos || (known == units.end() && !is_plain))
    refuse(text.empty() ? "nothing" : text);
  __extension__ using wide = unsigned __int128;
  wide ticks = std::stoull(digits);
  if (!is_plain) {
    wide scale = known->per_second;
    for (std::size_t i = 0; i < decimals; ++i) scale *= 10;
    ticks *= hz;
    if (ticks % scale != 0) refuse(fmt::format("{}, which is no whole number of ticks of {} Hz", text, hz));
    ticks /= scale;
  }
  if (ticks > largest / 2) refuse(text);
  return static_cast<std::uint64_t>(ticks);
}

}  // namespace rtm::host
