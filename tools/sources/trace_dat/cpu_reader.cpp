// SPDX-License-Identifier: MIT
#include "sources/trace_dat/cpu_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sources/trace_dat/bytes.hpp"
#include "text/text.hpp"

namespace rtm::host::trace_dat {

using kernel::event;
using kernel::frame_kind;
using kernel::meaning;

namespace {

std::string seconds(std::uint64_t ns) { return fmt::format("{}.{:09}", ns / 1'000'000'000, ns % 1'000'000'000); }

}  // namespace

cpu_reader::cpu_reader(trace_file& file, std::size_t index, fact_queue& facts, std::vector<source_problem>& problems)
    : file_(&file),
      index_(index),
      cpu_(file.cpus()[index].cpu),
      pages_(file.pages_of(index, [&problems](source_problem what) { problems.push_back(std::move(what)); })),
      problems_(&problems),
      state_(cpu_, facts) {
  state_.begin(file.first_ns());
}

bool cpu_reader::read_page() {
  if (has_ended_) return false;
  cpu_pages::page page;
  if (!pages_.next(page)) {
    finish();
  } else if (file_->is_big()) {
    read_page<true>(page);
  } else {
    read_page<false>(page);
  }
  return true;
}

template <bool Big>
void cpu_reader::read_page(const cpu_pages::page& page) {
  place_ = page.place;
  if (page.is_after_gap) lose(0);
  page_header head;
  if (!read_page_header<Big>(page.bytes, file_->pages(), head)) {
    tell(place_, fmt::format("{} bytes of a page of CPU {}", page.bytes.size(), cpu_), "a whole page");
    return lose(0);
  }
  if (head.has_lost) lose(head.lost);
  std::uint64_t time_ns = head.time;
  const char* const bad =
      walk_events<Big>(head.events, time_ns,
                       [this](std::uint64_t time, const char* data, std::uint32_t n) { take<Big>(time, data, n); });
  const bool is_cut = head.events.size() < head.said_bytes;
  if (bad == nullptr && !is_cut) return;
  const auto at =
      static_cast<std::uint64_t>((bad != nullptr ? bad : page.bytes.data() + page.bytes.size()) - page.bytes.data());
  const std::uint64_t place = page.is_unpacked ? page.place : page.place + at;
  if (is_cut)
    tell(place, fmt::format("{} bytes of events in a page of CPU {}", head.events.size(), cpu_),
         fmt::format("{}", head.said_bytes));
  else
    tell(place, fmt::format("no event at byte {} of a page of CPU {}", at, cpu_), "an event or the end of the page");
  lose(0);
}

template <bool Big>
void cpu_reader::take(std::uint64_t time_ns, const char* data, std::uint32_t bytes) {
  const common_layout& common = file_->events().common();
  if (bytes < common.bytes) [[unlikely]] {
    if (++too_short_.count == 1) too_short_ = {1, place_, bytes};
    return;
  }
  const auto id = load<std::uint16_t, Big>(data + common.type);
  const auto pid = load<std::uint32_t, Big>(data + common.pid);
  const event_layout& is = file_->events().of(id);
  event e;
  e.time_ns = time_ns;
  e.owner = file_->tasks().id_of(pid, time_ns);
  e.in = kernel::context_of_flags(static_cast<unsigned char>(data[common.flags]));
  if (!state_.is_in_order(e)) [[unlikely]]
    return tell_back_in_time(e);
  if (has_lost_) [[unlikely]]
    tell_lost(e);
  if (pid != running_pid_) [[unlikely]] {
    running_pid_ = pid;
    result_.names.task_ran(e.owner);
  }
  if (bytes < is.least_bytes) [[unlikely]] {
    if (++too_short_.count == 1) too_short_ = {1, place_, bytes};
    return state_.seen(e);
  }
  const auto number = [&] { return load<std::uint32_t, Big>(data + is.number); };
  switch (is.means) {
    case meaning::switched: return take_switch<Big>(e, is, data);
    case meaning::irq_entered: return take_irq<Big>(e, is, data, bytes);
    case meaning::irq_exited: return state_.exited(e, frame_kind::hard_irq, number());
    case meaning::softirq_entered:
      result_.seen.softirq = true;
      result_.names.softirq(number());
      return state_.entered(e, frame_kind::soft_irq, number());
    case meaning::softirq_exited: return state_.exited(e, frame_kind::soft_irq, number());
    case meaning::vector_entered:
      result_.seen.vectors = true;
      result_.names.vector(is.id);
      return state_.entered(e, frame_kind::hard_irq, is.id);
    case meaning::vector_exited: return state_.exited(e, frame_kind::hard_irq, is.id);
    case meaning::ipi_entered:
    case meaning::ipi_exited: return take_ipi<Big>(e, is, data);
    case meaning::nmi_passed: break;
    case meaning::renamed:
      if (is.text != 0) result_.names.task(file_->tasks().id_of(number(), time_ns), data + is.text, time_ns);
      break;
    case meaning::nothing:
      if (!is.is_declared) [[unlikely]]
        if (++undeclared_.count == 1) undeclared_ = {1, place_, id};
      break;
    case meaning::forked:
    case meaning::exited: break;
  }
  state_.seen(e);
}

template <bool Big>
void cpu_reader::take_switch(const event& e, const event_layout& is, const char* data) {
  const auto previous_pid = load<std::uint32_t, Big>(data + is.number);
  const auto next_pid = load<std::uint32_t, Big>(data + is.other);
  const source_id previous = file_->tasks().id_of(previous_pid, e.time_ns);
  const source_id next = file_->tasks().id_of(next_pid, e.time_ns);
  if (is.text != 0) result_.names.task(previous, data + is.text, e.time_ns);
  if (is.other_text != 0) result_.names.task(next, data + is.other_text, e.time_ns);
  running_pid_ = next_pid;
  state_.switched(e, previous, next);
}

template <bool Big>
void cpu_reader::take_irq(const event& e, const event_layout& is, const char* data, std::uint32_t bytes) {
  const source_id irq = load<std::uint32_t, Big>(data + is.number);
  result_.seen.irq_handler = true;
  std::string_view name;
  if (is.text != 0) {
    // Where in the event the text is: offset and length, 16 bits each.
    const auto where = load<std::uint32_t, Big>(data + is.text);
    const std::uint32_t offset = where & 0xFFFFU, length = where >> 16;
    if (offset + length <= bytes) name = std::string_view(data + offset, ::strnlen(data + offset, length));
  }
  result_.names.irq(irq, name);
  state_.entered(e, frame_kind::hard_irq, irq);
}

template <bool Big>
void cpu_reader::take_ipi(const event& e, const event_layout& is, const char* data) {
  const std::uint64_t address = is.text_bytes == 8 ? load<std::uint64_t, Big>(data + is.wide)
                                                   : std::uint64_t{load<std::uint32_t, Big>(data + is.wide)};
  const source_id id = file_->events().ipi_at(address);
  if (is.means == meaning::ipi_exited) return state_.exited(e, frame_kind::hard_irq, id);
  result_.seen.vectors = true;
  result_.names.vector(id);
  state_.entered(e, frame_kind::hard_irq, id);
}

/// Before the event that comes next. 0: nobody knows how many.
void cpu_reader::lose(std::uint64_t count) {
  has_lost_ = true;
  lost_ += count;
}

void cpu_reader::tell_lost(const event& next) {
  event placed = next;
  placed.offset = place_;
  state_.lost(std::exchange(lost_, 0), placed);
  has_lost_ = false;
}

void cpu_reader::tell_back_in_time(const event& e) {
  if (state_.counts().ignored != 1) return;
  tell(place_, fmt::format("core {} at {} after {}", cpu_, seconds(e.time_ns), seconds(state_.latest_ns())),
       "no event before the one before it in its core");
}

void cpu_reader::tell(std::uint64_t place, std::string found, std::string expected) {
  problems_->push_back({place, std::move(found), std::move(expected)});
}

void cpu_reader::finish() {
  has_ended_ = true;
  const std::uint64_t end_ns = std::max(file_->last_ns(), state_.latest_ns());
  if (pages_.is_cut()) lose(0);
  if (has_lost_) {
    event at_end;
    at_end.time_ns = end_ns;
    tell_lost(at_end);
  }
  state_.end(end_ns);
  if (undeclared_.count != 0)
    tell(undeclared_.place,
         fmt::format("{} events of CPU {} without a format, the first of number {}", undeclared_.count, cpu_,
                     undeclared_.first),
         "a format of each");
  if (too_short_.count != 0)
    tell(too_short_.place,
         fmt::format("{} events of CPU {} shorter than their format, the first of {} bytes", too_short_.count, cpu_,
                     too_short_.first),
         "whole ones");
  result_.counts = state_.counts();
  file_->finish(index_, std::move(result_));
}

}  // namespace rtm::host::trace_dat
