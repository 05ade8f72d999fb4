// SPDX-License-Identifier: MIT
// Real recordings. The expected values are those of account.py, which works on the text of `trace-cmd report`.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <sstream>
#include <string>

#include "fuzz/checks.hpp"
#include "sources/reading.hpp"
#include "sources/selection.hpp"
#include "sources/trace_dat.hpp"
#include "sources/traces_folder.hpp"
#include "views/view.hpp"

namespace rtm::test {
namespace {

struct expected_core {
  std::uint64_t events, repairs, idle, tasks, unknown;
};

std::uint64_t tasks_of(const host::epoch_row& core) {
  std::uint64_t sum = 0;
  for (const auto& task : core.tasks) sum += task.exclusive;
  return sum;
}

reading read_file(const std::filesystem::path& path) { return reading_of(*host::open_source(path.string())); }

void expect_cores(const reading& read, const std::vector<expected_core>& expected) {
  ASSERT_EQ(read.report.cores.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(testing::Message() << "core " << i);
    const auto& core = read.core(i);
    EXPECT_EQ(read.completeness.at(i).events, expected[i].events);
    EXPECT_EQ(read.completeness.at(i).repairs, expected[i].repairs);
    EXPECT_EQ(core.base.idle, expected[i].idle);
    EXPECT_EQ(tasks_of(core), expected[i].tasks);
    EXPECT_EQ(core.base.unknown, expected[i].unknown);
    EXPECT_EQ(fuzz::owned(core), core.total) << "every tick has one owner";
  }
  EXPECT_TRUE(read.report.problems.empty());
}

template <class Rows>
void expect_row(const Rows& rows, std::string_view name, std::uint64_t exclusive, std::uint64_t calls) {
  EXPECT_EQ(named(rows, name).exclusive, exclusive) << name;
  EXPECT_EQ(named(rows, name).calls, calls) << name;
}

std::filesystem::path data(const char* name) { return std::filesystem::path(RTM_TESTS_DIR) / "sources/data" / name; }

TEST(trace_dat_values, of_a_small_recording_in_both_versions) {
  for (const char* name : {"small-v6.dat", "small-v7.dat"}) {
    SCOPED_TRACE(name);
    const reading read = read_file(data(name));
    EXPECT_EQ(read.core(0).start, 3044824165814U);
    EXPECT_EQ(read.core(0).total, 487947534U);
    expect_cores(read, {{851, 8, 0, 467621649, 10155707}, {1069, 1, 0, 484330641, 107495}});
    EXPECT_EQ(named(read.core(0).isrs, "call_function_single").exclusive, 4523617U);
    expect_row(read.core(0).isrs, "local_timer", 4445485, 121);
    expect_row(read.core(0).isrs, "reschedule", 26368, 27);
    EXPECT_EQ(named(read.core(0).swis, "TIMER").exclusive, 286937U);
    EXPECT_EQ(named(read.core(0).swis, "SCHED").exclusive, 225729U);
    EXPECT_EQ(named(read.core(0).swis, "RCU").exclusive, 662042U);
    expect_row(read.core(1).isrs, "local_timer", 1590136, 130);
    expect_row(read.core(1).swis, "BLOCK", 107763, 21);
    EXPECT_EQ(named(read.core(1).swis, "RCU").exclusive, 1318389U);
  }
}

/// The report of the source as a whole, as JSON.
std::string json_of_whole(const std::filesystem::path& path) {
  host::trace_dat_source from{host::input(path.string())};
  host::replay run(from.info());
  while (host::tell_next(from, run)) {
  }
  run.add_completeness(from.completeness());
  std::ostringstream out;
  host::find_view("json")->render(run.finish(from.info()), {}, out);
  return out.str();
}

std::string json_of_parts(const std::filesystem::path& path) {
  host::trace_dat_source from{host::input(path.string())};
  std::ostringstream out;
  host::find_view("json")->render(host::make_report(from), {}, out);
  return out.str();
}

/// What trace-cmd prints of it, with nanoseconds; empty without trace-cmd.
std::string text_of(const std::filesystem::path& path) {
  const std::string command = "trace-cmd report -t '" + path.string() + "' 2>/dev/null";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);
  std::string text;
  std::array<char, 4096> block;
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), pipe.get())) text.append(block.data(), n);
  return text;
}

// The text does not say in which context an event happened, so it cannot show a missing class of interrupts; all that
// it says means the same.
TEST(trace_dat_values, are_those_of_its_text) {
  for (const char* name : {"small-v6.dat", "small-v7.dat"}) {
    SCOPED_TRACE(name);
    const std::string text = text_of(data(name));
    if (text.empty()) GTEST_SKIP() << "found no trace-cmd, expected it: `scripts/setup test` installs it";
    const reading of_file = read_file(data(name)), of_text = reading_of(text);
    ASSERT_EQ(of_file.report.cores.size(), of_text.report.cores.size());
    for (std::uint64_t number : {0U, 1U}) {
      const host::epoch_row &a = of_file.core(number), &b = of_text.core(number);
      EXPECT_EQ(a.total, b.total);
      EXPECT_EQ(a.base, b.base);
      EXPECT_EQ(a.tasks, b.tasks);
      EXPECT_EQ(a.isrs, b.isrs);
      EXPECT_EQ(a.swis, b.swis);
      EXPECT_EQ(of_file.completeness.at(number).repairs, of_text.completeness.at(number).repairs);
    }
  }
}

TEST(trace_dat_values, parts_together_are_the_whole) {
  for (const char* name : {"small-v6.dat", "small-v7.dat"})
    EXPECT_EQ(json_of_parts(data(name)), json_of_whole(data(name)));
  if (const auto folder = traces_folder()) {
    EXPECT_EQ(json_of_parts(*folder / "ftrace/lisa-juno-6cpu.dat"),
              json_of_whole(*folder / "ftrace/lisa-juno-6cpu.dat"));
  }
}

TEST(trace_dat_values, of_six_cpus_of_an_arm_machine) {
  const auto folder = traces_folder();
  if (!folder) GTEST_SKIP() << "no folder of traces";
  const reading read = read_file(*folder / "ftrace/lisa-juno-6cpu.dat");
  EXPECT_EQ(read.core(0).total, 428082520U);
  expect_cores(read, {{783, 0, 418662720, 8749580, 670220},
                      {468, 0, 264094140, 4093740, 159894640},
                      {731, 0, 413912580, 14169940, 0},
                      {975, 0, 408220680, 19475980, 385860},
                      {458, 0, 240453760, 5751320, 181877440},
                      {309, 0, 245477040, 3335820, 179269660}});
}

double percent_of(std::uint64_t part, const host::epoch_row& core) {
  return 100.0 * static_cast<double>(part) / static_cast<double>(core.total);
}

template <class Rows>
std::uint64_t sum_of(const Rows& rows, std::uint64_t first_id, std::uint64_t end_id) {
  std::uint64_t sum = 0;
  for (const auto& row : rows)
    if (row.id >= first_id && row.id < end_id) sum += row.exclusive;
  return sum;
}

/// The range lies between two readings of /proc/stat, 717.680238817 s and 728.026593066 s.
TEST(trace_dat_values, of_a_part_of_a_mixed_workload) {
  const auto folder = traces_folder();
  if (!folder) GTEST_SKIP() << "no folder of traces";
  constexpr std::uint64_t start_ns = 717542591865, from_ns = 717680238817, to_ns = 728026593066;
  const auto from = host::select(host::open_source((*folder / "linux/mixed-2cpu.dat").string()),
                                 {.from_ticks = from_ns - start_ns, .to_ticks = to_ns - start_ns});
  const host::report made = host::make_report(*from);
  struct shares {
    double idle, tasks, irqs, vectors, softirqs, unknown;
  };
  const std::vector<shares> expected = {{37.147, 59.026, 0.0020, 1.348, 2.202, 0.275},
                                        {36.806, 51.545, 0.3204, 1.696, 3.473, 6.160}};
  ASSERT_EQ(made.cores.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const host::epoch_row& core = made.cores[i].epochs.at(0);
    EXPECT_EQ(core.total, to_ns - from_ns);
    EXPECT_NEAR(percent_of(core.base.idle, core), expected[i].idle, 0.0005);
    EXPECT_NEAR(percent_of(tasks_of(core), core), expected[i].tasks, 0.0005);
    EXPECT_NEAR(percent_of(sum_of(core.isrs, 0, 1000), core), expected[i].irqs, 0.00005);
    EXPECT_NEAR(percent_of(sum_of(core.isrs, 1000, 2000), core), expected[i].vectors, 0.0005);
    EXPECT_NEAR(percent_of(sum_of(core.swis, 0, 1000), core), expected[i].softirqs, 0.0005);
    EXPECT_NEAR(percent_of(core.base.unknown, core), expected[i].unknown, 0.0005);
  }
}

TEST(trace_dat_values, of_a_mixed_workload) {
  const auto folder = traces_folder();
  if (!folder) GTEST_SKIP() << "no folder of traces";
  const reading read = read_file(*folder / "linux/mixed-2cpu.dat");
  EXPECT_EQ(read.core(0).total, 10496499382U);
  expect_cores(read,
               {{491458, 96, 3945256606, 6149920483, 31337944}, {768063, 15799, 3850876277, 5409315700, 665464253}});
  expect_row(read.core(0).isrs, "local_timer", 120454375, 9604);
  expect_row(read.core(1).isrs, "local_timer", 164650589, 14956);
  expect_row(read.core(0).isrs, "reschedule", 3085641, 2067);
  expect_row(read.core(1).isrs, "reschedule", 3034465, 2223);
  expect_row(read.core(0).isrs, "call_function_single", 17248115, 3608);
  expect_row(read.core(1).isrs, "call_function_single", 9001906, 3081);
  expect_row(read.core(0).swis, "NET_RX", 215650898, 54627);
  expect_row(read.core(1).swis, "NET_RX", 255728400, 69213);
}

TEST(trace_dat_values, every_tick_of_a_large_recording_has_one_owner) {
  const auto folder = traces_folder();
  if (!folder) GTEST_SKIP() << "no folder of traces";
  const reading read = read_file(*folder / "linux/pipe-2cpu-big.dat");
  std::uint64_t events = 0;
  for (const auto& core : read.completeness) events += core.events;
  EXPECT_EQ(events, 2666768U);
  for (const auto& core : read.report.cores) EXPECT_EQ(fuzz::owned(core.epochs.at(0)), core.epochs.at(0).total);
}

}  // namespace
}  // namespace rtm::test
