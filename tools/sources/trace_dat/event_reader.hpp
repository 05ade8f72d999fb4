// SPDX-License-Identifier: MIT
// Reads pages of the ring buffer of one CPU, one after another, into facts; wherever they come from.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/linux/cpu_state.hpp"
#include "sources/linux/interrupts.hpp"
#include "sources/trace_dat/bytes.hpp"
#include "sources/trace_dat/cpu_names.hpp"
#include "sources/trace_dat/cpu_pages.hpp"
#include "sources/trace_dat/event_table.hpp"
#include "sources/trace_dat/lives.hpp"
#include "sources/trace_dat/ring_page.hpp"

namespace rtm::host::trace_dat {

/// What the events of one CPU were.
struct cpu_result {
  source_completeness counts;
  kernel::seen_classes seen;
  cpu_names names;
};

/// Names of the interrupts of `of` into `info.isrs` and `info.swis`.
void add_interrupt_names(const cpu_names& of, const event_table& events, source_info& info);

class event_reader {
 public:
  /// Facts go to `facts`, what is wrong to `problems`; all must outlive it.
  event_reader(std::uint32_t cpu, const event_table& events, const lives& tasks, fact_queue& facts,
               std::vector<source_problem>& problems)
      : cpu_(cpu), events_(&events), tasks_(&tasks), problems_(&problems), state_(cpu, facts) {
    state_.doubt_until(kernel::cpu_state::told);
  }

  /// The core begins; before the first page.
  void begin(std::uint64_t time_ns) { state_.begin(time_ns); }
  void count_part(std::uint64_t from_ns, std::uint64_t to_ns) { state_.count_part(from_ns, to_ns); }
  /// There is no switch in all of the input.
  void know_nobody() { state_.know_nobody(); }
  template <bool Big>
  void read_page(const cpu_pages::page& page, const page_layout& pages);
  /// Between the latest event and the next, `count` events are missing. 0: nobody knows how many.
  void lose(std::uint64_t count);
  /// No event before `time_ns` is still to come: windows up to there can close.
  void settle(std::uint64_t time_ns) { state_.settle(time_ns); }
  /// The core ends, not before its latest event; then `result` is complete.
  void finish(std::uint64_t time_ns);

  [[nodiscard]] std::uint64_t latest_ns() const { return state_.latest_ns(); }
  [[nodiscard]] source_completeness counts() const { return state_.counts(); }
  [[nodiscard]] cpu_result& result() { return result_; }

 private:
  /// Of events that cannot be used: told once, with their number.
  struct unusable {
    std::uint64_t count = 0;
    std::uint64_t place = 0;
    std::uint32_t first = 0;
  };

  template <bool Big>
  void take(std::uint64_t time_ns, const char* data, std::uint32_t bytes);
  template <bool Big>
  void take_switch(const kernel::event& e, const event_layout& is, const char* data);
  template <bool Big>
  void take_irq(const kernel::event& e, const event_layout& is, const char* data, std::uint32_t bytes);
  template <bool Big>
  void take_ipi(const kernel::event& e, const event_layout& is, const char* data);
  void tell_lost(const kernel::event& next);
  [[nodiscard]] bool weigh(kernel::event e);
  void tell_misfit();
  void tell(std::uint64_t place, std::string found, std::string expected);

  std::uint32_t cpu_;
  const event_table* events_;
  const lives* tasks_;
  std::vector<source_problem>* problems_;
  kernel::cpu_state state_;
  cpu_result result_;
  std::uint32_t running_pid_ = 0;
  std::uint64_t place_ = 0;  ///< Of the page in hand.
  bool has_lost_ = false;
  std::uint64_t lost_ = 0;
  unusable undeclared_, too_short_;
};

template <bool Big>
void event_reader::read_page(const cpu_pages::page& page, const page_layout& pages) {
  place_ = page.place;
  if (page.is_after_gap) lose(0);
  page_header head;
  if (!read_page_header<Big>(page.bytes, pages, head)) {
    tell(place_, fmt::format("{} bytes of a page of CPU {}", page.bytes.size(), cpu_), "a whole page");
    return lose(0);
  }
  if (head.time == 0 && head.said_bytes == 0) {
    tell(place_, fmt::format("a page of zeros among those of CPU {}", cpu_), "a page with its time");
    return lose(0);
  }
  // Times within a page build on each other: an odd one is seen when the next page lies before it.
  if (head.time >= state_.latest_ns()) state_.trust(head.time);
  page_header next;
  state_.believe_up_to(read_page_header<Big>(page.next, pages, next) ? next.time : 0);
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
void event_reader::take(std::uint64_t time_ns, const char* data, std::uint32_t bytes) {
  const common_layout& common = events_->common();
  if (bytes < common.bytes) [[unlikely]] {
    if (++too_short_.count == 1) too_short_ = {1, place_, bytes};
    return;
  }
  const auto id = load<std::uint16_t, Big>(data + common.type);
  const auto pid = load<std::uint32_t, Big>(data + common.pid);
  const event_layout& is = events_->of(id);
  kernel::event e;
  e.time_ns = time_ns;
  e.owner = tasks_->id_of(pid, time_ns);
  e.in = kernel::context_of_flags(static_cast<unsigned char>(data[common.flags]));
  if (!state_.is_expected(e)) [[unlikely]]
    if (!weigh(e)) return;
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
    case kernel::meaning::switched: return take_switch<Big>(e, is, data);
    case kernel::meaning::irq_entered: return take_irq<Big>(e, is, data, bytes);
    case kernel::meaning::irq_exited:
      return state_.exited(e, kernel::frame_kind::hard_irq, kernel::id_of_irq(number()));
    case kernel::meaning::softirq_entered:
      result_.seen.softirq = true;
      result_.names.softirq(number());
      return state_.entered(e, kernel::frame_kind::soft_irq, number());
    case kernel::meaning::softirq_exited: return state_.exited(e, kernel::frame_kind::soft_irq, number());
    case kernel::meaning::vector_entered:
      result_.seen.vectors = true;
      result_.names.vector(is.id);
      return state_.entered(e, kernel::frame_kind::hard_irq, is.id);
    case kernel::meaning::vector_exited: return state_.exited(e, kernel::frame_kind::hard_irq, is.id);
    case kernel::meaning::ipi_entered:
    case kernel::meaning::ipi_exited: return take_ipi<Big>(e, is, data);
    case kernel::meaning::nmi_passed:
      result_.names.vector(is.id);
      return state_.passed(e, kernel::frame_kind::hard_irq, is.id, load<std::uint64_t, Big>(data + is.wide));
    case kernel::meaning::renamed:
      if (is.text != 0) result_.names.task(tasks_->id_of(number(), time_ns), data + is.text, time_ns);
      break;
    case kernel::meaning::nothing:
      if (!is.is_declared) [[unlikely]]
        if (++undeclared_.count == 1) undeclared_ = {1, place_, id};
      break;
    case kernel::meaning::forked:
    case kernel::meaning::exited: break;
  }
  state_.seen(e);
}

template <bool Big>
void event_reader::take_switch(const kernel::event& e, const event_layout& is, const char* data) {
  const auto previous_pid = load<std::uint32_t, Big>(data + is.number);
  const auto next_pid = load<std::uint32_t, Big>(data + is.other);
  const source_id previous = tasks_->id_of(previous_pid, e.time_ns);
  const source_id next = tasks_->id_of(next_pid, e.time_ns);
  if (is.text != 0) result_.names.task(previous, data + is.text, e.time_ns);
  if (is.other_text != 0) result_.names.task(next, data + is.other_text, e.time_ns);
  running_pid_ = next_pid;
  state_.switched(e, previous, next);
}

template <bool Big>
void event_reader::take_irq(const kernel::event& e, const event_layout& is, const char* data, std::uint32_t bytes) {
  const source_id irq = kernel::id_of_irq(load<std::uint32_t, Big>(data + is.number));
  result_.seen.irq_handler = true;
  std::string_view name;
  if (is.text != 0) {
    // Where in the event the text is: offset and length, 16 bits each.
    const auto where = load<std::uint32_t, Big>(data + is.text);
    const std::uint32_t offset = where & 0xFFFFU, length = where >> 16;
    if (offset + length <= bytes) name = std::string_view(data + offset, ::strnlen(data + offset, length));
  }
  result_.names.irq(irq, name);
  state_.entered(e, kernel::frame_kind::hard_irq, irq);
}

template <bool Big>
void event_reader::take_ipi(const kernel::event& e, const event_layout& is, const char* data) {
  const std::uint64_t address = is.text_bytes == 8 ? load<std::uint64_t, Big>(data + is.wide)
                                                   : std::uint64_t{load<std::uint32_t, Big>(data + is.wide)};
  const source_id id = events_->ipi_at(address);
  if (is.means == kernel::meaning::ipi_exited) return state_.exited(e, kernel::frame_kind::hard_irq, id);
  result_.seen.vectors = true;
  result_.names.vector(id);
  state_.entered(e, kernel::frame_kind::hard_irq, id);
}

}  // namespace rtm::host::trace_dat
