// SPDX-License-Identifier: MIT
#include "sources/ctf/zephyr_events.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "sources/ctf/cpu_states.hpp"
#include "text/text.hpp"

namespace rtm::host::ctf {
namespace {

using kernel::frame_kind;

enum action : std::uint16_t { other = 1, switched_in, switched_out, named, isr_entered, isr_exited, idle };

struct zephyr_event {
  std::string_view name;
  action does;
};
constexpr std::array events_known = {
    zephyr_event{"thread_switched_in", switched_in},
    zephyr_event{"thread_switched_out", switched_out},
    zephyr_event{"thread_create", named},
    zephyr_event{"thread_info", named},
    zephyr_event{"thread_name_set", named},
    zephyr_event{"isr_enter", isr_entered},
    zephyr_event{"isr_exit", isr_exited},
    zephyr_event{"isr_exit_to_scheduler", isr_exited},
    zephyr_event{"idle", idle},
};

constexpr source_id only_isr = 0;

/// Of a record: bits of `detail`.
constexpr std::uint64_t has_core = 1;
constexpr std::uint64_t has_name = 2;

bool is_of_thread(action does) { return does == switched_in || does == switched_out || does == named; }

/// "idle", and with several cores "idle 00".
bool is_idle_name(std::string_view name) {
  constexpr std::string_view idle_name = "idle";
  if (!name.starts_with(idle_name)) return false;
  name.remove_prefix(idle_name.size());
  return name.empty() ||
         (name.size() > 1 && name.front() == ' ' && name.find_first_not_of("0123456789", 1) == name.npos);
}

}  // namespace

wish zephyr_events::wish_of(const event_class& event, const stream_class& of) {
  const auto known = std::find_if(events_known.begin(), events_known.end(),
                                  [&](const zephyr_event& e) { return e.name == event.name; });
  wish out;
  out.action = known == events_known.end() ? other : known->does;
  for (const std::string_view name : {"core_id", "cpu_id"}) {
    if (out.detail != 0 || !has_field(event, of, name)) continue;
    out.numbers.push_back(name);
    out.detail = has_core;
    events_name_cores_ = true;
  }
  if (!is_of_thread(static_cast<action>(out.action))) return out;
  if (!has_field(event, of, "thread_id")) {
    out.action = other;
    return out;
  }
  out.numbers.push_back("thread_id");
  if (has_field(event, of, "name")) {
    out.texts.push_back("name");
    out.detail |= has_name;
  }
  return out;
}

void zephyr_events::meet(std::uint32_t cpu) {
  if (!events_name_cores_) (void)core_of(cpu);
}

zephyr_events::core* zephyr_events::core_of(std::uint32_t number) {
  const auto found = cores_.find(number);
  if (found != cores_.end()) return &found->second;
  if (cores_.size() == most_cores) return nullptr;
  core& added = cores_.try_emplace(number, number, to_.facts).first->second;
  if (counted_) added.state.count_part(counted_->first, counted_->second);
  added.state.begin(first_ticks_);
  return &added;
}

void zephyr_events::hear(const record& what) {
  if (what.is_loss) return lose(what);
  const std::uint32_t number = (what.detail & has_core) != 0 ? static_cast<std::uint32_t>(what.numbers[0]) : what.cpu;
  core* const at = core_of(number);
  if (at == nullptr) {
    if (!std::exchange(has_too_many_, true)) tell_too_many_cores(what, number);
    return;
  }
  kernel::event event;
  event.time_ns = what.ticks;
  event.offset = what.offset;
  const bool fits = at->state.is_in_order(event);
  tell_misfit(at->state, to_);
  if (!fits) return;
  if (what.in_doubt) return at->state.seen(event);
  mean(*at, event, what);
}

/// If events name their cores, a packet has those of all.
void zephyr_events::lose(const record& what) {
  kernel::event next;
  next.time_ns = what.until_ticks;
  next.offset = what.offset;
  std::uint64_t count = what.lost;
  for (auto& [number, at] : cores_) {
    if (!events_name_cores_ && number != what.cpu) continue;
    at.state.lost(std::exchange(count, 0), next);
    at.has_thread = false;
  }
}

void zephyr_events::mean(core& at, const kernel::event& event, const record& what) {
  kernel::cpu_state& cpu = at.state;
  const std::uint64_t thread = what.numbers[what.detail & has_core];
  if ((what.detail & has_name) != 0) name_thread(thread, what.texts[0].substr(0, what.texts[0].find('\0')));
  switch (static_cast<action>(what.action)) {
    case switched_in:
      at.thread = thread;
      at.has_thread = true;
      return cpu.switched(event, kernel::no_evidence, owner_of(thread));
    case switched_out: at.has_thread = false; return cpu.switched(event, owner_of(thread), kernel_owner);
    case isr_entered: has_isr_ = true; return cpu.entered(event, frame_kind::hard_irq, only_isr);
    case isr_exited: return cpu.exited(event, frame_kind::hard_irq, only_isr);
    case idle:
      if (at.has_thread) idle_threads_.insert(at.thread);
      return cpu.switched(event, kernel::no_evidence, idle_owner);
    case named:
    case other: return cpu.seen(event);
  }
}

void zephyr_events::name_thread(std::uint64_t thread, std::string_view name) {
  if (name.empty() || name == "unknown") return;  // Zephyr says so of a thread without a name.
  if (is_idle_name(name)) idle_threads_.insert(thread);
  std::string& known = names_[thread];
  if (known != name) known = printable(name);
}

void zephyr_events::end(std::uint64_t /*last_ticks*/) {
  std::vector<stamped_piece> pieces;
  for (const auto& [number, at] : cores_) add_pieces(pieces, at.state);
  const std::uint64_t end_ticks = end_of_cpus(first_ticks_, std::move(pieces));
  for (auto& [number, at] : cores_) {
    at.state.end(end_ticks);
    tell_misfit(at.state, to_);
  }
}

void zephyr_events::count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) {
  counted_ = {from_ticks, to_ticks};
  for (auto& [number, at] : cores_) at.state.count_part(from_ticks, to_ticks);
}

void zephyr_events::add_names(source_info& info) const {
  for (const auto& [thread, name] : names_)
    if (!idle_threads_.contains(thread)) info.tasks[thread] = name;
  if (has_isr_) info.isrs[only_isr] = "any interrupt";
}

std::vector<source_completeness> zephyr_events::completeness() const {
  std::vector<source_completeness> all;
  for (const auto& [number, at] : cores_) all.push_back(at.state.counts());
  return all;
}

}  // namespace rtm::host::ctf
