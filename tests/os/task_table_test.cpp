// SPDX-License-Identifier: MIT
// Which row is whose, through creation, deletion and reuse; and what of a row belongs to whom, in epochs and windows.
#include "rtm/os/task_table.hpp"

#include <gtest/gtest.h>

#include "rtm/ledger.hpp"

namespace rtm::test {
namespace {

struct four_tasks : default_capacity {
  static constexpr uint32_t tasks = 4;
};
using core_ledger = ledger<four_tasks>;
using table = os::task_table<4>;
using rows = os::task_rows<core_ledger, 4>;

constexpr auto nobody_runs = [](task_id) { return false; };

TEST(task_table, ids_are_given_out_in_order_and_found_by_object) {
  table tasks;
  EXPECT_EQ(tasks.create(0x1000, "A", nobody_runs), task_id{0});
  EXPECT_EQ(tasks.create(0x2000, "B", nobody_runs), task_id{1});
  EXPECT_EQ(tasks.find(0x2000), task_id{1});
  EXPECT_EQ(tasks.find(0x3000), unknown);
}

TEST(task_table, name_is_captured_at_creation_and_cut) {
  table tasks;
  char name[] = "a name that is longer than a row has room for";
  const task_id made = tasks.create(0x1000, name, nobody_runs);
  name[0] = '?';
  EXPECT_STREQ(tasks.name_of(made), "a name that is ");
  EXPECT_STREQ(tasks.name_of(tasks.create(0x2000, nullptr, nobody_runs)), "");
  EXPECT_STREQ(tasks.name_of(table::others), "others");
  EXPECT_STREQ(tasks.name_of(table::departed), "departed");
}

TEST(task_table, deleted_task_keeps_row_and_name_until_the_row_is_needed) {
  table tasks;
  (void)tasks.create(0x1000, "A", nobody_runs);
  (void)tasks.create(0x2000, "B", nobody_runs);
  tasks.remove(task_id{0});
  EXPECT_STREQ(tasks.name_of(task_id{0}), "A");
  EXPECT_EQ(tasks.life_of(task_id{0}), table::life::deleted);
  EXPECT_EQ(tasks.find(0x1000), unknown);
  EXPECT_EQ(tasks.create(0x3000, "C", nobody_runs), task_id{2});  // a row that nobody had comes first
  EXPECT_EQ(tasks.create(0x4000, "D", nobody_runs), task_id{0});
  EXPECT_STREQ(tasks.name_of(task_id{0}), "D");
}

TEST(task_table, row_of_the_task_that_was_deleted_first_is_taken_first) {
  table tasks;
  for (uintptr_t object : {0x1000, 0x2000, 0x3000}) (void)tasks.create(object, "T", nobody_runs);
  tasks.remove(task_id{2});
  tasks.remove(task_id{0});
  EXPECT_EQ(tasks.create(0x4000, "D", nobody_runs), task_id{2});
  EXPECT_EQ(tasks.create(0x5000, "E", nobody_runs), task_id{0});
}

TEST(task_table, row_of_a_deleted_task_that_still_runs_is_not_taken) {
  table tasks;
  for (uintptr_t object : {0x1000, 0x2000, 0x3000}) (void)tasks.create(object, "T", nobody_runs);
  tasks.remove(task_id{1});
  EXPECT_EQ(tasks.create(0x4000, "D", [](task_id id) { return id == task_id{1}; }), table::others);
  EXPECT_EQ(tasks.create(0x4000, "D", nobody_runs), task_id{1});
}

TEST(task_table, full_table_gives_others_and_deleting_others_changes_nothing) {
  table tasks;
  for (uintptr_t object : {0x1000, 0x2000, 0x3000}) (void)tasks.create(object, "T", nobody_runs);
  EXPECT_EQ(tasks.create(0x4000, "D", nobody_runs), table::others);
  tasks.remove(table::others);
  EXPECT_EQ(tasks.life_of(table::others), table::life::alive);
  EXPECT_EQ(tasks.create(0x5000, "E", nobody_runs), table::others);
}

TEST(task_table, object_of_a_deleted_task_can_be_that_of_another_one) {
  table tasks;
  const task_id first = tasks.create(0x1000, "A", nobody_runs);
  tasks.remove(first);
  const task_id second = tasks.create(0x1000, "B", nobody_runs);
  EXPECT_NE(first, second);
  EXPECT_EQ(tasks.find(0x1000), second);
}

TEST(task_table, thousands_of_tasks_come_and_go_and_each_is_found) {
  table tasks;
  for (uint32_t i = 0; i < 10'000; ++i) {
    const uintptr_t object = 0x2000'0000 + 0x60 * uintptr_t{i % 977};
    const task_id made = tasks.create(object, "T", nobody_runs);
    ASSERT_NE(made, table::others) << i;
    ASSERT_EQ(tasks.find(object), made) << i;
    tasks.remove(made);
    ASSERT_EQ(tasks.find(object), unknown) << i;
  }
}

/// Row 0, in windows of 100:   A ===== (10 to 60)   B === (80 to 110)    C == (150 to 170)   C again == (210 to 230)
///                                     window 0 ------------|- window 1 -----------------|- window 2
struct reused_row : testing::Test {
  table tasks;
  core_ledger ledger;
  rows of;

  void SetUp() override {
    (void)tasks.create(0, "A", nobody_runs);
    ASSERT_EQ(ledger.start(0, kernel, {100, 0, 0}), status::ok);
    of.begin(tasks);
    run(10, 60);
    take_row("B");
    run(80, 110);
    take_row("C");
    run(150, 170);
  }
  void run(uint32_t from, uint32_t to) {
    of.meet(ledger, tasks, task_id{0});
    ASSERT_EQ(ledger.task_switch(from, task_id{0}), status::ok);
    ASSERT_EQ(ledger.task_switch(to, kernel), status::ok);
  }
  /// All other rows are alive, so that row 0 is taken.
  void take_row(const char* name) {
    while (tasks.create(0, "other", nobody_runs) != table::others) {
    }
    tasks.remove(task_id{0});
    ASSERT_EQ(tasks.create(0, name, nobody_runs), task_id{0});
  }
  uint64_t epoch(task_id id) { return of.epoch_sums(ledger, tasks, id).exclusive; }
};

TEST_F(reused_row, epoch_gives_each_its_own) {
  ASSERT_EQ(ledger.snapshot(190), status::ok);
  EXPECT_EQ(epoch(task_id{0}), 20U);       // C
  EXPECT_EQ(epoch(table::departed), 80U);  // A 50, B 30
  EXPECT_EQ(of.epoch_sums(ledger, tasks, table::departed).dispatches, 2U);
  EXPECT_EQ(of.epoch_sums(ledger, tasks, task_id{0}).dispatches, 1U);
}

TEST_F(reused_row, window_in_progress_is_divided_where_the_row_was_taken) {
  ASSERT_EQ(ledger.snapshot(190), status::ok);
  const window_header second = ledger.window_in_progress();  // 100 to 190: B 10, C 20
  EXPECT_EQ(of.window_sums(ledger, tasks, second, task_id{0}).exclusive, 20U);
  EXPECT_EQ(of.window_sums(ledger, tasks, second, table::departed).exclusive, 10U);
}

TEST_F(reused_row, closed_window_is_divided_as_it_was_in_progress) {
  run(210, 230);
  window_header second;
  ASSERT_EQ(ledger.latest_window(second), status::ok);
  ASSERT_EQ(second.index, 1U);
  EXPECT_EQ(of.window_sums(ledger, tasks, second, task_id{0}).exclusive, 20U);
  EXPECT_EQ(of.window_sums(ledger, tasks, second, table::departed).exclusive, 10U);
}

/// D takes the row in window 2 and runs. Window 1 is still the latest closed one, and D has nothing of it.
TEST_F(reused_row, window_before_a_task_came_belongs_to_those_before) {
  run(210, 230);
  window_header second;
  ASSERT_EQ(ledger.latest_window(second), status::ok);
  take_row("D");
  run(240, 250);
  ASSERT_TRUE(ledger.is_latest(second));
  EXPECT_EQ(of.window_sums(ledger, tasks, second, task_id{0}).exclusive, 0U);
  EXPECT_EQ(of.window_sums(ledger, tasks, second, table::departed).exclusive, 30U);
}

TEST_F(reused_row, row_whose_new_task_has_not_run_belongs_to_those_before) {
  take_row("D");
  ASSERT_EQ(ledger.snapshot(190), status::ok);
  EXPECT_EQ(epoch(task_id{0}), 0U);
  EXPECT_EQ(epoch(table::departed), 100U);
}

TEST_F(reused_row, new_epoch_begins_with_whoever_has_the_row) {
  ASSERT_EQ(ledger.reset(190, kernel), status::ok);
  of.begin(tasks);
  run(200, 230);
  ASSERT_EQ(ledger.snapshot(240), status::ok);
  EXPECT_EQ(epoch(task_id{0}), 30U);
  EXPECT_EQ(epoch(table::departed), 0U);
}

}  // namespace
}  // namespace rtm::test
