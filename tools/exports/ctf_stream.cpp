// SPDX-License-Identifier: MIT
#include "exports/ctf_stream.hpp"

#include <utility>

#include "exports/byte_sink.hpp"

namespace rtm::host {
namespace {

constexpr std::size_t packet_bytes = 64 * 1024;  ///< An event may reach beyond it.

void append(std::string& to, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i, value >>= 8) to += static_cast<char>(value & 0xFF);
}

}  // namespace

ctf_stream::ctf_stream(std::filesystem::path file, std::uint32_t cpu) : file_(std::move(file)), cpu_(cpu) {}

void ctf_stream::raw(std::uint64_t value, unsigned bytes) { append(events_, value, bytes); }

void ctf_stream::text(std::string_view value) {
  events_ += value.substr(0, value.find('\0'));
  events_ += '\0';
}

void ctf_stream::begin(ctf_event event, std::uint64_t ticks) {
  if (events_.size() >= packet_bytes) write_packet();
  if (events_.empty() && packets_ == 0) begin_ticks_ = ticks;
  end_ticks_ = ticks;
  u8(static_cast<std::uint8_t>(event));
  u64(ticks);
}

void ctf_stream::discard(std::uint64_t count, std::uint64_t ticks) {
  if (count == 0) return;
  if (events_.empty() && packets_ == 0) begin_ticks_ = end_ticks_ = ticks;
  std::string during;
  if (doubt_) {
    during = events_.substr(doubt_->bytes);
    events_.resize(doubt_->bytes);
    end_ticks_ = doubt_->ticks;
  }
  doubt_.reset();
  // There has to be a packet before, if an empty one.
  if (!events_.empty() || packets_ == 0) write_packet();
  events_ = std::move(during);
  end_ticks_ = ticks;
  discarded_ += count;
  write_packet();
}

void ctf_stream::close() {
  if (!events_.empty() || packets_ == 0) write_packet();
}

void ctf_stream::write_packet() {
  constexpr std::size_t header_bytes = 2 * 4 + 6 * 8 + 4;
  const std::uint64_t bits = (header_bytes + events_.size()) * 8;
  std::string packet;
  packet.reserve(header_bytes + events_.size());
  append(packet, ctf_magic, 4);
  append(packet, 0, 4);
  append(packet, begin_ticks_, 8);
  append(packet, end_ticks_, 8);
  append(packet, bits, 8);
  append(packet, bits, 8);
  append(packet, packets_, 8);
  append(packet, discarded_, 8);
  append(packet, cpu_, 4);
  packet += events_;
  events_.clear();
  file_sink file(file_, file_sink::mode::append);
  file.write(packet);
  file.close();
  ++packets_;
  begin_ticks_ = end_ticks_;
  if (doubt_) doubt_ = {0, begin_ticks_};
}

}  // namespace rtm::host
