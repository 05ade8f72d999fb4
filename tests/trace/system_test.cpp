// SPDX-License-Identifier: MIT
// Several cores as one system: windows combined over their common time only, clocks aligned or refused. Values worked
// out by hand; a tick of rounding per core and sum is in every error (sync/combine.hpp adds 2).
#include <gmock/gmock.h>

#include "replay/replay.hpp"
#include "replay/system.hpp"
#include "sources/timeline.hpp"

namespace rtm::test {
namespace {

using host::core_report;
using host::exchange_row;
using host::system_view;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Complete windows of 100 ticks from `start` on, of which so much was idle.
core_report core_with(std::uint64_t core, std::optional<std::uint64_t> clock, std::uint64_t start,
                      const std::vector<std::uint64_t>& idle) {
  core_report out;
  out.core = core;
  out.clock = clock;
  host::epoch_row& epoch = out.epochs.emplace_back();
  epoch.start = start;
  epoch.total = 100 * idle.size();
  for (std::size_t i = 0; i < idle.size(); ++i) {
    host::window_row& window = epoch.windows.emplace_back();
    window.index = i;
    window.start = start + 100 * i;
    window.length = 100;
    window.complete = true;
    window.base.idle = idle[i];
  }
  return out;
}

system_view view_of(const std::vector<core_report>& cores, const std::vector<exchange_row>& exchanges = {}) {
  return host::combine_cores(cores, exchanges).value();
}

//   core 0   |0 ---- idle 70 ---- 100|      both begin and end together
//   core 1   |0 ---- idle 30 ---- 100|
TEST(system_view, of_windows_with_the_same_boundaries_is_their_sum) {
  const system_view made = view_of({core_with(0, 0, 0, {70}), core_with(1, 0, 0, {30})});
  EXPECT_EQ(made.verdict, "ok");
  ASSERT_THAT(made.windows, SizeIs(1));
  const host::system_window_row& window = made.windows[0];
  EXPECT_EQ(window.verdict, "ok");
  EXPECT_EQ(window.start, 0U);
  EXPECT_EQ(window.length, 100U);
  EXPECT_EQ(window.late_ticks, 0U);
  EXPECT_EQ(window.idle->ticks, 100U);
  EXPECT_EQ(window.idle->error_ticks, 2U + 2U);
  // Of 196 to 200 known ticks 96 to 104 were idle.
  const auto load = load_of(window);
  EXPECT_DOUBLE_EQ(load->least, (196.0 - 104) / 196);
  EXPECT_DOUBLE_EQ(load->most, (200.0 - 96) / 200);
}

//   core 0   |0 ------- idle 50 ------- 100|
//   core 1       |20 ----- idle 80 ---------- 120|
//   common       |20 ================== 100|           80 ticks, 20 of each window outside
TEST(system_view, of_windows_that_begin_apart_is_of_their_common_time_with_the_error_of_the_rest) {
  const system_view made = view_of({core_with(0, 0, 0, {50}), core_with(1, 0, 20, {80})});
  ASSERT_THAT(made.windows, SizeIs(1));
  const host::system_window_row& window = made.windows[0];
  EXPECT_EQ(window.start, 20U);
  EXPECT_EQ(window.length, 80U);
  EXPECT_EQ(window.late_ticks, 20U);
  EXPECT_EQ(window.idle->ticks, 50U * 80 / 100 + 80U * 80 / 100);
  EXPECT_EQ(window.idle->error_ticks, (20U + 2) + (20U + 2));
  // Really: between 30 and 50 of core 0's common 80 ticks were idle, and 60 to 80 of core 1's.
  EXPECT_LE(window.idle->ticks - window.idle->error_ticks, 30U + 60);
  EXPECT_GE(window.idle->ticks + window.idle->error_ticks, 50U + 80);
}

TEST(system_view, names_each_window_by_epoch_number_and_clock) {
  std::vector<core_report> cores{core_with(0, 0, 0, {70, 60}), core_with(3, 0, 100, {30})};
  cores[1].epochs[0].epoch = 4;
  const system_view made = view_of(cores);
  ASSERT_THAT(made.windows, SizeIs(1)) << "one of them has no other to be combined with";
  const auto& of = made.windows[0].cores;
  ASSERT_THAT(of, SizeIs(2));
  EXPECT_EQ(of[0].window, 1U);
  EXPECT_EQ(of[1].core, 3U);
  EXPECT_EQ(of[1].epoch, 4U);
  EXPECT_EQ(of[1].window, 0U);
  EXPECT_EQ(of[1].start, 100U);
  EXPECT_EQ(of[1].stop, 200U);
}

TEST(system_view, of_cores_without_common_time_has_no_windows) {
  EXPECT_THAT(view_of({core_with(0, 0, 0, {70}), core_with(1, 0, 500, {30})}).windows, IsEmpty());
}

TEST(system_view, has_no_sums_of_a_window_that_a_loss_touches) {
  std::vector<core_report> cores{core_with(0, 0, 0, {70}), core_with(1, 0, 0, {30})};
  cores[1].epochs[0].windows[0].covered = false;
  const system_view made = view_of(cores);
  ASSERT_THAT(made.windows, SizeIs(1));
  EXPECT_EQ(made.windows[0].verdict, "lost");
  EXPECT_FALSE(made.windows[0].idle);
  EXPECT_FALSE(load_of(made.windows[0]));
}

TEST(system_view, of_one_core_is_none) { EXPECT_FALSE(host::combine_cores({core_with(0, 0, 0, {70})}, {})); }

// ---- Different clocks ----

/// Clock 1 shows `ahead` more than clock 0; one way takes 2 ticks, the other 2. One exchange every 100 ticks.
std::vector<exchange_row> exchanges(std::uint64_t count, std::uint64_t ahead) {
  std::vector<exchange_row> all;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t sent = 100 * i;
    all.push_back({0, 1, {sent, sent + 2 + ahead, sent + 2 + ahead, sent + 4}});
  }
  return all;
}

// Clock 1 is 1000 ahead: its window from 1000 to 1100 is that from 0 to 100.
TEST(system_view, of_different_clocks_is_aligned_and_the_bound_is_part_of_it) {
  const std::vector<core_report> cores{core_with(0, 0, 0, {70, 70}), core_with(1, 1, 1000, {30, 30})};
  const system_view made = view_of(cores, exchanges(32, 1000));
  EXPECT_EQ(made.verdict, "ok");
  EXPECT_EQ(made.clock, 0U);
  EXPECT_GE(made.bound_ticks, 2U) << "half of the shortest round trip, at least";
  EXPECT_LE(made.bound_ticks, 40U);
  ASSERT_THAT(made.windows, SizeIs(2));
  const host::system_window_row& window = made.windows[0];
  EXPECT_EQ(window.cores[1].clock, 1U);
  const std::uint64_t start = window.cores[1].start;
  EXPECT_LE(start, window.cores[1].bound_ticks) << "truly 0";
  EXPECT_GE(window.skew_bound_ticks, window.cores[1].bound_ticks);
  EXPECT_LE(window.idle->ticks - window.idle->error_ticks, 100U);
  EXPECT_GE(window.idle->ticks + window.idle->error_ticks, 100U);
}

TEST(system_view, of_clocks_that_nobody_calibrated_is_never_called_synchronous) {
  const std::vector<core_report> cores{core_with(0, 0, 0, {70}), core_with(1, 1, 0, {30})};
  for (const auto& told : {exchanges(0, 0), exchanges(2, 0)}) {
    const system_view made = view_of(cores, told);
    EXPECT_EQ(made.verdict, told.empty() ? "not_synchronous" : "uncalibrated");
    EXPECT_THAT(made.windows, IsEmpty());
  }
}

TEST(system_view, of_cores_that_do_not_say_what_they_read_is_not_synchronous) {
  const system_view made = view_of({core_with(0, 0, 0, {70}), core_with(1, std::nullopt, 0, {30})});
  EXPECT_EQ(made.verdict, "not_synchronous");
  EXPECT_THAT(made.windows, IsEmpty());
}

TEST(system_view, of_a_clock_that_was_set_says_so) {
  std::vector<exchange_row> told = exchanges(16, 1000);
  for (exchange_row more : exchanges(32, 90'000)) {
    if (more.stamps.sent >= 1600) told.push_back(more);
  }
  const system_view made = view_of({core_with(0, 0, 0, {70}), core_with(1, 1, 1000, {30})}, told);
  EXPECT_NE(made.verdict, "ok");
  EXPECT_THAT(made.windows, IsEmpty());
}

// ---- Instructions per cycle ----

core_report counted(std::uint64_t core, std::uint64_t group, std::uint64_t instructions, std::uint64_t cycles) {
  core_report out = core_with(core, 0, 0, {70});
  out.counters.emplace();
  out.counters->columns = {"instructions", "cycles"};
  out.counters->group = group;
  out.counters->epochs.push_back({0, std::nullopt, "ok", {instructions, cycles}, {}});
  return out;
}

TEST(system_ipc, is_a_sum_over_a_sum_of_pairs_of_one_group) {
  const system_view made = view_of({counted(0, 1, 300, 200), counted(1, 1, 100, 600)});
  ASSERT_TRUE(made.ipc);
  EXPECT_EQ(made.ipc->verdict, "ok");
  EXPECT_EQ(made.ipc->instructions, 400U);
  EXPECT_EQ(made.ipc->cycles, 800U) << "0.5, where the mean of 1.5 and 0.17 would be 0.83";
}

TEST(system_ipc, of_different_groups_or_of_lost_counters_is_no_number) {
  EXPECT_EQ(view_of({counted(0, 1, 300, 200), counted(1, 2, 100, 600)}).ipc->verdict, "mixed_groups");
  EXPECT_EQ(view_of({counted(0, 1, 300, 200), core_with(1, 0, 0, {30})}).ipc->verdict, "mixed_groups");
  std::vector<core_report> cores{counted(0, 1, 300, 200), counted(1, 1, 100, 600)};
  cores[1].counters->epochs[0] = {0, std::nullopt, "ownership_lost", {}, {}};
  EXPECT_EQ(view_of(cores).ipc->verdict, "lost");
}

// ---- From an input ----

TEST(system_view, of_a_timeline_has_one_clock) {
  host::timeline from(host::input("two.timeline",
                                  "rtm-timeline 1\n"
                                  "window 100\n"
                                  "start 0 idle\n"
                                  "@1 start 50 task 1\n"
                                  "100 poll\n"
                                  "@1 150 poll\n"));
  const host::report made = host::make_report(from);
  ASSERT_TRUE(made.system);
  EXPECT_EQ(made.system->verdict, "ok");
  ASSERT_THAT(made.system->windows, SizeIs(1));
  EXPECT_EQ(made.system->windows[0].start, 50U);
  EXPECT_EQ(made.system->windows[0].length, 50U);
}

}  // namespace
}  // namespace rtm::test
