// SPDX-License-Identifier: MIT
// Several cores behind one object: who is told what, time summed over cores, and a core that is not in the list.
#include "rtm/os/accounting.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "files.hpp"
#include "machine.hpp"
#include "ports/os/autosar/hooks.hpp"

namespace rtm::test {
namespace {

struct two_cores : os::default_config {
  using port = machine_port<2>;
  static constexpr const os::profile& how = os::nuttx;
};
using accounting = os::accounting<two_cores>;

struct cores : testing::Test {
  accounting all;

  void SetUp() override {
    machine::begin();
    for (machine::core = 0; machine::core < 2; ++machine::core) ASSERT_EQ(all.start({100, 0, 0}), status::ok);
  }
  void at(std::uint32_t time, std::uint32_t core) {
    machine::time = time;
    machine::core = core;
  }
};

TEST_F(cores, hook_reads_the_clock_under_the_mask) {
  at(10, 0);
  EXPECT_EQ(all.poll(), status::ok);
  EXPECT_FALSE(machine::was_read_unmasked);
  EXPECT_EQ(machine::masked, 0U);
}

TEST_F(cores, core_that_is_not_listed_touches_nothing) {
  at(10, 5);
  EXPECT_EQ(all.task_in(task_id{1}), status::not_started);
  EXPECT_EQ(all.task_created(0x1000, "A"), accounting::others);
  EXPECT_EQ(all.at(0).ledger.epoch().total_ticks, 0U);
}

TEST_F(cores, hooks_before_the_start_are_refused) {
  accounting fresh;
  at(0, 0);
  EXPECT_EQ(fresh.task_in(task_id{1}), status::not_started);
  EXPECT_EQ(fresh.poll(), status::not_started);
  EXPECT_EQ(fresh.task_created(0x1000, "A"), task_id{0});  // tasks are created before measuring starts
}

/// A runs on core 0 from 10 to 40, on core 1 from 50 to 90; windows of 100 on both.
TEST_F(cores, time_of_a_task_is_summed_over_cores) {
  at(0, 0);
  const task_id a = all.task_created(0x1000, "A");
  at(10, 0);
  (void)all.task_in(a);
  at(40, 0);
  (void)all.task_out();
  at(50, 1);
  (void)all.task_in(a);
  at(90, 1);
  (void)all.task_out();
  window_header windows[2];
  EXPECT_EQ(all.latest_windows(windows), status::no_window);
  for (std::uint32_t core = 0; core < 2; ++core) {
    at(100, core);
    (void)all.poll();
  }
  ASSERT_EQ(all.latest_windows(windows), status::ok);
  EXPECT_EQ(all.sums_of_all_cores(windows, a).exclusive, 70U);
  EXPECT_EQ(all.sums_of_all_cores(windows, a).dispatches, 2U);
  EXPECT_EQ(all.sums_of_all_cores(windows, kernel).exclusive, 130U);
  EXPECT_TRUE(all.are_latest(windows));
}

TEST_F(cores, row_of_a_task_that_another_core_runs_is_not_taken) {
  at(10, 0);
  task_id last = accounting::others;
  for (uintptr_t i = 1; i <= accounting::table_type::slots; ++i) last = all.task_created(0x1000 * i, "T");
  at(20, 1);
  (void)all.task_in(last);
  at(30, 0);
  (void)all.task_deleted(last);
  EXPECT_EQ(all.task_created(0x9000'0000, "new"), accounting::others);
  at(40, 1);
  (void)all.task_out();
  at(50, 0);
  EXPECT_EQ(all.task_created(0x9000'0000, "new"), last);
}

/// The tasks of a system exist before it is measured: what found no row then is in the first snapshot.
TEST(accounting_start, tables_that_were_full_before_are_counted_by_the_start) {
  accounting fresh;
  machine::begin();
  for (uintptr_t i = 1; i <= accounting::table_type::slots + 2; ++i) (void)fresh.task_created(0x1000 * i, "T");
  ASSERT_EQ(fresh.start({100, 0, 0}), status::ok);
  EXPECT_EQ(fresh.at(0).hooks.repairs().of(os::repair::table_full), 2U);
  machine::core = 1;
  ASSERT_EQ(fresh.start({100, 0, 0}), status::ok);
  EXPECT_EQ(fresh.at(1).hooks.repairs().of(os::repair::table_full), 0U) << "nobody was created there";
}

struct strict_core : os::default_config {
  using port = machine_port<1>;
  static constexpr const os::profile& how = os::nuttx;
  static constexpr os::strictness mode = os::strictness::strict;
};
TEST(accounting_start, strict_one_does_not_begin_with_full_tables) {
  os::accounting<strict_core> fresh;
  machine::begin();
  for (uintptr_t i = 1; i <= os::accounting<strict_core>::table_type::slots + 1; ++i)
    (void)fresh.task_created(0x1000 * i, "T");
  EXPECT_EQ(fresh.start({100, 0, 0}), status::bad_id);
  fault first;
  ASSERT_EQ(fresh.at(0).ledger.first_fault(first), status::ok);
  EXPECT_EQ(first.id, os::fault_id_of(os::repair::table_full));
}

TEST(accounting_start, clock_of_another_width_is_refused) {
  accounting fresh;
  machine::begin();
  EXPECT_EQ(fresh.start({100, 0, 24}), status::bad_config);
  EXPECT_EQ(fresh.poll(), status::not_started);
  EXPECT_EQ(fresh.start({100, 0, 32}), status::ok);
}

struct any_width : default_capacity {
  static constexpr uint32_t clock_bits = 0;
};
struct narrow_port : machine_port<1> {
  static constexpr uint32_t clock_bits = 16;
};
struct narrow_core : os::default_config {
  using port = narrow_port;
  using capacity = any_width;
  static constexpr const os::profile& how = os::nuttx;
};
/// The capacity leaves the width open: it is the port's. 65 530 to 10 are 16 ticks.
TEST(accounting_start, width_that_the_capacity_leaves_open_is_that_of_the_port) {
  os::accounting<narrow_core> fresh;
  machine::begin();
  machine::time = 65'530;
  ASSERT_EQ(fresh.start({0, 0, 0}), status::ok);
  machine::time = 10;
  ASSERT_EQ(fresh.poll(), status::ok);
  EXPECT_EQ(fresh.at(0).ledger.epoch().total_ticks, 16U);
}

/// Whoever runs without an id may be anywhere next; an interrupt is of its core.
TEST_F(cores, point_of_a_task_without_an_id_is_refused) {
  at(10, 0);
  (void)all.task_in(unknown);
  EXPECT_EQ(all.point_begin(point_id{1}), os::point_status::would_migrate);
  EXPECT_EQ(all.at(0).hooks.repairs().of(os::repair::refused_point), 1U);
  (void)all.isr_enter(isr_id{3});
  EXPECT_EQ(all.point_begin(point_id{1}), os::point_status::ok);
  EXPECT_EQ(all.point_end(point_id{1}), os::point_status::ok);
}

TEST_F(cores, reset_begins_a_new_epoch_without_repairs) {
  at(10, 0);
  (void)all.isr_exit(isr_id{3});
  EXPECT_TRUE(all.at(0).hooks.repairs().any());
  at(20, 0);
  EXPECT_EQ(all.reset(), status::ok);
  EXPECT_FALSE(all.at(0).hooks.repairs().any());
  EXPECT_EQ(all.at(0).ledger.epoch().epoch, 1U);
}

struct autosar_cores : os::default_config {
  using port = machine_port<2>;
  static constexpr const os::profile& how = os::autosar_p2;
};
struct nobody_knows {
  static std::uint32_t of_task(std::uint32_t) { return RTM_AUTOSAR_NOBODY; }
  static std::uint32_t of_isr(std::uint32_t) { return RTM_AUTOSAR_NOBODY; }
};

//   core 0   kernel 0..10, task 0 10..50
//   core 1   kernel 0..10, task 1 10..20, isr 7 20..30, killed: unknown 30..50
TEST(autosar_cores, hooks_are_of_the_core_that_they_run_on) {
  os::accounting<autosar_cores> all;
  machine::begin();
  const auto at = [](std::uint32_t core, std::uint32_t time) {
    machine::core = core;
    machine::time = time;
  };
  for (std::uint32_t core = 0; core < 2; ++core) {
    at(core, 0);
    ASSERT_EQ(all.start({0, 0, 0}), status::ok);
  }
  for (std::uint32_t core = 0; core < 2; ++core) {
    at(core, 10);
    os::autosar_hooks::pre_task(all, {task_id{core}, no_id});
  }
  at(1, 20);
  (void)all.wrapper_enter(isr_id{7});
  at(1, 30);
  os::autosar_hooks::protection<nobody_knows>(all, os::autosar_hooks::killed::application);
  for (std::uint32_t core = 0; core < 2; ++core) {
    at(core, 50);
    (void)all.poll();
    (void)all.on_this_core([](auto& c, auto now) { return c.ledger.snapshot(now); });
  }
  EXPECT_EQ(all.epoch_sums(0, task_id{0}).exclusive, 40U);
  EXPECT_FALSE(all.at(0).hooks.repairs().any());
  EXPECT_EQ(all.epoch_sums(1, task_id{1}).exclusive, 10U);
  EXPECT_EQ(all.at(1).ledger.epoch_sums(isr_id{7}).exclusive, 10U);
  EXPECT_EQ(all.at(1).ledger.epoch_sums(unknown).exclusive, 20U);
  EXPECT_EQ(all.at(1).hooks.repairs().of(os::repair::unowned_kill), 1U);
}

TEST(repairs, every_kind_has_a_name_and_a_meaning_of_its_own) {
  for (std::uint32_t i = 0; i < os::repair_kinds; ++i) {
    EXPECT_STRNE(os::repair_name(os::repair(i)), "?");
    EXPECT_STRNE(os::repair_meaning(os::repair(i)), "?");
    for (std::uint32_t j = 0; j < i; ++j) EXPECT_STRNE(os::repair_name(os::repair(i)), os::repair_name(os::repair(j)));
  }
  EXPECT_STREQ(os::repair_name(os::repair(os::repair_kinds)), "?");
}

TEST(repairs, every_kind_is_in_the_document_as_it_is_here) {
  const std::string document = read_file(std::filesystem::path(RTM_TESTS_DIR) / ".." / "docs" / "os.md");
  for (std::uint32_t i = 0; i < os::repair_kinds; ++i) {
    const std::string row = "| " + std::to_string(i) + " | `" + os::repair_name(os::repair(i)) + "` | " +
                            os::repair_meaning(os::repair(i)) + " |";
    EXPECT_NE(document.find(row), std::string::npos) << row;
  }
}

TEST(repairs, fault_that_stands_for_one_names_it) {
  EXPECT_TRUE(os::is_refused_repair(os::fault_id_of(os::repair::table_full)));
  EXPECT_FALSE(os::is_refused_repair(os::refused_repair_id + os::repair_kinds));
  EXPECT_FALSE(os::is_refused_repair(7));
}

}  // namespace
}  // namespace rtm::test
