// SPDX-License-Identifier: MIT
// How does a trace leave the target? This turns the records of one core's memory into packets, with the windows that
// close meanwhile, and hands the bytes to whatever takes them: a UART, RTT, ITM, a socket, a file.
//
//   rtm::trace::encoder<> out;
//   out.begin(core0_trace, names, {uart_write, nullptr});       // after attach
//   while (true) { while (out.step(core0)) {} wait(); }          // the least urgent task, or the idle loop
//
// Context: any, on any core, preempted by hooks at will; but one encoder a memory, and one caller at a time.
// Bound of a step: one packet is made (at most PacketBytes bytes) or what is left of one is sent. Nothing waits.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rtm/ledger.hpp"
#include "rtm/trace/fact_packets.hpp"
#include "rtm/trace/window_packets.hpp"
#include "rtm/trace/wire.hpp"

namespace rtm::trace {

/// Takes up to `count` bytes and says how many it took; 0 if it cannot now. Must not wait.
struct byte_sink {
  size_t (*write)(void* context, const uint8_t* bytes, size_t count);
  void* context;
};

enum class name_class : uint8_t { task = 0, isr = 1, swi = 2, point = 3 };
struct name {
  name_class of;
  uint32_t id;
  const char* text;  ///< UTF-8, zero-terminated. At most `most_name_bytes` bytes of it are sent.
};
inline constexpr uint32_t most_name_bytes = 64;

/// For traces whose ledger is gone.
struct no_ledger {};
template <class Ledger>
inline constexpr bool is_ledger = true;
template <>
inline constexpr bool is_ledger<no_ledger> = false;

/// Nothing beside facts, windows and sums. For more: `extra_packets` (extra_packets.hpp).
struct no_extras {
  static constexpr uint32_t most_bytes = 0;
  void begin(const limits&) {}
  void repeat() {}
  void want_epoch() {}
  template <class Ledger>
  bool next(const Ledger&, wire::packet&) {
    return false;
  }
  template <class Ledger>
  bool put(wire::packet_writer&, const Ledger&) {
    return false;
  }
};

template <class Word = uint32_t, uint32_t PacketBytes = 512, class Extras = no_extras>
class encoder : private Extras {  // so that nothing takes no room
  static_assert(PacketBytes >= 192 && PacketBytes <= wire::most_packet_bytes, "trace: a packet has 192 to 4096 bytes");
  static_assert(Extras::most_bytes <= PacketBytes, "trace: PacketBytes are too few for a row of so many columns");

 public:
  /// Header and names are sent first, and again after this many packets, for readers that come later.
  static constexpr uint32_t packets_between_headers = 64;

  /// `from` must be attached, or hold a trace (`holds_trace`); it and `names` must stay where they are. False: it is
  /// neither, or PacketBytes are too few for the frames and points that may be open in such a ledger; `step` will have
  /// nothing to do. The natural wrong use is to begin before `attach`.
  bool begin(buffer<Word>& from, const name* names, size_t count, byte_sink to) {
    memory_ = from.is_attached() && most_page_bytes(from.capacity) <= PacketBytes ? &from : nullptr;
    sequence_ = packets_ = next_header_ = used_ = sent_ = 0;
    stage_ = stage::streaming;
    sends_all_ = wants_snapshot_ = wants_end_ = wants_repairs_ = false;
    repairs_ = nullptr;
    if (memory_ == nullptr) return false;
    names_ = names;
    names_count_ = names_sent_ = count;
    to_ = to;
    facts_.begin(from);
    windows_.begin(from.capacity);
    Extras::begin(from.capacity);
    return true;
  }
  template <size_t Count>
  bool begin(buffer<Word>& from, const name (&names)[Count], byte_sink to) {
    return begin(from, names, Count, to);
  }

  /// `counts`, of `kinds` kinds, are sent with each closed window and with the final sums, if they have changed: the
  /// repairs of the port of an OS, `repair_counts::words` of rtm/os/repairs.hpp. After `begin`; they stay where they
  /// are.
  void watch_repairs(const uint32_t* counts, uint32_t kinds) {
    repairs_ = counts;
    repair_kinds_ = kinds;
    repairs_sent_ = 0;
  }

  /// Does one piece of work. False: there is nothing to do, or nobody takes the bytes; call again later.
  template <class Ledger>
  bool step(const Ledger& of) {
    if (is_pending()) return send();
    return memory_ != nullptr && make_packet(of) && send();
  }
  /// The same for a trace whose ledger is gone: after a reset.
  bool step() { return step(no_ledger{}); }

  /// Only whole pages are sent until this is asked for: then all that is recorded by now.
  void flush() { sends_all_ = true; }
  /// After all facts, the epoch's sums and the window in progress are sent, for `rtm verify` to compare. After
  /// `ledger.snapshot(now)`, and with no fact until `step` says that there is nothing to do.
  void send_snapshot() { sends_all_ = wants_snapshot_ = wants_repairs_ = true; }
  /// There are more names by now, at the end of those given to `begin`. They are sent next.
  void add_names(size_t count) { names_count_ += count; }
  /// In the end, an end: a reader then knows that nothing is missing.
  void finish() { sends_all_ = wants_end_ = wants_repairs_ = true; }

  /// Counters, findings and clocks, see extra_packets.hpp. Fill it after `begin`.
  [[nodiscard]] Extras& extras() { return *this; }

  /// Bytes wait for somebody to take them.
  [[nodiscard]] bool is_pending() const { return sent_ != used_; }
  /// Packets made so far.
  [[nodiscard]] uint32_t packets() const { return packets_; }

 private:
  enum class stage : uint8_t { streaming, epoch, window_in_progress };

  /// Of the packet that begins a page, without facts: its numbers, and the state, of which an entry has at most 4
  /// bytes.
  static uint32_t most_page_bytes(const limits& of) {
    return 96 + 4 * (of.depth + 1 + (of.points == 0 ? 0 : 2 * of.point_frames));
  }

  /// False: there is nothing to send.
  template <class Ledger>
  bool make_packet(const Ledger& of) {
    if (packets_ >= next_header_ && names_sent_ == names_count_) return make_header();
    if (names_sent_ < names_count_) return make_names();
    wire::packet extra;
    if (Extras::next(of, extra)) return make_extra(of, extra);
    if constexpr (is_ledger<Ledger>) {
      if (stage_ == stage::streaming && windows_.next(of)) return make_window(of);
    }
    wire::packet type;
    if (stage_ == stage::streaming && facts_.next(sends_all_, type)) return make_facts(type);
    if (wants_repairs_ && stage_ == stage::streaming && make_repairs(of)) return true;
    if constexpr (is_ledger<Ledger>) {
      if (wants_snapshot_) return make_snapshot(of);
    }
    sends_all_ = wants_snapshot_ = false;
    return wants_end_ && make_end();
  }

  bool make_header() {
    const buffer<Word>& m = *memory_;
    const auto joined = [](const uint32_t(&halves)[2]) { return uint64_t{halves[1]} << 32 | halves[0]; };
    wire::packet_writer to = begin_packet(wire::packet::header);
    for (const uint8_t byte : wire::magic) to.put(byte);
    to.put(uint8_t(wire::version));
    to.number(m.how);
    to.number(m.capacity.clock_bits);
    to.number(joined(m.clock_hz));
    to.number(joined(m.window_ticks));
    to.number(joined(m.max_gap_ticks));
    to.number(m.capacity.tasks);
    to.number(m.capacity.isrs);
    to.number(m.capacity.swis);
    to.number(m.capacity.points);
    to.number(m.capacity.depth);
    to.number(m.capacity.point_depth);
    to.number(m.capacity.point_frames);
    names_sent_ = 0;
    Extras::repeat();
    next_header_ = packets_ + packets_between_headers;
    return end_packet(to);
  }

  bool make_names() {
    wire::packet_writer to = begin_packet(wire::packet::names);
    for (; names_sent_ < names_count_ && to.room() >= most_name_bytes + 8; ++names_sent_) {
      const name& each = names_[names_sent_];
      uint32_t length = 0;
      while (length < most_name_bytes && each.text[length] != '\0') ++length;
      to.number(uint64_t{each.id} << 2 | uint32_t(each.of));
      to.number(length);
      for (uint32_t i = 0; i < length; ++i) to.put(uint8_t(each.text[i]));
    }
    return end_packet(to);
  }

  bool make_facts(wire::packet type) {
    wire::packet_writer to = begin_packet(type);
    facts_.put(to);
    return end_packet(to);
  }

  template <class Ledger>
  bool make_extra(const Ledger& of, wire::packet type) {
    wire::packet_writer to = begin_packet(type);
    if (Extras::put(to, of)) return end_packet(to);
    return true;  // what it counted has moved on
  }

  template <class Ledger>
  bool make_window(const Ledger& of) {
    wire::packet_writer to = begin_packet(wire::packet::window);
    if (windows_.put_window(to, of)) {
      wants_repairs_ = true;
      return end_packet(to);
    }
    return true;  // it closed meanwhile: another one is there to be sent
  }

  template <class Ledger>
  bool make_snapshot(const Ledger& of) {
    if (stage_ == stage::streaming) {
      stage_ = stage::epoch;
      windows_.next_epoch();
    }
    if (stage_ == stage::epoch && windows_.is_open()) {
      wire::packet_writer to = begin_packet(wire::packet::snapshot);
      windows_.put_epoch(to, of);
      return end_packet(to);
    }
    if (stage_ == stage::epoch) {
      stage_ = stage::window_in_progress;
      Extras::want_epoch();
      windows_.next_in_progress(of);
    }
    if (windows_.is_open()) return make_window(of);
    stage_ = stage::streaming;
    wants_snapshot_ = false;
    return true;
  }

  /// False: there are none, or they have been sent. The kinds that are there are few, and each has a byte or two.
  template <class Ledger>
  bool make_repairs(const Ledger& of) {
    wants_repairs_ = false;
    uint32_t sum = 0;
    for (uint32_t i = 0; i < repair_kinds_ && repairs_ != nullptr; ++i) sum += detail::load(repairs_[i]);
    if (sum == repairs_sent_) return false;
    repairs_sent_ = sum;
    wire::packet_writer to = begin_packet(wire::packet::repairs);
    to.number(epoch_of(of));
    for (uint32_t i = 0; i < repair_kinds_; ++i) {
      const uint32_t made = detail::load(repairs_[i]);
      if (made == 0) continue;
      to.number(i);
      to.number(made);
    }
    return end_packet(to);
  }
  /// Of the sums, whose sender keeps the facts away; or else of the window that was sent last.
  template <class Ledger>
  uint32_t epoch_of(const Ledger& of) const {
    if constexpr (is_ledger<Ledger>) {
      if (wants_snapshot_) return of.epoch().epoch;
    }
    return windows_.sent_epoch();
  }

  bool make_end() {
    wants_end_ = false;
    wire::packet_writer to = begin_packet(wire::packet::end);
    facts_.put_end(to);
    return end_packet(to);
  }

  wire::packet_writer begin_packet(wire::packet type) {
    wire::packet_writer to(bytes_, PacketBytes);
    to.begin(type, memory_->core, sequence_);
    return to;
  }
  /// A packet that did not fit is left out, and the gap in the sequence tells the reader.
  bool end_packet(wire::packet_writer& to) {
    used_ = to.end();
    sent_ = 0;
    ++sequence_;
    ++packets_;
    return true;
  }

  /// True if all is sent.
  bool send() {
    if (is_pending()) sent_ += uint32_t(to_.write(to_.context, bytes_ + sent_, used_ - sent_));
    return !is_pending();
  }

  // All zero before begin(), so that an encoder lies in .bss.
  buffer<Word>* memory_ = nullptr;
  const name* names_ = nullptr;
  size_t names_count_ = 0;
  size_t names_sent_ = 0;
  byte_sink to_ = {};
  fact_packets<Word> facts_ = {};
  window_packets windows_ = {};
  uint32_t sequence_ = 0;
  uint32_t packets_ = 0;
  uint32_t next_header_ = 0;  // number of packets at which a header is due
  uint32_t used_ = 0;
  uint32_t sent_ = 0;
  stage stage_ = stage::streaming;
  bool sends_all_ = false;
  bool wants_snapshot_ = false;
  bool wants_end_ = false;
  bool wants_repairs_ = false;
  const uint32_t* repairs_ = nullptr;
  uint32_t repair_kinds_ = 0;
  uint32_t repairs_sent_ = 0;  // their sum
  uint8_t bytes_[PacketBytes] = {};
};

}  // namespace rtm::trace
