// SPDX-License-Identifier: MIT
#include "sources/ctf/export_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "text/text.hpp"

namespace rtm::host::ctf {
namespace {

enum action : std::uint16_t {
  switched = 1,
  isr_entered,
  isr_exited,
  swi_entered,
  swi_exited,
  thread_told,
  point_began,
  point_ended,
  task_marked,
  cut,
  epoch_began,
  epoch_ended,
  faulted,
};

struct export_event {
  std::string_view name;
  action does;
  std::array<std::string_view, 3> numbers;
  std::string_view text;
};
constexpr std::array events_known = {
    export_event{"sched_switch", switched, {"next_tid"}, {}},
    export_event{"irq_handler_entry", isr_entered, {"irq"}, "name"},
    export_event{"irq_handler_exit", isr_exited, {"irq"}, {}},
    export_event{"irq_softirq_entry", swi_entered, {"vec"}, "name"},
    export_event{"irq_softirq_exit", swi_exited, {"vec"}, {}},
    export_event{"rtm_thread", thread_told, {"tid", "kind", "task"}, "name"},
    export_event{"rtm_point_begin", point_began, {"point"}, "name"},
    export_event{"rtm_point_end", point_ended, {"point"}, {}},
    export_event{"rtm_task_mark", task_marked, {"tid", "mark"}, {}},
    export_event{"rtm_cut", cut, {}, {}},
    export_event{"rtm_epoch_begin", epoch_began, {"epoch", "ledger_ticks"}, {}},
    export_event{"rtm_epoch_end", epoch_ended, {}, {}},
    export_event{"rtm_fault", faulted, {}, "text"},
};

/// Of rtm_thread's kind: task, idle, kernel, unknown.
source_id owner_of(std::uint64_t kind, std::uint64_t task) {
  switch (kind) {
    case 0: return task;
    case 1: return idle_owner;
    case 2: return kernel_owner;
    default: return unknown_owner;
  }
}

constexpr std::uint64_t marks = 4;

}  // namespace

wish export_events::wish_of(const event_class& event, const stream_class& of) {
  const auto known = std::find_if(events_known.begin(), events_known.end(),
                                  [&](const export_event& e) { return e.name == event.name; });
  if (known == events_known.end()) return {};
  wish out;
  out.action = known->does;
  const auto want = [&](std::string_view name, std::vector<std::string_view>& to) {
    if (name.empty()) return;
    to.push_back(name);
    if (!has_field(event, of, name)) out.action = 0;
  };
  for (const std::string_view number : known->numbers) want(number, out.numbers);
  want(known->text, out.texts);
  return out.action == 0 ? wish() : out;
}

export_events::core* export_events::core_of(const record& what) {
  const auto found = cores_.find(what.cpu);
  if (found != cores_.end()) return &found->second;
  if (cores_.size() < most_cores) return &cores_[what.cpu];
  if (!std::exchange(has_too_many_, true)) tell_too_many_cores(what, what.cpu);
  return nullptr;
}

void export_events::hear(const record& what) {
  core* const at = core_of(what);
  if (at == nullptr) return;
  if (what.is_loss) return lose(*at, what);
  if (what.ticks < at->latest_ticks) {
    if (!std::exchange(at->is_out_of_order, true)) tell_disorder(what, what.cpu, at->latest_ticks);
    return;
  }
  at->latest_ticks = what.ticks;
  mean(*at, what);
}

void export_events::mean(core& at, const record& what) {
  const auto number = [&](unsigned i) { return what.numbers[i]; };
  const auto does = static_cast<action>(what.action);
  if (does != epoch_ended && does != faulted && what.action != 0) release(at, what.cpu);
  const bool is_cut = at.is_cut;
  at.is_cut = does == cut;
  switch (does) {
    case switched: return switch_owner(at, what);
    case isr_entered:
      name(fact_kind::isr_enter, number(0), what.texts[0], what.ticks);
      return tell(at, what, fact_kind::isr_enter, number(0));
    case isr_exited: return is_cut ? void() : tell(at, what, fact_kind::isr_exit, number(0));
    case swi_entered:
      name(fact_kind::swi_enter, number(0), what.texts[0], what.ticks);
      return tell(at, what, fact_kind::swi_enter, number(0));
    case swi_exited: return is_cut ? void() : tell(at, what, fact_kind::swi_exit, number(0));
    case thread_told: return learn_thread(at, what);
    case point_began:
      name(fact_kind::point_begin, number(0), what.texts[0], what.ticks);
      return tell(at, what, fact_kind::point_begin, number(0));
    case point_ended: return is_cut ? void() : tell(at, what, fact_kind::point_end, number(0));
    case task_marked:
      if (const auto known = at.threads.find(number(0)); known != at.threads.end() && number(1) < marks)
        tell(at, what, static_cast<fact_kind>(static_cast<std::uint64_t>(fact_kind::task_activate) + number(1)),
             known->second);
      return;
    case cut: return;
    case epoch_began: return begin_epoch(at, what);
    case epoch_ended: return end_epoch(at, what);
    case faulted:
      return to_.problem(what, fmt::format("core {}: a fault, {}", what.cpu, printable(what.texts[0])),
                         "an epoch without a fault");
  }
}

void export_events::learn_thread(core& at, const record& what) {
  const source_id owner = owner_of(what.numbers[1], what.numbers[2]);
  at.threads[what.numbers[0]] = owner;
  if (owner < idle_owner) name(fact_kind::task_switch, owner, what.texts[0], what.ticks);
}

void export_events::begin_epoch(core& at, const record& what) {
  at.origin = what.numbers[1] - what.ticks;
  at.start_ticks = what.numbers[1];
  at.is_first_owner = true;
  if (at.has_started) ++at.epoch;
}

void export_events::switch_owner(core& at, const record& what) {
  const auto known = at.threads.find(what.numbers[0]);
  const source_id owner = known == at.threads.end() ? unknown_owner : known->second;
  if (!std::exchange(at.is_first_owner, false)) {
    at.held = {what.ticks + at.origin, owner};
    return;
  }
  const bool after_break = at.has_started && at.ended_ticks != what.ticks;
  to_.facts.push(source_fact{fact_kind::reset, what.cpu, what.ticks + at.origin, owner, after_break, false});
  at.has_started = at.has_epoch = true;
}

void export_events::release(core& at, std::uint32_t number) {
  if (at.held && at.has_epoch)
    to_.facts.push(source_fact{fact_kind::task_switch, number, at.held->first, at.held->second, false, false});
  at.held.reset();
}

/// The export ends an epoch with a switch at its last tick, if it knew who ran. An earlier one is a fact.
void export_events::end_epoch(core& at, const record& what) {
  if (at.held && at.held->first == what.ticks + at.origin) at.held.reset();
  release(at, what.cpu);
  tell(at, what, fact_kind::poll, 0);
  at.ended_ticks = what.ticks;
  at.has_epoch = false;
}

void export_events::lose(core& at, const record& what) {
  if (!at.has_epoch) return;
  source_loss loss;
  loss.core = what.cpu;
  loss.offset = what.offset;
  loss.lost = what.lost;
  loss.from = {at.epoch, at.latest_ticks + at.origin - at.start_ticks};
  loss.end = epoch_instant{at.epoch, std::max(what.until_ticks, at.latest_ticks) + 1 + at.origin - at.start_ticks};
  to_.facts.push(loss);
}

/// What comes outside of an epoch cannot be told.
void export_events::tell(core& at, const record& what, fact_kind kind, source_id id) {
  if (at.has_epoch) to_.facts.push(source_fact{kind, what.cpu, what.ticks + at.origin, id, false, false});
}

/// "isr 3" is what an export calls an interrupt without a name.
void export_events::name(fact_kind of, source_id id, std::string_view text, std::uint64_t ticks) {
  const std::string_view kind = of == fact_kind::task_switch ? "task"
                                : of == fact_kind::isr_enter ? "isr"
                                : of == fact_kind::swi_enter ? "swi"
                                                             : "point";
  if (text.empty() || text == fmt::format("{} {}", kind, id)) return;
  if (names_.names_of(of).try_emplace(id, printable(text)).second) named_at_ticks_.try_emplace({of, id}, ticks);
}

bool export_events::add_names_of(const std::vector<std::shared_ptr<const interpreter>>& parts,
                                 source_info& info) const {
  struct told {
    std::string name;
    std::uint64_t ticks = 0;
  };
  std::map<std::pair<fact_kind, source_id>, told> first;
  for (const auto& one : parts) {
    auto part = static_cast<const export_events&>(*one).names_;
    for (const auto& [what, ticks] : static_cast<const export_events&>(*one).named_at_ticks_) {
      told its{part.names_of(what.first).at(what.second), ticks};
      const auto [at, is_new] = first.try_emplace(what, its);
      if (is_new) continue;
      if (at->second.ticks == ticks && at->second.name != its.name) return false;
      if (ticks < at->second.ticks) at->second = std::move(its);
    }
  }
  for (auto& [what, its] : first) info.names_of(what.first)[what.second] = std::move(its.name);
  return true;
}

void export_events::end(std::uint64_t /*last_ticks*/) {
  for (auto& [number, at] : cores_) release(at, number);
}

void export_events::add_names(source_info& info) const {
  info.tasks = names_.tasks;
  info.isrs = names_.isrs;
  info.swis = names_.swis;
  info.points = names_.points;
}

}  // namespace rtm::host::ctf
