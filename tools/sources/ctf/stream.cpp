// SPDX-License-Identifier: MIT
#include "sources/ctf/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sources/ctf/bits.hpp"

namespace rtm::host::ctf {
namespace {

constexpr std::uint64_t packet_magic = 0xC1FC1FC1;
constexpr std::uint64_t most_ticks = ~std::uint64_t{0} >> 1;

}  // namespace

std::string stamp_of(std::uint64_t ticks, std::uint64_t hz) {
  constexpr std::uint64_t ns_in_s = 1'000'000'000;
  return hz == ns_in_s ? fmt::format("{}.{:09}", ticks / ns_in_s, ticks % ns_in_s) : fmt::format("{} ticks", ticks);
}

stream::stream(std::string name, std::string_view bytes, const decoding& how, tell_problem tell)
    : name_(std::move(name)),
      bytes_(bytes),
      how_(how),
      tell_(std::move(tell)),
      most_clock_(most_ticks - how.clock_offset_ticks) {
  walker_.reserve(how.packet_header);
  for (const auto& [id, of] : how.streams) {
    walker_.reserve(of.packet_context);
    walker_.reserve(of.event_header);
    for (const event_plan& event : of.events) walker_.reserve(event.fields);
  }
  now_.numbers = walker_.numbers();
  now_.texts = walker_.texts();
}

bool stream::next() {
  if (holds_event_) {
    holds_event_ = false;
    std::swap(now_, loss_);
    return true;
  }
  for (;;) {
    bool has_event = false;
    if (is_in_packet_ && walker_.at() < walker_.limit()) {
      has_event = read_event();
    } else if (is_cut_) {
      (void)abandon(walker_.at(), "the end of the file", "the rest of the packet");
    } else {
      is_in_packet_ = false;
      if (!has_loss_ && !open_packet()) return end();
      if (is_in_packet_ && walker_.at() < walker_.limit()) has_event = read_event();
    }
    if (has_loss_) {
      has_loss_ = false;
      if (loss_.ticks == 0) loss_.ticks = has_event ? now_.ticks : end_ticks_;
      loss_.cpu = now_.cpu;
      holds_event_ = has_event;
      std::swap(now_, loss_);
      return true;
    }
    if (has_event) return true;
  }
}

bool stream::end() {
  if (overlaps_ > 1)
    tell_(bytes_.size(),
          fmt::format("in {}: {} more packets that begin before the end of the one before", name_, overlaps_ - 1),
          "none");
  overlaps_ = 0;
  return false;
}

void stream::set_loss(std::uint64_t count, std::uint64_t until) {
  const std::uint64_t told_before = has_loss_ ? loss_.lost : 0;
  loss_ = now_;
  loss_.is_loss = true;
  loss_.ticks = last_ticks_;
  loss_.offset = packet_at_;
  loss_.lost = told_before + count;
  loss_.until_ticks = std::max(until, last_ticks_);
  has_loss_ = true;
}

/// What is left of the packet cannot be read. If another follows, reading goes on there. False, always.
bool stream::abandon(std::uint64_t at_bit, const std::string& found, const std::string& expected) {
  const std::uint64_t at = packet_at_ + at_bit / 8;
  tell_(at, fmt::format("in {}: {}", name_, found), expected);
  set_loss(0, std::max(end_ticks_, last_ticks_));
  is_in_packet_ = is_cut_ = false;
  return false;
}

/// Nor can the next packet be found. False, always.
bool stream::end_file(const std::string& found, const std::string& expected) {
  (void)abandon(0, found, expected);
  packet_end_ = bytes_.size();
  return false;
}

/// False: there is none, or it cannot be used.
bool stream::open_packet() {
  packet_at_ = packet_end_;
  if (packet_at_ >= bytes_.size()) return false;
  if (!open_head()) return has_loss_;
  ++packets_;
  is_in_packet_ = true;
  return true;
}

bool stream::open_head() {
  const std::uint64_t available = bytes_.size() - packet_at_;
  walker_.start(reinterpret_cast<const unsigned char*>(bytes_.data()) + packet_at_, available, available * 8);
  packet_end_ = bytes_.size();
  end_ticks_ = last_ticks_;
  if (!walker_.walk(how_.packet_header)) return end_file("the end of the file", "the header of a packet");
  if (how_.has_magic && walker_.numbers()[magic_number] != packet_magic)
    return end_file(fmt::format("0x{:08X}", walker_.numbers()[magic_number]), "0xC1FC1FC1, with which a packet begins");
  if (how_.has_uuid && walker_.texts()[0] != how_.uuid)
    return end_file("a packet with another uuid", "that of the metadata");
  const std::uint64_t id = how_.has_stream_id ? walker_.numbers()[stream_id] : how_.streams.begin()->first;
  const auto found = how_.streams.find(id);
  if (found == how_.streams.end())
    return end_file(fmt::format("a packet of stream {}", id), "a stream of the metadata");
  of_ = &found->second;
  const std::uint64_t clock_before = walker_.clock;
  if (!walker_.walk(of_->packet_context)) return end_file("the end of the file", "the context of a packet");
  walker_.clock = clock_before;
  return open_context(available);
}

/// Of a context that has been read.
bool stream::open_context(std::uint64_t available) {
  const std::uint64_t head = walker_.at();
  const std::uint64_t content = has(content_size)  ? number(content_size)
                                : has(packet_size) ? number(packet_size)
                                                   : available * 8;
  const std::uint64_t packet = has(packet_size) ? number(packet_size) : (content + 7) / 8 * 8;
  if (packet % 8 != 0 || content > packet || content < head)
    return end_file(fmt::format("a packet of {} bits, {} used", packet, content),
                    fmt::format("whole bytes, and {} bits or more used", head));
  is_cut_ = content > available * 8;
  if (packet / 8 > available && !is_cut_)
    tell_(bytes_.size(), fmt::format("in {}: the end of the file", name_), "the padding of the packet");
  packet_end_ = packet_at_ + packet / 8;
  walker_.set_limit(std::min(content, available * 8));
  now_.cpu = has(cpu_id) ? static_cast<std::uint32_t>(number(cpu_id)) : 0;
  note_times();
  note_losses();
  return true;
}

/// Times in the context may be shorter than the clock too.
void stream::note_times() {
  if (has(timestamp_begin)) {
    walker_.clock = extended(walker_.clock, number(timestamp_begin), *of_->bits[timestamp_begin]);
    note_overlap(std::min(walker_.clock, most_clock_) + how_.clock_offset_ticks);
  }
  told_end_ticks_.reset();
  told_end_cpu_ = now_.cpu;
  if (!has(timestamp_end)) return;
  const std::uint64_t end = extended(walker_.clock, number(timestamp_end), *of_->bits[timestamp_end]);
  if (end > most_clock_) return;
  told_end_ticks_ = end + how_.clock_offset_ticks;
  end_ticks_ = std::max(last_ticks_, *told_end_ticks_);
}

/// Old tracers could do so although their events are in order. The first is told with its times, the others counted.
void stream::note_overlap(std::uint64_t begin_ticks) {
  if (!told_end_ticks_ || told_end_cpu_ != now_.cpu || begin_ticks >= *told_end_ticks_ || ++overlaps_ > 1) return;
  tell_(packet_at_,
        fmt::format("in {}: a packet that begins at {}, before {}", name_, stamp_of(begin_ticks, how_.clock_hz),
                    stamp_of(*told_end_ticks_, how_.clock_hz)),
        "none before the end of the packet before it");
}

/// The counter of discarded events stands in the packet that was closed after them: they are missing somewhere between
/// the end of the packet before and the end of this one.
void stream::note_losses() {
  in_doubt_ = false;
  const std::uint64_t before = discarded_;
  if (has(events_discarded)) discarded_ = number(events_discarded);
  const unsigned bits = has(events_discarded) ? *of_->bits[events_discarded] : 64;
  const std::uint64_t more = low_bits(discarded_ - before, bits);
  in_doubt_ = more != 0 && more <= low_bits(~std::uint64_t{0}, bits) / 2;
  if (in_doubt_) set_loss(more, end_ticks_);
  if (!has(packet_seq_num)) return;
  const std::uint64_t expected = low_bits(sequence_ + 1, *of_->bits[packet_seq_num]);
  sequence_ = number(packet_seq_num);
  if (packets_ == 0 || sequence_ == expected) return;
  tell_(packet_at_, fmt::format("in {}: packet {}", name_, sequence_), fmt::format("packet {}", expected));
  if (!in_doubt_) set_loss(0, std::min(walker_.clock, most_clock_) + how_.clock_offset_ticks);
}

bool stream::read_event() {
  const std::uint64_t begin = walker_.at();
  const char* const expected = is_cut_ ? "the rest of the packet" : "all of an event within the content of its packet";
  const char* const end = is_cut_ ? "the end of the file" : "the end of a packet";
  if (!walker_.walk(of_->event_header)) return abandon(begin, end, expected);
  const std::uint64_t id = of_->has_event_id ? walker_.numbers()[0] : of_->only_event;
  const event_plan* const event = of_->find(id);
  if (event == nullptr) return abandon(begin, fmt::format("an event with id {}", id), "an event of the metadata");
  if (!walker_.walk(event->fields)) return abandon(begin, end, expected);
  if (walker_.at() == begin) return abandon(begin, "an event of no size", "events of at least a bit");
  if (walker_.clock > most_clock_)
    return abandon(begin, fmt::format("the time {}", walker_.clock), fmt::format("at most {}", most_clock_));
  now_.is_loss = false;
  now_.in_doubt = in_doubt_;
  now_.action = event->action;
  now_.detail = event->detail;
  now_.ticks = walker_.clock + how_.clock_offset_ticks;
  now_.offset = packet_at_ + begin / 8;
  last_ticks_ = now_.ticks;
  return true;
}

}  // namespace rtm::host::ctf
