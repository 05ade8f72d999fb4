// SPDX-License-Identifier: MIT
// Headers of every form, in both byte orders; times that wrap; packets that are damaged or missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "sources/ctf/bits.hpp"
#include "sources/ctf/walker.hpp"
#include "trace.hpp"

namespace rtm::test {
namespace {

using host::ctf::extended;
using testing::HasSubstr;

TEST(ctf_bits, are_the_same_number_wherever_they_lie) {
  for (const bool is_big : {false, true})
    for (unsigned bits : {1U, 5U, 8U, 27U, 32U, 63U, 64U})
      for (unsigned before = 0; before < 17; ++before) {
        const std::uint64_t value = host::ctf::low_bits(0x9A3B'5C7D'E1F2'8467, bits);
        bit_writer out(is_big);
        out.bits(before, 0).bits(bits, value);
        for (const std::string& bytes : {out.bytes(), out.bytes() + "12345678"})  // at the end of memory, and not
          EXPECT_EQ(host::ctf::read_bits(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), before,
                                         bits, is_big),
                    value)
              << bits << " bits at " << before << " big " << is_big;
      }
  EXPECT_EQ(host::ctf::sign_extended(0x1F, 5), ~std::uint64_t{0});
  EXPECT_EQ(host::ctf::sign_extended(0x0F, 5), 15U);
}

TEST(ctf_time, that_is_equal_has_not_wrapped_and_less_has_once) {
  const std::uint64_t before_wrap = (std::uint64_t{1} << 27) - 8;
  EXPECT_EQ(extended(before_wrap, 5, 27), 134'217'733U);
  EXPECT_EQ(extended(134'217'733, 5, 27), 134'217'733U);
  EXPECT_EQ(extended(134'217'733, 1'000'000'000, 64), 1'000'000'000U);
  EXPECT_EQ(extended(~std::uint64_t{0}, 3, 27), 3U) << "after 2^64 comes 0";
}

/// LTTng's, with the byte order and the alignment of a machine.
std::string lttng_metadata(const char* order, unsigned align, const char* header) {
  const std::string a = std::to_string(align);
  return std::string(integers) +
         "typealias integer { size = 5; align = 1; } := uint5_t;\n"
         "trace { major = 1; minor = 8; byte_order = " +
         order +
         ";\n"
         "  packet.header := struct { uint32_t magic; uint32_t stream_id; }; };\n"
         "clock { name = monotonic; freq = 1000000000; offset = 1000; };\n"
         "typealias integer { size = 27; align = 1; map = clock.monotonic.value; } := uint27_time_t;\n"
         "typealias integer { size = 32; align = " +
         a +
         "; map = clock.monotonic.value; } := uint32_time_t;\n"
         "typealias integer { size = 64; align = " +
         a +
         "; map = clock.monotonic.value; } := uint64_time_t;\n"
         "struct event_header_compact {\n"
         "  enum : uint5_t { compact = 0 ... 30, extended = 31 } id;\n"
         "  variant <id> { struct { uint27_time_t timestamp; } compact;\n"
         "    struct { uint32_t id; uint64_time_t timestamp; } extended; } v; } align(8);\n"
         "struct event_header_large {\n"
         "  enum : uint16_t { compact = 0 ... 65534, extended = 65535 } id;\n"
         "  variant <id> { struct { uint32_time_t timestamp; } compact;\n"
         "    struct { uint32_t id; uint64_time_t timestamp; } extended; } v; } align(8);\n"
         "stream { id = 0; event.header := struct " +
         header +
         ";\n"
         "  packet.context := struct { uint64_t timestamp_begin; uint64_t timestamp_end; uint64_t content_size;\n"
         "    uint64_t packet_size; uint64_t packet_seq_num; uint32_t events_discarded; uint32_t cpu_id; }; };\n" +
         std::string(kernel_events) +
         "event { name = \"of_no_meaning\"; id = 5; fields := struct {\n"
         "  uint8_t _n; string _words[ _n ]; enum : uint8_t { small = 0 ... 9, large = 10 ... 255 } _kind;\n"
         "  variant <_kind> { uint8_t small; struct { uint32_t x; uint8_t data[4]; } large; } _v; }; };\n"
         "event { name = \"far\"; id = 70000; };\n";
}

/// A packet: events go into `content`.
struct packet {
  explicit packet(bool is_big, std::uint64_t first, std::uint64_t last) : begin(first), end(last), content(is_big) {}
  std::uint64_t begin, end, sequence = 0, discarded = 0, cpu = 1, padding = 0;
  bit_writer content;

  [[nodiscard]] std::string bytes(bool is_big = false) const {
    const std::uint64_t bits = 56 * 8 + content.size();
    bit_writer out(is_big);
    out.u32(0xC1FC1FC1).u32(0).u64(begin).u64(end).u64(bits).u64((bits + 7) / 8 * 8 + padding * 8).u64(sequence);
    out.u32(discarded).u32(cpu);
    return out.bytes() + content.bytes() + std::string(padding, '\0');
  }
};

void compact(bit_writer& to, unsigned id, std::uint64_t time) { to.align(8).bits(5, id).bits(27, time); }

void sched_switch(bit_writer& to, std::uint32_t from, std::uint32_t next) {
  to.chars("to", 16).u32(from).chars("to", 16).u32(next);
}

class ctf_byte_order : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(both, ctf_byte_order, testing::Bool());

TEST_P(ctf_byte_order, compact_headers_hold_27_bits_or_all) {
  const bool is_big = GetParam();
  packet one(is_big, 134'217'700, 134'218'900);
  bit_writer& e = one.content;
  compact(e, 0, 134'217'720), sched_switch(e, 0, 7);  // 2^27 - 8
  compact(e, 1, 2), e.u32(33).text("eth0");           // 10 later
  compact(e, 2, 12), e.u32(33).u32(1);
  e.align(8).bits(5, 31).align(32).u32(0).u64(134'218'720), sched_switch(e, 7, 0);
  e.align(8).bits(5, 31).align(32).u32(70'000).u64(134'218'820);
  const reading got =
      read_trace(lttng_metadata(is_big ? "be" : "le", 32, "event_header_compact"), {{"stream", one.bytes(is_big)}});
  EXPECT_FALSE(got.report.is_incomplete());
  const auto& core = got.core(1);
  EXPECT_EQ(core.start, 134'218'720U) << "with the offset of the clock";
  EXPECT_EQ(core.total, 1100U);
  EXPECT_EQ(core.base.idle, 100U);
  EXPECT_EQ(named(core.tasks, "to").exclusive, 990U);
  EXPECT_EQ(named(core.isrs, "eth0").exclusive, 10U);
}

TEST_P(ctf_byte_order, large_headers_hold_32_bits_or_all) {
  const bool is_big = GetParam();
  packet one(is_big, 0xFFFF'FFF0, 0x1'0000'0100);
  bit_writer& e = one.content;
  e.u16(0).align(8).u32(0xFFFF'FFF8), sched_switch(e, 0, 7);
  e.u16(0).u32(8), sched_switch(e, 7, 0);
  e.u16(65'535).u32(0).u64(0x1'0000'0010), sched_switch(e, 0, 7);
  e.u16(65'535).u32(5).u64(0x1'0000'0020).u8(2).text("a").text("bc").u8(3).u8(1);
  e.u16(5).u32(0x28).u8(0).u8(10).u32(1).raw("1234");
  const reading got =
      read_trace(lttng_metadata(is_big ? "be" : "le", 8, "event_header_large"), {{"stream", one.bytes(is_big)}});
  EXPECT_FALSE(got.report.is_incomplete());
  EXPECT_EQ(got.core(1).total, 0x30U);
  EXPECT_EQ(got.core(1).base.idle, 8U);
  EXPECT_EQ(named(got.core(1).tasks, "to").exclusive, 0x28U);
  EXPECT_EQ(got.completeness.at(0).events, 5U);
}

TEST(ctf_header, may_be_a_plain_structure_in_another_byte_order_than_the_trace) {
  const std::string metadata =
      std::string(integers) +
      "trace { major = 1; minor = 8; byte_order = be; };\n"
      "stream { event.header := struct { integer { size = 32; byte_order = le; } timestamp; uint16_t id; }; };\n" +
      std::string(kernel_events);
  bit_writer e(true);
  const auto time = [&](std::uint32_t ticks) -> bit_writer& { return e.u32(__builtin_bswap32(ticks)); };
  time(1000).u16(0), sched_switch(e, 5, 6);
  time(1400).u16(0), sched_switch(e, 6, 0);
  time(2000).u16(0), sched_switch(e, 0, 5);
  const reading got = read_trace(metadata, e);
  EXPECT_FALSE(got.report.is_incomplete());
  EXPECT_EQ(got.core(0).base.idle, 600U);
  EXPECT_EQ(got.core(0).tasks.at(1).exclusive, 400U) << "task 6, after task 5";
}

std::string little() { return lttng_metadata("le", 8, "event_header_compact"); }

/// A packet with a switch to `next` at each of two times.
packet two_switches(std::uint64_t begin, std::uint64_t end, std::uint64_t at, std::uint64_t then) {
  packet one(false, begin, end);
  compact(one.content, 0, at), sched_switch(one.content, 0, 7);
  compact(one.content, 0, then), sched_switch(one.content, 7, 0);
  return one;
}

TEST(ctf_stream, cut_anywhere_keeps_what_came_before) {
  const std::string whole = two_switches(100, 500, 100, 200).bytes() + [] {
    packet second = two_switches(500, 900, 600, 900);
    second.sequence = 1;
    return second.bytes();
  }();
  const std::size_t first = two_switches(100, 500, 100, 200).bytes().size();
  const std::size_t event = 4 + 40;
  for (std::size_t size = 1; size < whole.size(); ++size) {
    if (size == first) continue;
    const std::string cut = whole.substr(0, size);
    if (size < 56 + event) {
      EXPECT_THAT(refusal_of_trace(little(), cut), HasSubstr("found in stream: the end of the file; expected"));
      continue;
    }
    const reading got = read_trace(little(), {{"stream", cut}});
    EXPECT_EQ(got.report.problems.size(), 1U) << size;
    EXPECT_TRUE(got.report.is_incomplete());
    EXPECT_EQ(got.completeness.at(0).events, (size >= first ? 2U : 1U) + (size >= first + 56 + event ? 1U : 0U))
        << size;
    if (size >= first) {
      EXPECT_EQ(named(got.core(1).tasks, "to").exclusive, 100U);
    }
  }
}

TEST(ctf_stream, discarded_events_make_a_packet_unknown) {
  packet doubtful = two_switches(1000, 2000, 1100, 1900), sound = two_switches(2000, 3000, 2100, 2500);
  doubtful.sequence = 1, doubtful.discarded = 3;
  sound.sequence = 2, sound.discarded = 3;
  const std::string bytes = two_switches(0, 900, 100, 200).bytes() + doubtful.bytes() + sound.bytes();
  const reading got = read_trace(little(), {{"stream", bytes}});
  ASSERT_EQ(got.report.losses.size(), 1U);
  EXPECT_EQ(got.report.losses[0].lost, 3U);
  EXPECT_EQ(got.completeness.at(0).lost, 3U);
  const auto& core = got.core(1);
  EXPECT_EQ(core.total, 2400U);
  EXPECT_EQ(core.base.unknown, 1900U) << "from the last event before to the first switch after";
  EXPECT_EQ(named(core.tasks, "to").exclusive, 100U + 400U);
}

TEST(ctf_stream, a_missing_packet_is_told_and_its_time_is_unknown) {
  packet later = two_switches(1000, 2000, 1100, 1900);
  later.sequence = 4;
  const reading got = read_trace(little(), {{"stream", two_switches(0, 300, 100, 200).bytes() + later.bytes()}});
  EXPECT_EQ(got.problem(0), "found in stream: packet 4; expected packet 1");
  EXPECT_EQ(got.core(1).base.unknown, 900U);
  EXPECT_EQ(named(got.core(1).tasks, "to").exclusive, 100U + 800U);
}

TEST(ctf_stream, an_event_never_declared_ends_its_packet_only) {
  packet bad = two_switches(0, 300, 100, 200), good = two_switches(1000, 2000, 1100, 1900);
  compact(bad.content, 29, 250);
  good.sequence = 1;
  const reading got = read_trace(little(), {{"stream", bad.bytes() + good.bytes()}});
  EXPECT_EQ(got.problem(0), "found in stream: an event with id 29; expected an event of the metadata");
  EXPECT_EQ(got.report.problems[0].offset, 56U + 2 * 44);
  EXPECT_EQ(got.core(1).base.unknown, 900U);
  EXPECT_EQ(named(got.core(1).tasks, "to").exclusive, 100U + 800U);
}

TEST(ctf_stream, time_that_goes_back_is_told_with_both_stamps) {
  packet first = two_switches(0, 1000, 100, 1000), second = two_switches(700, 2000, 800, 1900);
  second.sequence = 1;
  const reading got = read_trace(little(), {{"a", first.bytes() + second.bytes()}});
  EXPECT_EQ(got.problem(0),
            "found in a: a packet that begins at 0.000001700, before 0.000002000; expected none before the end of the "
            "packet before it");
  EXPECT_EQ(got.problem(1),
            "found in a: core 1 at 0.000001800 after 0.000002000; expected no event before the one before it in its "
            "core");
  EXPECT_EQ(got.completeness.at(0).ignored, 1U);
  EXPECT_EQ(named(got.core(1).tasks, "to").exclusive, 900U);
  EXPECT_EQ(got.core(1).total, 1800U);
}

TEST(ctf_stream, that_is_no_stream_of_this_trace_is_refused) {
  EXPECT_THAT(refusal_of_trace(little(), "this is some text, long enough to be a header"),
              HasSubstr("found in stream: 0x73696874; expected 0xC1FC1FC1, with which a packet begins"));
  bit_writer other;
  other.u32(0xC1FC1FC1).u32(9);
  EXPECT_THAT(refusal_of_trace(little(), other.bytes()),
              HasSubstr("found in stream: a packet of stream 9; expected a stream of the metadata"));
  packet bad = two_switches(0, 1, 0, 1);
  bad.padding = 0;
  std::string bytes = bad.bytes();
  bytes[32] = 7;  // packet_size
  EXPECT_THAT(refusal_of_trace(little(), bytes), HasSubstr("expected whole bytes"));
  EXPECT_EQ(refusal_of_trace(little(), ""), "metadata: byte 0: found a trace without events; expected an event");
}

TEST(ctf_stream, several_are_merged_by_time_and_cover_the_common_range) {
  packet early = two_switches(0, 300, 100, 200), late = two_switches(400, 900, 500, 900);
  late.cpu = 0;
  const reading got = read_trace(little(), {{"a", late.bytes()}, {"b", early.bytes()}});
  EXPECT_EQ(got.core(0).total, 800U);
  EXPECT_EQ(got.core(0).base.unknown, 400U);
  EXPECT_EQ(got.core(1).total, 800U);
  EXPECT_EQ(got.core(1).base.idle, 700U);
}

}  // namespace
}  // namespace rtm::test
