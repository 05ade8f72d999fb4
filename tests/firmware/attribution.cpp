// SPDX-License-Identifier: MIT
#include "attribution.hpp"

#include <optional>
#include <stdexcept>
#include <string>

namespace truth {
namespace {

[[noreturn]] void refuse(const std::string& found, const std::string& expected) {
  throw std::runtime_error("found " + found + ", expected " + expected);
}

/// The ledger's view, as far as this comparison needs it.
class told_owner {
 public:
  void take(const fact& f) {
    switch (f.kind) {
      case fact_kind::start:
      case fact_kind::base: base_ = f.who; break;
      case fact_kind::isr_enter: frames_.push_back(f.who); break;
      case fact_kind::isr_exit:
        if (frames_.empty() || frames_.back() != f.who) refuse("an exit of another frame", "the topmost frame's");
        frames_.pop_back();
        break;
      default: break;
    }
  }
  [[nodiscard]] owner now() const { return frames_.empty() ? base_ : frames_.back(); }

 private:
  owner base_;
  std::vector<owner> frames_;
};

class comparison {
 public:
  comparison(const script& told, const std::vector<event>& seen) : told_(told), scale_(seen) {
    for (const event& each : seen) take(each);
    if (next_fact_ != told_.facts.size()) {
      refuse(std::to_string(next_fact_) + " readings of the clock",
             std::to_string(told_.facts.size()) + ", one a fact");
    }
  }

  attribution finish() { return std::move(result_); }

 private:
  void take(const event& e) {
    if (next_fact_ == told_.facts.size() && e.kind == event_kind::clock)
      refuse("a reading after the last fact", "none");
    settle(e.instructions);
    switch (e.kind) {
      case event_kind::enter: enter(e); break;
      case event_kind::leave: leave(e); break;
      case event_kind::clock: read_clock(e); break;
    }
  }

  /// Charges the instructions since the last event, if they lie between the first fact and the last.
  void settle(std::uint64_t instructions) {
    const std::uint64_t from = settled_;
    settled_ = instructions;
    const bool measuring = next_fact_ != 0 && next_fact_ != told_.facts.size();
    if (!measuring) return;
    const span passed{instructions - from, scale_.ticks_at(instructions) - scale_.ticks_at(from)};
    span& cell = result_.charged[owner_.now()][active_.empty() ? 0 : active_.back().exception];
    cell.instructions += passed.instructions;
    cell.ticks += passed.ticks;
    result_.total_ticks += passed.ticks;
    if (active_.empty()) return;
    call& top = active_.back();
    top.own_instructions += passed.instructions;
    top.own_ticks += passed.ticks;
    top.from_last_fact += passed.instructions;
  }

  void enter(const event& e) {
    call c;
    c.exception = e.exception;
    for (const call& each : active_) c.below.push_back(each.exception);
    c.charged = owner_.now();
    c.chained = left_at_ == e.instructions;
    if (!active_.empty()) ++active_.back().interruptions;
    active_.push_back(c);
  }

  void leave(const event& e) {
    if (active_.empty() || active_.back().exception != e.exception) {
      refuse("a return from exception " + std::to_string(e.exception), "the topmost active exception");
    }
    result_.calls.push_back(active_.back());
    active_.pop_back();
    left_at_ = e.instructions;
  }

  void read_clock(const event& e) {
    const fact& f = told_.facts[next_fact_];
    if (f.now != e.reading) {
      refuse("the reading " + std::to_string(e.reading),
             std::to_string(f.now) + " of fact " + std::to_string(next_fact_));
    }
    owner_.take(f);
    if (!active_.empty()) {
      call& top = active_.back();
      if (top.facts.empty()) top.before_first_fact = top.own_instructions;
      top.from_last_fact = 0;
      top.facts.push_back(next_fact_);
    }
    ++next_fact_;
  }

  const script& told_;
  tick_scale scale_;
  attribution result_;
  told_owner owner_;
  std::vector<call> active_;
  std::size_t next_fact_ = 0;
  std::uint64_t settled_ = 0;
  std::optional<std::uint64_t> left_at_;
};

}  // namespace

tick_scale::tick_scale(const std::vector<event>& events) {
  std::optional<std::uint32_t> first;
  std::vector<bool> possible(ns_per_tick, true);
  for (const event& each : events) {
    if (each.kind != event_kind::clock) continue;
    if (!first) {
      first = each.reading;
      origin_ = each.instructions;
    }
    // Readings are 32 bits wide and may wrap; so is the comparison.
    const std::uint32_t passed = each.reading - *first;
    for (std::uint64_t phase = 0; phase < ns_per_tick; ++phase) {
      const std::uint64_t ns = (each.instructions - origin_) * ns_per_instruction + phase;
      if (static_cast<std::uint32_t>(ns / ns_per_tick) != passed) possible[phase] = false;
    }
  }
  while (phase_ns_ < ns_per_tick && !possible[phase_ns_]) ++phase_ns_;
  if (phase_ns_ == ns_per_tick) refuse("readings that no constant rate explains", "128 ns an instruction");
}

span attribution::row(owner who) const {
  span sum;
  if (const auto found = charged.find(who); found != charged.end()) {
    for (const auto& [exception, cell] : found->second) {
      sum.instructions += cell.instructions;
      sum.ticks += cell.ticks;
    }
  }
  return sum;
}

span attribution::column(std::uint32_t exception) const {
  span sum;
  for (const auto& [who, cells] : charged) {
    if (const auto found = cells.find(exception); found != cells.end()) {
      sum.instructions += found->second.instructions;
      sum.ticks += found->second.ticks;
    }
  }
  return sum;
}

attribution compare(const script& told, const std::vector<event>& seen) { return comparison(told, seen).finish(); }

}  // namespace truth
