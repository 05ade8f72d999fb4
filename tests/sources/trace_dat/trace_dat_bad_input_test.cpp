// SPDX-License-Identifier: MIT
// A trace.dat that is damaged: what is wrong is told with its place, and what is sound is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "fuzz/checks.hpp"
#include "sources/reading.hpp"
#include "trace_dat_file.hpp"

namespace rtm::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

dat_file one_cpu() {
  cpu_pages_writer cpu;
  cpu.page(1000).switched(0, 7, 8).numbered(100, sched_waking, 8, 1);
  cpu.page(1200).switched(0, 8, 7).numbered(100, sched_waking, 7, 1);
  dat_file file;
  file.cpus = {cpu.finish()};
  return file;
}

std::string with(std::string file, std::size_t at, char byte) {
  file.at(at) = byte;
  return file;
}

TEST(trace_dat_bad_input, is_refused_with_its_place) {
  const std::string good = version_6(one_cpu());
  EXPECT_EQ(refusal_of(with(good, 10, '5')), "test: byte 10: found version \"5\"; expected version 6 or 7");
  EXPECT_EQ(refusal_of(with(good, 12, 2)),
            "test: byte 12: found byte order 2; expected 0 (little-endian) or 1 (big-endian)");
  EXPECT_EQ(refusal_of(with(good, 13, 5)), "test: byte 13: found a long of 5 bytes; expected 4 or 8");
  EXPECT_EQ(refusal_of(with(good, 17, 1)), "test: byte 14: found pages of 16781312 bytes; expected 64 to 1048576");
  EXPECT_EQ(refusal_of(good.substr(0, 16)), "test: byte 14: found 2 bytes of the page size; expected 4");
}

TEST(trace_dat_bad_input, clocks_that_count_no_nanoseconds_are_refused_by_name) {
  dat_file file = one_cpu();
  file.clock = "x86-tsc";
  EXPECT_THAT(refusal_of(version_6(file)), HasSubstr("found the trace clock \"x86-tsc\"; expected one in ns: local, "));
  EXPECT_THAT(refusal_of(version_7(file)), HasSubstr("found the trace clock \"x86-tsc\"; expected one in ns: local, "));
}

TEST(trace_dat_bad_input, without_formats_nothing_can_be_read) {
  dat_file file = one_cpu();
  file.has_formats = false;
  EXPECT_THAT(refusal_of(version_6(file)),
              EndsWith("found no usable event format among 0; expected formats of events"));
  EXPECT_THAT(refusal_of(version_7(file)),
              EndsWith("found no usable event format among 0; expected formats of events"));
}

TEST(trace_dat_bad_input, an_unknown_compression_is_refused_by_name) {
  std::string file = version_7(one_cpu());
  file.replace(file.find("none"), 4, "lzma");
  EXPECT_THAT(refusal_of(file), StartsWith("test: byte 18: found compression \"lzma\"; expected "));
}

TEST(trace_dat_bad_input, numbers_of_cpus_are_not_believed) {
  dat_file file = one_cpu();
  file.said_cpus = 4'000'000'000;
  EXPECT_THAT(refusal_of(version_6(file)), EndsWith("found 4000000000 CPUs; expected at most 8192"));
  file.cpus.push_back(file.cpus[0]);
  file.said_cpus = 1;
  const reading read = reading_of(version_7(file));
  ASSERT_EQ(read.report.problems.size(), 1U);
  EXPECT_EQ(read.problem(0), "found data of CPU 1; expected one of 1 CPUs");
  EXPECT_EQ(read.core(0).total, 300U);
}

/// Where the data of a CPU are said to be, in a file of version 6 of two CPUs: behind "flyrecord", offset and size.
void say_data_of_cpu(std::string& file, std::size_t cpu, std::uint64_t offset, std::uint64_t size) {
  const std::size_t entry = file.find(std::string("flyrecord\0", 10)) + 10 + cpu * 16;
  for (std::size_t i = 0; i < 8; ++i) {
    file[entry + i] = static_cast<char>(offset >> (8 * i));
    file[entry + 8 + i] = static_cast<char>(size >> (8 * i));
  }
}

// Two pages of 4096 bytes each; the second CPU's are said to be those of the first, or one of them.
TEST(trace_dat_bad_input, data_of_two_cpus_in_one_place_are_those_of_neither) {
  dat_file two = one_cpu();
  two.cpus.push_back(two.cpus[0]);
  const std::string sound = version_6(two);
  const std::size_t entry = sound.find(std::string("flyrecord\0", 10)) + 10;
  std::uint64_t at = 0;
  for (std::size_t i = 8; i-- > 0;) at = at << 8 | static_cast<unsigned char>(sound[entry + i]);
  std::string file = sound;
  say_data_of_cpu(file, 1, at + 4096, 4096);
  const reading half = reading_of(file);
  const auto has = [](const reading& of, const std::string& found) {
    for (std::size_t i = 0; i < of.report.problems.size(); ++i)
      if (of.problem(i) == found) return true;
    return false;
  };
  EXPECT_TRUE(has(half,
                  "found data of CPU 1 that are data of CPU 0 too; expected its own; those of both are left out from "
                  "there on"));
  EXPECT_EQ(half.core(0).total, 100U) << "the page before is CPU 0's";
  say_data_of_cpu(file, 1, at, 8192);
  EXPECT_NE(refusal_of(file), "") << "nothing is left";
}

TEST(trace_dat_bad_input, number_of_two_events_is_told_and_is_that_of_the_first) {
  std::string file = version_6(one_cpu());
  file.replace(file.find("ID: 6\n"), 6, "ID: 1\n");
  const reading read = reading_of(file);
  ASSERT_GE(read.report.problems.size(), 1U);
  EXPECT_EQ(read.problem(0),
            "found ID 1, which another event has, in the format of event \"sched_waking\"; expected one of its own; "
            "the other's format is used");
  EXPECT_EQ(named(read.core(0).tasks, "task8").dispatches, 1U);
}

TEST(trace_dat_bad_input, events_without_a_format_are_counted) {
  dat_file file = one_cpu();
  cpu_pages_writer cpu;
  cpu.page(1000).switched(0, 7, 8).numbered(50, undeclared, 8, 1).numbered(50, undeclared, 8, 1);
  file.cpus = {cpu.finish()};
  const reading read = reading_of(version_6(file));
  ASSERT_EQ(read.report.problems.size(), 1U);
  EXPECT_EQ(read.problem(0),
            "found 2 events of CPU 0 without a format, the first of number 99; expected a format of each");
  EXPECT_EQ(named(read.core(0).tasks, "task8").exclusive, 100U);
}

TEST(trace_dat_bad_input, what_follows_a_broken_event_of_a_page_is_unknown_up_to_the_next_page) {
  cpu_pages_writer cpu;
  cpu.page(1000).switched(0, 7, 8).numbered(100, sched_waking, 8, 1).raw(28, 1);
  cpu.page(1200).switched(0, 8, 7).numbered(100, sched_waking, 7, 1);
  dat_file file = one_cpu();
  file.cpus = {cpu.finish()};
  const reading read = reading_of(version_6(file));
  ASSERT_EQ(read.report.problems.size(), 1U);
  EXPECT_THAT(read.problem(0), HasSubstr("of a page of CPU 0; expected an event or the end of the page"));
  EXPECT_EQ(named(read.core(0).tasks, "task8").exclusive, 100U);
  EXPECT_EQ(read.core(0).base.unknown, 100U);
  EXPECT_EQ(named(read.core(0).tasks, "task7").exclusive, 100U);
}

std::string file_of(const char* name) {
  std::ifstream in(std::string(RTM_TESTS_DIR) + "/sources/data/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Events that are read of it; absent if it is refused, in one line with a place.
std::optional<std::uint64_t> events_of(const std::string& cut) {
  try {
    const reading read = reading_of(cut);
    EXPECT_TRUE(read.report.is_incomplete());
    for (const auto& core : read.report.cores) EXPECT_EQ(fuzz::owned(core.epochs.at(0)), core.epochs.at(0).total);
    std::uint64_t events = 0;
    for (const auto& core : read.completeness) events += core.events;
    return events;
  } catch (const host::source_error& error) {
    fuzz::check_message(error.what(), "test: byte ");
    return std::nullopt;
  }
}

// The second page of the second CPU is cut off, just where it begins: 8 may have run on from 1100, or not.
TEST(trace_dat_bad_input, what_follows_a_cut_between_two_pages_is_unknown) {
  dat_file two = one_cpu();
  two.cpus.push_back(two.cpus[0]);
  std::string file = version_6(two);
  file.resize(file.size() - cpu_pages_writer::page_bytes);
  const reading read = reading_of(file);
  EXPECT_EQ(read.core(0).base.unknown, 0U);
  EXPECT_EQ(named(read.core(1).tasks, "task8").exclusive, 100U);
  EXPECT_EQ(read.core(1).base.unknown, 200U);
  EXPECT_FALSE(read.report.losses.empty());
}

// As a copy has it that skips blocks which could not be read. Page: 1000..1100, nothing, 1400..1500.
TEST(trace_dat_bad_input, page_of_zeros_is_one_that_cannot_be_read) {
  cpu_pages_writer cpu;
  cpu.page(1000).switched(0, 7, 8).numbered(100, sched_waking, 8, 1);
  cpu.page(0);
  cpu.page(1400).switched(0, 8, 7).numbered(100, sched_waking, 7, 1);
  dat_file file;
  file.cpus = {cpu.finish()};
  const reading read = reading_of(version_6(file));
  EXPECT_EQ(named(read.core(0).tasks, "task8").exclusive, 100U);
  EXPECT_EQ(named(read.core(0).tasks, "task7").exclusive, 100U);
  EXPECT_EQ(read.core(0).base.unknown, 300U);
  ASSERT_EQ(read.report.problems.size(), 1U);
  EXPECT_EQ(read.problem(0), "found a page of zeros among those of CPU 0; expected a page with its time");
}

TEST(trace_dat_bad_input, what_lies_before_a_cut_is_kept_wherever_it_is_cut) {
  for (const char* name : {"small-v6.dat", "small-v7.dat"}) {
    const std::string whole = file_of(name);
    std::optional<std::uint64_t> before;
    for (std::size_t size = 512; size < whole.size(); size += 512) {
      SCOPED_TRACE(testing::Message() << name << " cut to " << size);
      const auto events = events_of(whole.substr(0, size));
      if (before) {
        ASSERT_TRUE(events) << "more of the file, and nothing can be read any more";
        EXPECT_GE(*events, *before);
      }
      before = events;
    }
    ASSERT_TRUE(before);
    EXPECT_GE(*before, 851U) << "of the first CPU at least";
  }
}

TEST(trace_dat_bad_input, any_byte_may_be_cut_off) {
  const std::string whole = version_7(one_cpu());
  for (std::size_t size = 3; size < whole.size(); size += size < 8192 ? 61 : 997)
    (void)events_of(whole.substr(0, size));
}

}  // namespace
}  // namespace rtm::test
