// SPDX-License-Identifier: MIT
// What a port has beside its hooks: the trace with the names of tasks that come and go, timing parameters and budgets;
// by the functions of rtm_os.h, called from C.
#include "rtm/os/task_trace.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "c_application.h"
#include "machine.hpp"
#include "replay/replay.hpp"
#include "rtm/os/budget.hpp"
#include "rtm/os/timing.hpp"
#include "sources/trace.hpp"
//
#include "ports/os/c_api.hpp"

namespace rtm::test {
namespace {

struct three_rows : default_capacity {
  static constexpr uint32_t tasks = 3;  // two of their own, and the others
  static constexpr bool timing = true;
};
struct one_core : os::default_config {
  using port = machine_port<1>;
  using capacity = three_rows;
  using sink = os::times<three_rows, trace::sink<>, os::budget_watch<three_rows>>;
  static constexpr const os::profile& how = os::nuttx;
};
using accounting = os::accounting<one_core>;

std::optional<accounting> cpu_time;
std::optional<os::task_trace<accounting>> traces;
os::budgets<three_rows> alarms[1];

}  // namespace
}  // namespace rtm::test

RTM_OS_API((*rtm::test::cpu_time))
RTM_OS_WINDOW_API((*rtm::test::cpu_time))
RTM_OS_TIMING_API((*rtm::test::cpu_time))
RTM_OS_BUDGET_API((*rtm::test::cpu_time), rtm::test::alarms)
RTM_OS_TRACE_API((*rtm::test::cpu_time), (*rtm::test::traces))

namespace rtm::test {
namespace {

constexpr std::uint32_t not_started = 1, ignored = 2, bad_config = 3, bad_id = 8, no_window = 4, moved = 5;

class c_api : public testing::Test {
 protected:
  void SetUp() override {
    machine::begin();
    cpu_time.emplace();
    traces.emplace();
    alarms[0] = {};
    ASSERT_EQ(c_application_set_up(app.get()), 0U);
  }
  void start() {
    ASSERT_EQ(rtm_os_start_traced(100, 0), 0U);
    ASSERT_EQ(c_application_send(app.get()), 0U);
  }
  /// `task` has the core from `from` to `to`, and ends its instance there.
  void runs(task_id task, std::uint32_t from, std::uint32_t to) {
    machine::time = from;
    (void)cpu_time->task_in(task);
    machine::time = to;
    (void)cpu_time->task_terminate(task);
    (void)cpu_time->task_out();
  }
  void isr_3(std::uint32_t from, std::uint32_t to) {
    machine::time = from;
    rtm_os_isr_enter(3);
    machine::time = to;
    rtm_os_isr_exit(3);
  }
  void poll_at(std::uint32_t time) {
    machine::time = time;
    rtm_os_poll();
  }
  host::report report() {
    c_application_step();
    const std::string stream(reinterpret_cast<const char*>(app->stream), app->sent);
    host::trace_source from(host::input("a trace", stream));
    return host::make_report(from);
  }

  std::unique_ptr<c_application> app = std::make_unique<c_application>();
};

//   row 0  upload 10..40, deleted, then download 50..60
//   row 1  log 70..75, created while it is measured
TEST_F(c_api, row_that_changed_hands_has_the_names_of_both_tasks_in_a_report) {
  const task_id upload = cpu_time->task_created(0x1000, "upload");
  start();
  runs(upload, 10, 40);
  c_application_step();
  const task_id log = cpu_time->task_created(0x2000, "log");
  (void)cpu_time->task_deleted(upload);
  const task_id download = cpu_time->task_created(0x3000, "download");
  ASSERT_EQ(download, upload);
  runs(download, 50, 60);
  runs(log, 70, 75);
  poll_at(100);
  const host::report found = report();
  const auto& tasks = found.cores.at(0).epochs.at(0).tasks;
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].name, "upload, then download");
  EXPECT_EQ(tasks[0].exclusive, 40U);
  EXPECT_EQ(tasks[1].name, "log");
  EXPECT_EQ(tasks[1].exclusive, 5U);
}

// B had the row between two looks: its name is not known, but that it was there is.
TEST_F(c_api, task_that_came_and_went_between_two_looks_is_a_question_mark) {
  const task_id a = cpu_time->task_created(0x1000, "A");
  (void)cpu_time->task_created(0x1100, "stays");
  start();
  runs(a, 10, 20);
  c_application_step();
  (void)cpu_time->task_deleted(a);
  runs(cpu_time->task_created(0x2000, "B"), 30, 40);
  (void)cpu_time->task_deleted(a);
  runs(cpu_time->task_created(0x3000, "C"), 50, 60);
  poll_at(100);
  EXPECT_EQ(report().cores.at(0).epochs.at(0).tasks.at(0).name, "A, then ?, then C");
}

TEST_F(c_api, tasks_without_a_row_are_named_others_and_counted_in_the_first_report) {
  (void)cpu_time->task_created(0x1000, "A");
  (void)cpu_time->task_created(0x2000, "B");
  const task_id c = cpu_time->task_created(0x3000, "C");
  start();
  runs(c, 10, 20);
  poll_at(100);
  const host::report found = report();
  ASSERT_EQ(found.cores.at(0).repairs.size(), 1U);
  EXPECT_EQ(found.cores.at(0).repairs[0].kind, std::uint64_t(os::repair::table_full));
  EXPECT_EQ(found.cores.at(0).repairs[0].count, 1U);
  EXPECT_EQ(found.cores.at(0).epochs.at(0).tasks.at(2).name, "others");
}

TEST_F(c_api, name_with_a_character_that_a_cut_may_have_halved_is_shown_as_question_marks) {
  const task_id a = cpu_time->task_created(0x1000, "Z\xC3\xBCndung");
  start();
  runs(a, 10, 20);
  poll_at(100);
  EXPECT_EQ(report().cores.at(0).epochs.at(0).tasks.at(0).name, "Z??ndung");
}

// Of 100 ticks, 40 of task 0 in two turns, 20 of the interrupt, 40 between tasks, which are the kernel's: idle is a
// task here, and does not run.
//   0    30   40   60   70   80   100
//   ======              =====          task 0
//               ====                   isr 3
TEST_F(c_api, latest_window_tells_the_load_and_the_share_of_each) {
  rtm_os_window window = {};
  rtm_os_share share = {};
  window.index = 77;
  EXPECT_EQ(rtm_os_latest_window(0, &window), no_window);
  start();
  EXPECT_EQ(rtm_os_latest_window(0, &window), no_window);
  EXPECT_EQ(rtm_os_latest_window(1, &window), not_started) << "no such core";
  EXPECT_EQ(window.index, 77U) << "nothing was written";
  runs(task_id{0}, 0, 30);
  isr_3(40, 60);
  runs(task_id{0}, 70, 80);
  poll_at(100);
  ASSERT_EQ(rtm_os_latest_window(0, &window), 0U);
  EXPECT_EQ(window.index, 0U);
  EXPECT_EQ(window.length, 100U);
  EXPECT_EQ(window.idle, 0U);
  EXPECT_EQ(window.kernel, 40U);
  EXPECT_EQ(window.unknown, 0U);
  EXPECT_EQ(window.load_ppm, 1'000'000U);
  ASSERT_EQ(rtm_os_task_in_window(&window, 0, &share), 0U);
  EXPECT_EQ(share.ticks, 40U);
  EXPECT_EQ(share.ppm, 400'000U);
  EXPECT_EQ(share.count, 2U);
  ASSERT_EQ(rtm_os_isr_in_window(&window, 3, &share), 0U);
  EXPECT_EQ(share.ticks, 20U);
  EXPECT_EQ(share.ppm, 200'000U);
  EXPECT_EQ(share.count, 1U);
  EXPECT_EQ(rtm_os_task_in_window(&window, 3, &share), bad_id);
  EXPECT_EQ(rtm_os_isr_in_window(&window, 99, &share), bad_id);
  poll_at(200);
  EXPECT_EQ(rtm_os_task_in_window(&window, 0, &share), moved) << "it is of a window that is no longer kept";
  EXPECT_EQ(share.ticks, 20U);
}

// Two instances of 30 and 10, an interrupt of 20 on nobody.
TEST_F(c_api, times_are_those_of_instances_and_calls) {
  start();
  runs(task_id{0}, 0, 30);
  isr_3(40, 60);
  runs(task_id{0}, 70, 80);
  rtm_os_task_times task = {};
  ASSERT_EQ(rtm_os_times_of_task(0, &task), 0U);
  EXPECT_EQ(task.cet.count, 2U);
  EXPECT_EQ(task.cet.min, 10U);
  EXPECT_EQ(task.cet.max, 30U);
  EXPECT_EQ(task.dt.max, 70U);
  EXPECT_EQ(task.rt.count, 0U) << "nobody told of an activation";
  rtm_os_call_times isr = {};
  ASSERT_EQ(rtm_os_times_of_isr(3, &isr), 0U);
  EXPECT_EQ(isr.get.max, 20U);
  EXPECT_EQ(rtm_os_times_of_task(3, &task), bad_id);
  EXPECT_EQ(rtm_os_times_of_isr(99, &isr), bad_id);
}

TEST_F(c_api, times_that_are_not_measured_write_nothing) {
  rtm_os_task_times task = {};
  task.early = 77;
  EXPECT_EQ(rtm_os_times_of_task(0, &task), not_started);
  start();
  machine::time = 10;
  (void)cpu_time->isr_enter(isr_id{99});  // a fault
  EXPECT_EQ(rtm_os_times_of_task(0, &task), ignored);
  EXPECT_EQ(task.early, 77U);
}

TEST_F(c_api, breaches_of_instances_and_windows_are_told) {
  start();
  runs(task_id{0}, 0, 30);
  isr_3(40, 60);
  poll_at(100);
  ASSERT_EQ(c_application_drain(app.get()), 0U);
  ASSERT_EQ(app->breaches, 2U);
  EXPECT_EQ(app->found[0].who, RTM_OS_BUDGET_OF_TASK);
  EXPECT_EQ(app->found[0].is_cet, 1U);
  EXPECT_EQ(app->found[0].found, 30U);
  EXPECT_EQ(app->found[0].allowed, 20U);
  EXPECT_EQ(app->found[1].who, RTM_OS_BUDGET_OF_ISR);
  EXPECT_EQ(app->found[1].id, 3U);
  EXPECT_EQ(app->found[1].is_cet, 0U);
  EXPECT_EQ(app->found[1].found, 20U);
  EXPECT_EQ(app->found[1].allowed, 15U);
  machine::time = 110;
  (void)cpu_time->isr_enter(isr_id{99});  // a fault
  EXPECT_EQ(c_application_drain(app.get()), ignored);
}

TEST_F(c_api, budget_that_cannot_be_is_refused) {
  const rtm_os_budget of_all = {1, 1, 1};
  EXPECT_EQ(rtm_os_set_budget(RTM_OS_BUDGET_OF_TASK, 3, &of_all), bad_id);
  EXPECT_EQ(rtm_os_set_budget(9, 0, &of_all), bad_id);
  EXPECT_EQ(rtm_os_set_budget(RTM_OS_BUDGET_OF_CORE, 0, &of_all), bad_config);
}

TEST_F(c_api, core_that_is_not_there_has_no_trace) {
  EXPECT_EQ(c_application_send(app.get()), not_started) << "before the start";
  machine::core = 1;
  EXPECT_EQ(rtm_os_start_traced(100, 0), not_started);
  EXPECT_EQ(rtm_os_trace_begin(1, nullptr, nullptr), not_started);
  EXPECT_EQ(rtm_os_trace_step(1), 0);
}

struct two_cores : one_core {
  using port = machine_port<2>;
};

// Its instances are in pieces on two cores; one that is pinned has all of them here.
TEST(times_on_two_cores, of_a_task_that_may_migrate_are_no_number) {
  auto all = std::make_unique<os::accounting<two_cores>>();
  machine::begin();
  ASSERT_EQ(all->start({100, 0, 0}), status::ok);
  const task_id a = all->task_created(0x1000, "A");
  rtm_os_task_times out = {};
  EXPECT_EQ(os::detail::times_of_task(*all, uint32_t(a), out), RTM_OS_MIGRATES);
  all->tasks().set_pinned(a, true);
  EXPECT_EQ(os::detail::times_of_task(*all, uint32_t(a), out), 0U);
}

}  // namespace
}  // namespace rtm::test
