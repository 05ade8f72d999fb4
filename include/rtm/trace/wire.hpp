// SPDX-License-Identifier: MIT
// What do the bytes of a trace mean? The tables below are the only place where a number of the format stands: the
// encoder on target, the decoder of the tools and docs/trace-format.md (which a test compares) all use them.
//
//   stream   packet 00 packet 00 ...             00 appears nowhere else, so a reader can begin anywhere
//   packet   COBS of: type, core, sequence (2 bytes), fields, CRC-32 (4 bytes) of all of it
//   number   LEB128: 7 bits a byte, low ones first, the top bit says that another byte follows
//   fact     one little-endian number of 2 to 8 bytes whose lowest bits say how many: see put_fact
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "rtm/trace/memory.hpp"
#include "rtm/types.hpp"

namespace rtm::trace::wire {

inline constexpr uint32_t version = 1;
inline constexpr uint8_t magic[3] = {'r', 't', 'm'};
/// Type, core, sequence.
inline constexpr uint32_t head_bytes = 4;
inline constexpr uint32_t checksum_bytes = 4;
/// Bytes of a packet on the wire, its 00 not counted. A reader may drop what is longer.
inline constexpr uint32_t most_packet_bytes = 4096;

enum class packet : uint8_t { header = 1, names = 2, page = 3, more = 4, window = 5, snapshot = 6, end = 7 };

struct packet_row {
  packet type;
  const char* name;
  const char* fields;  ///< In order; numbers unless said otherwise.
};
inline constexpr packet_row packets[] = {
    {packet::header, "header",
     "\"rtm\" (3 bytes), version (1 byte), mode, clock bits, clock Hz, window ticks, max_gap ticks, tasks, isrs, swis, "
     "points, depth, point_depth, point_frames"},
    {packet::names, "names", "any times: id * 4 + class (0 task, 1 isr, 2 swi, 3 point), bytes of the name, the name"},
    {packet::page, "page",
     "ordinal, lost, [if lost: ticks back from `time` to the first lost], epoch, time, ticks since the epoch's start, "
     "count of states, states (facts), the opening fact, facts, check (1 byte)"},
    {packet::more, "more", "facts, check (1 byte)"},
    {packet::window, "window", "flags, epoch, index, [first part: start, length], rows"},
    {packet::snapshot, "snapshot", "flags, epoch, [first part: start, total, ignored], rows with extremes"},
    {packet::end, "end", "ordinal of the fact that would come next, lost, [if lost: time of the first lost]"},
};

/// Where the id of a fact comes from.
enum class id_field : uint8_t {
  none,   ///< Nothing to name, or the topmost frame, or the innermost point: the reader knows, and `check` proves it.
  frame,  ///< An isr, or isrs + a swi.
  owner,  ///< 0 idle, 1 kernel, 2 unknown, 3 + a task.
  point,
};
struct fact_row {
  fact_kind kind;
  uint8_t code;
  uint8_t bits;  ///< Of the code.
  id_field id;
  const char* name;
};
/// The codes are prefix-free from the low end; frequent facts have short ones. Enter and exit are of interrupts and of
/// software interrupts alike.
inline constexpr fact_row facts[] = {
    {fact_kind::isr_exit, 0b00, 2, id_field::none, "exit"},
    {fact_kind::isr_enter, 0b01, 2, id_field::frame, "enter"},
    {fact_kind::task_switch, 0b10, 2, id_field::owner, "switch"},
    {fact_kind::poll, 0b0011, 4, id_field::none, "poll"},
    {fact_kind::point_begin, 0b0111, 4, id_field::point, "point_begin"},
    {fact_kind::point_end, 0b1011, 4, id_field::none, "point_end"},
};
inline constexpr uint8_t escape = 0b1111;  ///< 4 bits, with 4 bits of `other` above.

/// What is rare. Numbers follow the fact.
enum class other : uint8_t {
  none = 0,
  activate = 1,
  wait = 2,
  release = 3,
  terminate = 4,
  reset = 5,
  refused = 6,
  later = 7
};
struct other_row {
  other code;
  fact_kind kind;  ///< `poll` where none is meant.
  const char* name;
  const char* fields;
};
inline constexpr other_row others[] = {
    {other::none, fact_kind::poll, "none", ""},
    {other::activate, fact_kind::task_activate, "activate", "task"},
    {other::wait, fact_kind::task_wait, "wait", "task"},
    {other::release, fact_kind::task_release, "release", "task"},
    {other::terminate, fact_kind::task_terminate, "terminate", "task"},
    {other::reset, fact_kind::reset, "reset", "owner"},
    {other::refused, fact_kind::poll, "refused", "kind of fact, id, status, expected id + 1 (0: none), depth"},
    {other::later, fact_kind::poll, "later", "ticks, to be added to those of the next fact"},
};
constexpr fact_kind kind_of(other what) {
  for (const other_row& row : others)
    if (row.code == what) return row.kind;
  return fact_kind::poll;
}
constexpr uint32_t escaped(other what) { return escape | uint32_t(what) << 4; }

/// Flags of window and snapshot packets.
inline constexpr uint32_t first_part = 1;
inline constexpr uint32_t whole = 2;  ///< Window: complete. Snapshot: the epoch is valid.

/// A row: id * 8 + class, then these numbers. In a snapshot, those of calls go on with the shortest exclusive time, how
/// much more the longest has, and the same of inclusive time.
enum class row_class : uint8_t { base = 0, task = 1, isr = 2, swi = 3, point = 4, no_more = 7 };
struct row_row {
  row_class id;
  const char* name;
  const char* fields;
};
inline constexpr row_row rows[] = {
    {row_class::base, "base (0 idle, 1 kernel, 2 unknown)", "exclusive"},
    {row_class::task, "task", "exclusive, dispatches"},
    {row_class::isr, "isr", "exclusive, inclusive - exclusive, calls"},
    {row_class::swi, "swi", "exclusive, inclusive - exclusive, calls"},
    {row_class::point, "point", "exclusive, inclusive - exclusive, calls, abandoned"},
    {row_class::no_more, "no more rows: this was the last part", ""},
};

/// Bits that ids 0 .. count-1 need.
constexpr uint32_t bits_for(uint32_t count) {
  uint32_t bits = 0;
  while (bits < 32 && (uint64_t{1} << bits) < count) ++bits;
  return bits;
}

/// How wide ids are in the facts of a stream: told by its header.
struct id_widths {
  uint32_t frame = 0;
  uint32_t owner = 0;
  uint32_t point = 0;

  [[nodiscard]] constexpr uint32_t of(id_field field) const {
    return field == id_field::frame ? frame : field == id_field::owner ? owner : field == id_field::point ? point : 0;
  }
};
constexpr id_widths widths_of(const limits& l) {
  return {bits_for(l.isrs + l.swis), bits_for(l.tasks + 3), bits_for(l.points)};
}

/// Bits of a fact's number that are free for code, id and ticks: 7 * bytes + 1, at most 57.
inline constexpr uint32_t most_fact_bits = 57;

/// The check over ids that are not on the wire, one step an id; starts at 0 in each packet.
constexpr uint8_t check_step(uint8_t check, fact_kind kind, uint32_t id) {
  const uint32_t mixed = id ^ id >> 8 ^ uint32_t(kind) << 4;
  return uint8_t((uint32_t(check) << 1 | uint32_t(check) >> 7) ^ mixed);
}

/// CRC-32 as of Ethernet and zlib, four bits a step: 64 bytes of table.
inline constexpr uint32_t crc_start = 0xFFFF'FFFFU;
constexpr uint32_t crc_step(uint32_t crc, uint8_t byte) {
  constexpr uint32_t table[16] = {0x0000'0000U, 0x1DB7'1064U, 0x3B6E'20C8U, 0x26D9'30ACU, 0x76DC'4190U, 0x6B6B'51F4U,
                                  0x4DB2'6158U, 0x5005'713CU, 0xEDB8'8320U, 0xF00F'9344U, 0xD6D6'A3E8U, 0xCB61'B38CU,
                                  0x9B64'C2B0U, 0x86D3'D2D4U, 0xA00A'E278U, 0xBDBD'F21CU};
  crc = table[(crc ^ byte) & 15] ^ crc >> 4;
  return table[(crc ^ uint32_t(byte) >> 4) & 15] ^ crc >> 4;
}

/// Writes one packet into a buffer, stuffed (COBS) and summed on the way.
class packet_writer {
 public:
  packet_writer(uint8_t* bytes, uint32_t size) : bytes_(bytes), size_(size) {}

  void begin(packet type, uint32_t core, uint32_t sequence) {
    used_ = 1;
    code_at_ = 0;
    run_ = 1;
    crc_ = crc_start;
    overflow_ = false;
    put(uint8_t(type));
    put(uint8_t(core));
    put(uint8_t(sequence));
    put(uint8_t(sequence >> 8));
  }

  void put(uint8_t byte) {
    crc_ = crc_step(crc_, byte);
    stuff(byte);
  }
  void number(uint64_t value) {
    while (value >= 0x80) {
      put(uint8_t(value | 0x80));
      value >>= 7;
    }
    put(uint8_t(value));
  }

  /// `bits` of code and id, already put together, with ticks above them.
  void fact(uint32_t code_and_id, uint32_t bits, uint64_t ticks) {
    if (ticks >> (most_fact_bits - bits) != 0) {
      fact(escaped(other::later), 8, 0);
      number(ticks);
      ticks = 0;
    }
    uint64_t value = code_and_id | ticks << bits;
    uint32_t bytes = 2;
    while (value >> (7 * bytes + 1) != 0) ++bytes;
    // The lowest bits, bytes-2 ones and a zero, say how many bytes.
    value = value << (bytes - 1) | ((uint64_t{1} << (bytes - 2)) - 1);
    for (; bytes != 0; --bytes, value >>= 8) put(uint8_t(value));
  }

  /// Sum and the 00 that ends a packet. Returns how many bytes there are, 0 if it did not fit.
  uint32_t end() {
    const uint32_t sum = ~crc_;
    for (uint32_t shift = 0; shift < 32; shift += 8) stuff(uint8_t(sum >> shift));
    if (overflow_ || used_ >= size_) return 0;
    bytes_[code_at_] = uint8_t(run_);
    bytes_[used_++] = 0;
    return used_;
  }

  /// Bytes that surely fit yet, what `end` needs set aside.
  [[nodiscard]] uint32_t room() const {
    constexpr uint32_t tail = checksum_bytes + 3;
    const uint32_t left = size_ - used_;
    return overflow_ || left < tail + left / 254 ? 0 : left - tail - left / 254;
  }

 private:
  void stuff(uint8_t byte) {
    if (used_ + 2 > size_) {
      overflow_ = true;
      return;
    }
    if (byte != 0) {
      bytes_[used_++] = byte;
      if (++run_ != 0xFF) return;
    }
    bytes_[code_at_] = uint8_t(run_);
    code_at_ = used_++;
    run_ = 1;
  }

  uint8_t* bytes_;
  uint32_t size_;
  uint32_t used_ = 0;
  uint32_t code_at_ = 0;
  uint32_t run_ = 1;
  uint32_t crc_ = crc_start;
  bool overflow_ = false;
};

}  // namespace rtm::trace::wire
