// SPDX-License-Identifier: MIT
// When windows close, what is said of them, and what happens when an update comes at an awkward moment.
#include "machine.hpp"

namespace rtm::test {
namespace {

constexpr task_id task_1{1};

// ---- Windows by time ----

TEST(load_update, idle_function_closes_a_window_when_it_is_due_and_not_before) {
  core<> c(all_watched());  // 1000 ticks
  rtm_load_summary s = {};
  c.idle_trip(999);
  EXPECT_EQ(c->get_summary(s), RTM_LOAD_NO_WINDOW);
  c.idle_trip(1000);
  EXPECT_EQ(c.summary().total_ticks, 1000U);
  c.idle_trip(1999);
  EXPECT_EQ(c.summary().window, 1U);
  c.idle_trip(2003);
  EXPECT_EQ(c.summary().window, 2U);
  EXPECT_EQ(c.summary().start_ticks, 1000U);
  EXPECT_EQ(c.summary().total_ticks, 1003U) << "a window is as long as it was";
}

TEST(load_update, busy_system_closes_one_long_window_when_it_is_idle_again) {
  core<> c(all_watched(), 0, task_1);
  c.task(8000, idle);
  c.idle_trip(8010);
  EXPECT_EQ(c.summary().window, 1U);
  EXPECT_EQ(c.summary().total_ticks, 8010U);
  EXPECT_EQ(c.task_ticks(task_1), 8000U);
}

TEST(load_update, due_window_is_not_mistaken_after_more_than_a_wrap_without_idle) {
  using capacity = load_capacity_with<std::uint32_t, 16>;
  core<capacity> c(all_watched(), 0, task_1);
  for (std::uint64_t t = 0; t <= 65'536; t += 16'384) EXPECT_EQ(c.at(t)->poll(), status::ok);
  c.task(65'540, idle);
  c.idle_trip(65'541);  // the counter stands at 5, but 65541 ticks have passed
  EXPECT_EQ(c.summary().total_ticks, 65'541U);
}

TEST(load_update, idle_function_closes_nothing_if_updates_come_by_call) {
  core<> c(by_call());
  c.idle_trips(0, 500, 10);
  rtm_load_summary s = {};
  EXPECT_EQ(c->get_summary(s), RTM_LOAD_NO_WINDOW);
  c.update(5000);
  EXPECT_EQ(c.summary().total_ticks, 5000U);
}

TEST(load_update, idle_function_keeps_an_idle_core_within_max_gap) {
  using capacity = load_capacity_with<std::uint32_t, 16>;
  core<capacity> c(by_call());
  c.idle_trips(0, 10, 30'000);
  c.update(300'000);
  EXPECT_EQ(c.summary().idle_ticks, 300'000U);
}

// ---- Windows by call ----

TEST(load_update, task_that_updates_gets_numbers_although_the_core_is_never_idle) {
  core<> c(by_call(), 0, task_1);
  for (std::uint32_t window = 1; window <= 5; ++window) {
    c.hwi(window * 100 - 50, window * 100 - 40);
    c.update(window * 100);
    EXPECT_EQ(c.summary().window, window);
    EXPECT_EQ(percent(c.cpu()), 100U);
    EXPECT_EQ(c.task_ticks(task_1), 90U);
  }
}

TEST(load_update, at_the_same_tick_closes_nothing_and_the_window_goes_on) {
  core<> c(by_call());
  c.update(100);
  EXPECT_EQ(c->update(), RTM_LOAD_NO_TIME);
  EXPECT_EQ(c.summary().window, 1U);
  EXPECT_EQ(c.summary().total_ticks, 100U);
  c.update(150);
  EXPECT_EQ(c.summary().total_ticks, 50U);
}

TEST(load_update, from_within_nested_interrupts_divides_what_is_open) {
  rtm_load_config how = by_call();
  core<> c(how, 0, task_1);
  EXPECT_EQ(c.at(10)->swi_begin(swi_id{0}), status::ok);
  EXPECT_EQ(c.at(20)->hwi_begin(isr_id{0}), status::ok);
  EXPECT_EQ(c.at(40)->hwi_begin(isr_id{1}), status::ok);
  c.update(45);
  EXPECT_EQ(c.summary().task_ticks, 10U);
  EXPECT_EQ(c.summary().swi_ticks, 10U);
  EXPECT_EQ(c.summary().hwi_ticks, 25U);
  EXPECT_EQ(c.at(50)->hwi_end(isr_id{1}), status::ok);
  EXPECT_EQ(c.at(51)->hwi_end(isr_id{0}), status::ok);
  EXPECT_EQ(c.at(53)->swi_end(swi_id{0}), status::ok);
  c.update(60);
  EXPECT_EQ(c.summary().hwi_ticks, 6U);
  EXPECT_EQ(c.summary().swi_ticks, 2U);
  EXPECT_EQ(c.summary().task_ticks, 7U);
}

/// The sums are read with interrupts on: what interrupts then must not come into the window that has closed.
TEST(load_update, interrupts_that_nest_while_it_reads_the_sums_are_in_the_next_window) {
  core<> c(by_call(), 0, task_1);
  c.hwi(10, 30, isr_id{2});
  machine::current().on_unlock = [&] {
    machine::current().on_unlock = nullptr;
    EXPECT_EQ(c.at(101)->hwi_begin(isr_id{0}), status::ok);
    c.hwi(105, 112, isr_id{1});
    EXPECT_EQ(c.at(120)->hwi_end(isr_id{0}), status::ok);
    EXPECT_EQ(c->task_switch(idle), status::ok);
  };
  c.update(100);
  EXPECT_EQ(c.summary().total_ticks, 100U);
  EXPECT_EQ(c.summary().hwi_ticks, 20U);
  EXPECT_EQ(c.task_ticks(task_1), 80U);
  c.update(200);
  EXPECT_EQ(c.summary().hwi_ticks, 19U);
  EXPECT_EQ(c.task_ticks(task_1), 1U);
  EXPECT_EQ(c.summary().idle_ticks, 80U);
}

TEST(load_update, another_period_that_ends_while_it_reads_the_sums_becomes_the_end_of_the_window) {
  core<> c(by_call(), 0, task_1);
  machine::current().on_unlock = [&] {
    machine::current().on_unlock = nullptr;
    EXPECT_EQ(c.engine().close_period(130), status::ok);
    machine::current().time = 130;
  };
  c.update(100);
  EXPECT_TRUE(c.summary().total_ticks == 130) << "sums and length belong to one instant";
  c.update(200);
  EXPECT_EQ(c.summary().total_ticks, 70U);
}

// ---- An update in an update ----

TEST(load_update, that_interrupts_an_update_is_busy_and_its_time_comes_with_the_next) {
  core<> c(by_call());
  bool came = false;
  machine::current().on_unlock = [&] {
    machine::current().on_unlock = nullptr;
    came = true;
    EXPECT_EQ(c.at(120)->update(), RTM_LOAD_BUSY);
    EXPECT_EQ(c->reset(), RTM_LOAD_BUSY);
    rtm_load_summary s = {};
    EXPECT_EQ(c->get_summary(s), RTM_LOAD_NO_WINDOW) << "not published yet, and readable all the same";
  };
  c.update(100);
  EXPECT_TRUE(came);
  EXPECT_EQ(c.summary().total_ticks, 100U);
  c.update(200);
  EXPECT_EQ(c.summary().total_ticks, 100U);
}

// ---- Who is told ----

struct told {
  core<>* c = nullptr;
  int calls = 0;
  rtm_load_summary closed = {};
  std::vector<rtm_load_event> events;
};

TEST(load_update, post_update_is_called_once_unmasked_with_the_closed_window) {
  told seen;
  rtm_load_config how = by_call();
  how.argument = &seen;
  how.postUpdate = [](const rtm_load_summary* closed, void* argument) {
    told& t = *static_cast<told*>(argument);
    ++t.calls;
    t.closed = *closed;
    EXPECT_EQ(machine::current().masked, 0U);
    EXPECT_EQ(t.c->summary().window, closed->window) << "getters show this window already";
    EXPECT_EQ(t.c->load().update(), RTM_LOAD_BUSY) << "no update within an update";
  };
  core<> c(how, 0, task_1);
  seen.c = &c;
  EXPECT_EQ(seen.calls, 0);
  c.hwi(20, 30);
  c.update(100);
  EXPECT_EQ(seen.calls, 1);
  EXPECT_EQ(seen.closed.total_ticks, 100U);
  EXPECT_EQ(seen.closed.hwi_ticks, 10U);
  EXPECT_EQ(c->update(), RTM_LOAD_NO_TIME);
  EXPECT_EQ(seen.calls, 1) << "no window, no call";
  c.update(200);
  EXPECT_EQ(seen.calls, 2);
}

rtm_load_config logging(told& to) {
  rtm_load_config how = by_call();
  how.argument = &to;
  how.log = [](const rtm_load_event* event, void* argument) {
    EXPECT_EQ(machine::current().masked, 0U);
    static_cast<told*>(argument)->events.push_back(*event);
  };
  return how;
}

std::vector<std::string> lines(const told& seen) {
  std::vector<std::string> all;
  for (const rtm_load_event& event : seen.events) {
    char text[80] = "";
    const std::uintptr_t handle = event.task == RTM_IDLE ? 0x1D1E : 0x1000U + event.task;
    EXPECT_LT(rtm_load_event_text(&event, handle, 0x8000, text, sizeof text), sizeof text);
    all.emplace_back(text);
  }
  return all;
}

TEST(load_update, logs_the_cpu_hwis_swis_and_every_task_that_ever_ran) {
  told seen;
  core<> c(logging(seen), 0, task_1);
  c.hwi(20, 30);
  EXPECT_EQ(c.at(40)->swi_begin(swi_id{0}), status::ok);
  EXPECT_EQ(c.at(45)->swi_end(swi_id{0}), status::ok);
  c.task(60, idle);
  c.update(100);
  EXPECT_EQ(lines(seen), (std::vector<std::string>{
                             "LS_cpuLoad: 60%",
                             "LS_hwiLoad: 10,100",
                             "LS_swiLoad: 5,100",
                             "LS_taskLoad: 0x1d1e,40,100,0x8000",
                             "LS_taskLoad: 0x1001,45,100,0x8000",
                         }));
  seen.events.clear();
  c.update(200);
  EXPECT_EQ(lines(seen), (std::vector<std::string>{
                             "LS_cpuLoad: 0%",
                             "LS_hwiLoad: 0,100",
                             "LS_swiLoad: 0,100",
                             "LS_taskLoad: 0x1d1e,100,100,0x8000",
                             "LS_taskLoad: 0x1001,0,100,0x8000",
                         }));
}

TEST(load_update, logs_only_what_is_watched_and_calculated) {
  told seen;
  rtm_load_config how = logging(seen);
  how.hwiEnabled = how.swiEnabled = how.taskEnabled = 0;
  core<> c(how);
  c.update(100);
  EXPECT_EQ(lines(seen), (std::vector<std::string>{"LS_cpuLoad: n/a"})) << "method 1 has seen no trip";
  EXPECT_EQ(seen.events.at(0).status, RTM_LOAD_NO_TRIP);
  seen.events.clear();
  how.enableCPULoadCalc = 0;
  core<> quiet(how);
  quiet.update(100);
  EXPECT_TRUE(seen.events.empty());
}

// ---- Reset ----

TEST(load_update, reset_forgets_the_window_and_begins_the_next_at_this_instant) {
  core<> c(by_call(), 0, task_1);
  c.update(100);
  EXPECT_EQ(c.at(150)->reset(), RTM_LOAD_OK);
  rtm_load_summary s = {};
  EXPECT_EQ(c->get_summary(s), RTM_LOAD_NO_WINDOW);
  c.task(160, idle);
  c.update(200);
  EXPECT_EQ(c.summary().start_ticks, 150U);
  EXPECT_EQ(c.summary().total_ticks, 50U);
  EXPECT_EQ(c.summary().task_ticks, 10U);
}

TEST(load_update, reset_leaves_the_ledger_alone_while_it_is_valid) {
  core<> c(by_call());
  EXPECT_EQ(c.at(10)->hwi_begin(isr_id{0}), status::ok);
  EXPECT_EQ(c.at(20)->reset(), RTM_LOAD_OK);
  EXPECT_EQ(c.at(30)->hwi_end(isr_id{0}), status::ok) << "the frame is still known";
  c.update(100);
  EXPECT_EQ(c.summary().hwi_ticks, 10U);
  EXPECT_EQ(c.engine().epoch().epoch, 0U);
}

// ---- Faults and epochs ----

TEST(load_update, fault_ends_all_numbers_until_reset) {
  core<> c(by_call(), 0, task_1);
  c.update(100);
  EXPECT_EQ(c.at(120)->hwi_end(isr_id{0}), status::isr_underflow);
  EXPECT_EQ(c.summary().total_ticks, 100U) << "what was measured before is still there";
  EXPECT_EQ(c.at(200)->update(), RTM_LOAD_FAULT);
  rtm_load_stat s = {1, 2, 3, 4, RTM_LOAD_BY_HALT, RTM_LOAD_ESTIMATE};
  rtm_load_summary summary = {};
  EXPECT_EQ(c->get_summary(summary), RTM_LOAD_FAULT);
  EXPECT_EQ(c->get_cpu_load(RTM_LOAD_AUTO, s), RTM_LOAD_FAULT);
  EXPECT_EQ(c->get_task_load(task_1, s), RTM_LOAD_FAULT);
  EXPECT_EQ(s.thread_ticks, 1U) << "unchanged";
  EXPECT_EQ(c.at(210)->update(), RTM_LOAD_FAULT);
  EXPECT_EQ(c.at(300)->reset(), RTM_LOAD_OK);
  EXPECT_EQ(c->get_summary(summary), RTM_LOAD_NO_WINDOW);
  c.update(350);
  EXPECT_EQ(c.summary().total_ticks, 50U);
  EXPECT_EQ(c.task_ticks(task_1), 50U) << "the task that ran";
  EXPECT_EQ(c.engine().epoch().epoch, 1U);
}

TEST(load_update, fault_is_published_by_the_idle_function_too) {
  core<> c(all_watched());
  c.idle_trip(1000);
  EXPECT_EQ(c.at(1010)->swi_end(swi_id{0}), status::swi_underflow);
  EXPECT_EQ(c.at(1020)->idle(), RTM_LOAD_FAULT);
  rtm_load_summary s = {};
  EXPECT_EQ(c->get_summary(s), RTM_LOAD_FAULT);
}

TEST(load_update, fault_while_it_reads_the_sums_comes_after_the_window) {
  core<> c(by_call(), 0, task_1);
  machine::current().on_unlock = [&] {
    machine::current().on_unlock = nullptr;
    EXPECT_EQ(c.at(110)->hwi_end(isr_id{0}), status::isr_underflow);
  };
  c.update(100);
  EXPECT_EQ(c.summary().total_ticks, 100U);
  EXPECT_EQ(c.task_ticks(task_1), 100U);
  EXPECT_EQ(c.at(200)->update(), RTM_LOAD_FAULT);
}

TEST(load_update, silence_longer_than_max_gap_is_a_fault_of_the_ledger) {
  core<load_capacity_with<std::uint32_t, 16>> c(by_call());
  EXPECT_EQ(c.at(40'000)->update(), RTM_LOAD_FAULT);
}

TEST(load_update, epoch_that_somebody_else_began_is_a_window_from_its_start) {
  core<> c(by_call(), 0, task_1);
  c.update(100);
  EXPECT_EQ(c.engine().reset(130, idle), status::ok);
  c.update(150);
  EXPECT_EQ(c.summary().start_ticks, 130U);
  EXPECT_EQ(c.summary().total_ticks, 20U);
  EXPECT_EQ(c.summary().idle_ticks, 20U);
  c.update(200);
  EXPECT_EQ(c.summary().total_ticks, 50U);
}

// ---- Facts past Load ----

TEST(load_update, facts_told_to_the_ledger_directly_count_whatever_the_switches_say) {
  rtm_load_config how = by_call();
  how.hwiEnabled = 0;
  core<> c(how);
  EXPECT_EQ(c.engine().isr_enter(20, isr_id{1}), status::ok);
  EXPECT_EQ(c.engine().isr_exit(30, isr_id{1}), status::ok);
  c.update(100);
  EXPECT_EQ(c.summary().hwi_ticks, 10U);
  EXPECT_EQ(percent(c.cpu()), 10U);
  EXPECT_EQ(c.cpu().flags, 0U) << "Hwis are watched after all";
}

TEST(load_update, unknown_time_is_out_of_the_load_and_said) {
  core<> c(by_call());
  c.task(50, unknown);
  c.task(75, task_1);
  c.update(100);
  const rtm_load_stat s = c.cpu();
  EXPECT_EQ(s.thread_ticks, 25U);
  EXPECT_EQ(s.total_ticks, 75U);
  EXPECT_NE(s.flags & RTM_LOAD_UNKNOWN_TIME, 0U);
}

TEST(load_update, kernel_time_is_load) {
  core<> c(by_call());
  c.task(60, kernel);
  c.update(100);
  EXPECT_EQ(percent(c.cpu()), 40U);
  EXPECT_EQ(c.task_ticks(kernel), 40U);
  EXPECT_EQ(c.summary().task_ticks, 0U);
}

}  // namespace
}  // namespace rtm::test
