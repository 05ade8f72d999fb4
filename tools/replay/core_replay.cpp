// SPDX-License-Identifier: MIT
#include "replay/core_replay.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace rtm::host {
namespace {

std::uint32_t clamped(const std::optional<std::uint64_t>& limit) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(limit.value_or(growing_store::unlimited), growing_store::unlimited));
}

bool is_within(source_id id, const std::optional<std::uint64_t>& limit) { return !limit || id < *limit; }

bool is_fixed_owner(source_id id) { return id >= idle_owner; }

bool is_of_task(fact_kind kind) {
  switch (kind) {
    case fact_kind::task_switch:
    case fact_kind::task_activate:
    case fact_kind::task_wait:
    case fact_kind::task_release:
    case fact_kind::task_terminate:
    case fact_kind::reset: return true;
    default: return false;
  }
}

template <class Row>
void sort_by_id(std::vector<Row>& rows) {
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.id < b.id; });
}

call_row to_row(source_id id, const call_sums& sums) {
  call_row row;
  row.id = id;
  row.exclusive = sums.exclusive;
  row.inclusive = sums.inclusive;
  row.calls = sums.calls;
  row.abandoned = sums.abandoned;
  return row;
}

}  // namespace

core_replay::core_replay(const source_info& info, std::uint32_t core, replay_listener* listener,
                         std::size_t kept_windows, bool keeps_timing)
    : core_(core),
      listener_(listener),
      kept_windows_(std::max<std::size_t>(kept_windows, 1)),
      timing_{info.window_ticks, info.max_gap_ticks, info.clock_bits},
      capacity_(info.capacity) {
  if (keeps_timing) timing_parameters_ = std::make_unique<core_timing>();
  ledger_.store().limit(clamped(capacity_.depth), clamped(capacity_.point_depth), clamped(capacity_.point_frames));
}

void core_replay::tell(const source_fact& fact) {
  if (!started_) return start(fact);
  if (fact.kind == fact_kind::reset) return reset(fact);
  if (current_.fault) {
    (void)ledger_.poll(fact.reading_ticks);  // Counted as ignored, whatever it was.
    return;
  }
  const std::uint32_t slot = slot_of(fact);
  const status result = fact.is_unowned    ? hand_over_unowned(fact, slot)
                        : ends_piece(fact) ? end_piece(fact, slot)
                                           : hand_over(fact, slot);
  if (result != status::ok || ledger_.sink().ticks - window_start_ >= timing_.window_ticks) take_closed_window();
  if (result != status::ok) return note_fault(fact);
  note_use(fact, slot);
  if (timing_parameters_) timing_parameters_->tell(fact, slot, ledger_.sink().ticks);
  if (listener_ != nullptr) listener_->accepted(fact, ledger_.sink().ticks);
}

void core_replay::start(const source_fact& fact) {
  if (fact.kind != fact_kind::reset) throw std::invalid_argument("replay: a core needs a start before its first fact");
  const std::uint32_t slot = slot_of(fact);
  if (ledger_.start(fact.reading_ticks, task_id{slot}, timing_) != status::ok)
    throw std::invalid_argument("replay: the timing or the base owner of the start is out of range");
  started_ = true;
  if (timing_parameters_) timing_parameters_->begin(fact, slot, ledger_.epoch().start_ticks);
  expect_window();
  note_use(fact, slot);
  if (listener_ != nullptr) listener_->epoch_began(core_, ledger_.epoch().start_ticks, fact.id);
}

/// The old epoch is settled up to the reset, and read before the ledger forgets it. A reading that the old epoch cannot
/// account for is a fault of that epoch; the new one begins all the same, unless its owner does not exist.
void core_replay::reset(const source_fact& fact) {
  const std::uint32_t slot = slot_of(fact);
  const bool is_refused = slot == refused_slot;
  const std::uint64_t end = fact.after_break ? last_reading_ : fact.reading_ticks;
  const status result = is_refused ? ledger_.reset(fact.reading_ticks, task_id{slot}) : ledger_.snapshot(end);
  take_closed_window();
  if (is_fault(result)) note_fault(fact);
  if (is_refused) return;
  take_epoch(false);
  (void)ledger_.reset(fact.reading_ticks, task_id{slot});
  if (timing_parameters_) timing_parameters_->begin(fact, slot, ledger_.epoch().start_ticks);
  begin_lost_time();
  expect_window();
  active_frames_ = 0;
  resumed_.clear();
  note_use(fact, slot);
  if (listener_ != nullptr) listener_->epoch_began(core_, ledger_.epoch().start_ticks, fact.id);
}

void core_replay::lose(const source_loss& loss) {
  if (!started_) return;
  const std::uint64_t start = ledger_.epoch().start_ticks;
  loss_ = loss;
  const bool ends_here = loss.end && loss.end->epoch == epoch_;
  const std::uint64_t end = ends_here ? loss.end->ticks : ~std::uint64_t{0};
  const bool is_empty = loss.end && *loss.end == loss.from;
  if (!is_empty) {
    const bool is_over = lost_end_ <= windows_taken_ * timing_.window_ticks || lost_end_ == lost_from_;
    lost_from_ = is_over ? loss.from.ticks : std::min(lost_from_, loss.from.ticks);
    lost_end_ = is_over ? end : std::max(lost_end_, end);
    is_covered_ = false;
    if (timing_parameters_) timing_parameters_->lose(end);
  }
  if (losses_.size() < report::most_listed) {
    loss_row row{core_,  loss.offset, loss.lost, loss.missing, epoch_, start + loss.from.ticks,
                 epoch_, {},          {},        {},           false,  loss.is_expected};
    row.is_before_all = is_empty;
    row.line = loss.line;
    if (ends_here) row.to = start + std::max(end, loss.from.ticks + 1) - 1;
    if (loss.end) row.to_epoch = loss.end->epoch;
    if (timing_.window_ticks != 0 && !is_empty) {
      row.first_window = loss.from.ticks / timing_.window_ticks;
      if (ends_here) row.last_window = (end - 1) / timing_.window_ticks;
    }
    losses_.push_back(row);
  } else {
    ++unlisted_losses_;
  }
  if (listener_ != nullptr) listener_->lost(start + loss.from.ticks, loss);
}

/// At the beginning of an epoch: does the latest loss reach into it?
void core_replay::begin_lost_time() {
  lost_from_ = lost_end_ = 0;
  is_covered_ = true;
  if (!loss_ || !loss_->end || loss_->end->epoch < epoch_) return;
  const bool ends_here = loss_->end->epoch == epoch_;
  lost_end_ = ends_here ? loss_->end->ticks : ~std::uint64_t{0};
  is_covered_ = lost_end_ == 0;
  if (!is_covered_ && timing_parameters_) timing_parameters_->lose(lost_end_);
  if (!ends_here || losses_.empty() || losses_.back().to || losses_.back().offset != loss_->offset) return;
  loss_row& row = losses_.back();
  row.to = ledger_.epoch().start_ticks + (lost_end_ == 0 ? 0 : lost_end_ - 1);
  if (timing_.window_ticks != 0 && lost_end_ != 0) row.last_window = (lost_end_ - 1) / timing_.window_ticks;
}

bool core_replay::is_touched(const window_header& window) const {
  if (lost_from_ == lost_end_) return false;
  const std::uint64_t start = window.start_ticks - ledger_.epoch().start_ticks;
  const std::uint64_t end = start + window.length_ticks;
  return (window.complete ? lost_from_ < end : lost_from_ <= end) && lost_end_ > start;
}

status core_replay::hand_over(const source_fact& fact, std::uint32_t slot) {
  const std::uint64_t now = fact.reading_ticks;
  switch (fact.kind) {
    case fact_kind::task_switch: return ledger_.task_switch(now, task_id{slot});
    case fact_kind::isr_enter: return ledger_.isr_enter(now, isr_id{slot});
    case fact_kind::isr_exit: return ledger_.isr_exit(now, isr_id{slot});
    case fact_kind::swi_enter: return ledger_.swi_enter(now, swi_id{slot});
    case fact_kind::swi_exit: return ledger_.swi_exit(now, swi_id{slot});
    case fact_kind::point_begin: return ledger_.point_begin(now, point_id{slot});
    case fact_kind::point_end: return ledger_.point_end(now, point_id{slot});
    case fact_kind::task_activate: return ledger_.task_activate(now, task_id{slot});
    case fact_kind::task_wait: return ledger_.task_wait(now, task_id{slot});
    case fact_kind::task_release: return ledger_.task_release(now, task_id{slot});
    case fact_kind::task_terminate: return ledger_.task_terminate(now, task_id{slot});
    case fact_kind::poll: return ledger_.poll(now);
    case fact_kind::reset: break;  // See reset().
  }
  throw std::invalid_argument("replay: no such fact");
}

/// Of an exit: is what is known of this frame less than its call?
bool core_replay::ends_piece(const source_fact& fact) const {
  if (fact.kind != fact_kind::isr_exit && fact.kind != fact_kind::swi_exit) return false;
  return fact.is_piece || (!resumed_.empty() && resumed_.back() == active_frames_);
}

/// The time counts, but the piece is no shortest or longest call; and if the call goes on, it has not ended here.
status core_replay::end_piece(const source_fact& fact, std::uint32_t slot) {
  const bool is_swi = fact.kind == fact_kind::swi_exit;
  growing_store& store = ledger_.store();
  if (slot >= (is_swi ? store.swi_count() : store.isr_count())) return hand_over(fact, slot);
  auto& row = is_swi ? store.swi_at(slot) : store.isr_at(slot);
  const auto exclusive = row.exclusive_span;
  const auto inclusive = row.inclusive_span;
  const status result = hand_over(fact, slot);
  if (result != status::ok) return result;
  row.exclusive_span = exclusive;
  row.inclusive_span = inclusive;
  if (fact.is_piece)
    --row.sums.calls;
  else
    ++use_of(is_swi ? swi_uses_ : isr_uses_, slot).pieces;
  if (!resumed_.empty() && resumed_.back() == active_frames_) resumed_.pop_back();
  return result;
}

/// The ledger has no frame whose time is unknown. So on top of this one stands another with an id of its own, which
/// takes the time; in the rows it is `unknown`.
status core_replay::hand_over_unowned(const source_fact& fact, std::uint32_t slot) {
  const std::uint64_t now = fact.reading_ticks;
  unowned_slot_ = frames_.slot_of(unowned_frame);
  if (fact.kind == fact_kind::isr_enter || fact.kind == fact_kind::swi_enter) {
    const status result = hand_over(fact, slot);
    return result == status::ok ? ledger_.isr_enter(now, isr_id{*unowned_slot_}) : result;
  }
  const status result = ledger_.isr_exit(now, isr_id{*unowned_slot_});
  return result == status::ok ? end_piece(fact, slot) : result;
}

/// Of the current epoch.
std::uint64_t core_replay::unowned_ticks() const {
  return unowned_slot_ ? ledger_.epoch_sums(isr_id{*unowned_slot_}).exclusive : 0;
}

std::uint32_t core_replay::slot_of(const source_fact& fact) {
  const source_id id = fact.id;
  if (fact.kind == fact_kind::poll) return 0;
  if (is_of_task(fact.kind)) {
    if (is_fixed_owner(id))
      return static_cast<std::uint32_t>(id);  // rtm::idle and so on: the same numbers, cut to 32 bits.
    return is_within(id, capacity_.tasks) ? tasks_.slot_of(id) : refused_slot;
  }
  switch (fact.kind) {
    case fact_kind::isr_enter:
    case fact_kind::isr_exit: return is_within(id, capacity_.isrs) ? frames_.slot_of(id) : refused_slot;
    case fact_kind::swi_enter:
    case fact_kind::swi_exit: return is_within(id, capacity_.swis) ? frames_.slot_of(id) : refused_slot;
    default: return is_within(id, capacity_.points) ? points_.slot_of(id) : refused_slot;
  }
}

core_replay::use& core_replay::use_of(uses& table, std::uint32_t slot) {
  if (table.size() <= slot) table.resize(std::size_t{slot} + 1);
  use& found = table[slot];
  if (found.epoch != epoch_ + 1) found = {epoch_ + 1};
  return found;
}

void core_replay::note_use(const source_fact& fact, std::uint32_t slot) {
  last_reading_ = fact.reading_ticks;
  switch (fact.kind) {
    case fact_kind::isr_enter:
    case fact_kind::swi_enter:
      ++active_frames_;
      begin_use(use_of(fact.kind == fact_kind::isr_enter ? isr_uses_ : swi_uses_, slot), fact.is_piece);
      break;
    case fact_kind::isr_exit:
    case fact_kind::swi_exit:
      --active_frames_;
      if (fact.is_piece) ++use_of(fact.kind == fact_kind::isr_exit ? isr_uses_ : swi_uses_, slot).cut;
      break;
    case fact_kind::point_begin: ++use_of(point_uses_, slot).begun; break;
    case fact_kind::point_end:
    case fact_kind::poll: break;
    default:
      if (!is_fixed_owner(fact.id)) (void)use_of(task_uses_, slot);
  }
}

/// A call that was cut and goes on has begun once.
void core_replay::begin_use(use& of, bool is_resumed) {
  if (is_resumed) resumed_.push_back(active_frames_);
  if (!is_resumed || of.cut == 0)
    ++of.begun;
  else
    --of.cut;
}

void core_replay::note_fault(const source_fact& fact) {
  fault first;
  (void)ledger_.first_fault(first);  // Nobody else writes: it cannot have moved.
  fault_row row(first);
  row.fact = fact.kind;
  row.id.reset();
  if (fact.kind != fact_kind::poll && !(is_of_task(fact.kind) && is_fixed_owner(fact.id))) row.id = fact.id;
  if (row.expected) {
    const bool is_point = first.kind == status::point_mismatch || first.kind == status::point_left_open;
    row.expected = (is_point ? points_ : frames_).id_of(first.expected);
  }
  row.reading_ticks = fact.reading_ticks;
  row.depth = active_frames_;
  current_.fault = row;
  if (listener_ != nullptr) listener_->faulted(core_, row);
}

void core_replay::take_closed_window() {
  if (timing_.window_ticks == 0 || ledger_.window_in_progress().index == windows_taken_) return;
  window_header header;
  if (ledger_.latest_window(header) == status::ok) take_window(read_window(header));
}

void core_replay::take_window(window_row&& window) {
  ++windows_taken_;
  expect_window();
  if (listener_ != nullptr) return listener_->window_ended(core_, window);
  current_.history.add(window);
  current_.windows.push_back(std::move(window));
  if (current_.windows.size() / 2 < kept_windows_) return;
  // Now and then, so that it costs little; more than asked for does no harm.
  const std::size_t dropped = current_.windows.size() - kept_windows_;
  current_.windows.erase(current_.windows.begin(), current_.windows.begin() + static_cast<std::ptrdiff_t>(dropped));
}

/// Extended time wraps too, so only distances in it are compared.
void core_replay::expect_window() {
  window_start_ = ledger_.epoch().start_ticks + windows_taken_ * timing_.window_ticks;
}

/// After a snapshot of the ledger, as the next two. Without windows and the fault.
epoch_row core_replay::read_epoch() const {
  const epoch_header header = ledger_.epoch();
  epoch_row row;
  row.epoch = epoch_;
  row.start = header.start_ticks;
  row.total = header.total_ticks;
  row.ignored = header.ignored;
  row.covered = is_covered_;
  row.base = {ledger_.epoch_sums(idle).exclusive, ledger_.epoch_sums(kernel).exclusive,
              ledger_.epoch_sums(unknown).exclusive + unowned_ticks()};
  row.tasks = epoch_tasks();
  row.isrs = epoch_calls<isr_id>(frames_, isr_uses_);
  row.swis = epoch_calls<swi_id>(frames_, swi_uses_);
  row.points = epoch_calls<point_id>(points_, point_uses_);
  if (timing_parameters_) row.timing = timing_parameters_->rows(tasks_, frames_, points_, ledger_.sink().ticks);
  return row;
}

std::optional<window_row> core_replay::read_partial_window() const {
  const window_header partial = ledger_.window_in_progress();
  if (partial.length_ticks == 0) return std::nullopt;
  window_row row = read_window(partial);
  row.cut_by_fault = !ledger_.epoch().valid;
  return row;
}

void core_replay::take_epoch(bool is_last) {
  epoch_row row = read_epoch();
  row.fault = current_.fault;
  if (auto partial = read_partial_window()) take_window(std::move(*partial));
  row.windows = std::move(current_.windows);
  row.history = std::move(current_.history);
  if (listener_ != nullptr)
    listener_->epoch_ended(core_, row, is_last);
  else
    epochs_.push_back(std::move(row));
  current_ = {};
  windows_taken_ = 0;
  ++epoch_;
}

epoch_row core_replay::epoch_at(std::uint64_t reading_ticks) {
  if (ledger_.snapshot(reading_ticks) == status::ok) last_reading_ = reading_ticks;
  take_closed_window();
  epoch_row row = read_epoch();
  row.fault = current_.fault;
  if (auto partial = read_partial_window()) row.windows.push_back(std::move(*partial));
  return row;
}

std::vector<epoch_row> core_replay::finish() {
  if (started_) {
    (void)ledger_.snapshot(last_reading_);
    take_epoch(true);
  }
  return std::move(epochs_);
}

window_row core_replay::read_window(const window_header& header) const {
  window_row row;
  row.index = header.index;
  row.start = header.start_ticks;
  row.length = header.length_ticks;
  row.complete = header.complete;
  row.covered = !is_touched(header);
  const auto ticks_of = [&](task_id owner) { return ledger_.window_sums(header, owner).exclusive; };
  row.base = {ticks_of(idle), ticks_of(kernel), ticks_of(unknown)};
  if (unowned_slot_) row.base.unknown += ledger_.window_sums(header, isr_id{*unowned_slot_}).exclusive;
  for (std::uint32_t slot = 0; slot < tasks_.size(); ++slot) {
    const task_sums sums = ledger_.window_sums(header, task_id{slot});
    if (sums.exclusive != 0 || sums.dispatches != 0)
      row.tasks.push_back({tasks_.id_of(slot), std::nullopt, sums.exclusive, sums.dispatches});
  }
  sort_by_id(row.tasks);
  row.isrs = window_calls<isr_id>(header, frames_);
  row.swis = window_calls<swi_id>(header, frames_);
  row.points = window_calls<point_id>(header, points_);
  return row;
}

template <class Id>
std::vector<call_row> core_replay::window_calls(const window_header& header, const slots& ids) const {
  std::vector<call_row> rows;
  for (std::uint32_t slot = 0; slot < ids.size(); ++slot) {
    if (&ids == &frames_ && slot == unowned_slot_) continue;
    const call_sums sums = ledger_.window_sums(header, Id{slot});
    if (sums.exclusive != 0 || sums.inclusive != 0 || sums.calls != 0 || sums.abandoned != 0)
      rows.push_back(to_row(ids.id_of(slot), sums));
  }
  sort_by_id(rows);
  return rows;
}

template <class Id>
std::vector<call_row> core_replay::epoch_calls(const slots& ids, const uses& used) const {
  std::vector<call_row> rows;
  for (std::uint32_t slot = 0; slot < used.size(); ++slot) {
    if (used[slot].epoch != epoch_ + 1) continue;
    const call_sums sums = ledger_.epoch_sums(Id{slot});
    call_row row = to_row(ids.id_of(slot), sums);
    row.open = used[slot].begun - sums.calls - sums.abandoned;
    if (sums.calls > used[slot].pieces) {
      const call_extremes calls = ledger_.epoch_extremes(Id{slot});
      row.exclusive_call = {calls.exclusive_min, calls.exclusive_max};
      row.inclusive_call = {calls.inclusive_min, calls.inclusive_max};
    }
    rows.push_back(std::move(row));
  }
  sort_by_id(rows);
  return rows;
}

std::vector<task_row> core_replay::epoch_tasks() const {
  std::vector<task_row> rows;
  for (std::uint32_t slot = 0; slot < task_uses_.size(); ++slot) {
    if (task_uses_[slot].epoch != epoch_ + 1) continue;
    const task_sums sums = ledger_.epoch_sums(task_id{slot});
    rows.push_back({tasks_.id_of(slot), std::nullopt, sums.exclusive, sums.dispatches});
  }
  sort_by_id(rows);
  return rows;
}

}  // namespace rtm::host
