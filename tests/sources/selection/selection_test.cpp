// SPDX-License-Identifier: MIT
// A part of an input: what is selected of a script, as the script that it is the same as.
#include "sources/selection.hpp"

#include <gmock/gmock.h>

#include <array>
#include <sstream>

#include "replay/replay.hpp"
#include "sources/registry.hpp"
#include "sources/timeline.hpp"
#include "sources/timeline_writer.hpp"

namespace rtm::host {
namespace {

using ::testing::HasSubstr;

std::unique_ptr<source> script(const std::string& text) {
  return std::make_unique<timeline>(input("test", std::string_view(text)));
}

/// The facts alone.
std::string selected_facts(const std::string& text, const selection& what) {
  const auto from = select(script(text), what);
  std::ostringstream out;
  timeline_writer to(from->info(), out);
  out.str({});
  std::array<source_fact, 3> block;
  while (const std::size_t n = from->read(block)) to.facts(std::span(block).first(n));
  return out.str();
}

const std::string run =
    "rtm-timeline 1\n"
    "start 100 task 1\n"
    "110 isr_enter 3\n"
    "115 isr_enter 4\n"
    "120 isr_exit 4\n"
    "130 isr_exit 3\n"
    "140 idle\n"
    "160 task 1\n"
    "200 poll\n";

TEST(selection, of_everything_is_the_source_itself) {
  auto from = script(run);
  source* const same = from.get();
  EXPECT_EQ(select(std::move(from), {}).get(), same);
}

TEST(selection, begins_with_the_owner_and_the_frames_of_that_time) {
  EXPECT_EQ(selected_facts(run, {.from_ticks = 17}),
            "start 117 task 1\n117 isr_enter 3 piece\n117 isr_enter 4 piece\n120 isr_exit 4\n130 isr_exit 3\n"
            "140 idle\n160 task 1\n200 poll\n");
}

TEST(selection, begins_in_a_frame_of_which_nobody_knows_whom_it_interrupts_as_in_one) {
  const std::string unowned =
      "rtm-timeline 1\nstart 0 unknown\n0 isr_enter 5 unowned\n40 isr_exit 5 unowned\n60 task 1\n100 poll\n";
  const auto part = select(script(unowned), {.from_ticks = 30});
  const report made = make_report(*part);
  const epoch_row& epoch = made.cores.at(0).epochs.at(0);
  EXPECT_TRUE(epoch.valid());
  EXPECT_EQ(epoch.total, 70U);
  EXPECT_EQ(epoch.base.unknown, 30U);
  EXPECT_EQ(epoch.isrs.at(0).exclusive, 0U);
  EXPECT_EQ(epoch.tasks.at(0).exclusive, 40U);
}

// One interval, a million windows: they are told a block at a time, not kept.
TEST(selection, windows_without_facts_are_told_a_few_at_a_time) {
  const auto from =
      select(script("rtm-timeline 1\nclock bits=64 hz=1000\nstart 0 idle\n1000000 poll\n"), {.window_ticks = 1});
  std::vector<source_fact> block(4096);
  std::uint64_t facts = 0, last_ticks = 0;
  while (const std::size_t n = from->read(block)) {
    EXPECT_LE(n, selected::block_facts);
    facts += n;
    last_ticks = block[n - 1].reading_ticks;
  }
  EXPECT_EQ(facts, 1'000'001U);
  EXPECT_EQ(last_ticks, 1'000'000U);
}

// Of ISR 4 only 3 of 5 ticks lie in the range: the time counts and so does the call, but nobody knows its length.
TEST(selection, call_that_began_before_the_range_is_no_shortest_or_longest_one) {
  auto part = select(script(run), {.from_ticks = 17});
  const report made = make_report(*part);
  const call_row& isr = made.cores.at(0).epochs.at(0).isrs.at(1);
  EXPECT_EQ(isr.id, 4U);
  EXPECT_EQ(isr.calls, 1U);
  EXPECT_EQ(isr.exclusive, 3U);
  EXPECT_FALSE(isr.exclusive_call);
  EXPECT_FALSE(isr.inclusive_call);
}

TEST(selection, leaves_a_fact_at_its_beginning_to_the_range) {
  EXPECT_EQ(selected_facts(run, {.from_ticks = 40}), "start 140 task 1\n140 idle\n160 task 1\n200 poll\n");
}

TEST(selection, ends_before_a_fact_at_its_end) {
  EXPECT_EQ(selected_facts(run, {.to_ticks = 30}),
            "start 100 task 1\n110 isr_enter 3\n115 isr_enter 4\n120 isr_exit 4\n130 poll\n");
  EXPECT_EQ(selected_facts(run, {.to_ticks = 25}),
            "start 100 task 1\n110 isr_enter 3\n115 isr_enter 4\n120 isr_exit 4\n125 poll\n");
}

TEST(selection, may_lie_between_two_facts) {
  EXPECT_EQ(selected_facts(run, {.from_ticks = 45, .to_ticks = 55}), "start 145 idle\n155 poll\n");
}

TEST(selection, settles_windows_that_no_fact_would_close_in_time) {
  EXPECT_EQ(selected_facts(run, {.window_ticks = 15, .from_ticks = 40}),
            "start 140 task 1\n140 idle\n155 poll\n160 task 1\n175 poll\n190 poll\n200 poll\n");
}

TEST(selection, keeps_a_gap_that_the_input_does_not_allow) {
  const std::string gap = "rtm-timeline 1\nmax_gap 50\nstart 0 idle\n10 task 1\n80 idle\n";
  auto from = select(script(gap), {.window_ticks = 10});
  const report made = make_report(*from);
  ASSERT_TRUE(made.cores[0].epochs[0].fault);
  EXPECT_EQ(made.cores[0].epochs[0].fault->kind, status::gap_exceeded);
}

TEST(selection, unwraps_a_short_clock) {
  const std::string wrap = "rtm-timeline 1\nclock bits=16 hz=1000\nstart 65530 task 1\n4 idle\n20 poll\n";
  EXPECT_EQ(selected_facts(wrap, {.from_ticks = 8, .to_ticks = 20}), "start 2 task 1\n4 idle\n14 poll\n");
}

TEST(selection, takes_single_cores) {
  const std::string two = "rtm-timeline 1\nstart 0 idle\n@1 start 0 task 2\n@1 5 idle\n10 task 1\n";
  EXPECT_EQ(selected_facts(two, {.cores = {1}}), "@1 start 0 task 2\n@1 5 idle\n");
}

TEST(selection, carries_open_points_of_suspended_tasks_into_the_range) {
  const std::string points =
      "rtm-timeline 1\nstart 0 task 1\n5 point_begin 9\n10 task 2\n20 isr_enter 1\n30 isr_exit 1\n40 task 1\n"
      "50 point_end 9\n60 poll\n";
  auto from = select(script(points), {.from_ticks = 25});
  const epoch_row epoch = make_report(*from).cores[0].epochs[0];
  EXPECT_FALSE(epoch.fault);
  ASSERT_EQ(epoch.points.size(), 1u);
  EXPECT_EQ(epoch.points[0].inclusive, 10u);  // 40 to 50
  EXPECT_EQ(epoch.isrs[0].exclusive, 5u);
}

TEST(selection, begins_within_a_later_epoch) {
  const std::string epochs = "rtm-timeline 1\nstart 0 idle\n10 task 1\n50 reset idle\n70 task 2\n90 poll\n";
  EXPECT_EQ(selected_facts(epochs, {.from_ticks = 30}), "start 30 task 1\n50 reset idle\n70 task 2\n90 poll\n");
  EXPECT_EQ(selected_facts(epochs, {.from_ticks = 50}), "start 50 idle\n70 task 2\n90 poll\n");
  EXPECT_EQ(selected_facts(epochs, {.from_ticks = 60}), "start 60 idle\n70 task 2\n90 poll\n");
}

TEST(selection, says_so_when_the_facts_before_it_make_no_state) {
  const auto from =
      select(script("rtm-timeline 1\nstart 0 idle\n10 isr_exit 1\n50 task 1\n60 poll\n"), {.from_ticks = 30});
  const report made = make_report(*from);
  EXPECT_EQ(made.problems.size(), 1u);
  EXPECT_EQ(made.cores[0].epochs[0].base.unknown, 20u);
}

TEST(selection, reads_times_with_units) {
  EXPECT_EQ(parse_ticks("250", 1000, "--from"), 250u);
  EXPECT_EQ(parse_ticks("10ms", 1'000'000'000, "--from"), 10'000'000u);
  EXPECT_EQ(parse_ticks("1.5s", 1000, "--from"), 1500u);
  EXPECT_EQ(parse_ticks("250us", 4000, "--from"), 1u);
}

TEST(selection, refuses_times_that_are_none) {
  for (const char* text : {"", "ms", "10 ms", "1.5", "-1s", "1.2.3s", "10min", "99999999999999999999"})
    EXPECT_THROW((void)parse_ticks(text, 1000, "--from"), source_error) << text;
  try {
    (void)parse_ticks("10ms", 32768, "--window");
    FAIL();
  } catch (const source_error& e) {
    EXPECT_THAT(e.what(), HasSubstr("found 10ms, which is no whole number of ticks of 32768 Hz"));
  }
}

/// Of core 0.
source_completeness completeness_of(const std::string& text, const selection& what) {
  const auto part = select(open_source(input("test", std::string_view(text))), what);
  (void)make_report(*part);
  return part->completeness().at(0);
}

// us      0    20   (3 lost)  50        80          100
//         >a   a              a         7, not a    7
TEST(selection, counts_what_is_missing_in_its_part_alone) {
  const std::string text =
      "   <idle>-0     [000] d..2.     1.000000: sched_switch: swapper/0:0 [120] R ==> a:1 [120]\n"
      "        a-1     [000] .....     1.000020: print: x\n"
      "CPU:0 [LOST 3 EVENTS]\n"
      "        a-1     [000] .....     1.000050: print: x\n"
      "        b-7     [000] .....     1.000080: print: x\n"
      "        b-7     [000] .....     1.000100: print: x\n";
  const auto expect = [&](const selection& part, std::uint64_t events, std::uint64_t lost, std::uint64_t repairs) {
    const source_completeness got = completeness_of(text, part);
    EXPECT_EQ(got.events, events);
    EXPECT_EQ(got.lost, lost);
    EXPECT_EQ(got.repairs, repairs);
  };
  expect({}, 5, 3, 1);
  expect({.to_ticks = 10'000}, 1, 0, 0);
  expect({.to_ticks = 30'000}, 2, 3, 0);
  expect({.from_ticks = 30'000, .to_ticks = 60'000}, 1, 3, 1);
  expect({.from_ticks = 60'000}, 2, 0, 1);
  expect({.from_ticks = 90'000}, 1, 0, 0);
}

TEST(selection, counts_rows_out_of_order_in_its_part_alone) {
  const std::string text =
      "#version 2.2.0\n#timeScale ns\n0,Core_0,0,T,A,0,start\n10,Core_0,0,T,A,0,terminate\n"
      "4,Core_0,0,T,B,0,start\n20,Core_0,0,T,B,0,start\n30,Core_0,0,T,B,0,terminate\n";
  EXPECT_EQ(completeness_of(text, {.to_ticks = 15}).events, 3U);
  EXPECT_EQ(completeness_of(text, {.to_ticks = 15}).ignored, 1U);
  EXPECT_EQ(completeness_of(text, {.from_ticks = 15}).events, 2U);
  EXPECT_EQ(completeness_of(text, {.from_ticks = 15}).ignored, 0U);
}

}  // namespace
}  // namespace rtm::host
