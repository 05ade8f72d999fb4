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

enum class packet : uint8_t {
  header = 1,
  names = 2,
  page = 3,
  more = 4,
  window = 5,
  snapshot = 6,
  end = 7,
  columns = 8,
  counts = 9,
  finding = 10,
  clock = 11,
  repairs = 12,
};

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
    {packet::columns, "columns", "group (0: none), any times: bits of the counter, bytes of its name, the name"},
    {packet::counts, "counts",
     "flags, columns, epoch, [of a window: its index], [first part: status, a total a column], rows of counts"},
    {packet::finding, "finding", "who finds it, status, subject, detail; any times"},
    {packet::clock, "clock",
     "the clock of this core, any times: another clock, then an exchange with it: sent, received, replied, returned"},
    {packet::repairs, "repairs", "epoch, any times: kind of repair, how often it was made since that epoch began"},
};
/// The largest type there is.
inline constexpr uint8_t last_packet_type = uint8_t(packets[sizeof packets / sizeof packets[0] - 1].type);

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
    {fact_kind::point_end, 0b011, 3, id_field::none, "point_end"},
    {fact_kind::poll, 0b0111, 4, id_field::none, "poll"},
    {fact_kind::point_begin, 0b01111, 5, id_field::point, "point_begin"},
};
constexpr const fact_row& row_of(fact_kind kind) {
  uint32_t i = 0;
  while (facts[i].kind != kind) ++i;
  return facts[i];
}
inline constexpr uint8_t escape = 0b11111;  ///< 5 bits, with 3 bits of `other` above.

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
constexpr uint32_t escaped(other what) { return escape | uint32_t(what) << 5; }
constexpr bool is_escaped(uint64_t number) { return (number & escape) == escape; }
constexpr other other_of(uint64_t number) { return other(number >> 5 & 7); }

/// Flags of window, snapshot and counts packets.
inline constexpr uint32_t first_part = 1;
inline constexpr uint32_t whole = 2;      ///< Window: complete. Snapshot: the epoch is valid.
inline constexpr uint32_t of_window = 4;  ///< Counts: of the window `index`. Otherwise of the epoch so far.

/// Who says a `finding`; its status is a number of this one's own list.
enum class finder : uint8_t { clock = 0, core = 1, pmu = 2, sync = 3, coverage = 4 };
struct finder_row {
  finder id;
  const char* name;
  const char* status;   ///< The list in which the status has its name.
  const char* subject;  ///< What the finding is about.
  const char* detail;
};
inline constexpr finder_row finders[] = {
    {finder::clock, "clock", "rtm::clock_status", "0", "ticks of it that were seen"},
    {finder::core, "core", "rtm::core_status", "the core, as the CPU counts", "0"},
    {finder::pmu, "pmu", "rtm::pmu::status", "the counter, event or interrupt", "0"},
    {finder::sync, "sync", "rtm::sync::status", "the window", "lateness in ticks"},
    {finder::coverage, "coverage", "0 all are covered, 1 one is not", "an interrupt that is not", "how many are not"},
};

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

/// Rows of a `counts` packet have the same ids and classes, and these numbers, one a column each.
inline constexpr row_row count_rows[] = {
    {row_class::base, "base (0 idle, 1 kernel, 2 unknown)", "exclusive"},
    {row_class::task, "task", "exclusive"},
    {row_class::isr, "isr", "exclusive; of the epoch also inclusive - exclusive"},
    {row_class::swi, "swi", "exclusive; of the epoch also inclusive - exclusive"},
    {row_class::point, "point", "exclusive; of the epoch also inclusive - exclusive"},
    {row_class::no_more, "no more rows: this was the last part", ""},
};
inline constexpr uint32_t most_columns = 16;

/// Bits that ids 0 .. count-1 need.
constexpr uint32_t bits_for(uint32_t count) {
  uint32_t bits = 0;
  for (uint32_t largest = count == 0 ? 0 : count - 1; largest != 0; largest >>= 1) ++bits;
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

/// Writes one packet into a buffer: first its bytes as they are, then `end` sums and stuffs (COBS) them in one pass.
class packet_writer {
 public:
  packet_writer(uint8_t* bytes, uint32_t size)
      : bytes_(bytes), limit_(size - checksum_bytes - 1), used_(headroom(size)) {}

  void begin(packet type, uint32_t core, uint32_t sequence) {
    used_ = headroom(limit_ + checksum_bytes + 1);
    overflow_ = false;
    put(uint8_t(type));
    put(uint8_t(core));
    put(uint8_t(sequence));
    put(uint8_t(sequence >> 8));
  }

  void put(uint8_t byte) {
    const uint32_t at = used_;
    if (at < limit_) {
      bytes_[at] = byte;
      used_ = at + 1;
    } else {
      overflow_ = true;
    }
  }
  void number(uint64_t value) {
    while (value >> 28 != 0) {
      put(uint8_t(value | 0x80));
      value >>= 7;
    }
    auto low = uint32_t(value);
    while (low >= 0x80) {
      put(uint8_t(low | 0x80));
      low >>= 7;
    }
    put(uint8_t(low));
  }

  /// `bits` of code and id, already put together, with ticks above them.
  void fact(uint32_t code_and_id, uint32_t bits, uint64_t ticks) {
    const auto low = uint32_t(ticks);
    if (low == ticks && bits < 29 && low >> (29 - bits) == 0) return short_fact(code_and_id | low << bits);
    uint32_t used_bits = bits;
    for (uint64_t rest = ticks; rest != 0; rest >>= 1) ++used_bits;
    if (used_bits > most_fact_bits) {
      short_fact(escaped(other::later));
      number(ticks);
      return fact(code_and_id, bits, 0);
    }
    uint32_t bytes = 2;
    while (7 * bytes + 1 < used_bits) ++bytes;
    // The lowest bits, bytes-2 ones and a zero, say how many bytes.
    const uint32_t prefix = (uint32_t{1} << (bytes - 2)) - 1;
    uint64_t value = shifted(shifted(ticks, bits) | code_and_id, bytes - 1) | prefix;
    for (; bytes != 0; --bytes, value >>= 8) put(uint8_t(value));
  }

  /// Sum, stuffing, and the 00 that ends a packet. Returns how many bytes there are, 0 if it did not fit.
  uint32_t end() {
    if (overflow_) return 0;
    uint8_t* const bytes = bytes_;
    const uint32_t first = headroom(limit_ + checksum_bytes + 1);
    uint32_t last = used_;
    uint32_t crc = crc_start;
    for (uint32_t at = first; at < last; ++at) crc = crc_step(crc, bytes[at]);
    for (uint32_t shift = 0; shift < 32; shift += 8) bytes[last++] = uint8_t(~crc >> shift);
    // Each byte moves down or stays: there is room before them for as many codes as there can be.
    uint32_t code_at = 0;
    uint32_t to = 1;
    for (uint32_t at = first; at < last; ++at) {
      const uint8_t byte = bytes[at];
      if (byte != 0) bytes[to++] = byte;
      if (byte != 0 && to - code_at != 0xFF) continue;
      bytes[code_at] = uint8_t(to - code_at);
      code_at = to++;
    }
    bytes[code_at] = uint8_t(to - code_at);
    bytes[to++] = 0;
    return to;
  }

  /// Bytes that surely fit yet. A fact wants 4, even if it is shorter.
  [[nodiscard]] uint32_t room() const { return overflow_ ? 0 : limit_ - used_; }

 private:
  /// Codes that a packet of `size` bytes may need: one, and one for each 254 bytes. Without a division.
  static constexpr uint32_t headroom(uint32_t size) { return size / 256 + 2; }
  static_assert(most_packet_bytes / 254 + 1 <= most_packet_bytes / 256 + 2);

  /// Bit by bit: a shift of 64 bits by a variable is a library call on small targets, and this is seldom.
  static uint64_t shifted(uint64_t value, uint32_t by) {
    for (; by != 0; --by) value += value;
    return value;
  }

  /// A fact of at most 29 bits: nearly all, and without 64-bit arithmetic, which is slow on small targets.
  void short_fact(uint32_t value) {
    const uint32_t at = used_;
    if (limit_ - at < 4) {
      overflow_ = true;
      return;
    }
    uint8_t* const bytes = bytes_ + at;
    if (value >> 15 == 0) {
      bytes[0] = uint8_t(value << 1);
      bytes[1] = uint8_t(value >> 7);
      used_ = at + 2;
      return;
    }
    const bool is_long = value >> 22 != 0;
    value = is_long ? value << 3 | 3 : value << 2 | 1;
    bytes[0] = uint8_t(value);
    bytes[1] = uint8_t(value >> 8);
    bytes[2] = uint8_t(value >> 16);
    if (is_long) bytes[3] = uint8_t(value >> 24);
    used_ = at + (is_long ? 4 : 3);
  }

  uint8_t* bytes_;
  uint32_t limit_;  // the sum and the 00 come after it
  uint32_t used_;
  bool overflow_ = false;
};

}  // namespace rtm::trace::wire
