// SPDX-License-Identifier: MIT
#include "sources/btf/btf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "text/text.hpp"

namespace rtm::host {
namespace {

using btf::entity;
using btf::row;
using btf::step;

/// A core is called by the number at the end of its name, so that Core_1 is core 1.
std::optional<std::uint32_t> number_in(std::string_view name, std::size_t most) {
  const std::size_t digits = name.size() - std::min(name.size(), name.find_last_not_of("0123456789") + 1);
  const auto number = btf::number_of(name.substr(name.size() - digits));
  if (!number || *number >= most) return std::nullopt;
  return static_cast<std::uint32_t>(*number);
}

}  // namespace

btf_source::btf_source(input in)
    : lines_(std::move(in), line_reader::bytes::any, line_reader::long_lines::cut), numbers_used_(most_cores) {
  while (rows_ == 0 && read_row()) {
  }
  info_.clock_hz = header_.clock_hz();
  info_.max_gap_ticks = 0;
  if (rows_ == 0)
    throw source_error(fmt::format("{}:{}: found the end of the file; expected a row {}", lines_.name(),
                                   std::max<std::uint64_t>(lines_.line_number(), 1), btf::row_form));
}

bool btf_source::recognises(std::string_view prefix) {
  if (prefix.starts_with("\xEF\xBB\xBF")) prefix.remove_prefix(3);
  while (!prefix.empty()) {
    std::string_view line = prefix.substr(0, prefix.find('\n'));
    prefix.remove_prefix(std::min(prefix.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (!line.starts_with('#')) return btf::row_of(line).has_value();
    if (btf::header::is_known(line)) return true;
  }
  return false;
}

/// False: there is no more. Before the first row, what is no row makes the file unusable.
bool btf_source::read_row() {
  std::string_view line;
  if (!lines_.next(line)) return false;
  if (line.empty()) return true;
  if (line.front() == '#') {
    const auto wrong = header_.read(line, rows_ != 0);
    if (wrong && rows_ == 0)
      throw source_error(fmt::format("{}:{}: found {}; expected {}", lines_.name(), lines_.line_number(), wrong->found,
                                     wrong->expected));
    if (wrong) note(not_understood_, wrong->found);
    return true;
  }
  if (const auto found = btf::row_of(line); found && !lines_.is_cut()) {
    use(*found);
  } else if (rows_ == 0) {
    throw source_error(fmt::format("{}:{}: found {}; expected {}", lines_.name(), lines_.line_number(),
                                   host::quoted(line), btf::row_form));
  } else {
    note(no_rows_, host::quoted(line));
    be_damaged();
  }
  return true;
}

/// Nobody knows of which core it was.
void btf_source::be_damaged() {
  for (const auto& on : cores_)
    if (!on->damaged_at) on->damaged_at = lines_.offset();
}

/// A millisecond.
std::uint64_t btf_source::longest_step() const { return std::max<std::uint64_t>(header_.clock_hz() / 1000, 1); }

void btf_source::use(const row& r) {
  ++rows_;
  // A row far ahead of the one behind it is odd.
  if (now_ <= r.ticks + longest_step()) last_ticks_ = std::max(last_ticks_, now_);
  now_ = r.ticks;
  if (is_holding_) first_ticks_ = std::min(first_ticks_, r.ticks);
  row named = r;
  named.source = header_.entity(r.source);
  named.target = header_.entity(r.target);
  named.type = header_.type(r.type);
  switch (btf::entity_of(named.type)) {
    case entity::task: use_task(named); break;
    case entity::isr: use_isr(named); break;
    case entity::runnable: use_runnable(named); break;
    case entity::core: use_core(named); break;
    case entity::other: break;
    case entity::unknown: note(not_understood_, "type " + host::quoted(named.type)); break;
  }
}

void btf_source::use_task(const row& r) {
  const step what = btf::step_of(r.event);
  if (what == step::unknown) return note(not_understood_, "event " + host::quoted(r.event) + " of a task");
  const auto task = process_of(task_names_, tasks_, fact_kind::task_switch, r.target);
  if (!task) return note(too_many_, host::quoted(r.target));
  if (what == step::activate) return mark(r, fact_kind::task_activate, *task);
  if (what == step::release) return mark(r, fact_kind::task_release, *task);
  const auto where = core_of_step(r, tasks_[*task], what);
  if (!where) return note(too_many_, host::quoted(r.source));
  if (what == step::start || what == step::resume) place(r, tasks_[*task], *task, *where);
  core& on = *cores_[*where];
  if (is_in_order(on, r)) step_task(on, r, what, *task);
}

void btf_source::step_task(core& on, const row& r, step what, std::uint32_t task) {
  switch (what) {
    case step::start:
    case step::resume:
      // Whoever ran before has not been told to stop.
      if (on.state.owner() < idle_owner) on.state.contradicted(r.ticks);
      on.state.runs(r.ticks, task);
      break;
    case step::preempt: on.state.left(r.ticks, task); break;
    case step::wait:
      on.state.left(r.ticks, task);
      on.state.marked(r.ticks, fact_kind::task_wait, task);
      break;
    case step::terminate:
      on.state.left(r.ticks, task);
      on.state.marked(r.ticks, fact_kind::task_terminate, task);
      break;
    default: on.state.seen(r.ticks);
  }
}

void btf_source::use_isr(const row& r) {
  const step what = btf::step_of(r.event);
  if (what == step::unknown) return note(not_understood_, "event " + host::quoted(r.event) + " of an ISR");
  const auto isr = process_of(isr_names_, isrs_, fact_kind::isr_enter, r.target);
  if (!isr) return note(too_many_, host::quoted(r.target));
  if (what == step::activate || what == step::release) return;
  const auto where = core_of_step(r, isrs_[*isr], what);
  if (!where) return note(too_many_, host::quoted(r.source));
  isrs_[*isr].where = *where;
  core& on = *cores_[*where];
  if (!is_in_order(on, r)) return;
  switch (what) {
    case step::start: on.state.entered(r.ticks, *isr); break;
    case step::resume: on.state.resumed(r.ticks, *isr); break;
    case step::preempt:
    case step::wait: on.state.paused(r.ticks, *isr); break;
    case step::terminate: on.state.exited(r.ticks, *isr); break;
    default: on.state.seen(r.ticks);
  }
}

/// Suspend and resume of a runnable follow from what its process does, and the ledger knows that already.
void btf_source::use_runnable(const row& r) {
  const step what = btf::step_of(r.event);
  if (what == step::unknown) return note(not_understood_, "event " + host::quoted(r.event) + " of a runnable");
  if (what != step::start && what != step::terminate) return;
  const auto runnable = runnable_names_.number_of(r.target);
  if (!runnable) return note(too_many_, host::quoted(r.target));
  if (*runnable >= info_.points.size()) info_.points[*runnable] = printable(r.target.substr(0, btf::names::longest));
  const auto task = task_names_.known(r.source);
  const auto isr = task ? std::nullopt : isr_names_.known(r.source);
  const std::uint32_t where = task ? tasks_[*task].where : isr ? isrs_[*isr].where : nowhere;
  if (where != nowhere) {
    core& on = *cores_[where];
    if (!is_in_order(on, r)) return;
    const bool runs = task ? on.state.is_running_task(*task) : on.state.is_running_isr(*isr);
    if (runs && what == step::start && on.state.point_began(r.ticks, *runnable)) return;
    if (runs && what == step::terminate && on.state.point_ended(r.ticks, *runnable)) return;
  }
  note(strays_, fmt::format("{} of runnable {} in {}", r.event, host::quoted(r.target), host::quoted(r.source)));
}

/// A core's own rows tell when it executes, which its tasks say too; they only show that it is there.
void btf_source::use_core(const row& r) {
  const auto where = core_of(r.target);
  if (!where) return note(too_many_, host::quoted(r.target));
  core& on = *cores_[*where];
  if (is_in_order(on, r)) on.state.seen(r.ticks);
}

/// Of another entity than the core, so it may not be told before what the core has told; until the task first runs,
/// nobody knows where it belongs.
void btf_source::mark(const row& r, fact_kind kind, std::uint32_t task) {
  process& of = tasks_[task];
  if (of.where != nowhere) {
    core& on = *cores_[of.where];
    if (r.ticks >= on.state.latest_ticks() && is_in_order(on, r)) return on.state.marked(r.ticks, kind, task);
  } else if (is_holding_ && kind == fact_kind::task_activate) {
    return of.activated.push_back(r.ticks);
  }
  note(unplaced_, fmt::format("{} of task {}", r.event, host::quoted(r.target)));
}

/// Its first step is `r`. What is said to be before it but is later than it, or comes when the core has begun, has no
/// place among the core's facts.
void btf_source::place(const row& r, process& of, std::uint32_t task, std::uint32_t where) {
  of.where = where;
  if (of.activated.empty()) return;
  core& on = *cores_[where];
  for (const std::uint64_t ticks : of.activated) {
    if (is_holding_ && ticks <= r.ticks)
      on.early.push_back({fact_kind::task_activate, on.state.core(), ticks, task});
    else
      note(unplaced_, fmt::format("activate of task {}", host::quoted(r.target)));
  }
  of.activated = {};
}

std::optional<std::uint32_t> btf_source::core_of(std::string_view name) {
  if (core_names_.size() >= most_cores && !core_names_.known(name)) return std::nullopt;
  const auto index = core_names_.number_of(name);
  if (!index || *index < cores_.size()) return index;
  auto number = number_in(name, most_cores);
  if (!number || numbers_used_[*number])
    number = static_cast<std::uint32_t>(std::find(numbers_used_.begin(), numbers_used_.end(), false) -
                                        numbers_used_.begin());
  numbers_used_[*number] = true;
  cores_.push_back(std::make_unique<core>(std::string(name), *number));
  cores_.back()->state.doubt(longest_step(), lines_.is_live() ? 1 : enough_events);
  if (part_) cores_.back()->state.count_part(part_->first, part_->second);
  if (!is_holding_) {
    cores_.back()->state.send_to(ready_);
    cores_.back()->state.begin(std::min(first_ticks_, now_));
    if (now_ < first_ticks_) note(out_of_order_, fmt::format("core {} begins at {}", host::quoted(name), now_));
  }
  return index;
}

/// The source of a step is a core. What makes a process stop may also be another process: then it is about the core
/// that the process is on.
std::optional<std::uint32_t> btf_source::core_of_step(const row& r, const process& of, step what) {
  const bool takes = what == step::start || what == step::resume;
  if (takes || of.where == nowhere || core_names_.known(r.source) || header_.is_core(r.source))
    return core_of(r.source);
  return of.where;
}

std::optional<std::uint32_t> btf_source::process_of(btf::names& among, std::vector<process>& all, fact_kind kind,
                                                    std::string_view name) {
  const auto number = among.number_of(name);
  if (!number || *number < all.size()) return number;
  all.emplace_back();
  info_.names_of(kind)[*number] = printable(name.substr(0, btf::names::longest));
  return number;
}

bool btf_source::is_in_order(core& on, const row& r) {
  const std::uint64_t latest = on.state.latest_ticks();
  const bool fits = on.state.is_in_order(r.ticks, lines_.offset(), lines_.line_number());
  tell_misfit(on);
  if (!fits) note(out_of_order_, fmt::format("core {} at {} after {}", host::quoted(on.name), r.ticks, latest));
  if (fits && on.damaged_at) {
    on.state.lost(r.ticks, 0, *on.damaged_at);
    on.damaged_at.reset();
  }
  return fits;
}

/// Steps back are counted as they come.
void btf_source::tell_misfit(core& on) {
  const auto found = on.state.take_misfit();
  if (!found || found->what == misfit::kind::behind) return;
  const source_problem what =
      problem_of(*found, host::quoted(on.name), [](std::uint64_t ticks) { return std::to_string(ticks); });
  if (odd_.count == 0) odd_ = {0, what.line, what.offset, what.found};
  ++odd_.count;
}

void btf_source::note(tally& of, std::string what) {
  if (of.count++ != 0) return;
  of.line = lines_.line_number();
  of.offset = lines_.offset();
  of.first = std::move(what);
}

/// Now that the beginning is known as well as it will be: the cores begin.
void btf_source::release_held() {
  is_holding_ = false;
  const std::uint64_t end_ticks = end_of_all();
  for (const auto& on : cores_) {
    drop_early_marks(*on, end_ticks);
    release(*on);
  }
}

/// Behind `end_ticks` not even the first step of the task is believed.
void btf_source::drop_early_marks(core& of, std::uint64_t end_ticks) {
  unplaced_.count += std::erase_if(of.early, [=](const source_fact& mark) { return mark.reading_ticks > end_ticks; });
  for (const source_fact& mark : of.early) told_up_to_ = std::max(told_up_to_, mark.reading_ticks);
}

/// Marks of before the tasks first ran among what else was told, in the order of time.
void btf_source::release(core& of) {
  const auto is_earlier = [](const source_fact& a, const source_fact& b) { return a.reading_ticks < b.reading_ticks; };
  std::stable_sort(of.early.begin(), of.early.end(), is_earlier);
  if (!of.early.empty()) of.state.trust_up_to(of.early.back().reading_ticks);
  of.state.send_to(ready_);
  of.state.begin(first_ticks_);
  auto early = of.early.cbegin();
  of.held.begin_losses_at(first_ticks_);
  while (!of.held.empty()) {
    std::vector<source_fact> facts(of.held.waiting());
    facts.resize(of.held.take(facts));
    for (const source_loss& loss : of.held.take_losses()) ready_.push(loss);
    for (const source_fact& fact : facts) {
      for (; early != of.early.cend() && !is_earlier(fact, *early); ++early) ready_.push(*early);
      ready_.push(fact);
    }
  }
  for (; early != of.early.cend(); ++early) ready_.push(*early);
  of.held = {};
  of.early = {};
}

std::size_t btf_source::read(std::span<source_fact> out) {
  std::size_t n = ready_.take(out);
  while (n == 0 && !is_over_) {
    for (std::size_t i = 0; i < 1024 || is_holding_; ++i) {
      if (!read_row()) {
        finish();
        break;
      }
      if (is_holding_ && (rows_ >= most_held_rows || lines_.must_wait())) release_held();
      if (lines_.must_wait()) break;
    }
    n = ready_.take(out);
  }
  return n;
}

std::uint64_t btf_source::end_of_all() const {
  std::vector<stamped_piece> pieces{{first_ticks_, std::max(first_ticks_, last_ticks_)}, {now_, now_}};
  for (const auto& on : cores_) {
    const auto its = on->state.pieces();
    for (const stamped_piece& each : its)
      pieces.push_back({std::max(each.first, first_ticks_), std::max(each.last, first_ticks_)});
  }
  return std::max(told_up_to_, end_of_range(first_ticks_, longest_pause_s * info_.clock_hz, std::move(pieces)));
}

void btf_source::finish() {
  is_over_ = true;
  if (is_holding_) release_held();
  const std::uint64_t end_ticks = end_of_all();
  for (const auto& on : cores_) {
    if (on->damaged_at) on->state.lost(end_ticks, 0, *on->damaged_at);
    on->state.end(end_ticks);
    tell_misfit(*on);
  }
  for (const process& of : tasks_)
    if (!of.activated.empty()) unplaced_.count += of.activated.size();
  tell(no_rows_, "no row", btf::row_form);
  tell(not_understood_, "a row that means nothing here", "entities and events of BTF");
  tell(out_of_order_, "a step back in time", "no row before the one before it in its core");
  tell(odd_, "an odd time", "no row after the one behind it in its core");
  tell(strays_, "a runnable that does not fit", "one of the process that runs, ended in the order of nesting");
  tell(too_many_, "a name too many", fmt::format("at most {} cores and {} names", most_cores, btf::names::most));
  tell(unplaced_, "a mark of a task on no known core, or behind that core's time",
       "activate and release after the task's first start");
}

void btf_source::tell(const tally& of, std::string_view what, std::string_view expected) {
  if (of.count == 0) return;
  const std::string more = of.count == 1 ? "" : fmt::format(" ({} such lines, this is the first)", of.count);
  const std::string first = of.first.empty() ? "" : ": " + of.first;
  problems_.push_back({of.offset, fmt::format("{}{}{}", what, first, more), std::string(expected), of.line});
}

void btf_source::count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) {
  constexpr std::uint64_t most = ~std::uint64_t{0};
  part_ = {first_ticks_ + from_ticks, to_ticks > most - first_ticks_ ? most : first_ticks_ + to_ticks};
  for (const auto& on : cores_) on->state.count_part(part_->first, part_->second);
}

std::vector<source_completeness> btf_source::completeness() const {
  std::vector<source_completeness> all;
  for (const auto& on : cores_) all.push_back(on->state.counts());
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.core < b.core; });
  return all;
}

}  // namespace rtm::host
