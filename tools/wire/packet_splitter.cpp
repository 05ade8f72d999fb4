// SPDX-License-Identifier: MIT
#include "wire/packet_splitter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace rtm::host::wire {
namespace {

constexpr std::size_t most_packed = format::most_packet_bytes;
constexpr std::size_t readable_behind = 8;

/// Eight tables, so that eight bytes are summed in one step.
constexpr auto make_tables() {
  std::array<std::array<std::uint32_t, 256>, 8> tables{};
  for (std::uint32_t i = 0; i < 256; ++i) tables[0][i] = format::crc_step(i, 0);
  for (std::size_t t = 1; t < 8; ++t)
    for (std::uint32_t i = 0; i < 256; ++i) tables[t][i] = tables[0][tables[t - 1][i] & 0xFF] ^ tables[t - 1][i] >> 8;
  return tables;
}
constexpr auto crc_tables = make_tables();

std::uint32_t word_at(const std::uint8_t* bytes) {
  return std::uint32_t{bytes[0]} | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 |
         std::uint32_t{bytes[3]} << 24;
}

/// COBS. Returns the number of bytes, or -1 if a run ends behind the packet.
std::ptrdiff_t unstuff(std::span<const std::uint8_t> from, std::uint8_t* to) {
  std::uint8_t* const begin = to;
  const std::uint8_t* next = from.data();
  const std::uint8_t* const end = next + from.size();
  while (next != end) {
    const std::size_t run = std::size_t{*next++} - 1;
    if (run > static_cast<std::size_t>(end - next)) return -1;
    std::memcpy(to, next, run);
    to += run;
    next += run;
    if (run != 0xFE && next != end) *to++ = 0;
  }
  return to - begin;
}

}  // namespace

std::uint32_t sum_of(std::span<const std::uint8_t> bytes) {
  std::uint32_t crc = format::crc_start;
  const std::uint8_t* next = bytes.data();
  std::size_t left = bytes.size();
  const auto& t = crc_tables;
  for (; left >= 8; left -= 8, next += 8) {
    const std::uint32_t low = crc ^ word_at(next);
    const std::uint32_t high = word_at(next + 4);
    crc = t[7][low & 0xFF] ^ t[6][low >> 8 & 0xFF] ^ t[5][low >> 16 & 0xFF] ^ t[4][low >> 24] ^ t[3][high & 0xFF] ^
          t[2][high >> 8 & 0xFF] ^ t[1][high >> 16 & 0xFF] ^ t[0][high >> 24];
  }
  for (; left != 0; --left) crc = t[0][(crc ^ *next++) & 0xFF] ^ crc >> 8;
  return ~crc;
}

packet_splitter::packet_splitter() : unpacked_(most_packed + readable_behind) {}

void packet_splitter::feed(std::span<const std::uint8_t> bytes) { input_ = bytes; }

/// True if `whole_` is now what stands before the next 00.
bool packet_splitter::take_packet() {
  if (input_.empty()) return false;
  const auto* const zero = static_cast<const std::uint8_t*>(std::memchr(input_.data(), 0, input_.size()));
  const std::size_t length = zero == nullptr ? input_.size() : static_cast<std::size_t>(zero - input_.data());
  const auto piece = input_.first(length);
  if (packed_.empty() && !is_too_long_) packed_offset_ = input_offset_;
  const std::size_t taken = length + (zero == nullptr ? 0 : 1);
  input_ = input_.subspan(taken);
  input_offset_ += taken;
  if (zero != nullptr && packed_.empty() && !is_too_long_) {
    whole_ = piece;
    return true;
  }
  const std::size_t kept = std::min(length, most_packed + 1 - packed_.size());
  packed_.insert(packed_.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(kept));
  is_too_long_ = is_too_long_ || packed_.size() > most_packed;
  dropped_ += length - kept;
  whole_ = packed_;
  return zero != nullptr;
}

packet_splitter::result packet_splitter::next(packet_view& packet, damage& bad) {
  while (std::exchange(has_header_behind_, false) || take_packet()) {
    const result found = whole_.empty() ? result::nothing : unpack(packet, bad);
    if (found == result::damaged && finds_header_behind(packet, bad)) return found;
    packed_.clear();
    is_too_long_ = false;
    dropped_ = 0;
    if (found != result::nothing) return found;
  }
  return result::nothing;
}

/// What was sent on the line before the target began, without a 00, would cost the header, and with it all packets up
/// to the next one. True: `whole_` is now that header, and what was before it is the damage.
bool packet_splitter::finds_header_behind(packet_view& packet, damage& bad) {
  constexpr std::string_view begins = "rtm";
  constexpr std::size_t before = format::head_bytes + 1;  // the head, and the first run's length
  if (whole_.size() > most_packed) return false;
  const std::span all = whole_;
  const std::uint64_t offset = packed_offset_;
  const std::string_view text(reinterpret_cast<const char*>(all.data()), all.size());
  for (std::size_t at = text.find(begins, before + 1); at != text.npos; at = text.find(begins, at + 1)) {
    whole_ = all.subspan(at - before);
    packed_offset_ = offset + at - before;
    damage ignored;
    has_header_behind_ =
        unpack(packet, ignored) == result::packet && packet.type == static_cast<std::uint8_t>(format::packet::header);
    if (!has_header_behind_) continue;
    bad = {offset, at - before, fmt::format("{} bytes that are no packet", at - before), "a header"};
    return true;
  }
  whole_ = all;
  packed_offset_ = offset;
  return false;
}

packet_splitter::result packet_splitter::unpack(packet_view& packet, damage& bad) {
  bad = {packed_offset_, whole_.size() + dropped_, {}, {}};
  const auto damaged = [&](std::string found, std::string expected) {
    bad.found = std::move(found);
    bad.expected = std::move(expected);
    return result::damaged;
  };
  if (whole_.size() > most_packed)
    return damaged(fmt::format("{} bytes without a 00", bad.bytes), fmt::format("at most {}", most_packed));
  const std::ptrdiff_t size = unstuff(whole_, unpacked_.data());
  constexpr std::ptrdiff_t least = format::head_bytes + format::checksum_bytes;
  if (size < 0) return damaged("a run that ends behind the packet", "the packet's 00 there");
  if (size < least) return damaged(fmt::format("a packet of {} bytes", size), fmt::format("at least {}", least));
  const std::span all(unpacked_.data(), static_cast<std::size_t>(size) - format::checksum_bytes);
  const std::uint32_t sum = sum_of(all);
  const std::uint32_t told = word_at(all.data() + all.size());
  if (sum != told)
    return damaged(fmt::format("a packet with the checksum {:#010x}", told), fmt::format("{:#010x}", sum));
  packet.offset = packed_offset_;
  packet.end = packed_offset_ + whole_.size() + 1;
  packet.type = all[0];
  packet.core = all[1];
  packet.sequence = std::uint32_t{all[2]} | std::uint32_t{all[3]} << 8;
  packet.fields = all.subspan(format::head_bytes);
  return result::packet;
}

packet_splitter::result packet_splitter::finish(damage& bad) {
  if (packed_.empty()) return result::nothing;
  bad = {packed_offset_, packed_.size() + dropped_, "the end of the stream inside a packet", "its 00"};
  packed_.clear();
  return result::damaged;
}

}  // namespace rtm::host::wire
