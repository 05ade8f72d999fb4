// SPDX-License-Identifier: MIT
// Budgets on target: windows of 100 ticks, drained once a window unless said otherwise.
#include "rtm/os/budget.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "target.hpp"

namespace rtm::test {
namespace {

using capacity = timed<std::uint32_t, 32>;
using core_type = ledger<capacity, os::times<capacity, no_sink, os::budget_watch<capacity>>>;

struct test_port {
  static inline int masked = 0;
  static int lock() { return masked++; }
  static void unlock(int before) { masked = before; }
};

/// "task 1 cet 30 > 20 x1", "core window 2: 90 > 80 x3"
std::string text_of(const os::breach& b) {
  const char* const who = b.who == os::budget_of::task  ? "task "
                          : b.who == os::budget_of::isr ? "isr "
                          : b.who == os::budget_of::swi ? "swi "
                                                        : "core";
  const std::string id = b.who == os::budget_of::core ? "" : std::to_string(b.id);
  const std::string rule = b.rule == os::budget_rule::max_cet ? " cet " : " window " + std::to_string(b.window) + ": ";
  return who + id + rule + std::to_string(b.found) + " > " + std::to_string(b.allowed) + " x" +
         std::to_string(b.how_many) + (b.is_open ? " open" : "");
}

class budget_test : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(core->start(0, idle, {100, 0, 0}), status::ok); }

  /// Idle up to `from`, then isr 2 for so long, then idle.
  void isr_runs(std::uint32_t from, std::uint32_t ticks) {
    ASSERT_EQ(core->isr_enter(from, isr_id{2}), status::ok);
    ASSERT_EQ(core->isr_exit(from + ticks, isr_id{2}), status::ok);
  }
  std::vector<std::string> drained() {
    std::vector<std::string> all;
    EXPECT_EQ(alarms->drain<test_port>(*core,
                                       [&](const os::breach& b) {
                                         EXPECT_EQ(test_port::masked, 0) << "an alarm is not raised under the mask";
                                         all.push_back(text_of(b));
                                       }),
              status::ok);
    return all;
  }
  using lines = std::vector<std::string>;

  std::unique_ptr<core_type> core = std::make_unique<core_type>();
  std::unique_ptr<os::budgets<capacity>> alarms = std::make_unique<os::budgets<capacity>>();
};

TEST_F(budget_test, share_is_rounded_down_so_that_more_is_more) {
  EXPECT_EQ(os::share_of(100, 155), 15U);
  EXPECT_EQ(os::share_of(1001, 500), 500U);
  EXPECT_EQ(os::share_of(~std::uint64_t{0}, 1000), ~std::uint64_t{0}) << "no product overflows";
}

TEST_F(budget_test, window_over_its_share_is_told_once_with_its_number) {
  ASSERT_EQ(alarms->set(*core, isr_id{2}, {0, os::share_of(100, 150), 1}), status::ok);
  isr_runs(10, 15);
  ASSERT_EQ(core->poll(100), status::ok);
  EXPECT_EQ(drained(), lines{}) << "15 of 15";
  isr_runs(110, 16);
  ASSERT_EQ(core->poll(200), status::ok);
  EXPECT_EQ(drained(), lines{"isr 2 window 1: 16 > 15 x1"});
  EXPECT_EQ(drained(), lines{}) << "told already";
}

TEST_F(budget_test, alarm_waits_for_so_many_windows_in_a_row) {
  ASSERT_EQ(alarms->set(*core, isr_id{2}, {0, 15, 3}), status::ok);
  const std::vector<std::uint32_t> taken = {20, 20, 10, 20, 20, 20, 20};  // the third breaks the row
  const std::vector<lines> expected = {
      {}, {}, {}, {}, {}, {"isr 2 window 5: 20 > 15 x3"}, {"isr 2 window 6: 20 > 15 x4"}};
  for (std::uint32_t i = 0; i < taken.size(); ++i) {
    isr_runs(100 * i + 10, taken[i]);
    ASSERT_EQ(core->poll(100 * i + 100), status::ok);
    EXPECT_EQ(drained(), expected[i]) << "window " << i;
  }
}

TEST_F(budget_test, windows_that_nobody_looked_at_end_the_row_and_are_counted) {
  ASSERT_EQ(alarms->set(*core, isr_id{2}, {0, 15, 2}), status::ok);
  isr_runs(10, 20);
  ASSERT_EQ(core->poll(100), status::ok);
  EXPECT_EQ(drained(), lines{});
  isr_runs(110, 20);
  ASSERT_EQ(core->poll(200), status::ok);  // not drained
  isr_runs(210, 20);
  ASSERT_EQ(core->poll(300), status::ok);
  EXPECT_EQ(drained(), lines{}) << "nobody knows of window 1";
  EXPECT_EQ(alarms->missed_windows(), 1U);
}

TEST_F(budget_test, load_of_the_core_is_all_that_is_not_idle) {
  ASSERT_EQ(alarms->set_core({0, 30, 1}), status::ok);
  isr_runs(10, 20);
  ASSERT_EQ(core->task_switch(50, task_id{1}), status::ok);
  ASSERT_EQ(core->task_switch(61, idle), status::ok);
  ASSERT_EQ(core->poll(100), status::ok);
  EXPECT_EQ(drained(), lines{"core window 0: 31 > 30 x1"});
}

// An instance of 30 ticks of CET in 50 of time, and one of 25: the longer one is told, and how many there were.
TEST_F(budget_test, cet_is_that_of_an_instance_and_not_of_a_slice) {
  ASSERT_EQ(alarms->set(*core, task_id{1}, {20, 0, 1}), status::ok);
  ASSERT_EQ(core->task_switch(0, task_id{1}), status::ok);
  isr_runs(10, 20);
  ASSERT_EQ(core->task_terminate(50, task_id{1}), status::ok);
  ASSERT_EQ(core->task_switch(50, idle), status::ok);
  ASSERT_EQ(core->task_switch(60, task_id{1}), status::ok);
  ASSERT_EQ(core->task_terminate(85, task_id{1}), status::ok);
  ASSERT_EQ(core->task_switch(85, task_id{0}), status::ok);
  EXPECT_EQ(drained(), lines{"task 1 cet 30 > 20 x2"});
  EXPECT_EQ(drained(), lines{});
}

TEST_F(budget_test, cet_of_a_call_at_its_limit_is_no_breach) {
  ASSERT_EQ(alarms->set(*core, isr_id{2}, {20, 0, 1}), status::ok);
  isr_runs(10, 20);
  EXPECT_EQ(drained(), lines{});
  isr_runs(40, 21);
  EXPECT_EQ(drained(), lines{"isr 2 cet 21 > 20 x1"});
}

// It never ends, and takes more and more: told once, as soon as somebody looks; and when it has ended after all.
TEST_F(budget_test, instance_that_has_not_ended_is_over_its_budget_already) {
  ASSERT_EQ(alarms->set(*core, task_id{1}, {20, 0, 1}), status::ok);
  ASSERT_EQ(core->task_switch(0, task_id{1}), status::ok);
  ASSERT_EQ(core->poll(20), status::ok);
  EXPECT_EQ(drained(), lines{}) << "20 of 20";
  ASSERT_EQ(core->poll(21), status::ok);
  EXPECT_EQ(drained(), lines{"task 1 cet 21 > 20 x1 open"});
  ASSERT_EQ(core->poll(60), status::ok);
  EXPECT_EQ(drained(), lines{}) << "told already";
  ASSERT_EQ(core->task_terminate(70, task_id{1}), status::ok);
  ASSERT_EQ(core->task_switch(70, task_id{0}), status::ok);
  EXPECT_EQ(drained(), lines{"task 1 cet 70 > 20 x1"});
  ASSERT_EQ(core->task_switch(80, task_id{1}), status::ok);
  ASSERT_EQ(core->poll(101), status::ok);
  EXPECT_EQ(drained(), lines{"task 1 cet 21 > 20 x1 open"}) << "another instance";
}

// 25 ticks, then nobody knows who ran: one instance had more than 20 for certain.
TEST_F(budget_test, instance_that_unknown_time_cuts_had_at_least_what_is_known) {
  ASSERT_EQ(alarms->set(*core, task_id{1}, {20, 0, 1}), status::ok);
  ASSERT_EQ(core->task_switch(0, task_id{1}), status::ok);
  ASSERT_EQ(core->task_switch(25, unknown), status::ok);
  ASSERT_EQ(core->task_switch(30, task_id{1}), status::ok);
  EXPECT_EQ(drained(), lines{"task 1 cet 25 > 20 x1"});
}

// What closed before the fault is judged; then it is said that nothing is measured, each time.
TEST_F(budget_test, after_a_fault_silence_is_no_kept_budget) {
  ASSERT_EQ(alarms->set(*core, isr_id{2}, {0, 15, 1}), status::ok);
  isr_runs(10, 20);
  ASSERT_EQ(core->poll(100), status::ok);
  ASSERT_EQ(core->isr_exit(110, isr_id{2}), status::isr_underflow);
  int breaches = 0;
  const auto count = [&](const os::breach&) { ++breaches; };
  EXPECT_EQ(alarms->drain<test_port>(*core, count), status::ignored);
  EXPECT_EQ(breaches, 1);
  EXPECT_EQ(alarms->drain<test_port>(*core, count), status::ignored);
  ASSERT_EQ(core->reset(200, idle), status::ok);
  EXPECT_EQ(alarms->drain<test_port>(*core, count), status::ok);
  EXPECT_EQ(breaches, 1);
}

TEST(budget_before_the_start, nothing_is_measured) {
  const auto core = std::make_unique<rtm::ledger<capacity, os::times<capacity, no_sink, os::budget_watch<capacity>>>>();
  const auto alarms = std::make_unique<os::budgets<capacity>>();
  EXPECT_EQ(alarms->drain<test_port>(*core, [](const os::breach&) {}), status::not_started);
}

TEST_F(budget_test, what_cannot_be_watched_is_refused) {
  EXPECT_EQ(alarms->set(*core, task_id{4}, {1, 1, 1}), status::bad_id);
  EXPECT_EQ(alarms->set(*core, isr_id{3}, {1, 1, 1}), status::bad_id);
  EXPECT_EQ(alarms->set(*core, swi_id{2}, {1, 1, 1}), status::bad_id);
  EXPECT_EQ(alarms->set_core({1, 1, 1}), status::bad_config);
}

struct untimed : capacity {
  static constexpr bool timing = false;
};

TEST(budget_without_timing, has_windows_and_refuses_cet) {
  const auto core = std::make_unique<ledger<untimed>>();
  const auto alarms = std::make_unique<os::budgets<untimed>>();
  EXPECT_EQ(alarms->set(*core, task_id{1}, {20, 0, 1}), status::bad_config);
  EXPECT_EQ(alarms->set(*core, task_id{1}, {0, 20, 1}), status::ok);
  ASSERT_EQ(core->start(0, task_id{1}, {100, 0, 0}), status::ok);
  ASSERT_EQ(core->poll(100), status::ok);
  int breaches = 0;
  EXPECT_EQ(alarms->drain<test_port>(*core, [&](const os::breach&) { ++breaches; }), status::ok);
  EXPECT_EQ(breaches, 1);
}

}  // namespace
}  // namespace rtm::test
