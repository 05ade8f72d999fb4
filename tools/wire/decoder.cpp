// SPDX-License-Identifier: MIT
#include "wire/decoder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/text.hpp"
#include "wire/fields.hpp"

namespace rtm::host::wire {
namespace {

/// So many packets back is late, or a packet twice; further back is a stream that began anew, or a large loss.
constexpr std::uint32_t most_late = 64;
constexpr std::uint64_t most_names = std::uint64_t{1} << 16;

bool is_known(std::uint8_t type) {
  for (const auto& row : format::packets)
    if (static_cast<std::uint8_t>(row.type) == type) return true;
  return false;
}

fact_kind kind_of_class(std::uint64_t name_class) {
  constexpr fact_kind kinds[] = {fact_kind::task_switch, fact_kind::isr_enter, fact_kind::swi_enter,
                                 fact_kind::point_begin};
  return kinds[name_class & 3];
}

std::uint64_t count_of(const trace::limits& limits, fact_kind of) {
  return of == fact_kind::task_switch ? limits.tasks
         : of == fact_kind::isr_enter ? limits.isrs
         : of == fact_kind::swi_enter ? limits.swis
                                      : limits.points;
}

}  // namespace

void decoder::feed(std::span<const std::uint8_t> bytes) {
  splitter_.feed(bytes);
  packet_view packet;
  damage bad;
  while (true) {
    switch (splitter_.next(packet, bad)) {
      case packet_splitter::result::nothing: return;
      case packet_splitter::result::packet: take(packet); break;
      case packet_splitter::result::damaged:
        lose_track(bad.offset);
        to_.on_problem({bad.offset, std::move(bad.found), std::move(bad.expected)});
        break;
    }
  }
}

void decoder::finish() {
  damage bad;
  if (splitter_.finish(bad) == packet_splitter::result::damaged)
    to_.on_problem({bad.offset, std::move(bad.found), std::move(bad.expected)});
  for (auto& [number, of] : cores_) of->facts.finish(of->has_ended);
  if (headless_ != 0)
    to_.on_problem({first_headless_,
                    headless_ == 1 ? std::string("1 packet before a header of its core")
                                   : fmt::format("{} packets before a header of their core", headless_),
                    "a header, which comes again and again"});
}

/// Whose packet was damaged is not known.
void decoder::lose_track(std::uint64_t offset) {
  for (auto& [number, of] : cores_) {
    of->facts.lose_track(offset);
    of->windows.forget();
    of->extras.forget();
  }
}

void decoder::complain(const packet_view& packet, std::string found, std::string expected) {
  to_.on_problem({packet.offset, std::move(found), std::move(expected)});
}

void decoder::take(const packet_view& packet) {
  ++packets_;
  if (packet.type == static_cast<std::uint8_t>(format::packet::header)) return take_header(packet);
  const auto found = cores_.find(packet.core);
  if (found == cores_.end()) {
    if (headless_++ == 0) first_headless_ = packet.offset;
    return;
  }
  if (!is_known(packet.type)) {
    complain(packet, fmt::format("a packet of type {}", packet.type), fmt::format("1 to {}", format::last_packet_type));
  }
  if (is_in_order(*found->second, packet)) take_of(*found->second, packet);
}

void decoder::take_header(const packet_view& packet) {
  problem why;
  const auto header = read_header(packet, why);
  if (!header) return to_.on_problem(std::move(why));
  if (!header_) {
    header_ = header;
    to_.on_header(header->to_info());
  }
  const auto found = cores_.find(packet.core);
  if (found == cores_.end()) {
    if (!header->has_timing_of(*header_))
      return complain(packet, fmt::format("a header of core {} with another clock, window or max_gap", packet.core),
                      "that of the first header");
    const auto added = cores_.emplace(packet.core, std::make_unique<core>(packet.core, *header, to_)).first;
    added->second->next_sequence = (packet.sequence + 1) & 0xFFFF;
    return to_.on_core(packet.core, header->to_info(), header->how);
  }
  core& of = *found->second;
  if (!(*header == of.header))
    return complain(packet, fmt::format("a second, different header of core {}", packet.core), "one stream a core");
  if (packet.sequence == 0 && of.next_sequence != 0) {  // the target has begun again
    of.next_sequence = 0;
    of.facts.begin_again(packet.offset);
    of.windows.forget();
    of.extras.forget();
    to_.on_core(packet.core, header->to_info(), header->how);
  }
  (void)is_in_order(of, packet);
}

/// False: the packet is late and must not be used.
bool decoder::is_in_order(core& of, const packet_view& packet) {
  const std::uint32_t ahead = (packet.sequence - of.next_sequence) & 0xFFFF;
  if (ahead >= 0x10000 - most_late) {
    complain(packet, fmt::format("packet {} of core {} twice or late", packet.sequence, packet.core),
             fmt::format("packet {}", of.next_sequence));
    return false;
  }
  of.next_sequence = (packet.sequence + 1) & 0xFFFF;
  if (ahead == 0) return true;
  of.facts.lose_track(packet.offset);
  of.windows.forget();
  of.extras.forget();
  return true;
}

bool decoder::has_ended() const {
  return !cores_.empty() &&
         std::all_of(cores_.begin(), cores_.end(), [](const auto& c) { return c.second->has_ended; });
}

void decoder::take_of(core& of, const packet_view& packet) {
  std::optional<problem> why;
  of.has_ended = packet.type == static_cast<std::uint8_t>(format::packet::end);
  switch (static_cast<format::packet>(packet.type)) {
    case format::packet::names: return take_names(packet);
    case format::packet::page: return of.facts.page(packet);
    case format::packet::more: return of.facts.more(packet);
    case format::packet::window:
      if (auto window = of.windows.window(packet, why)) {
        window->in_step = of.facts.is_in_step();
        to_.on_window(std::move(*window));
      }
      break;
    case format::packet::snapshot:
      if (auto epoch = of.windows.snapshot(packet, why)) {
        epoch->in_step = of.facts.is_in_step();
        to_.on_snapshot(std::move(*epoch));
      }
      break;
    case format::packet::repairs: return take_repairs(packet);
    case format::packet::end: return of.facts.end(packet);
    case format::packet::columns:
    case format::packet::counts:
    case format::packet::finding:
    case format::packet::clock:
      if (auto extras = of.extras.read(packet, of.header.capacity, why)) to_.on_extras(std::move(*extras));
      break;
    default: break;
  }
  if (why) to_.on_problem(std::move(*why));
}

void decoder::take_repairs(const packet_view& packet) {
  fields in(packet.fields);
  told_repairs told;
  told.core = packet.core;
  told.target_epoch = in.number();
  while (!in.at_end() && !in.failed()) {
    const std::uint64_t kind = in.number();
    const std::uint64_t count = in.number();
    if (!in.failed()) told.counts[kind] = count;
  }
  if (in.failed()) return complain(packet, "repairs that end early", "a kind and a count each");
  to_.on_repairs(std::move(told));
}

void decoder::take_names(const packet_view& packet) {
  fields in(packet.fields);
  const trace::limits& limits = cores_.at(packet.core)->header.capacity;
  while (!in.at_end()) {
    const std::uint64_t id_and_class = in.number();
    const std::uint64_t length = in.number();
    const std::string_view text = in.text(length);
    const fact_kind of = kind_of_class(id_and_class);
    const std::uint64_t id = id_and_class >> 2;
    if (in.failed()) return complain(packet, "names that end early", "a whole name");
    if (id >= count_of(limits, of))
      return complain(packet, fmt::format("a name of id {}", id), fmt::format("below {}", count_of(limits, of)));
    if (first_bad_utf8(text) || has_control(text) || text.empty())
      return complain(packet, fmt::format("the name {}", quoted(text)), "printable UTF-8");
    const bool is_news =
        names_.size() < most_names && names_.insert(fmt::format("{} {} {}", packet.core, id_and_class, text)).second;
    if (is_news) to_.on_name(packet.core, of, id, std::string(text));
  }
}

}  // namespace rtm::host::wire
