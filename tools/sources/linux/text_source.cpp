// SPDX-License-Identifier: MIT
#include "sources/linux/text_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sources/linux/text_fields.hpp"
#include "text/text.hpp"

namespace rtm::host::kernel {
namespace {

constexpr std::size_t lines_a_step = 4096;

std::string seconds(std::uint64_t ns, std::size_t digits) {
  const std::uint64_t fraction = ns % 1'000'000'000;
  return digits == 6 ? fmt::format("{}.{:06}", ns / 1'000'000'000, fraction / 1000)
                     : fmt::format("{}.{:09}", ns / 1'000'000'000, fraction);
}

std::string shown(std::string_view line) {
  return quoted(line.substr(std::min(line.find_first_not_of(' '), line.size())));
}

}  // namespace

text_source::text_source(input in, std::string_view expected) : lines_(std::move(in)), expected_(expected) {
  info_.lists_named_ids = false;
}

std::size_t text_source::read(std::span<source_fact> out) {
  if (!has_begun_) find_first_event();
  std::size_t n = ready_.take(out);
  while (n == 0 && decode_more()) n = ready_.take(out);
  return n != 0 ? n : ready_.take(out);
}

/// Of what comes as it happens the first event is the first one.
void text_source::find_first_event() {
  has_begun_ = true;
  const bool is_live = lines_.reader().is_live();
  complaint strange;
  bool has_event = false;
  std::vector<life> lives;
  std::string_view line;
  while (lines_.can_hold() && !(is_live && has_event) && lines_.next(line)) {
    line_ = {};
    parse(line, line_);
    at_ = {lines_.offset(), lines_.line_number()};
    if (line_.is == text_line::kind::event && line_.event.cpu < cpu_limit_) {
      first_ns_ = std::min(first_ns_, line_.event.time_ns);
      has_event = true;
      learn(line_.event, lives);
    } else if (line_.is == text_line::kind::other) {
      if (strange.times++ == 0) note(strange, shown(line), line_.expected);
    }
  }
  if (!has_event) refuse_without_events(strange);
  std::stable_sort(lives.begin(), lives.end(), [](const life& a, const life& b) { return a.time_ns < b.time_ns; });
  for (const life& each : lives)
    if (each.means == meaning::forked) lives_.expect_forks();
  for (const life& each : lives) add(each);
  lines_.rewind();
}

/// What has to be known before any line is told, wherever it stands.
void text_source::learn(const text_event& e, std::vector<life>& lives) {
  switch (const meaning means = names_.of(e.name, interrupts_).means; means) {
    case meaning::switched: {
      has_switch_ = true;
      const auto found = fields_of_switch(e.fields);
      if (found && found->is_last_of_previous) lives.push_back({means, found->previous.pid, e.time_ns});
      break;
    }
    case meaning::forked:
      if (const auto child = child_of_fork(e.fields)) lives.push_back({means, child->pid, e.time_ns});
      break;
    case meaning::exited:
      if (const auto task = task_of_exit(e.fields)) lives.push_back({means, task->pid, e.time_ns});
      break;
    default: break;
  }
}

void text_source::refuse_without_events(const complaint& strange) {
  source_problem is{0, "no event", std::string(expected_), lines_.line_number()};
  if (strange.times != 0) is = {0, strange.found, strange.expected, strange.at.line};
  if (lines_.cut()) is = *lines_.cut();
  throw source_error(fmt::format("{}:{}: found {}; expected {}", lines_.reader().name(),
                                 std::max<std::uint64_t>(is.line, 1), is.found, is.expected));
}

/// False: there is no more.
bool text_source::decode_more() {
  if (is_finished_) return false;
  std::string_view line;
  for (std::size_t i = lines_.reader().is_live() ? 1 : lines_a_step; i != 0; --i) {
    if (!lines_.next(line)) {
      finish();
      break;
    }
    decode(line);
  }
  return true;
}

void text_source::decode(std::string_view line) {
  at_ = {lines_.offset(), lines_.line_number()};
  line_.is = text_line::kind::other;
  line_.event.names_pid = false;
  parse(line, line_);
  switch (line_.is) {
    case text_line::kind::event: on_event(line_.event); break;
    case text_line::kind::loss: on_loss(line_); break;
    case text_line::kind::note: ++counts_.notes; break;
    case text_line::kind::continuation: ++counts_.continuations; break;
    case text_line::kind::other:
      ++counts_.others;
      if (others_.times++ == 0) note(others_, shown(line), line_.expected);
      break;
  }
}

text_source::cpu* text_source::cpu_of(std::uint64_t number) {
  if (number >= cpu_limit_) [[unlikely]] {
    if (strange_cpus_.times++ == 0)
      note(strange_cpus_, fmt::format("an event of CPU {}", number), fmt::format("CPUs below {}", cpu_limit_));
    return nullptr;
  }
  if (number >= cpus_.size()) cpus_.resize(number + 1);
  auto& of = cpus_[number];
  if (of == nullptr) [[unlikely]] {
    of = std::make_unique<cpu>(static_cast<std::uint32_t>(number), ready_);
    if (lines_.reader().is_live()) of->state.doubt_until(1);
    if (part_) of->state.count_part(part_->first, part_->second);
  }
  return of.get();
}

void text_source::on_loss(const text_line& line) {
  ++counts_.losses;
  cpu* const of = cpu_of(line.event.cpu);
  if (of == nullptr) return;
  if (!of->loss) of->loss = unsaid_loss{0, at_};
  constexpr std::uint64_t most_events = 1'000'000'000'000'000;  // More cannot be: nobody knows how many.
  of->loss->events += line.lost <= most_events ? line.lost : 0;
}

void text_source::on_event(const text_event& e) {
  ++counts_.events;
  cpu* const of = cpu_of(e.cpu);
  if (of == nullptr) return;
  if (!of->state.has_begun()) [[unlikely]]
    begin(*of, e.time_ns);
  const event now{e.time_ns, e.names_pid && has_switch_ ? lives_.id_of(e.pid, e.time_ns) : no_evidence, e.in,
                  at_.offset, at_.line};
  if (!of->state.is_expected(now)) [[unlikely]] {
    const bool fits = of->state.weigh(now);
    tell_misfit(*of);
    if (!fits) return;
  }
  if (of->loss) [[unlikely]]
    tell_loss(*of, now);
  stamp_digits_ = e.stamp_digits;
  if (e.names_pid && e.pid != of->pid) {
    used(of->pid, of->state.latest_ns());
    of->pid = e.pid;
    name_beside(e.pid, e.comm);
  }
  tell(*of, e, now);
}

/// At the beginning of the range, or, if that was found out too late, at its own.
void text_source::begin(cpu& of, std::uint64_t time_ns) {
  if (time_ns < first_ns_)
    problems_.push_back({at_.offset,
                         fmt::format("the first event of core {}, {} before that of the trace", of.state.core(),
                                     seconds(first_ns_ - time_ns, 9)),
                         fmt::format("the first event of all among the first {} lines", held_lines::most_lines),
                         at_.line});
  of.state.begin(std::min(time_ns, first_ns_));
}

void text_source::tell_misfit(cpu& of) {
  const auto found = of.state.take_misfit();
  if (!found) return;
  problems_.push_back(problem_of(*found, std::to_string(of.state.core()),
                                 [this](std::uint64_t ns) { return seconds(ns, stamp_digits_); }));
}

void text_source::tell_loss(cpu& of, event next) {
  next.offset = of.loss->at.offset;
  next.line = of.loss->at.line;
  of.state.lost(of.loss->events, next);
  of.loss.reset();
}

void text_source::tell(cpu& of, const text_event& e, const event& now) {
  const auto& [means, vector] = names_.of(e.name, interrupts_);
  switch (means) {
    case meaning::nothing: of.state.seen(now); break;
    case meaning::switched: tell_switch(of, e, now); break;
    case meaning::irq_entered: tell_irq(of, e, now, true); break;
    case meaning::irq_exited: tell_irq(of, e, now, false); break;
    case meaning::softirq_entered: tell_softirq(of, e, now, true); break;
    case meaning::softirq_exited: tell_softirq(of, e, now, false); break;
    case meaning::vector_entered:
      seen_.vectors = true;
      of.state.entered(now, frame_kind::hard_irq, vector);
      break;
    case meaning::vector_exited:
      seen_.vectors = true;
      of.state.exited(now, frame_kind::hard_irq, vector);
      break;
    case meaning::ipi_entered: tell_ipi(of, e, now, true); break;
    case meaning::ipi_exited: tell_ipi(of, e, now, false); break;
    case meaning::nmi_passed:
      if (const auto length_ns = length_ns_of_nmi(e.fields)) {
        of.state.passed(now, frame_kind::hard_irq, interrupts_.id_of_vector("nmi"), *length_ns);
        break;
      }
      unreadable(of, e, now);
      break;
    case meaning::forked:
    case meaning::exited:
    case meaning::renamed:
      of.state.seen(now);
      tell_life(e, means);
      break;
  }
}

void text_source::tell_switch(cpu& of, const text_event& e, const event& now) {
  has_switch_ = seen_.switches = true;
  const auto found = fields_of_switch(e.fields);
  if (!found) [[unlikely]] {
    of.state.switched(now, no_evidence, unknown_owner);
    complain(e);
    return;
  }
  const source_id previous = lives_.id_of(found->previous.pid, e.time_ns);
  if (found->is_last_of_previous) tell_life(life{meaning::switched, found->previous.pid, e.time_ns});
  const source_id next = lives_.id_of(found->next.pid, e.time_ns);
  name(previous, found->previous.comm);
  name(next, found->next.comm);
  used(found->next.pid, e.time_ns);
  of.state.switched(now, previous, next);
}

void text_source::tell_irq(cpu& of, const text_event& e, const event& now, bool is_entry) {
  seen_.irq_handler = true;
  const auto found = fields_of_irq(e.fields);
  if (!found) [[unlikely]]
    return unreadable(of, e, now);
  const source_id id = id_of_irq(found->irq);
  if (!is_entry) return of.state.exited(now, frame_kind::hard_irq, id);
  if (interrupts_.named(id, found->handler) && lines_.reader().is_live()) interrupts_.add_names(info_);
  of.state.entered(now, frame_kind::hard_irq, id);
}

void text_source::tell_softirq(cpu& of, const text_event& e, const event& now, bool is_entry) {
  seen_.softirq = true;
  const auto vector = vector_of_softirq(e.fields);
  if (!vector) [[unlikely]]
    return unreadable(of, e, now);
  if (!is_entry) return of.state.exited(now, frame_kind::soft_irq, *vector);
  interrupts_.softirq_seen(*vector);
  of.state.entered(now, frame_kind::soft_irq, *vector);
}

void text_source::tell_ipi(cpu& of, const text_event& e, const event& now, bool is_entry) {
  seen_.vectors = true;
  const auto reason = reason_of_ipi(e.fields);
  if (!reason) [[unlikely]]
    return unreadable(of, e, now);
  const source_id id = interrupts_.id_of_vector(*reason);
  is_entry ? of.state.entered(now, frame_kind::hard_irq, id) : of.state.exited(now, frame_kind::hard_irq, id);
}

void text_source::tell_life(const text_event& e, meaning means) {
  if (means == meaning::renamed) {
    const auto found = fields_of_rename(e.fields);
    if (!found || !(found->pid || e.names_pid)) return complain(e);
    return name(lives_.id_of(found->pid.value_or(e.pid), e.time_ns), found->comm);
  }
  const auto task = means == meaning::forked ? child_of_fork(e.fields) : task_of_exit(e.fields);
  if (!task) return complain(e);
  tell_life(life{means, task->pid, e.time_ns});
  name(lives_.id_of(task->pid, e.time_ns), task->comm);
}

/// Those of the lines that were held are known already.
void text_source::tell_life(const life& each) {
  if (lines_.is_held()) return;
  const auto begin_ns = add(each);
  if (begin_ns && is_used_after(each.pid, *begin_ns) && late_lives_.times++ == 0)
    note(late_lives_,
         fmt::format("that pid {} is used again from {} on, behind later lines of it", each.pid,
                     seconds(*begin_ns, stamp_digits_)),
         "lines of all CPUs in the order of time");
}

std::optional<std::uint64_t> text_source::add(const life& each) {
  switch (each.means) {
    case meaning::forked: return lives_.forked(each.pid, each.time_ns);
    case meaning::exited: return lives_.exited(each.pid, each.time_ns);
    default: return lives_.died(each.pid, each.time_ns);
  }
}

void text_source::used(std::uint32_t pid, std::uint64_t time_ns) {
  if (pid <= most_pid) used_until_.add(pid, time_ns);
}

/// Has an event been told that names it and is not before `time_ns`?
bool text_source::is_used_after(std::uint32_t pid, std::uint64_t time_ns) const {
  if (used_until_.latest_ns(pid) >= time_ns) return true;
  return std::any_of(cpus_.begin(), cpus_.end(), [&](const auto& of) {
    return of != nullptr && of->pid == pid && of->state.latest_ns() >= time_ns;
  });
}

/// An interrupt began or ended, and nobody knows which: from here on nothing is known.
void text_source::unreadable(cpu& of, const text_event& e, const event& now) {
  of.state.seen(now);
  of.state.lost(0, now);
  complain(e);
}

void text_source::complain(const text_event& e) {
  if (unreadables_.times++ == 0)
    note(unreadables_, fmt::format("{} with {}", printable(e.name), quoted(e.fields)),
         "its fields as the kernel prints them");
}

void text_source::name(source_id id, std::string_view comm) {
  known_name& known = known_names_[id % known_names_.size()];
  if (known.id == id && known.comm == comm) [[likely]]
    return;
  known.id = id;
  known.comm = comm;
  tasks_.named_as(id, comm);
  if (!lines_.reader().is_live()) return;
  // Who looks while it goes on wants them now.
  if (const auto told = tasks_.names().find(id); told != tasks_.names().end()) info_.tasks[id] = told->second;
}

/// A name from the column of the task that runs: recorders put something else there where they know none.
void text_source::name_beside(std::uint32_t pid, std::string_view comm) {
  if (known_names_[pid % known_names_.size()].id == pid) return;
  comm.remove_prefix(std::min(comm.find_first_not_of(' '), comm.size()));
  if (comm.empty() || comm.front() == '<' || comm.front() == ':') return;
  tasks_.named_beside(pid, comm);
}

void text_source::note(complaint& of, std::string found, std::string_view expected) const {
  of.at = at_;
  of.found = std::move(found);
  of.expected = expected;
}

/// CPUs of which only losses were told begin now.
std::uint64_t text_source::end_of_all() {
  std::vector<stamped_piece> pieces;
  for (const auto& of : cpus_) {
    if (of == nullptr) continue;
    if (!of->state.has_begun()) of->state.begin(first_ns_);
    const auto its = of->state.pieces();
    pieces.insert(pieces.end(), its.begin(), its.end());
  }
  return end_of_range(first_ns_, cpu_state::longest_pause_ns, std::move(pieces));
}

void text_source::finish() {
  is_finished_ = true;
  const std::uint64_t end_ns = end_of_all();
  for (const auto& of : cpus_) {
    if (of == nullptr) continue;
    event at_the_end;
    at_the_end.time_ns = end_ns;
    if (of->loss) tell_loss(*of, at_the_end);
    of->state.end(end_ns);
    tell_misfit(*of);
  }
  if (!seen_.switches)
    problems_.push_back({0, "no sched_switch in all of it, so nobody knows who ran", "events that tell who runs",
                         std::max<std::uint64_t>(at_.line, 1)});
  add_problem(others_, "lines");
  add_problem(unreadables_, "events");
  add_problem(strange_cpus_, "events");
  add_problem(late_lives_, "times");
  if (lines_.cut()) problems_.push_back(*lines_.cut());
  tasks_.add_names(info_);
  interrupts_.add_names(info_);
}

void text_source::add_problem(const complaint& of, std::string_view what) {
  if (of.times == 0) return;
  problems_.push_back({of.at.offset,
                       of.times == 1 ? of.found : fmt::format("{} {} such as {}", of.times, what, of.found),
                       of.expected, of.at.line});
}

std::vector<source_completeness> text_source::completeness() const {
  std::vector<source_completeness> all;
  for (const auto& of : cpus_) {
    if (of == nullptr) continue;
    source_completeness& each = all.emplace_back(of->state.counts());
    each.missing = missing_classes(each, seen_);
  }
  return all;
}

}  // namespace rtm::host::kernel
