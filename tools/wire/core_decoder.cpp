// SPDX-License-Identifier: MIT
// Facts of a packet: numbers to ids to facts of a source. What happens after a loss is in core_decoder_gaps.cpp.
#include "wire/core_decoder.hpp"

#include <fmt/format.h>

#include <utility>

#include "report/words.hpp"

namespace rtm::host::wire {
namespace {

bool is_base_owner(std::uint32_t id) { return id >= first_base_owner; }

source_id to_source(const target_fact& fact) {
  const bool has_owner = fact.kind == fact_kind::task_switch || fact.kind == fact_kind::reset;
  return has_owner && is_base_owner(fact.id) ? idle_owner + (fact.id - first_base_owner) : source_id{fact.id};
}

constexpr unsigned code_bits(fact_kind kind) {
  for (const auto& row : format::facts)
    if (row.kind == kind) return row.bits;
  return 0;
}
constexpr std::uint64_t code_of(fact_kind kind) {
  for (const auto& row : format::facts)
    if (row.kind == kind) return row.code;
  return 0;
}
// name() looks at two bits, then at one more each.
static_assert(code_of(fact_kind::isr_exit) == 0 && code_bits(fact_kind::isr_exit) == 2);
static_assert(code_of(fact_kind::isr_enter) == 1 && code_bits(fact_kind::isr_enter) == 2);
static_assert(code_of(fact_kind::task_switch) == 2 && code_bits(fact_kind::task_switch) == 2);
static_assert(code_of(fact_kind::point_end) == 3 && code_bits(fact_kind::point_end) == 3);
static_assert(code_of(fact_kind::poll) == 7 && code_bits(fact_kind::poll) == 4);
static_assert(code_of(fact_kind::point_begin) == 15 && code_bits(fact_kind::point_begin) == 5 && format::escape == 31);

}  // namespace

core_decoder::core_decoder(std::uint32_t core, const stream_header& header, listener& to)
    : to_(to),
      header_(header),
      widths_(format::widths_of(header.capacity)),
      clock_mask_(~std::uint64_t{0} >> (64 - header.capacity.clock_bits)),
      core_(core) {
  state_.limit(header.capacity);
}

void core_decoder::emit(const target_fact& fact, std::uint64_t time) {
  facts_.push_back({fact.kind, core_, time & clock_mask_, fact.kind == fact_kind::poll ? 0 : to_source(fact)});
}

void core_decoder::hand_on() {
  if (!facts_.empty()) to_.on_facts(facts_);
  facts_.clear();
}

void core_decoder::lose_track(std::uint64_t offset) {
  if (in_step_ || (!has_begun_ && !is_unread_)) lost_at_ = offset;
  in_step_ = false;
  is_unread_ = is_unread_ || !has_begun_;
}

void core_decoder::begin_again(std::uint64_t offset) {
  lose_track(offset);
  is_new_run_ = has_begun_;
}

/// Says why the packet in hand cannot be used; facts after it mean nothing until the next page.
void core_decoder::refuse(std::string found, std::string expected) {
  lose_track(offset_);
  to_.on_problem({offset_, fmt::format("{} of core {}", found, core_), std::move(expected)});
}

/// Remembers it for `refuse`. Always false.
bool core_decoder::wrong(std::string found, std::string expected) {
  wrong_ = {offset_, std::move(found), std::move(expected)};
  return false;
}

bool core_decoder::name_owner(std::uint64_t id, target_fact& fact) const {
  fact.id = static_cast<std::uint32_t>(id - 3);  // 0, 1, 2 become the three largest numbers: idle, kernel, unknown
  return id < std::uint64_t{header_.capacity.tasks} + 3;
}

bool core_decoder::name_frame(std::uint64_t id, target_fact& fact) const {
  const bool is_swi = id >= header_.capacity.isrs;
  fact.kind = is_swi ? fact_kind::swi_enter : fact_kind::isr_enter;
  fact.id = static_cast<std::uint32_t>(is_swi ? id - header_.capacity.isrs : id);
  return id < std::uint64_t{header_.capacity.isrs} + header_.capacity.swis;
}

/// The kind, the ticks, and the id if there is one, of a number that is not escaped. False: the id does not exist.
bool core_decoder::name(std::uint64_t number, target_fact& fact, std::uint64_t& ticks) const {
  const auto id_above = [&](unsigned code, std::uint32_t bits) {
    ticks = number >> code >> bits;
    return number >> code & ((std::uint64_t{1} << bits) - 1);
  };
  fact.id = 0;
  switch (number & 3) {
    case 0:
      fact.kind = fact_kind::isr_exit;
      ticks = number >> 2;
      return true;
    case 1: return name_frame(id_above(2, widths_.frame), fact);
    case 2: fact.kind = fact_kind::task_switch; return name_owner(id_above(2, widths_.owner), fact);
    default: break;
  }
  if ((number & 4) == 0) {
    fact.kind = fact_kind::point_end;
    ticks = number >> 3;
    return true;
  }
  if ((number & 8) == 0) {
    fact.kind = fact_kind::poll;
    ticks = number >> 4;
    return true;
  }
  fact.kind = fact_kind::point_begin;
  fact.id = static_cast<std::uint32_t>(id_above(5, widths_.point));
  return fact.id < header_.capacity.points;
}

/// Changes the state as the fact does, and names what an exit or an end names. False: no ledger would have accepted it.
bool core_decoder::apply(target_fact& fact) {
  switch (fact.kind) {
    case fact_kind::isr_exit:
      if (!state_.exit_top(fact)) return false;
      check_ = format::check_step(check_, fact.kind, fact.id);
      return true;
    case fact_kind::point_end:
      if (!state_.end_innermost(fact)) return false;
      check_ = format::check_step(check_, fact.kind, fact.id);
      return true;
    case fact_kind::isr_enter: return state_.enter(false, fact.id);
    case fact_kind::swi_enter: return state_.enter(true, fact.id);
    case fact_kind::point_begin: return state_.begin_point(fact.id);
    case fact_kind::task_switch: return state_.switch_to(fact.id);
    case fact_kind::task_terminate: state_.terminate(fact.id); return true;
    default: return true;
  }
}

/// All facts of a packet, and the check over the ids that are not in it. False: `wrong_` says why.
bool core_decoder::decode(fields& in) {
  before_packet_ = {state_, time_, ordinal_, is_frozen_};
  check_ = 0;
  std::uint64_t later = 0;
  while (in.left() > 1) {
    const std::uint64_t number = in.fact();
    if (in.failed()) return wrong("a packet that ends inside a fact", "the whole fact");
    if (format::is_escaped(number)) {
      if (!decode_other(in, number, later)) return false;
      continue;
    }
    target_fact fact;
    std::uint64_t ticks = 0;
    if (!name(number, fact, ticks))
      return wrong(fmt::format("{} of id {}", word_of(fact.kind), fact.id), "an id within the capacity of the header");
    if (is_frozen_ || !apply(fact))
      return wrong(fmt::format("a fact {} that the ledger cannot have accepted", word_of(fact.kind)), "a possible one");
    time_ += ticks + std::exchange(later, 0);
    ++ordinal_;
    emit(fact, time_);
  }
  if (in.byte() != check_ || in.failed())
    return wrong("exits of other frames or points than were meant", "the check of their ids to be right");
  return true;
}

bool core_decoder::decode_other(fields& in, std::uint64_t number, std::uint64_t& later) {
  const format::other what = format::other_of(number);
  const std::uint64_t ticks = (number >> 8) + std::exchange(later, 0);
  switch (what) {
    case format::other::later:
      later = ticks + in.number();
      return !in.failed() || wrong("a packet that ends inside a fact", "the whole fact");
    case format::other::activate:
    case format::other::wait:
    case format::other::release:
    case format::other::terminate: {
      target_fact fact{format::kind_of(what), static_cast<std::uint32_t>(in.number())};
      if (in.failed() || fact.id >= header_.capacity.tasks)
        return wrong(fmt::format("{} of task {}", word_of(fact.kind), fact.id), "a task within the capacity");
      if (is_frozen_ || !apply(fact)) return wrong("a mark after a fault", "refused facts only");
      time_ += ticks;
      ++ordinal_;
      emit(fact, time_);
      return true;
    }
    case format::other::refused: {
      refusal refused;
      if (!read_refusal(in, refused)) return wrong("a refused fact of no known kind", "one that can be refused");
      ++ordinal_;
      emit(refused.fact, time_ + ticks);
      if (!refused.is_fault) return is_frozen_ || wrong("an ignored fact in a valid epoch", "a fault before it");
      if (std::exchange(is_frozen_, true)) return wrong("a second fault in an epoch", "ignored facts only");
      // Time that is sound was settled before the fact was refused.
      refused.row.time_ticks = refused.row.kind <= status::time_backwards ? time_ : time_ + ticks;
      refused.row.reading_ticks = (time_ + ticks) & clock_mask_;
      fault_ = told_fault{core_, offset_, epochs_ - 1, refused.row};
      return true;
    }
    default:
      return wrong(fmt::format("the code {} of a rare fact", static_cast<unsigned>(what)),
                   "none, or activate to later");
  }
}

bool core_decoder::read_refusal(fields& in, refusal& what) const {
  const std::uint64_t kind = in.number(), id = in.number(), why = in.number(), expected = in.number(),
                      depth = in.number();
  if (in.failed() || kind > static_cast<unsigned>(fact_kind::reset) || id > 0xFFFF'FFFFU ||
      why > static_cast<unsigned>(status::point_left_open))
    return false;
  const auto kind_of_status = static_cast<status>(why);
  what.is_fault = is_fault(kind_of_status);
  if (!what.is_fault && kind_of_status != status::ignored) return false;
  what.fact = {static_cast<fact_kind>(kind), static_cast<std::uint32_t>(id)};
  what.row.kind = kind_of_status;
  what.row.fact = what.fact.kind;
  const bool has_owner = what.fact.kind == fact_kind::task_switch || what.fact.kind == fact_kind::reset;
  if (what.fact.kind != fact_kind::poll && !(has_owner && is_base_owner(what.fact.id))) what.row.id = id;
  if (expected != 0) what.row.expected = expected - 1;
  what.row.depth = depth;
  return true;
}

void core_decoder::decode_or_undo(fields& in) {
  if (pending_) settle_pending(in);
  hand_on();
  fault_.reset();
  if (!decode(in)) {
    facts_.clear();
    state_ = before_packet_.state;
    time_ = before_packet_.time;
    ordinal_ = before_packet_.ordinal;
    is_frozen_ = before_packet_.is_frozen;
    return refuse(std::move(wrong_.found), std::move(wrong_.expected));
  }
  if (is_muted_) return facts_.clear();
  hand_on();
  if (fault_) to_.on_fault(*fault_);
}

void core_decoder::more(const packet_view& packet) {
  offset_ = packet.offset;
  if (!has_begun_) lose_track(offset_);
  if (!in_step_) return;
  fields in(packet.fields);
  decode_or_undo(in);
}

}  // namespace rtm::host::wire
