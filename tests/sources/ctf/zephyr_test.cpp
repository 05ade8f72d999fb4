// SPDX-License-Identifier: MIT
// Zephyr's traces: nothing is assumed, the metadata says how each generation writes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace.hpp"

namespace rtm::test {
namespace {

using testing::HasSubstr;

constexpr std::uint32_t idle_thread = 0x2000'0100, worker = 0x2000'0200;

/// `width` of the timestamp; `more`: what follows the fields of each event; `context`: of the stream.
std::string metadata(const char* width, const std::string& more = "", const std::string& context = "") {
  const std::string thread = "fields := struct { uint32_t thread_id; letter name[20]; " + more + " }; };\n";
  const std::string nothing = more.empty() ? " };\n" : " fields := struct { " + more + " }; };\n";
  return std::string(integers) +
         "typealias integer { size = 8; align = 8; signed = false; encoding = ASCII; } := letter;\n"
         "struct event_header { " +
         width +
         " timestamp; uint8_t id; };\n"
         "trace { major = 1; minor = 8; byte_order = le; };\n"
         "stream { event.header := struct event_header; " +
         context +
         " };\n"
         "event { name = thread_switched_out; id = 0x10; " +
         thread + "event { name = thread_switched_in; id = 0x11; " + thread +
         "event { name = thread_create; id = 0x13; " + thread + "event { name = isr_enter; id = 0x1B;" + nothing +
         "event { name = isr_exit; id = 0x1C;" + nothing + "event { name = isr_exit_to_scheduler; id = 0x1D;" +
         nothing + "event { name = idle; id = 0x1E;" + nothing;
}

/// Of the first generation.
class zephyr_stream : public bit_writer {
 public:
  explicit zephyr_stream(unsigned time_bits = 32) : time_bits_(time_bits) {}
  zephyr_stream& out(std::uint64_t time, std::uint32_t thread, const char* name) {
    return event(time, 0x10, thread, name);
  }
  zephyr_stream& in(std::uint64_t time, std::uint32_t thread, const char* name) {
    return event(time, 0x11, thread, name);
  }
  zephyr_stream& event(std::uint64_t time, unsigned id) {
    bits(time_bits_, time).u8(id);
    return *this;
  }

 private:
  zephyr_stream& event(std::uint64_t time, unsigned id, std::uint32_t thread, const char* name) {
    event(time, id).u32(thread).chars(name, 20);
    return *this;
  }
  unsigned time_bits_;
};

TEST(ctf_zephyr, times_of_32_bits_wrap_and_idle_ends_with_the_switch) {
  zephyr_stream s;
  s.in(0xFFFF'FF00, worker, "worker");
  s.out(0xFFFF'FF40, worker, "worker").in(0xFFFF'FF44, idle_thread, "unknown").event(0xFFFF'FF44, 0x1E);
  s.event(0x00, 0x1B).event(0x10, 0x1C).event(0x10, 0x1E);
  s.out(0x50, idle_thread, "unknown").in(0x52, worker, "worker").out(0x62, worker, "worker");
  const reading got = read_trace(metadata("uint32_t"), s);
  EXPECT_FALSE(got.report.is_incomplete());
  const auto& core = got.core(0);
  EXPECT_EQ(core.total, 0x162U);
  EXPECT_EQ(core.base.idle, 0xBCU + 0x40U);
  EXPECT_EQ(core.base.kernel, 4U + 2U);
  EXPECT_EQ(core.base.unknown, 0U);
  EXPECT_EQ(named(core.tasks, "worker").exclusive, 0x40U + 0x10U);
  EXPECT_EQ(named(core.isrs, "any interrupt").exclusive, 0x10U);
}

TEST(ctf_zephyr, a_thread_called_idle_is_idle_from_the_start) {
  zephyr_stream s;
  s.in(10, idle_thread, "idle 00").out(50, idle_thread, "idle 00").in(50, worker, "idler").out(60, worker, "idler");
  const reading got = read_trace(metadata("uint32_t"), s);
  EXPECT_EQ(got.core(0).base.idle, 40U);
  EXPECT_EQ(named(got.core(0).tasks, "idler").exclusive, 10U);
}

TEST(ctf_zephyr, an_exit_to_the_scheduler_ends_an_interrupt_too) {
  zephyr_stream s;
  s.in(0, worker, "worker").event(10, 0x1B).event(12, 0x1B).event(15, 0x1C).event(20, 0x1D);
  s.out(25, worker, "worker");
  const reading got = read_trace(metadata("uint32_t"), s);
  EXPECT_EQ(got.core(0).isrs.at(0).calls, 2U);
  EXPECT_EQ(got.core(0).isrs.at(0).exclusive, 10U);
  EXPECT_EQ(got.completeness.at(0).repairs, 0U);
}

TEST(ctf_zephyr, an_interrupt_without_an_exit_leaves_a_little_unknown) {
  zephyr_stream s;
  s.in(0, worker, "worker")
      .event(10, 0x1B)
      .out(30, worker, "worker")
      .in(32, worker, "worker")
      .out(40, worker, "worker");
  const reading got = read_trace(metadata("uint32_t"), s);
  EXPECT_EQ(got.core(0).base.unknown, 20U);
  EXPECT_EQ(named(got.core(0).tasks, "worker").exclusive, 10U + 8U);
  EXPECT_EQ(got.completeness.at(0).repairs, 1U);
}

/// The second generation says the core in each event.
TEST(ctf_zephyr, cores_may_stand_in_the_events) {
  bit_writer s;
  const auto in = [&](std::uint32_t time, std::uint32_t thread, const char* name, std::uint32_t core) {
    s.u32(time).u8(0x11).u32(thread).chars(name, 20).u32(core);
  };
  in(100, worker, "worker", 1), in(110, idle_thread, "idle 00", 0);
  s.u32(120).u8(0x1B).u32(1).u32(125).u8(0x1C).u32(1);
  in(150, worker, "worker", 0), in(160, idle_thread, "idle 00", 1), in(200, idle_thread, "idle 00", 1);
  const reading got = read_trace(metadata("uint32_t", "uint32_t core_id;"), s);
  EXPECT_FALSE(got.report.is_incomplete());
  EXPECT_EQ(got.core(0).total, 100U);
  EXPECT_EQ(got.core(0).base.unknown, 10U);
  EXPECT_EQ(got.core(0).base.idle, 40U);
  EXPECT_EQ(named(got.core(0).tasks, "worker").exclusive, 50U);
  EXPECT_EQ(named(got.core(1).tasks, "worker").exclusive, 55U);
  EXPECT_EQ(got.core(1).isrs.at(0).exclusive, 5U);
  EXPECT_EQ(got.core(1).base.idle, 40U);
}

/// The third has 64 bits, and a fault: they go back when a counter of 32 bits wraps.
TEST(ctf_zephyr, times_of_64_bits_that_go_back_are_told) {
  zephyr_stream s(64);
  s.in(5'000'000'000, worker, "worker").out(5'000'000'100, worker, "worker");
  s.in(30, worker, "worker").out(5'000'000'200, worker, "worker");
  const reading got = read_trace(metadata("uint64_t"), s);
  EXPECT_EQ(got.problem(0),
            "found in stream: core 0 at 0.000000030 after 5.000000100; expected no event before the one before it in "
            "its core");
  EXPECT_EQ(named(got.core(0).tasks, "worker").exclusive, 100U);
  EXPECT_EQ(got.core(0).base.unknown, 100U);
  EXPECT_EQ(got.completeness.at(0).ignored, 1U);
}

// worker  =====               =====
//         0    100            200  300     an hour ahead between 100 and 200: nobody's
TEST(ctf_zephyr, a_stamp_far_ahead_is_odd) {
  constexpr std::uint64_t hour = 3'600'000'000'000;
  zephyr_stream s(64);
  s.in(0, worker, "worker").out(100, worker, "worker").in(hour, worker, "worker");
  s.in(200, worker, "worker").out(300, worker, "worker");
  const reading got = read_trace(metadata("uint64_t"), s);
  EXPECT_EQ(got.core(0).total, 300U);
  EXPECT_EQ(named(got.core(0).tasks, "worker").exclusive, 200U);
  EXPECT_EQ(got.core(0).base.unknown, 100U);
  EXPECT_THAT(got.problem(0), HasSubstr("core 0 at 3600.000000000 between 0.000000100 and 0.000000200"));
}

TEST(ctf_zephyr, a_last_stamp_long_after_all_others_does_not_stretch_the_range) {
  zephyr_stream s(64);
  s.in(0, worker, "worker").out(100, worker, "worker").in(3'600'000'000'000, worker, "worker");
  const reading got = read_trace(metadata("uint64_t"), s);
  EXPECT_EQ(got.core(0).total, 100U);
  EXPECT_EQ(named(got.core(0).tasks, "worker").exclusive, 100U);
  EXPECT_THAT(got.problem(0), HasSubstr("long after all others"));
}

TEST(ctf_zephyr, cores_may_stand_in_a_context_or_in_the_packets) {
  bit_writer s;
  s.u32(10).u8(0x11).u8(1).u32(worker).chars("worker", 20).u32(30).u8(0x10).u8(1).u32(worker).chars("worker", 20);
  const reading by_context = read_trace(metadata("uint32_t", "", "event.context := struct { uint8_t cpu_id; };"), s);
  EXPECT_EQ(named(by_context.core(1).tasks, "worker").exclusive, 20U);

  bit_writer packets;
  const auto packet = [&](std::uint32_t cpu, std::uint32_t begin) {
    constexpr std::uint32_t bits = (20 + 2 * 29) * 8;
    packets.u32(cpu).u32(bits).u32(bits).u64(begin);
    packets.u32(begin).u8(0x11).u32(worker).chars("worker", 20);
    packets.u32(begin + 10).u8(0x10).u32(worker).chars("worker", 20);
  };
  packet(0, 50), packet(1, 200), packet(0, 100);
  const reading by_packet = read_trace(metadata("uint32_t", "",
                                                "packet.context := struct { uint32_t cpu_id; uint32_t content_size; "
                                                "uint32_t packet_size; uint64_t timestamp_begin; };"),
                                       packets);
  EXPECT_FALSE(by_packet.report.is_incomplete()) << "packets of several cores may lie in one file";
  EXPECT_EQ(named(by_packet.core(0).tasks, "worker").exclusive, 20U);
  EXPECT_EQ(named(by_packet.core(1).tasks, "worker").exclusive, 10U);
}

TEST(ctf_zephyr, the_last_event_may_be_cut) {
  zephyr_stream s;
  s.in(10, worker, "worker").out(30, worker, "worker");
  const reading got = read_trace(metadata("uint32_t"), {{"data", s.bytes() + "\x40"}});
  EXPECT_EQ(got.problem(0),
            "found in data: the end of a packet; expected all of an event within the content of its packet");
  EXPECT_EQ(named(got.core(0).tasks, "worker").exclusive, 20U);
}

}  // namespace
}  // namespace rtm::test
