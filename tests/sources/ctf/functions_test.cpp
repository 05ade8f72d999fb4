// SPDX-License-Identifier: MIT
// Functions of a program, as LTTng-UST records their entries and exits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace.hpp"

namespace rtm::test {
namespace {

std::string metadata(const char* provider, const char* exit_fields, const char* context) {
  const std::string name = provider;
  return std::string(integers) +
         "trace { major = 1; minor = 8; byte_order = le; };\n"
         "stream { event.header := struct { uint8_t id; uint64_t timestamp; }; event.context := struct { " +
         context +
         " }; packet.context := struct { uint32_t content_size; uint32_t packet_size; uint32_t events_discarded; }; "
         "};\n"
         "event { name = \"" +
         name +
         ":func_entry\"; id = 0; fields := struct { uint64_t _addr; }; };\n"
         "event { name = \"" +
         name + ":func_exit\"; id = 1; fields := struct { " + exit_fields + " }; };\n";
}

const host::call_row& point(const reading& of, std::uint64_t core, std::uint64_t id) {
  for (const auto& row : of.core(core).points)
    if (row.id == id) return row;
  throw std::out_of_range("no such point");
}

/// In a packet of its own.
std::string packet(const bit_writer& events, std::uint32_t discarded = 0) {
  bit_writer head;
  head.u32((12 + events.bytes().size()) * 8).u32((12 + events.bytes().size()) * 8).u32(discarded);
  return head.bytes() + events.bytes();
}

TEST(ctf_functions, nest_in_each_thread_whatever_the_buffers) {
  const std::string text = metadata("lttng_ust_cyg_profile", "uint64_t _addr;", "uint32_t _vtid;");
  bit_writer a, b;
  a.u8(0).u64(10).u32(7).u64(0x100);  // thread 7 begins here,
  a.u8(0).u64(20).u32(8).u64(0x100);
  b.u8(0).u64(30).u32(7).u64(0x200);  // is moved,
  b.u8(1).u64(50).u32(7).u64(0x200);
  a.u8(1).u64(60).u32(8).u64(0x100);
  a.u8(1).u64(90).u32(7).u64(0x100);  // and comes back
  const reading got = read_trace(text, {{"a", packet(a)}, {"b", packet(b)}});
  EXPECT_FALSE(got.report.is_incomplete());
  EXPECT_EQ(got.core(7).total, 80U);
  EXPECT_EQ(got.core(7).base.unknown, 80U) << "who had the CPU is not in such a trace";
  EXPECT_EQ(point(got, 7, 0x100).inclusive, 80U);
  EXPECT_EQ(point(got, 7, 0x100).exclusive, 60U);
  EXPECT_EQ(point(got, 7, 0x200).exclusive, 20U);
  EXPECT_EQ(point(got, 8, 0x100).exclusive, 40U);
}

TEST(ctf_functions, exits_of_the_fast_provider_have_no_address) {
  bit_writer a;
  a.u8(0).u64(10).u64(0x100).u8(0).u64(20).u64(0x200).u8(1).u64(25).u8(1).u64(40).u8(1).u64(50);
  const reading got = read_trace(metadata("lttng_ust_cyg_profile_fast", "", ""), {{"a", packet(a)}});
  EXPECT_FALSE(got.report.is_incomplete()) << "an exit without an entry was entered before the trace";
  EXPECT_EQ(point(got, 0, 0x100).exclusive, 25U);
  EXPECT_EQ(point(got, 0, 0x200).exclusive, 5U);
}

TEST(ctf_functions, an_exit_of_another_function_begins_a_new_epoch) {
  bit_writer a;
  a.u8(0).u64(10).u64(1).u8(0).u64(20).u64(2).u8(1).u64(30).u64(1);
  a.u8(0).u64(40).u64(3).u8(1).u64(45).u64(3);
  const reading got = read_trace(metadata("lttng_ust_cyg_profile", "uint64_t _addr;", ""), {{"a", packet(a)}});
  EXPECT_EQ(got.problem(0),
            "found in a: thread 0: an exit of function 0x1; expected that of 0x2, which was entered last");
  ASSERT_EQ(got.report.cores.at(0).epochs.size(), 2U);
  EXPECT_EQ(got.core(0).total, 10U);
  EXPECT_EQ(got.report.cores[0].epochs[1].points.at(0).exclusive, 5U);
}

TEST(ctf_functions, discarded_events_begin_a_new_epoch) {
  const std::string text = metadata("lttng_ust_cyg_profile", "uint64_t _addr;", "");
  bit_writer a, b, c;
  a.u8(0).u64(10).u64(1);
  b.u8(1).u64(20).u64(1);
  c.u8(0).u64(30).u64(2).u8(1).u64(36).u64(2);
  const reading got = read_trace(text, {{"a", packet(a) + packet(b, 2) + packet(c, 2)}});
  ASSERT_EQ(got.report.losses.size(), 1U);
  EXPECT_EQ(got.report.losses[0].lost, 2U);
  ASSERT_EQ(got.report.cores.at(0).epochs.size(), 2U);
  EXPECT_EQ(got.report.cores[0].epochs[1].points.at(0).exclusive, 6U);
}

}  // namespace
}  // namespace rtm::test
