// SPDX-License-Identifier: MIT
// What LTTng's events of the kernel mean.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace.hpp"

namespace rtm::test {
namespace {

using testing::HasSubstr;

std::string metadata(std::string_view events) {
  return std::string(integers) + "trace { major = 1; minor = 8; byte_order = le; };\n" +
         "stream { event.header := struct { uint8_t id; uint64_t timestamp; }; };\n" + std::string(kernel_events) +
         std::string(events);
}

class kernel_stream : public bit_writer {
 public:
  kernel_stream& at(std::uint64_t time, unsigned id) {
    u8(id).u64(time);
    return *this;
  }
  kernel_stream& switch_to(std::uint64_t time, std::uint32_t from, std::uint32_t to, const char* name) {
    at(time, 0).chars(names_.contains(from) ? names_[from] : "x", 16).u32(from).chars(name, 16).u32(to);
    names_[to] = name;
    return *this;
  }

 private:
  std::map<std::uint32_t, std::string> names_;
};

TEST(ctf_kernel, vectors_of_x86_are_interrupts_with_names) {
  kernel_stream s;
  s.switch_to(0, 9, 5, "work");
  s.at(10, 10).u32(236), s.at(14, 11).u32(236);
  s.at(20, 3).u32(1), s.at(30, 4).u32(1);
  s.at(40, 12).u32(3);
  const reading got = read_trace(
      metadata(
          "event { name = \"x86_irq_vectors_local_timer_entry\"; id = 10; fields := struct { int32_t _vector; }; };\n"
          "event { name = \"x86_irq_vectors_local_timer_exit\"; id = 11; fields := struct { int32_t _vector; }; };\n"
          "event { name = \"x86_exceptions_page_fault_user\"; id = 12; fields := struct { int32_t _x; }; };\n"),
      s);
  EXPECT_FALSE(got.report.is_incomplete());
  EXPECT_EQ(named(got.core(0).isrs, "local_timer").id, 1000U);
  EXPECT_EQ(named(got.core(0).isrs, "local_timer").exclusive, 4U);
  EXPECT_EQ(named(got.core(0).swis, "TIMER").exclusive, 10U);
  EXPECT_EQ(named(got.core(0).tasks, "work").exclusive, 26U);
}

TEST(ctf_kernel, a_pid_used_again_is_a_task_of_its_own) {
  kernel_stream s;
  s.switch_to(0, 1, 50, "first");
  s.at(10, 11).chars("first", 16).u32(50);
  s.switch_to(20, 50, 1, "shell");
  s.at(30, 10).chars("shell", 16).u32(1).chars("first", 16).u32(50);
  s.switch_to(40, 1, 50, "first");
  s.switch_to(70, 50, 1, "shell");
  const reading got = read_trace(
      metadata("event { name = \"sched_process_fork\"; id = 10; fields := struct { uint8_t _parent_comm[16];\n"
               "  int32_t _parent_tid; uint8_t _child_comm[16]; int32_t _child_tid; }; };\n"
               "event { name = \"sched_process_exit\"; id = 11; fields := struct { uint8_t _comm[16]; int32_t _tid; }; "
               "};\n"),
      s);
  const auto& tasks = got.core(0).tasks;
  ASSERT_EQ(tasks.size(), 3U);
  EXPECT_EQ(tasks[1].id, 50U);
  EXPECT_EQ(tasks[1].exclusive, 20U);
  EXPECT_EQ(tasks[2].id, 1'000'000'050U);
  EXPECT_EQ(tasks[2].exclusive, 30U);
  EXPECT_EQ(tasks[2].name, "first");
}

TEST(ctf_kernel, a_switch_from_another_task_makes_the_time_before_unknown) {
  kernel_stream s;
  s.switch_to(0, 1, 2, "b").switch_to(10, 2, 3, "c").switch_to(40, 5, 0, "swapper/0").switch_to(60, 0, 2, "b");
  const reading got = read_trace(metadata(""), s);
  EXPECT_EQ(named(got.core(0).tasks, "b").exclusive, 10U);
  EXPECT_EQ(got.core(0).base.unknown, 30U);
  EXPECT_EQ(got.core(0).base.idle, 20U);
  EXPECT_EQ(got.completeness.at(0).repairs, 1U);
}

TEST(ctf_kernel, tables_of_the_kernel_give_names) {
  kernel_stream s;
  s.at(0, 10).u32(7).chars("from table", 16);
  s.at(0, 11).u32(33).text("line").text("eth0");
  s.switch_to(1, 1, 7, "").switch_to(5, 7, 0, "");
  const reading got = read_trace(
      metadata("event { name = lttng_statedump_process_state; id = 10; fields := struct { int32_t _tid;\n"
               "  uint8_t _name[16]; }; };\n"
               "event { name = lttng_statedump_interrupt; id = 11; fields := struct { int32_t _irq; string _name;\n"
               "  string _action; }; };\n"),
      s);
  EXPECT_EQ(named(got.core(0).tasks, "from table").exclusive, 4U);
  EXPECT_TRUE(got.core(0).isrs.empty());  // it is known, but never came
  EXPECT_EQ(got.info.isrs.at(33), "eth0");
}

TEST(ctf_kernel, without_an_event_that_tells_who_runs_all_is_unknown) {
  const std::string nothing = std::string(integers) +
                              "trace { major = 1; minor = 8; byte_order = le; };\n"
                              "stream { event.header := struct { uint8_t id; uint64_t timestamp; }; };\n"
                              "event { name = \"my:event\"; id = 3; };\n";
  bit_writer s;
  s.u8(3).u64(10).u8(3).u64(30);
  const reading got = read_trace(nothing, s);
  EXPECT_EQ(got.core(0).total, 20U);
  EXPECT_EQ(got.core(0).base.unknown, 20U);
  EXPECT_THAT(got.problem(0), HasSubstr("no event that tells who runs; expected sched_switch"));
}

TEST(ctf_kernel, an_event_without_the_fields_it_should_have_is_told) {
  const std::string bare = std::string(integers) +
                           "trace { major = 1; minor = 8; byte_order = le; };\n"
                           "stream { event.header := struct { uint8_t id; uint64_t timestamp; }; };\n"
                           "event { name = \"sched_switch\"; id = 0; fields := struct { int32_t _prev_tid; }; };\n";
  bit_writer s;
  s.u8(0).u64(10).u32(4).u8(0).u64(30).u32(4);
  const reading got = read_trace(bare, s);
  EXPECT_THAT(got.problem(0), HasSubstr("the event sched_switch without a field next_tid"));
  EXPECT_EQ(got.core(0).base.unknown, 20U);
}

TEST(ctf_kernel, a_cpu_that_linux_cannot_have_is_told) {
  const std::string with_cpu = std::string(integers) + "trace { major = 1; minor = 8; byte_order = le; };\n" +
                               "stream { packet.context := struct { uint32_t cpu_id; };\n"
                               "  event.header := struct { uint8_t id; uint64_t timestamp; }; };\n" +
                               std::string(kernel_events);
  kernel_stream s;
  s.u32(4'000'000'000);
  s.switch_to(0, 9, 5, "work").switch_to(20, 5, 9, "work");
  const reading got = read_trace(with_cpu, s);
  EXPECT_TRUE(got.report.cores.empty());
  EXPECT_THAT(got.problem(0), HasSubstr("found in stream: an event of CPU 4000000000; expected CPUs below 8192"));
}

TEST(ctf_kernel, a_stamp_far_ahead_is_odd) {
  constexpr std::uint64_t hour = 3'600'000'000'000;
  kernel_stream s;
  s.switch_to(0, 9, 5, "work").switch_to(10, 5, 6, "more").switch_to(hour, 6, 7, "odd").switch_to(30, 7, 5, "work");
  s.switch_to(40, 5, 6, "more").switch_to(50, 6, 5, "work");
  const reading got = read_trace(metadata(""), s);
  EXPECT_EQ(got.core(0).total, 50U);
  EXPECT_EQ(named(got.core(0).tasks, "work").exclusive, 20U);
  EXPECT_EQ(got.core(0).base.unknown, 20U);
  EXPECT_EQ(named(got.core(0).tasks, "more").exclusive, 10U);
  EXPECT_THAT(
      got.problem(0),
      HasSubstr("core 0 at 3600.000000000 between 0.000000010 and 0.000000030; expected no event after the one"));
}

}  // namespace
}  // namespace rtm::test
