// SPDX-License-Identifier: MIT
// What replay adds to the ledger: ids of any size, growing tables, names, misuse by a source. What the ledger itself
// accounts is in tests/timeline.
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "replay/replay.hpp"
#include "replay/slots.hpp"

namespace rtm::host {
namespace {

report replayed(const source_info& info, const std::vector<source_fact>& facts) {
  replay run(info);
  run.tell(facts);
  return run.finish(info);
}

const epoch_row& last_epoch(const report& of) { return of.cores.at(0).epochs.back(); }

TEST(slots, ids_of_any_size_get_dense_slots_in_order_of_first_use) {
  slots all;
  EXPECT_EQ(all.slot_of(7), 0U);
  EXPECT_EQ(all.slot_of(~std::uint64_t{0}), 1U);
  EXPECT_EQ(all.slot_of(4095), 2U);
  EXPECT_EQ(all.slot_of(4096), 3U);
  EXPECT_EQ(all.slot_of(7), 0U);
  EXPECT_EQ(all.slot_of(4096), 3U);
  EXPECT_EQ(all.size(), 4U);
  EXPECT_EQ(all.id_of(1), ~std::uint64_t{0});
}

TEST(replay, thousands_of_ids_and_frames_grow_as_they_come) {
  std::vector<source_fact> facts = {{fact_kind::reset, 0, 0, idle_owner}};
  constexpr std::uint64_t count = 3000;
  std::uint64_t now = 0;
  for (std::uint64_t i = 0; i < count; ++i) facts.push_back({fact_kind::task_switch, 0, ++now, i * 1'000'003});
  for (std::uint64_t i = 0; i < count; ++i) facts.push_back({fact_kind::point_begin, 0, ++now, i});
  for (std::uint64_t i = 0; i < count; ++i) facts.push_back({fact_kind::isr_enter, 0, ++now, i});
  for (std::uint64_t i = count; i-- > 0;) facts.push_back({fact_kind::isr_exit, 0, ++now, i});
  for (std::uint64_t i = count; i-- > 0;) facts.push_back({fact_kind::point_end, 0, ++now, i});
  const report made = replayed({}, facts);
  const epoch_row& epoch = last_epoch(made);
  EXPECT_TRUE(epoch.valid());
  EXPECT_EQ(epoch.total, now);
  ASSERT_EQ(epoch.tasks.size(), count);
  EXPECT_EQ(epoch.tasks.front().id, 0U);
  EXPECT_EQ(epoch.tasks.back().id, (count - 1) * 1'000'003);
  ASSERT_EQ(epoch.isrs.size(), count);
  EXPECT_EQ(epoch.isrs.front().inclusive, 2 * count - 1);
  EXPECT_EQ(epoch.isrs.back().inclusive, 1U);
  EXPECT_EQ(epoch.points.size(), count);
}

TEST(replay, fault_counts_more_frames_than_a_byte_can) {
  std::vector<source_fact> facts = {{fact_kind::reset, 0, 0, idle_owner}};
  for (std::uint64_t i = 0; i < 300; ++i) facts.push_back({fact_kind::isr_enter, 0, i, i});
  facts.push_back({fact_kind::task_switch, 0, 300, 1});
  const report made = replayed({}, facts);
  ASSERT_FALSE(last_epoch(made).valid());
  EXPECT_EQ(last_epoch(made).fault->depth, 300U);
  EXPECT_EQ(last_epoch(made).fault->expected, 299U);
}

TEST(replay, limits_of_the_target_hold_although_tables_could_grow) {
  source_info info;
  info.capacity.depth = 0;
  EXPECT_EQ(
      last_epoch(replayed(info, {{fact_kind::reset, 0, 0, idle_owner}, {fact_kind::isr_enter, 0, 1, 0}})).fault->kind,
      status::stack_full);
  info = {};
  info.capacity.point_depth = 1;
  EXPECT_EQ(last_epoch(replayed(info, {{fact_kind::reset, 0, 0, 1},
                                       {fact_kind::point_begin, 0, 1, 0},
                                       {fact_kind::point_begin, 0, 2, 0}}))
                .fault->kind,
            status::point_stack_full);
}

TEST(replay, calls_open_at_the_end_are_counted_as_open) {
  const report made = replayed({}, {{fact_kind::reset, 0, 0, 1},
                                    {fact_kind::point_begin, 0, 1, 5},
                                    {fact_kind::point_begin, 0, 2, 5},
                                    {fact_kind::point_end, 0, 3, 5},
                                    {fact_kind::isr_enter, 0, 4, 3},
                                    {fact_kind::poll, 0, 9, 0}});
  EXPECT_EQ(last_epoch(made).points.at(0).calls, 1U);
  EXPECT_EQ(last_epoch(made).points.at(0).open, 1U);
  EXPECT_EQ(last_epoch(made).isrs.at(0).open, 1U);
  EXPECT_EQ(last_epoch(made).isrs.at(0).exclusive, 5U);
}

TEST(replay, ids_of_an_earlier_epoch_have_no_row_in_a_later_one) {
  const report made = replayed({}, {{fact_kind::reset, 0, 0, 1},
                                    {fact_kind::isr_enter, 0, 1, 3},
                                    {fact_kind::reset, 0, 2, idle_owner},
                                    {fact_kind::poll, 0, 3, 0}});
  ASSERT_EQ(made.cores.at(0).epochs.size(), 2U);
  EXPECT_TRUE(last_epoch(made).tasks.empty());
  EXPECT_TRUE(last_epoch(made).isrs.empty());
}

TEST(replay, names_are_added_in_order_with_rows_of_their_own) {
  source_info info;
  info.tasks = {{1, "one"}, {3, "three"}, {9, "nine"}};
  const report made = replayed(info, {{fact_kind::reset, 0, 0, 3}, {fact_kind::task_switch, 0, 1, 5}});
  const auto& tasks = last_epoch(made).tasks;
  ASSERT_EQ(tasks.size(), 4U);
  EXPECT_EQ(tasks[0].name, "one");
  EXPECT_EQ(tasks[1].name, "three");
  EXPECT_EQ(tasks[1].exclusive, 1U);
  EXPECT_EQ(tasks[2].id, 5U);
  EXPECT_EQ(tasks[2].name, std::nullopt);
  EXPECT_EQ(tasks[3].name, "nine");
}

TEST(replay, every_window_is_kept_where_64_bits_of_time_wrap) {
  source_info info;
  info.window_ticks = 20;
  const std::uint64_t start = std::uint64_t{0} - 30;  // the first window ends 10 ticks before the wrap
  const report made = replayed(info, {{fact_kind::reset, 0, start, idle_owner},
                                      {fact_kind::poll, 0, start + 19, 0},
                                      {fact_kind::task_switch, 0, start + 39, 1},  // beyond the end and the wrap
                                      {fact_kind::poll, 0, start + 40, 0},
                                      {fact_kind::poll, 0, start + 59, 0}});
  const epoch_row& epoch = last_epoch(made);
  EXPECT_TRUE(epoch.valid());
  ASSERT_EQ(epoch.windows.size(), 3U);
  for (std::uint64_t i = 0; i < 3; ++i) {
    EXPECT_EQ(epoch.windows[i].index, i);
    EXPECT_EQ(epoch.windows[i].start, start + 20 * i);
    EXPECT_EQ(epoch.windows[i].length, i < 2 ? 20U : 19U);
    EXPECT_EQ(epoch.windows[i].complete, i < 2);
  }
  EXPECT_EQ(epoch.windows[0].base.idle, 20U);
  EXPECT_EQ(epoch.windows[1].base.idle, 19U);
  ASSERT_EQ(epoch.windows[1].tasks.size(), 1U);
  EXPECT_EQ(epoch.windows[1].tasks[0].exclusive, 1U);
}

TEST(replay, source_that_forgets_the_start_is_a_programming_error) {
  EXPECT_THROW(replayed({}, {{fact_kind::poll, 0, 0, 0}}), std::invalid_argument);
  EXPECT_THROW(replayed({}, {{fact_kind::reset, 0, 0, 1}, {fact_kind::poll, 1, 0, 0}}), std::invalid_argument);
}

TEST(replay, source_with_impossible_timing_is_a_programming_error) {
  source_info info;
  info.window_ticks = 10;
  info.max_gap_ticks = 11;
  EXPECT_THROW(replayed(info, {{fact_kind::reset, 0, 0, 1}}), std::invalid_argument);
}

TEST(replay, no_facts_are_no_cores) { EXPECT_TRUE(replayed({}, {}).cores.empty()); }

}  // namespace
}  // namespace rtm::host
