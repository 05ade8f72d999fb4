// SPDX-License-Identifier: MIT
// A trace of several CPUs that is read CPU by CPU: when it may be, and that what CPUs know only together is right.
// read_trace reads every trace of these tests in both ways and compares the reports; here are those of several CPUs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "exports/export.hpp"
#include "exports/labels.hpp"
#include "files.hpp"
#include "replay/parts.hpp"
#include "sources/selection.hpp"
#include "trace.hpp"

namespace rtm::test {
namespace {

const std::string metadata =
    std::string(integers) +
    "trace { major = 1; minor = 8; byte_order = le; };\n"
    "stream { packet.context := struct { uint64_t packet_size; uint32_t cpu_id; };\n"
    "  event.header := struct { uint8_t id; uint64_t timestamp; }; };\n" +
    std::string(kernel_events) +
    "event { name = \"sched_process_fork\"; id = 10; fields := struct { uint8_t _parent_comm[16];\n"
    "  int32_t _parent_tid; uint8_t _child_comm[16]; int32_t _child_tid; }; };\n"
    "event { name = \"sched_process_exit\"; id = 11; fields := struct { uint8_t _comm[16]; int32_t _tid; }; };\n"
    "event { name = \"lttng_statedump_process_state\"; id = 12; fields := struct { int32_t _tid; uint8_t _name[16]; }; "
    "};\n";

/// The events of a CPU.
class cpu_events : public bit_writer {
 public:
  cpu_events& at(std::uint64_t time, unsigned id) {
    u8(id).u64(time);
    return *this;
  }
  cpu_events& switched(std::uint64_t time, std::uint32_t from, const char* from_name, std::uint32_t to,
                       const char* to_name) {
    at(time, 0).chars(from_name, 16).u32(from).chars(to_name, 16).u32(to);
    return *this;
  }
  cpu_events& interrupted(std::uint64_t from, std::uint64_t to, std::uint32_t irq, const char* name) {
    at(from, 1).u32(irq).text(name), at(to, 2).u32(irq).u32(1);
    return *this;
  }
  cpu_events& exited(std::uint64_t time, std::uint32_t tid, const char* name) {
    at(time, 11).chars(name, 16).u32(tid);
    return *this;
  }
  cpu_events& forked(std::uint64_t time, std::uint32_t child, const char* name) {
    at(time, 10).chars("parent", 16).u32(1).chars(name, 16).u32(child);
    return *this;
  }
  cpu_events& dumped(std::uint64_t time, std::uint32_t tid, const char* name) {
    at(time, 12).u32(tid).chars(name, 16);
    return *this;
  }
};

std::string packet(std::uint32_t cpu, const std::string& events) {
  return bit_writer().u64((12 + events.size()) * 8).u32(cpu).raw(events).bytes();
}

std::vector<told_stream> streams_of(const std::vector<cpu_events>& cpus) {
  std::vector<told_stream> streams;
  for (std::uint32_t i = 0; i < cpus.size(); ++i)
    streams.push_back({"channel0_" + std::to_string(i), packet(i, cpus[i].bytes())});
  return streams;
}

/// How many parts it is read in; 1: as a whole.
std::size_t parts_of(const std::vector<told_stream>& streams) {
  host::ctf_source from = open_trace(metadata, streams);
  auto parts = from.split();
  const std::size_t count = parts.size();
  if (count == 0) return 1;
  return host::make_report_of_parts(std::move(parts), host::all_windows, false) ? count : 1;
}

class ctf_parts : public testing::Test {
 protected:
  void SetUp() override {
    if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "there is but one processor";
  }
};

TEST_F(ctf_parts, are_the_cpus_and_end_where_the_last_of_them_does) {
  std::vector<cpu_events> cpus(2);
  cpus[0].switched(10, 7, "a", 8, "b").interrupted(30, 34, 5, "eth0").switched(50, 8, "b", 0, "swapper/0");
  cpus[1].switched(20, 0, "swapper/1", 7, "a").switched(90, 7, "a", 0, "swapper/1");
  EXPECT_EQ(parts_of(streams_of(cpus)), 2U);
  const reading got = read_trace(metadata, streams_of(cpus));
  // cpu 0: b from 10 to 50 less 4, then idle to 90. cpu 1: unknown from 10 to 20, a to 90.
  EXPECT_EQ(got.core(0).total, 80U);
  EXPECT_EQ(named(got.core(0).tasks, "b").exclusive, 36U);
  EXPECT_EQ(got.core(0).base.idle, 40U);
  EXPECT_EQ(got.core(1).total, 80U);
  EXPECT_EQ(got.core(1).base.unknown, 10U);
  EXPECT_EQ(named(got.core(1).tasks, "a").exclusive, 70U);
  ASSERT_EQ(got.completeness.size(), 2U);
  EXPECT_EQ(got.completeness[0].events, 4U);
  EXPECT_EQ(got.completeness[1].events, 2U);
}

TEST_F(ctf_parts, a_task_has_the_name_that_any_cpu_told_last) {
  std::vector<cpu_events> cpus(2);
  cpus[0].switched(10, 0, "swapper/0", 7, "sh").switched(20, 7, "sh", 0, "swapper/0");
  cpus[1].switched(30, 0, "swapper/1", 7, "make").switched(40, 7, "make", 0, "swapper/1");
  cpus[0].switched(50, 0, "swapper/0", 7, "cc1").switched(60, 7, "cc1", 0, "swapper/0");
  EXPECT_EQ(parts_of(streams_of(cpus)), 2U);
  EXPECT_EQ(read_trace(metadata, streams_of(cpus)).info.tasks.at(7), "cc1");
  cpus[1].switched(70, 0, "swapper/1", 7, "ld").switched(80, 7, "ld", 0, "swapper/1");
  EXPECT_EQ(read_trace(metadata, streams_of(cpus)).info.tasks.at(7), "ld");
}

TEST_F(ctf_parts, a_name_told_at_one_time_in_two_ways_is_left_to_the_order_of_the_streams) {
  std::vector<cpu_events> cpus(2);
  cpus[0].switched(10, 0, "swapper/0", 7, "first");
  cpus[1].switched(10, 0, "swapper/1", 7, "second");
  EXPECT_EQ(parts_of(streams_of(cpus)), 1U);
  EXPECT_EQ(read_trace(metadata, streams_of(cpus)).info.tasks.at(7), "second");
}

TEST_F(ctf_parts, handlers_of_a_line_stand_in_the_order_in_which_they_were_seen) {
  std::vector<cpu_events> cpus(2);
  cpus[0].switched(10, 0, "swapper/0", 7, "a").interrupted(40, 45, 9, "acpi").interrupted(50, 55, 9, "usb");
  cpus[1].switched(10, 0, "swapper/1", 8, "b").interrupted(20, 25, 9, "usb").interrupted(60, 65, 9, "i801");
  EXPECT_EQ(parts_of(streams_of(cpus)), 2U);
  EXPECT_EQ(read_trace(metadata, streams_of(cpus)).info.isrs.at(9), "usb, acpi, i801");
}

TEST_F(ctf_parts, names_of_a_table_are_for_tasks_that_no_cpu_names) {
  std::vector<cpu_events> cpus(2);
  cpus[0].dumped(5, 7, "table").dumped(6, 8, "early").switched(10, 0, "swapper/0", 9, "x");
  cpus[1].switched(10, 0, "swapper/1", 7, "event").dumped(30, 8, "late");
  EXPECT_EQ(parts_of(streams_of(cpus)), 2U);
  const reading got = read_trace(metadata, streams_of(cpus));
  EXPECT_EQ(got.info.tasks.at(7), "event");
  EXPECT_EQ(got.info.tasks.at(8), "late");
}

TEST_F(ctf_parts, a_pid_that_one_cpu_ends_and_another_begins_again_is_two_tasks) {
  std::vector<cpu_events> cpus(2);
  cpus[0].switched(10, 0, "swapper/0", 50, "first").exited(20, 50, "first").switched(25, 50, "first", 0, "swapper/0");
  cpus[1].switched(15, 0, "swapper/1", 1, "parent").forked(30, 50, "second").switched(40, 1, "parent", 50, "second");
  cpus[1].switched(70, 50, "second", 0, "swapper/1");
  EXPECT_EQ(parts_of(streams_of(cpus)), 1U) << "which one a switch is about depends on the order over CPUs";
  const reading got = read_trace(metadata, streams_of(cpus));
  EXPECT_EQ(got.info.tasks.at(50), "first");
  EXPECT_EQ(got.info.tasks.at(1'000'000'050), "second");
  EXPECT_EQ(named(got.core(1).tasks, "second").exclusive, 30U);
}

TEST_F(ctf_parts, a_pid_that_begins_on_one_cpu_and_ends_on_another_is_one_task) {
  std::vector<cpu_events> cpus(2);
  cpus[0].switched(10, 0, "swapper/0", 1, "parent").forked(20, 50, "child").switched(30, 1, "parent", 0, "swapper/0");
  cpus[1].switched(25, 0, "swapper/1", 50, "child").exited(60, 50, "child").switched(65, 50, "child", 0, "swapper/1");
  EXPECT_EQ(parts_of(streams_of(cpus)), 2U);
  EXPECT_EQ(named(read_trace(metadata, streams_of(cpus)).core(1).tasks, "child").exclusive, 40U);
}

TEST_F(ctf_parts, a_cpu_may_have_several_streams) {
  std::vector<cpu_events> channels(3);
  channels[0].switched(10, 0, "swapper/0", 7, "a").switched(50, 7, "a", 0, "swapper/0");
  channels[1].switched(10, 0, "swapper/1", 8, "b").switched(60, 8, "b", 0, "swapper/1");
  channels[2].interrupted(20, 24, 5, "eth0").interrupted(50, 52, 5, "eth0");
  const std::vector<told_stream> streams = {{"irq_0", packet(0, channels[2].bytes())},
                                            {"sched_0", packet(0, channels[0].bytes())},
                                            {"sched_1", packet(1, channels[1].bytes())}};
  EXPECT_EQ(parts_of(streams), 2U);
  const reading got = read_trace(metadata, streams);
  // At 50 the interrupt comes first, as its stream does: it ends at 52 in the task, and the switch at 50 in it is a
  // contradiction that makes time unknown. What matters is that both readings say the same.
  EXPECT_EQ(got.core(1).total, 50U);
  EXPECT_EQ(named(got.core(1).tasks, "b").exclusive, 50U);
}

TEST_F(ctf_parts, a_stream_that_goes_on_with_another_cpu_is_read_as_a_whole) {
  std::vector<cpu_events> cpus(3);
  cpus[0].switched(10, 0, "swapper/0", 7, "a");
  cpus[1].switched(12, 0, "swapper/1", 8, "b");
  cpus[2].switched(30, 8, "b", 0, "swapper/1");
  std::vector<told_stream> streams = {{"one", packet(0, cpus[0].bytes()) + packet(1, cpus[2].bytes())},
                                      {"two", packet(1, cpus[1].bytes())}};
  EXPECT_EQ(parts_of(streams), 1U);
  EXPECT_EQ(named(read_trace(metadata, streams).core(1).tasks, "b").exclusive, 18U);
}

TEST_F(ctf_parts, a_trace_with_a_problem_is_read_as_a_whole_and_tells_it_in_the_same_words) {
  std::vector<cpu_events> cpus(2);
  cpus[0].switched(10, 0, "swapper/0", 7, "a").switched(40, 7, "a", 0, "swapper/0");
  cpus[1].switched(12, 0, "swapper/1", 8, "b").switched(11, 8, "b", 0, "swapper/1").switched(30, 8, "b", 9, "c");
  EXPECT_EQ(parts_of(streams_of(cpus)), 1U);
  const reading got = read_trace(metadata, streams_of(cpus));
  ASSERT_EQ(got.report.problems.size(), 1U);
  EXPECT_EQ(got.problem(0),
            "found in channel0_1: core 1 at 0.000000011 after 0.000000012; expected no event before the one before it "
            "in its core");
  // Cut within the second packet of cpu 0.
  std::vector<told_stream> cut = streams_of({cpus[0], cpus[0]});
  cut[0].bytes.resize(cut[0].bytes.size() - 5);
  EXPECT_EQ(parts_of(cut), 1U);
  EXPECT_FALSE(read_trace(metadata, cut).report.problems.empty());
}

TEST_F(ctf_parts, of_a_selected_part_of_the_time_make_the_same_windows) {
  std::vector<cpu_events> cpus(2);
  for (std::uint64_t t = 0; t < 1000; t += 20)
    for (std::uint32_t i = 0; i < 2; ++i)
      cpus[i].switched(t + i, 0, "swapper", 7 + i, "a").switched(t + 5 + 3 * i, 7 + i, "a", 0, "swapper");
  const auto streams = streams_of(cpus);
  host::selection what;
  what.window_ticks = 100;
  what.from_ticks = 150;
  what.to_ticks = 870;
  const auto open = [&] {
    std::vector<host::ctf_source::stream_bytes> views;
    for (const told_stream& one : streams) views.push_back({one.name, one.bytes});
    return host::select(std::make_unique<host::ctf_source>("metadata", metadata, views), what);
  };
  EXPECT_EQ(open()->split().size(), 2U);
  const auto apart = open(), whole = open();
  undivided as_a_whole(*whole);
  const reading got = reading_of(*apart);
  EXPECT_EQ(json_of(got.report), json_of(reading_of(as_a_whole).report));
  EXPECT_EQ(got.core(0).windows.size(), 8U);
  EXPECT_EQ(got.core(1).total, 720U);
  for (const auto& of : got.completeness) EXPECT_EQ(of.events, 72U) << "36 switches to a task and as many back";
}

TEST_F(ctf_parts, of_an_export_are_its_cores) {
  const scratch_folder scratch;
  const std::string script =
      "rtm-timeline 1\nwindow 100\ntask 1 Control\nisr 3 CAN\nstart 0 task 1\n@1 start 0 idle\n"
      "20 isr_enter 3\n@1 25 task 1\n30 isr_exit 3\n50 idle\n@1 80 isr_enter 3\n@1 95 isr_exit 3\n200 poll\n@1 200 "
      "poll\n";
  {
    const auto from = host::open_source(host::input("script", std::string_view(script)));
    host::labels names(from->info());
    (void)host::export_to(*host::find_export_format("ctf"), *from, names, scratch / "trace", false);
  }
  const auto open = [&] { return host::open_source((scratch / "trace").string()); };
  EXPECT_EQ(open()->split().size(), 2U);
  const reading got = reading_of_both(*open(), *open());
  EXPECT_EQ(named(got.core(1).isrs, "CAN").exclusive, 15U);
  EXPECT_EQ(named(got.core(0).tasks, "Control").exclusive, 40U);
}

}  // namespace
}  // namespace rtm::test
