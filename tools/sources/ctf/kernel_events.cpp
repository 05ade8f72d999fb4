// SPDX-License-Identifier: MIT
#include "sources/ctf/kernel_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sources/ctf/cpu_states.hpp"
#include "text/text.hpp"

namespace rtm::host::ctf {
namespace {

using kernel::frame_kind;
using kernel::meaning;

/// The meanings of the kernel's events, and of two that LTTng makes of tables of the kernel when it begins.
enum action : std::uint16_t {
  switched = 1,
  irq_entered,
  irq_exited,
  softirq_entered,
  softirq_exited,
  vector_entered,
  vector_exited,
  forked,
  exited,
  process_state,
  interrupt_state,
};

struct kernel_event {
  meaning means;
  action does;
  std::array<std::string_view, 2> numbers;  ///< Fields that it must have. Empty: none.
  std::array<std::string_view, 2> texts;
};

constexpr std::array kernel_events_known = {
    kernel_event{meaning::switched, switched, {"prev_tid", "next_tid"}, {"prev_comm", "next_comm"}},
    kernel_event{meaning::irq_entered, irq_entered, {"irq", ""}, {"name", ""}},
    kernel_event{meaning::irq_exited, irq_exited, {"irq", ""}, {}},
    kernel_event{meaning::softirq_entered, softirq_entered, {"vec", ""}, {}},
    kernel_event{meaning::softirq_exited, softirq_exited, {"vec", ""}, {}},
    kernel_event{meaning::vector_entered, vector_entered, {}, {}},
    kernel_event{meaning::vector_exited, vector_exited, {}, {}},
    kernel_event{meaning::forked, forked, {"child_tid", ""}, {"child_comm", ""}},
    kernel_event{meaning::exited, exited, {"tid", ""}, {}},
};
constexpr kernel_event process_table{meaning::nothing, process_state, {"tid", ""}, {"name", ""}};
constexpr kernel_event interrupt_table{meaning::nothing, interrupt_state, {"irq", ""}, {"action", ""}};

/// LTTng puts the system before the names of some events, so that they are its own.
constexpr std::string_view vector_prefix = "x86_irq_vectors_";

std::string_view name_in_kernel(std::string_view name) {
  return name.starts_with(vector_prefix) ? name.substr(vector_prefix.size()) : name;
}

const kernel_event* find_event(std::string_view name) {
  if (name == "lttng_statedump_process_state") return &process_table;
  if (name == "lttng_statedump_interrupt") return &interrupt_table;
  const meaning means = kernel::meaning_of(name.starts_with(vector_prefix) ? "irq_vectors" : "", name_in_kernel(name));
  const auto found = std::find_if(kernel_events_known.begin(), kernel_events_known.end(),
                                  [means](const kernel_event& known) { return known.means == means; });
  return found == kernel_events_known.end() ? nullptr : &*found;
}

/// "local_timer_entry": local_timer.
std::string_view vector_of(std::string_view name) { return name.substr(0, name.rfind('_')); }

std::string_view up_to_nul(std::string_view text) { return text.substr(0, text.find('\0')); }

}  // namespace

bool kernel_events::knows(const event_class& event) { return find_event(event.name) != nullptr; }

wish kernel_events::wish_of(const event_class& event, const stream_class& of) {
  const kernel_event* const known = find_event(event.name);
  if (known == nullptr) return {};
  wish out;
  for (const auto& [names, to] : {std::pair{known->numbers, &out.numbers}, std::pair{known->texts, &out.texts}}) {
    for (const std::string_view name : names) {
      if (name.empty()) continue;
      to->push_back(name);
      if (has_field(event, of, name)) continue;
      const bool is_table = known->means == meaning::nothing;
      if (!is_table) incomplete_.push_back(fmt::format("{} without a field {}", printable(event.name), name));
      return {};
    }
  }
  out.action = known->does;
  switch (known->means) {
    case meaning::irq_entered: declared_.irq_handler = true; break;
    case meaning::softirq_entered: declared_.softirq = true; break;
    case meaning::switched: declared_.switches = true; break;
    case meaning::vector_entered:
    case meaning::vector_exited:
      declared_.vectors = true;
      out.detail = interrupts_.id_of_vector(vector_of(name_in_kernel(event.name)));
      break;
    default: break;
  }
  has_meaning_ = has_meaning_ || known->means == meaning::switched;
  return out;
}

kernel::cpu_state* kernel_events::core_of(std::uint32_t cpu) {
  if (latest_ != nullptr && latest_cpu_ == cpu) [[likely]]
    return latest_;
  const auto found = by_cpu_.find(cpu);
  if (found == by_cpu_.end() && (cpu >= kernel::most_cpus || cores_.size() == most_cores)) return nullptr;
  if (found == by_cpu_.end()) {
    kernel::cpu_state& added = cores_.emplace_back(cpu, to_.facts);
    if (counted_) added.count_part(counted_->first, counted_->second);
    added.begin(first_ticks_);
    by_cpu_.emplace(cpu, &cores_.back());
  }
  latest_cpu_ = cpu;
  return latest_ = found == by_cpu_.end() ? &cores_.back() : found->second;
}

void kernel_events::count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) {
  counted_ = {from_ticks, to_ticks};
  for (kernel::cpu_state& cpu : cores_) cpu.count_part(from_ticks, to_ticks);
}

void kernel_events::hear(const record& what) {
  if (!has_told_) tell_of_missing_fields();
  kernel::cpu_state* const cpu = core_of(what.cpu);
  if (cpu == nullptr) {
    if (std::exchange(has_too_many_, true)) return;
    if (what.cpu < kernel::most_cpus) return tell_too_many_cores(what, what.cpu);
    return to_.problem(what, fmt::format("an event of CPU {}", what.cpu),
                       fmt::format("CPUs below {}", kernel::most_cpus));
  }
  kernel::event event;
  event.time_ns = what.ticks;
  event.offset = what.offset;
  if (what.is_loss) {
    event.time_ns = what.until_ticks;
    cpu->lost(what.lost, event);
    return;
  }
  if (!cpu->is_expected(event)) {
    const bool fits = cpu->weigh(event);
    tell_misfit(*cpu, to_);
    if (!fits) return;
  }
  if (what.in_doubt || what.action == 0) return cpu->seen(event);
  mean(*cpu, event, what);
}

void kernel_events::mean(kernel::cpu_state& cpu, const kernel::event& event, const record& what) {
  const auto number = [&](unsigned i) { return what.numbers[i]; };
  const auto pid = [&](unsigned i) { return static_cast<std::uint32_t>(what.numbers[i]); };
  switch (static_cast<action>(what.action)) {
    case switched:
      name_task(number(0), what.texts[0], what.ticks);
      name_task(number(1), what.texts[1], what.ticks);
      return cpu.switched(event, tasks_.id_of(pid(0)), tasks_.id_of(pid(1)));
    case irq_entered:
      name_interrupt(what);
      return cpu.entered(event, frame_kind::hard_irq, kernel::id_of_irq(number(0)));
    case irq_exited: return cpu.exited(event, frame_kind::hard_irq, kernel::id_of_irq(number(0)));
    case softirq_entered:
      interrupts_.softirq_seen(number(0));
      return cpu.entered(event, frame_kind::soft_irq, number(0));
    case softirq_exited: return cpu.exited(event, frame_kind::soft_irq, number(0));
    case vector_entered: return cpu.entered(event, frame_kind::hard_irq, what.detail);
    case vector_exited: return cpu.exited(event, frame_kind::hard_irq, what.detail);
    case forked:
      cpu.seen(event);
      tasks_.forked(pid(0));
      if (part_) part_->forked(pid(0), what.ticks);
      latest_names_[number(0) % latest_names_.size()].name.clear();
      return name_task(number(0), what.texts[0], what.ticks);
    case exited:
      cpu.seen(event);
      if (part_) part_->exited(pid(0), what.ticks);
      return tasks_.exited(pid(0));
    case process_state:
      cpu.seen(event);
      if (part_) part_->named_beside(pid(0), what.ticks);
      return tasks_.named_beside(pid(0), up_to_nul(what.texts[0]));
    case interrupt_state: cpu.seen(event); return name_interrupt(what);
  }
}

/// Tasks are named at every switch, nearly always as before.
void kernel_events::name_task(std::uint64_t tid, std::string_view name, std::uint64_t ticks) {
  latest_name& latest = latest_names_[tid % latest_names_.size()];
  if (latest.tid == tid && latest.name == name) [[likely]] {
    latest.ticks = ticks;
    return;
  }
  if (part_ && !up_to_nul(latest.name).empty()) part_->named(static_cast<std::uint32_t>(latest.tid), latest.ticks);
  latest = {tid, std::string(name), ticks};
  tasks_.named(static_cast<std::uint32_t>(tid), up_to_nul(name));
}

void kernel_events::name_interrupt(const record& what) {
  const std::string_view handler = up_to_nul(what.texts[0]);
  const source_id id = kernel::id_of_irq(what.numbers[0]);
  const bool is_new = interrupts_.named(id, handler);
  if (part_ && is_new) part_->handler_seen(id, handler, what.ticks);
}

void kernel_events::tell_of_missing_fields() {
  has_told_ = true;
  const record nowhere_special;
  for (const std::string& found : incomplete_)
    to_.problem(nowhere_special, "the event " + found, "the fields of LTTng's kernel tracer");
  if (!has_meaning_)
    to_.problem(nowhere_special, "no event that tells who runs",
                "sched_switch, thread_switched_in, func_entry or rtm_epoch_begin");
}

std::vector<stamped_piece> kernel_events::pieces() const {
  std::vector<stamped_piece> all;
  for (const kernel::cpu_state& cpu : cores_) add_pieces(all, cpu);
  return all;
}

/// Whoever has divided the trace has looked where all its CPUs end.
void kernel_events::end(std::uint64_t last_ticks) {
  const std::uint64_t end_ticks = part_ ? last_ticks : end_of_cpus(first_ticks_, pieces());
  for (kernel::cpu_state& cpu : cores_) {
    cpu.end(end_ticks);
    tell_misfit(cpu, to_);
  }
}

void kernel_events::add_names(source_info& info) const {
  info.lists_named_ids = false;  // a statedump names all there are
  tasks_.add_names(info);
  interrupts_.add_names(info);
}

std::vector<source_completeness> kernel_events::completeness() const {
  std::vector<source_completeness> all;
  for (const kernel::cpu_state& cpu : cores_) {
    all.push_back(cpu.counts());
    // The metadata declare what was switched on, so what they do not declare was not recorded.
    all.back().missing = kernel::missing_classes(all.back(), declared_, {true, true});
  }
  return all;
}

/// What is said of missing fields is said once of a trace, so not of a part.
std::unique_ptr<interpreter> kernel_events::for_part(told_to to) const {
  if (!incomplete_.empty() || !has_meaning_) return nullptr;
  auto part = std::make_unique<kernel_events>(std::move(to));
  part->interrupts_ = interrupts_;
  part->declared_ = declared_;
  part->has_meaning_ = true;
  part->part_ = std::make_unique<part_of_names>();
  part->part_->declared = interrupts_;
  return part;
}

/// An odd stamp at an end shows only beside the other CPUs, and is told in the order of the whole.
bool kernel_events::ends_at(std::uint64_t last_ticks, std::vector<stamped_piece> of_all) const {
  return end_of_cpus(first_ticks_, std::move(of_all)) == last_ticks;
}

bool kernel_events::add_names_of(const std::vector<std::shared_ptr<const interpreter>>& parts,
                                 source_info& info) const {
  joint_names joint(part_->declared);
  for (const auto& one : parts) {
    const auto& part = static_cast<const kernel_events&>(*one);
    part_of_names& times = *part.part_;
    for (const latest_name& latest : part.latest_names_)
      if (!up_to_nul(latest.name).empty()) times.named(static_cast<std::uint32_t>(latest.tid), latest.ticks);
    joint.add(times, part.tasks_, part.interrupts_);
  }
  info.lists_named_ids = false;
  return joint.add_to(info);
}

}  // namespace rtm::host::ctf
