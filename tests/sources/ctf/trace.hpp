// SPDX-License-Identifier: MIT
// A CTF trace written by a test: metadata as text, streams bit by bit.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sources/ctf/trace_reader.hpp"
#include "sources/ctf/undivided.hpp"
#include "sources/reading.hpp"

namespace rtm::test {

/// Bits in the order of a CTF stream, in one byte order.
class bit_writer {
 public:
  explicit bit_writer(bool is_big = false) : is_big_(is_big) {}

  bit_writer& bits(unsigned count, std::uint64_t value) {
    for (unsigned i = 0; i < count; ++i) {
      const unsigned from = is_big_ ? count - 1 - i : i;
      if (used_ % 8 == 0) bytes_ += '\0';
      const unsigned place = is_big_ ? 7 - used_ % 8 : used_ % 8;
      bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) | (value >> from & 1) << place);
      ++used_;
    }
    return *this;
  }
  bit_writer& u8(std::uint64_t value) { return bits(8, value); }
  bit_writer& u16(std::uint64_t value) { return bits(16, value); }
  bit_writer& u32(std::uint64_t value) { return bits(32, value); }
  bit_writer& u64(std::uint64_t value) { return bits(64, value); }
  bit_writer& align(unsigned to_bits) {
    while (used_ % to_bits != 0) bits(1, 0);
    return *this;
  }
  /// With a NUL.
  bit_writer& text(std::string_view value) { return chars(value, value.size() + 1); }
  /// Filled up with NULs to `length`.
  bit_writer& chars(std::string_view value, std::size_t length) {
    align(8);
    for (std::size_t i = 0; i < length; ++i) u8(i < value.size() ? static_cast<unsigned char>(value[i]) : 0U);
    return *this;
  }
  bit_writer& raw(std::string_view value) { return chars(value, value.size()); }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t size() const { return used_; }

 private:
  bool is_big_;
  std::string bytes_;
  unsigned used_ = 0;
};

inline constexpr std::string_view integers =
    "/* CTF 1.8 */\n"
    "typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
    "typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
    "typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
    "typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
    "typealias integer { size = 32; align = 8; signed = true; } := int32_t;\n";

/// As LTTng's kernel tracer declares them, with ids 0 to 4.
inline constexpr std::string_view kernel_events =
    "event { name = \"sched_switch\"; id = 0; fields := struct { uint8_t _prev_comm[16]; int32_t _prev_tid;\n"
    "  uint8_t _next_comm[16]; int32_t _next_tid; }; };\n"
    "event { name = \"irq_handler_entry\"; id = 1; fields := struct { int32_t _irq; string _name; }; };\n"
    "event { name = \"irq_handler_exit\"; id = 2; fields := struct { int32_t _irq; int32_t _ret; }; };\n"
    "event { name = \"irq_softirq_entry\"; id = 3; fields := struct { uint32_t _vec; }; };\n"
    "event { name = \"irq_softirq_exit\"; id = 4; fields := struct { uint32_t _vec; }; };\n";

struct told_stream {
  std::string name;
  std::string bytes;
};

/// Reads a trace as a whole and, where there are processors for it, CPU by CPU: that must make no difference.
inline reading reading_of_both(host::source& apart, host::source& as_a_whole) {
  undivided whole(as_a_whole);
  const reading expected = reading_of(whole);
  reading got = reading_of(apart);
  EXPECT_EQ(json_of(got.report), json_of(expected.report));
  EXPECT_EQ(names_of(got.info), names_of(expected.info));
  EXPECT_EQ(got.completeness, expected.completeness);
  return got;
}

inline host::ctf_source open_trace(std::string_view metadata, const std::vector<told_stream>& streams) {
  std::vector<host::ctf_source::stream_bytes> views;
  for (const told_stream& one : streams) views.push_back({one.name, one.bytes});
  return {"metadata", metadata, views};
}

inline reading read_trace(std::string_view metadata, const std::vector<told_stream>& streams) {
  host::ctf_source apart = open_trace(metadata, streams), whole = open_trace(metadata, streams);
  return reading_of_both(apart, whole);
}
inline reading read_trace(std::string_view metadata, const bit_writer& stream) {
  return read_trace(metadata, {{"stream", stream.bytes()}});
}

/// What opening it is refused with; empty if it is not.
inline std::string refusal_of_trace(std::string_view metadata, const std::string& stream) {
  try {
    (void)read_trace(metadata, {{"stream", stream}});
  } catch (const host::source_error& error) {
    return error.what();
  }
  return {};
}

}  // namespace rtm::test
