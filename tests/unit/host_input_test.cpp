// SPDX-License-Identifier: MIT
// Bytes, lines and the timeline reader where it accepts. What is refused is in tests/cli/bad_input_test.cpp.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "sources/line_reader.hpp"
#include "sources/registry.hpp"
#include "sources/timeline.hpp"

namespace rtm::host {
namespace {

std::vector<std::string> lines_of(std::string_view bytes) {
  line_reader reader(input("test", bytes));
  std::vector<std::string> lines;
  std::string_view line;
  while (reader.next(line)) lines.emplace_back(line);
  EXPECT_EQ(reader.line_number(), lines.size());
  return lines;
}

using strings = std::vector<std::string>;

TEST(line_reader, both_line_ends_and_a_missing_last_one_are_read) {
  EXPECT_EQ(lines_of("a\nb\r\n\nc"), (strings{"a", "b", "", "c"}));
  EXPECT_EQ(lines_of("a\n"), (strings{"a"}));
  EXPECT_EQ(lines_of(""), (strings{}));
  EXPECT_EQ(lines_of("\n"), (strings{""}));
}

TEST(line_reader, byte_order_mark_is_dropped_from_the_first_line_only) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBF"
                     "a\n\xEF\xBB\xBF"
                     "b"),
            (strings{"a",
                     "\xEF\xBB\xBF"
                     "b"}));
}

TEST(line_reader, long_lines_come_cut_where_asked_for) {
  const std::string at_limit(line_reader::max_line, 'a');
  const std::string longer(3 * 64 * 1024, 'b');
  const std::string text = at_limit + "\r\n" + longer + "\nnext\n" + at_limit + "c";
  line_reader lines(input("test", text), line_reader::bytes::any, line_reader::long_lines::cut);
  std::string_view line;
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, at_limit);
  EXPECT_FALSE(lines.is_cut());
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, longer.substr(0, line_reader::max_line));
  EXPECT_TRUE(lines.is_cut());
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, "next");
  EXPECT_FALSE(lines.is_cut());
  EXPECT_EQ(lines.line_number(), 3u);
  EXPECT_EQ(lines.offset(), at_limit.size() + 2 + longer.size() + 1);
  ASSERT_TRUE(lines.next(line));
  EXPECT_EQ(line, at_limit);
  EXPECT_TRUE(lines.is_cut());
  EXPECT_FALSE(lines.next(line));
}

TEST(line_reader, line_of_exactly_the_limit_is_read) {
  const std::string longest(line_reader::max_line, 'x');
  EXPECT_EQ(lines_of(longest + "\n" + longest + "\r\n" + longest), (strings{longest, longest, longest}));
  EXPECT_THROW(lines_of(longest + "x\n"), source_error);
  EXPECT_THROW(lines_of(longest + "x"), source_error);
}

/// Lines of all lengths, so that blocks of the reader end everywhere in them.
TEST(line_reader, lines_across_blocks_stay_whole) {
  std::string text;
  strings expected;
  for (std::size_t i = 0; i < 1000; ++i) {
    expected.emplace_back(i * 7 % 300, static_cast<char>('a' + i % 26));
    text += expected.back() + (i % 3 == 0 ? "\r\n" : "\n");
  }
  EXPECT_GT(text.size(), 2 * input::prefix_size);
  EXPECT_EQ(lines_of(text), expected);
}

TEST(input, prefix_is_read_again) {
  input in("test", "0123456789");
  EXPECT_EQ(in.prefix(), "0123456789");
  std::array<char, 4> block{};
  std::string all;
  while (const std::size_t n = in.read(block)) all.append(block.data(), n);
  EXPECT_EQ(all, "0123456789");
}

std::vector<source_fact> facts_of(source& from) {
  std::vector<source_fact> all;
  std::array<source_fact, 3> block;
  while (const std::size_t n = from.read(block))
    all.insert(all.end(), block.begin(), block.begin() + static_cast<long>(n));
  return all;
}

TEST(timeline_reader, every_kind_of_fact_is_read) {
  timeline script(input("test", R"(rtm-timeline 1
start 0 task 1
1 task 2
2 idle
3 kernel
4 unknown
5 isr_enter 3
6 isr_exit 3
7 swi_enter 4
8 swi_exit 4
9 point_begin 5
10 point_end 5
11 poll
12 activate 6
13 wait 6
14 release 6
15 terminate 6
16 reset kernel
17 reset task 7
)"));
  const std::vector<source_fact> expected = {
      {fact_kind::reset, 0, 0, 1},
      {fact_kind::task_switch, 0, 1, 2},
      {fact_kind::task_switch, 0, 2, idle_owner},
      {fact_kind::task_switch, 0, 3, kernel_owner},
      {fact_kind::task_switch, 0, 4, unknown_owner},
      {fact_kind::isr_enter, 0, 5, 3},
      {fact_kind::isr_exit, 0, 6, 3},
      {fact_kind::swi_enter, 0, 7, 4},
      {fact_kind::swi_exit, 0, 8, 4},
      {fact_kind::point_begin, 0, 9, 5},
      {fact_kind::point_end, 0, 10, 5},
      {fact_kind::poll, 0, 11, 0},
      {fact_kind::task_activate, 0, 12, 6},
      {fact_kind::task_wait, 0, 13, 6},
      {fact_kind::task_release, 0, 14, 6},
      {fact_kind::task_terminate, 0, 15, 6},
      {fact_kind::reset, 0, 16, kernel_owner},
      {fact_kind::reset, 0, 17, 7},
  };
  EXPECT_EQ(facts_of(script), expected);
}

TEST(timeline_reader, header_is_known_before_the_first_fact_is_read) {
  const timeline script(input("test", R"(# a comment before the version

rtm-timeline 1   # and behind it
capacity tasks=1 isrs=2 swis=3 points=4 depth=5 point_depth=6
max_gap 7
window 8
clock hz=9 bits=16
start 65535 idle
)"));
  const source_info& info = script.info();
  EXPECT_EQ(info.clock_bits, 16U);
  EXPECT_EQ(info.clock_hz, 9U);
  EXPECT_EQ(info.window_ticks, 8U);
  EXPECT_EQ(info.max_gap_ticks, 7U);
  EXPECT_EQ(info.capacity.tasks, 1U);
  EXPECT_EQ(info.capacity.isrs, 2U);
  EXPECT_EQ(info.capacity.swis, 3U);
  EXPECT_EQ(info.capacity.points, 4U);
  EXPECT_EQ(info.capacity.depth, 5U);
  EXPECT_EQ(info.capacity.point_depth, 6U);
}

TEST(timeline_reader, defaults_are_a_64_bit_nanosecond_clock_without_limits) {
  const timeline script(input("test", "rtm-timeline 1\nstart 0 idle"));
  EXPECT_EQ(script.info().clock_bits, 64U);
  EXPECT_EQ(script.info().clock_hz, 1'000'000'000U);
  EXPECT_EQ(script.info().window_ticks, 0U);
  EXPECT_EQ(script.info().capacity.tasks, std::nullopt);
}

TEST(timeline_reader, names_grow_while_facts_are_read) {
  timeline script(input("test", "rtm-timeline 1\nisr 3 CAN RX \nstart 0 idle\n1 poll\ntask 5 \xE6\xB8\xA9 # why\n"));
  EXPECT_EQ(script.info().isrs.at(3), "CAN RX");
  EXPECT_TRUE(script.info().tasks.empty());
  EXPECT_EQ(facts_of(script).size(), 2U);
  EXPECT_EQ(script.info().tasks.at(5), "\xE6\xB8\xA9");
}

TEST(timeline_reader, cores_alternate_as_they_stand) {
  timeline script(
      input("test", "rtm-timeline 1\n@4294967295 start 9 idle\nstart 0 idle\n@0 5 poll\n@4294967295 10 poll\n"));
  const std::vector<source_fact> expected = {{fact_kind::reset, 4294967295, 9, idle_owner},
                                             {fact_kind::reset, 0, 0, idle_owner},
                                             {fact_kind::poll, 0, 5, 0},
                                             {fact_kind::poll, 4294967295, 10, 0}};
  EXPECT_EQ(facts_of(script), expected);
}

TEST(timeline_reader, id_above_capacity_in_a_fact_is_left_to_the_ledger) {
  timeline script(input("test", "rtm-timeline 1\ncapacity tasks=4\nstart 0 idle\n20 task 4\n"));
  EXPECT_EQ(facts_of(script).back(), (source_fact{fact_kind::task_switch, 0, 20, 4}));
}

TEST(registry, script_is_recognised_by_its_first_words) {
  EXPECT_TRUE(timeline::recognises("rtm-timeline 1\n"));
  EXPECT_TRUE(timeline::recognises("\xEF\xBB\xBF# comment\r\n\r\n rtm-timeline 7"));
  EXPECT_FALSE(timeline::recognises("# rtm-timeline 1\n"));
  EXPECT_FALSE(timeline::recognises("rtm-timeline-2 1\n"));
  EXPECT_FALSE(timeline::recognises(""));
}

TEST(registry, first_bytes_are_not_lost_to_the_source) {
  const auto from = open_source(input("test", "rtm-timeline 1\nstart 3 idle\n"));
  EXPECT_EQ(facts_of(*from), (std::vector<source_fact>{{fact_kind::reset, 0, 3, idle_owner}}));
}

}  // namespace
}  // namespace rtm::host
