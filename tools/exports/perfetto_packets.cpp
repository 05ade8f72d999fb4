// SPDX-License-Identifier: MIT
#include "exports/perfetto_packets.hpp"

namespace rtm::host {
namespace {

constexpr std::uint32_t trace_packet = 1;
constexpr std::uint64_t sequence = 1;
constexpr std::uint64_t state_cleared = 1, needs_state = 2;  // sequence_flags
constexpr std::uint32_t iid = 1, spelling = 2;               // of an interned name, whatever its kind

}  // namespace

std::uint64_t perfetto_packets::number_of(name_kind kind, std::string_view name) {
  const auto field = static_cast<std::uint32_t>(kind);
  numbers& known = names_[field - 1];
  if (const auto at = known.find(name); at != known.end()) return at->second;
  const std::uint64_t number = known.size() + 1;
  known.emplace(name, number);
  entry_.clear();
  entry_.varint(iid, number);
  entry_.text(spelling, name);
  interned_.message(field, entry_);
  return number;
}

void perfetto_packets::write(std::uint64_t ticks, std::uint32_t field, const proto_message& body) {
  packet_.clear();
  packet_.varint(packet_field::timestamp, scale_.nanoseconds(ticks));
  packet_.message(field, body);
  write_packet();
}

void perfetto_packets::write(std::uint32_t field, const proto_message& body) {
  packet_.clear();
  packet_.message(field, body);
  write_packet();
}

void perfetto_packets::write_packet() {
  packet_.varint(packet_field::sequence, sequence);
  packet_.varint(packet_field::sequence_flags, is_first_ ? state_cleared | needs_state : needs_state);
  if (is_first_) packet_.flag(packet_field::first_on_sequence, true);
  is_first_ = false;
  if (!interned_.empty()) packet_.message(packet_field::interned_data, interned_);
  interned_.clear();
  framed_.clear();
  framed_.message(trace_packet, packet_);
  out_->write(framed_.bytes());
}

}  // namespace rtm::host
