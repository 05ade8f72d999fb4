// SPDX-License-Identifier: MIT
#include "sources/ctf/function_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace rtm::host::ctf {
namespace {

enum action : std::uint16_t { other = 1, entered, exited };

/// Of a record: bits of `detail`.
constexpr std::uint64_t has_thread = 1;
constexpr std::uint64_t has_address = 2;

action action_of(std::string_view name) {
  for (const std::string_view provider : {"lttng_ust_cyg_profile:", "lttng_ust_cyg_profile_fast:"})
    if (name.starts_with(provider)) {
      name.remove_prefix(provider.size());
      return name == "func_entry" ? entered : name == "func_exit" ? exited : other;
    }
  return other;
}

}  // namespace

bool function_events::knows(const event_class& event) { return action_of(event.name) == entered; }

wish function_events::wish_of(const event_class& event, const stream_class& of) {
  wish out;
  out.action = action_of(event.name);
  if (has_field(event, of, "vtid")) {
    out.numbers.push_back("vtid");
    out.detail |= has_thread;
  }
  if (out.action != other && has_field(event, of, "addr")) {
    out.numbers.push_back("addr");
    out.detail |= has_address;
  }
  if (out.action == entered && (out.detail & has_address) == 0) out.action = other;
  return out;
}

function_events::thread* function_events::thread_of(const record& what, std::uint32_t number) {
  const auto found = threads_.find(number);
  if (found != threads_.end()) return &found->second;
  if (threads_.size() == most_cores) {
    if (!std::exchange(has_too_many_, true)) tell_too_many_cores(what, number);
    return nullptr;
  }
  thread& added = threads_[number];
  added.counts.core = number;
  added.start_ticks = added.latest_ticks = first_ticks_;
  tell(number, added, fact_kind::reset, first_ticks_, unknown_owner);
  return &added;
}

void function_events::tell(std::uint32_t number, thread& of, fact_kind kind, std::uint64_t ticks, source_id id,
                           bool after_break) {
  of.latest_ticks = ticks;
  to_.facts.push(source_fact{kind, number, ticks, id, after_break, false});
}

void function_events::hear(const record& what) {
  if (what.is_loss) return lose(what);
  const std::uint32_t number = (what.detail & has_thread) != 0 ? static_cast<std::uint32_t>(what.numbers[0]) : 0;
  thread* const of = thread_of(what, number);
  if (of == nullptr) return;
  ++of->counts.events;
  if (what.ticks < of->latest_ticks) {
    if (of->counts.ignored++ == 0) tell_disorder(what, number, of->latest_ticks);
    of->is_broken = true;
    return;
  }
  if (what.action == other || what.in_doubt) return;
  mean(number, *of, what);
}

void function_events::mean(std::uint32_t number, thread& of, const record& what) {
  if (std::exchange(of.is_broken, false)) {
    of.open.clear();
    of.start_ticks = what.ticks;
    ++of.epoch;
    tell(number, of, fact_kind::reset, what.ticks, unknown_owner, true);
  }
  if (what.action == exited) return exit_function(number, of, what);
  of.open.push_back(what.numbers[what.detail & has_thread]);
  tell(number, of, fact_kind::point_begin, what.ticks, of.open.back());
}

/// A function whose entry is not in the trace says nothing, unless one that is should have ended before.
void function_events::exit_function(std::uint32_t number, thread& of, const record& what) {
  if (of.open.empty()) return;
  const source_id top = of.open.back();
  const source_id ended = (what.detail & has_address) != 0 ? what.numbers[what.detail & has_thread] : top;
  if (ended == top) {
    of.open.pop_back();
    return tell(number, of, fact_kind::point_end, what.ticks, top);
  }
  ++of.counts.repairs;
  of.is_broken = true;
  if (!std::exchange(has_mismatch_, true))
    to_.problem(what, fmt::format("thread {}: an exit of function 0x{:X}", number, ended),
                fmt::format("that of 0x{:X}, which was entered last", top));
}

/// Whose events they were, nobody knows.
void function_events::lose(const record& what) {
  std::uint64_t count = what.lost;
  for (auto& [number, of] : threads_) {
    source_loss loss;
    loss.core = number;
    loss.offset = what.offset;
    loss.lost = std::exchange(count, 0);
    loss.from = {of.epoch, of.latest_ticks - of.start_ticks};
    loss.end = epoch_instant{of.epoch + 1, 0};
    of.counts.lost += loss.lost;
    of.is_broken = true;
    to_.facts.push(loss);
  }
}

void function_events::end(std::uint64_t last_ticks) {
  for (auto& [number, of] : threads_)
    if (!of.is_broken) tell(number, of, fact_kind::poll, std::max(last_ticks, of.latest_ticks), 0);
}

std::vector<source_completeness> function_events::completeness() const {
  std::vector<source_completeness> all;
  for (const auto& [number, of] : threads_) all.push_back(of.counts);
  return all;
}

}  // namespace rtm::host::ctf
