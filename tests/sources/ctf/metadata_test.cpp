// SPDX-License-Identifier: MIT
// What metadata says, in text and in packets, and what is refused with its line.
#include "sources/ctf/metadata.hpp"

#include <gmock/gmock.h>

#include <string>

#include "sources/ctf/plan.hpp"
#include "sources/source.hpp"
#include "trace.hpp"

namespace rtm::test {
namespace {

using host::ctf::metadata;
using host::ctf::parse_metadata;
using host::ctf::type_kind;
using testing::HasSubstr;

std::string refusal(const std::string& text) {
  try {
    (void)parse_metadata(text, "m");
  } catch (const host::source_error& error) {
    return error.what();
  }
  return {};
}

constexpr const char* trace_block = "trace { major = 1; minor = 8; byte_order = le; };\n";

TEST(ctf_metadata, tells_clocks_environment_and_events) {
  const metadata got = parse_metadata(
      "/* CTF 1.8 */ // and more\n"
      "trace { major = 1; minor = 8; uuid = \"2a6422d0-6cee-11e0-8c08-cb07d7b3a564\"; byte_order = be;\n"
      "  packet.header := struct { integer { size = 32; } magic; }; };\n"
      "env { domain = \"kernel\"; tracer_major = 2; };\n"
      "clock { name = monotonic; freq = 1000; offset_s = 2; offset = -500; };\n"
      "stream { id = 3; };\n"
      "event { name = plain.name; id = 0x10; stream_id = 3; };\n",
      "m");
  EXPECT_EQ(got.order, host::ctf::byte_order::big);
  EXPECT_EQ(got.uuid.substr(0, 2), "\x2a\x64");
  EXPECT_EQ(got.environment.at("domain"), "kernel");
  EXPECT_EQ(got.environment.at("tracer_major"), "2");
  EXPECT_EQ(got.clocks.at("monotonic").hz, 1000U);
  EXPECT_EQ(got.clocks.at("monotonic").offset_s, 2);
  EXPECT_EQ(got.clocks.at("monotonic").offset_ticks, -500);
  EXPECT_EQ(got.streams.at(3).events.at(16).name, "plain.name");
  EXPECT_NE(find_field(got.packet_header, "magic"), nullptr);
}

TEST(ctf_metadata, knows_every_kind_of_type) {
  const metadata got =
      parse_metadata(std::string(trace_block) +
                         "typealias integer { size = 5; align = 1; signed = false; } := unsigned small number;\n"
                         "typedef integer { size = 8; } letter;\n"
                         "struct pair { letter a, b; } align(32);\n"
                         "variant either { struct pair two; string one; };\n"
                         "stream { };\n"
                         "event { name = e; fields := struct {\n"
                         "  typealias integer { size = 16; align = 16; byte_order = be; } := inner;\n"
                         "  enum : unsigned small number { none, some = 3, most = 5 ... 30, all } _kind;\n"
                         "  variant either <kind> _what;\n"
                         "  floating_point { exp_dig = 8; mant_dig = 24; align = 8; } _f;\n"
                         "  inner list[2][3]; letter text[ kind ]; }; };\n",
                     "m");
  const auto& fields = got.streams.at(0).events.at(0).fields;
  ASSERT_NE(fields, nullptr);
  EXPECT_EQ(fields->align_bits, 16U) << "of the list; a variant has none before its option is known";
  const auto& kind = *find_field(fields, "kind")->of;
  ASSERT_EQ(kind.labels.size(), 4U);
  EXPECT_EQ(kind.labels[0].high, 0U);
  EXPECT_EQ(kind.labels[2].low, 5U);
  EXPECT_EQ(kind.labels[3].low, 31U) << "one more than the one before it";
  EXPECT_EQ(find_field(fields, "what")->of->kind, type_kind::variant);
  EXPECT_EQ(find_field(fields, "what")->of->selector, "kind");
  EXPECT_EQ(find_field(fields, "what")->of->fields[0].of->align_bits, 32U);
  EXPECT_EQ(find_field(fields, "f")->of->size_bits, 32U);
  const auto& list = *find_field(fields, "list")->of;
  EXPECT_EQ(list.length, 2U);
  EXPECT_EQ(list.element->length, 3U);
  EXPECT_EQ(find_field(fields, "text")->of->kind, type_kind::sequence);
}

/// A packet of metadata, filled up with 3 bytes.
std::string packed(const std::string& text, bool is_big) {
  bit_writer packet(is_big);
  packet.u32(0x75D11D57).raw(std::string(16, 'u')).u32(0);
  packet.u32((37 + text.size()) * 8).u32((37 + text.size() + 3) * 8).u8(0).u8(0).u8(0).u8(1).u8(8);
  return packet.raw(text).raw("xyz").bytes();
}

TEST(ctf_metadata, lies_in_packets_of_either_byte_order) {
  for (const bool is_big : {false, true}) {
    const std::string bytes = packed("trace { byte_order = l", is_big) + packed("e; };\nstream { id = 7; };", is_big);
    EXPECT_TRUE(host::ctf::begins_metadata(bytes));
    EXPECT_EQ(parse_metadata(bytes, "m").streams.count(7), 1U);
  }
  const std::string good = packed("trace {", false);
  EXPECT_EQ(refusal(good.substr(0, 40)),
            "m: byte 0: found a packet of 47 bytes of which 44 are used, in 40; expected at least 37 bytes, used up to "
            "its end or less, and all of it");
  EXPECT_THAT(refusal(good + good.substr(0, 20)), HasSubstr("m: byte 47: found 20 bytes; expected a packet"));
}

TEST(ctf_metadata, that_is_wrong_is_refused_with_its_line) {
  const std::string before = std::string("/* two\nlines */\n") + trace_block;
  EXPECT_EQ(refusal(before + "event { id = 1 }"), "m:4: found \"}\"; expected ;");
  EXPECT_EQ(
      refusal(before + "\nwhat"),
      "m:5: found \"what\"; expected trace, clock, stream, event, env, typealias, typedef, struct, variant or enum");
  EXPECT_EQ(refusal(before + "stream { event.header := struct {\nuint9_t id; }; };"),
            "m:5: found the unknown type \"uint9_t\"; expected a type declared before");
  EXPECT_EQ(refusal(before + "typealias integer { signed = true; } := a;"),
            "m:4: found an integer without a size; expected size = 1..64");
  EXPECT_EQ(refusal(before + "typealias integer { size = 65; } := a;"),
            "m:4: found size = 65; expected a number, 0..64");
  EXPECT_EQ(refusal(before + "typealias integer { size = 8; align = 3; } := a;"),
            "m:4: found align = 3; expected a power of two");
  EXPECT_EQ(refusal(before + "event { stream_id = 2; };"),
            "m:4: found an event of stream 2; expected a stream that is declared");
  EXPECT_EQ(refusal(before + "stream { };\nevent { id = 4; };\nevent { id = 4; };"),
            "m:6: found a second event with id 4 of stream 0; expected one");
  EXPECT_EQ(refusal(before + "env { a = \"b"), "m:4: found a text without an end; expected \" in the same line");
  EXPECT_EQ(refusal(before + "/* no end"), "m:4: found a comment without an end; expected */");
  EXPECT_EQ(refusal("stream { };"), "m:1: found the end of the metadata; expected a trace block");
  EXPECT_EQ(refusal("trace { major = 2; };"), "m:1: found major = 2; expected CTF 1.8");
}

TEST(ctf_metadata, that_is_larger_than_memory_is_refused) {
  std::string text = std::string(trace_block) + "struct s0 { integer { size = 8; } a; };\n";
  for (int i = 0; i < 60; ++i) {
    const std::string before = "struct s" + std::to_string(i);
    text += "struct s" + std::to_string(i + 1) + " { " + before + " a; " + before + " b; };\n";
  }
  EXPECT_THAT(refusal(text), HasSubstr("found a type too large; expected at most 4096 fields"));
  std::string deep = std::string(trace_block) + "stream { event.header := ";
  for (int i = 0; i < 100'000; ++i) deep += "struct { ";
  EXPECT_THAT(refusal(deep), HasSubstr("expected at most 64 types within each other"));
}

TEST(ctf_metadata, that_does_not_say_when_an_event_was_is_refused) {
  const std::string no_time =
      std::string(integers) + trace_block + "stream { event.header := struct { uint8_t id; }; };\n";
  EXPECT_EQ(refusal_of_trace(no_time, "x"),
            "metadata:8: found a stream whose events have no time; expected a timestamp in event.header");
  const std::string no_selector = std::string(integers) + trace_block +
                                  "stream { event.header := struct { uint8_t id; uint32_t timestamp; }; };\n"
                                  "event { fields := struct { uint8_t list[length]; }; };";
  EXPECT_EQ(refusal_of_trace(no_selector, "x"),
            "metadata:9: found the selector or length \"length\"; expected the name of an integer before it");
}

}  // namespace
}  // namespace rtm::test
