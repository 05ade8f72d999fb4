// SPDX-License-Identifier: MIT
// What must not be asked, and from where: a status of its own each, never a number, and nothing has changed.
#include <set>

#include "machine.hpp"

namespace rtm::test {
namespace {

constexpr task_id task_1{1};
using load_type = core<>::load_type;

/// A stat that no getter would make, to see that none has touched it.
constexpr rtm_load_stat untouched = {11, 22, 33, 44, RTM_LOAD_BY_HALT, RTM_LOAD_ESTIMATE};

bool is_untouched(const rtm_load_stat& s) {
  return s.thread_ticks == 11 && s.total_ticks == 22 && s.window == 33 && s.flags == 44 &&
         s.method == RTM_LOAD_BY_HALT && s.quality == RTM_LOAD_ESTIMATE;
}

void expect_all_getters(const load_type& load, rtm_load_status expected) {
  rtm_load_stat s = untouched;
  rtm_load_summary summary = {};
  rtm_load_coverage coverage = {};
  summary.window = coverage.window = 55;
  EXPECT_EQ(load.get_task_load(task_1, s), expected);
  EXPECT_EQ(load.get_task_load(idle, s), expected);
  EXPECT_EQ(load.get_hwi_load(isr_id{0}, s), expected);
  EXPECT_EQ(load.get_swi_load(swi_id{0}, s), expected);
  EXPECT_EQ(load.get_global_hwi_load(s), expected);
  EXPECT_EQ(load.get_global_swi_load(s), expected);
  EXPECT_EQ(load.get_cpu_load(RTM_LOAD_AUTO, s), expected);
  EXPECT_EQ(load.get_coverage(coverage), expected);
  EXPECT_EQ(load.get_summary(summary), expected);
  EXPECT_TRUE(is_untouched(s));
  EXPECT_EQ(summary.window, 55U);
  EXPECT_EQ(coverage.window, 55U);
}

TEST(load_bad_input, every_call_before_start_is_not_started) {
  const auto load = std::make_unique<load_type>();
  expect_all_getters(*load, RTM_LOAD_NOT_STARTED);
  EXPECT_EQ(load->update(), RTM_LOAD_NOT_STARTED);
  EXPECT_EQ(load->reset(), RTM_LOAD_NOT_STARTED);
  EXPECT_EQ(load->set_min_idle(1), RTM_LOAD_NOT_STARTED);
  EXPECT_EQ(load->idle(), RTM_LOAD_NOT_STARTED);
  EXPECT_EQ(load->halt_begin(), RTM_LOAD_NOT_STARTED);
  EXPECT_EQ(load->halt_end(), RTM_LOAD_NOT_STARTED);
  EXPECT_EQ(load->hwi_begin(isr_id{0}), status::not_started);
  EXPECT_EQ(load->hwi_end(isr_id{0}), status::not_started);
  EXPECT_EQ(load->swi_begin(swi_id{0}), status::not_started);
  EXPECT_EQ(load->swi_end(swi_id{0}), status::not_started);
  EXPECT_EQ(load->task_switch(idle), status::not_started);
  EXPECT_EQ(load->poll(), status::not_started);
}

TEST(load_bad_input, getter_before_the_first_update_has_no_window) {
  core<> c(by_call());
  expect_all_getters(c.load(), RTM_LOAD_NO_WINDOW);
  c.idle_trips(0, 3, 10);
  expect_all_getters(c.load(), RTM_LOAD_NO_WINDOW);
}

TEST(load_bad_input, unknown_task_hwi_and_swi_are_bad_ids) {
  core<> c(by_call());
  c.update(100);
  rtm_load_stat s = untouched;
  EXPECT_EQ(c->get_task_load(task_id{load_capacity::tasks}, s), RTM_LOAD_BAD_ID);
  EXPECT_EQ(c->get_task_load(task_id{0xFFFF'FFFCU}, s), RTM_LOAD_BAD_ID) << "just below idle";
  EXPECT_EQ(c->get_hwi_load(isr_id{load_capacity::isrs}, s), RTM_LOAD_BAD_ID);
  EXPECT_EQ(c->get_hwi_load(isr_id{0xFFFF'FFFFU}, s), RTM_LOAD_BAD_ID);
  EXPECT_EQ(c->get_swi_load(swi_id{load_capacity::swis}, s), RTM_LOAD_BAD_ID);
  EXPECT_EQ(c->get_swi_load(swi_id{0xFFFF'FFFFU}, s), RTM_LOAD_BAD_ID);
  EXPECT_TRUE(is_untouched(s));
  EXPECT_EQ(c->get_task_load(unknown, s), RTM_LOAD_OK);
}

TEST(load_bad_input, class_that_is_not_watched_has_no_load) {
  rtm_load_config how = by_call();
  how.hwiEnabled = how.swiEnabled = how.taskEnabled = 0;
  core<> c(how);
  c.hwi(10, 20);
  c.update(100);
  rtm_load_stat s = untouched;
  EXPECT_EQ(c->get_hwi_load(isr_id{0}, s), RTM_LOAD_NOT_WATCHED);
  EXPECT_EQ(c->get_swi_load(swi_id{0}, s), RTM_LOAD_NOT_WATCHED);
  EXPECT_EQ(c->get_global_hwi_load(s), RTM_LOAD_NOT_WATCHED);
  EXPECT_EQ(c->get_global_swi_load(s), RTM_LOAD_NOT_WATCHED);
  EXPECT_EQ(c->get_task_load(task_1, s), RTM_LOAD_NOT_WATCHED);
  EXPECT_EQ(c->get_task_load(idle, s), RTM_LOAD_NOT_WATCHED) << "the base level is one row";
  EXPECT_EQ(c->get_cpu_load(RTM_LOAD_BY_LEDGER, s), RTM_LOAD_NO_IDLE_TASK);
  EXPECT_TRUE(is_untouched(s));
  EXPECT_EQ(c->get_task_load(unknown, s), RTM_LOAD_OK);
  EXPECT_EQ(s.thread_ticks, 100U);
}

TEST(load_bad_input, method_that_is_none) {
  core<> c(by_call());
  c.update(100);
  rtm_load_stat s = untouched;
  EXPECT_EQ(c->get_cpu_load(static_cast<rtm_load_method>(4), s), RTM_LOAD_BAD_METHOD);
  EXPECT_EQ(c->get_cpu_load(RTM_LOAD_NO_METHOD, s), RTM_LOAD_BAD_METHOD);
  EXPECT_TRUE(is_untouched(s));
}

TEST(load_bad_input, window_of_nothing_but_unknown_time_has_no_cpu_load) {
  core<> c(by_call(), 0, unknown);
  c.update(100);
  rtm_load_stat s = untouched;
  EXPECT_EQ(c->get_cpu_load(RTM_LOAD_BY_LEDGER, s), RTM_LOAD_NO_KNOWN_TIME);
  EXPECT_TRUE(is_untouched(s));
}

// ---- set_min_idle ----

TEST(load_bad_input, min_idle_longer_than_the_window_is_refused_and_the_old_one_stays) {
  core<> c(all_watched());
  std::uint32_t old = 77;
  EXPECT_EQ(c->set_min_idle(1000, &old), RTM_LOAD_OK);
  EXPECT_EQ(old, 0U);
  EXPECT_EQ(c->set_min_idle(1001, &old), RTM_LOAD_BAD_MIN_IDLE);
  EXPECT_EQ(old, 0U) << "unchanged";
  EXPECT_EQ(c->set_min_idle(5, &old), RTM_LOAD_OK);
  EXPECT_EQ(old, 1000U);
}

TEST(load_bad_input, min_idle_longer_than_half_the_clock_is_refused) {
  core<load_capacity_with<std::uint32_t, 16>> c(by_call());
  EXPECT_EQ(c->set_min_idle(0x7FFF), RTM_LOAD_OK);
  EXPECT_EQ(c->set_min_idle(0x8000), RTM_LOAD_BAD_MIN_IDLE);
  core<> wide(by_call());
  EXPECT_EQ(wide->set_min_idle(0x7FFF'FFFFU), RTM_LOAD_OK);
  EXPECT_EQ(wide->set_min_idle(0x8000'0000U), RTM_LOAD_BAD_MIN_IDLE);
}

// ---- start ----

/// A refused start leaves a Load that runs as it is.
template <class Capacity = load_capacity>
void expect_refused(const rtm_load_config& how, rtm_load_status expected) {
  core<Capacity> c(by_call());
  c.update(100);
  EXPECT_EQ(c->start(c.engine(), idle, how), expected);
  EXPECT_EQ(c.summary().window, 1U) << "as before";
  c.update(200);
  EXPECT_EQ(c.summary().window, 2U);
}

TEST(load_bad_input, window_of_0_is_refused) {
  rtm_load_config how = all_watched();
  how.windowInMs = 0;
  expect_refused(how, RTM_LOAD_WINDOW_ZERO);
  how = all_watched();
  how.ticksPerMs = 0;
  expect_refused(how, RTM_LOAD_WINDOW_ZERO);
}

template <class Capacity = load_capacity>
void expect_accepted(const rtm_load_config& how) {
  core<Capacity> c(by_call());
  EXPECT_EQ(c->start(c.engine(), idle, how), RTM_LOAD_OK);
}

TEST(load_bad_input, window_longer_than_half_the_range_of_the_clock_is_refused) {
  rtm_load_config how = all_watched();
  how.ticksPerMs = 1;
  how.windowInMs = 0x7FFF'FFFFU;
  expect_accepted(how);
  how.windowInMs = 0x8000'0000U;
  expect_refused(how, RTM_LOAD_WINDOW_TOO_LONG);
  how.windowInMs = how.ticksPerMs = 0x1'0000U;  // 2^32, which is 0 in 32 bits
  expect_refused(how, RTM_LOAD_WINDOW_TOO_LONG);
  using bits_16 = load_capacity_with<std::uint32_t, 16>;
  how.ticksPerMs = 1;
  how.windowInMs = 0x7FFF;
  expect_accepted<bits_16>(how);
  how.windowInMs = 0x8000;
  expect_refused<bits_16>(how, RTM_LOAD_WINDOW_TOO_LONG);
  using bits_64 = load_capacity_with<std::uint64_t, 64>;
  how.windowInMs = how.ticksPerMs = 0xFFFF'FFFFU;
  expect_refused<bits_64>(how, RTM_LOAD_WINDOW_TOO_LONG);
}

TEST(load_bad_input, length_of_the_window_is_not_looked_at_if_updates_come_by_call) {
  rtm_load_config how = by_call();
  how.windowInMs = 0xFFFF'FFFFU;
  how.ticksPerMs = 0xFFFF'FFFFU;
  expect_accepted(how);
}

TEST(load_bad_input, min_idle_and_method_are_checked_at_start_too) {
  rtm_load_config how = all_watched();
  how.minIdle = 1001;
  expect_refused(how, RTM_LOAD_BAD_MIN_IDLE);
  how = all_watched();
  how.cpuMethod = RTM_LOAD_NO_METHOD;
  expect_refused(how, RTM_LOAD_BAD_METHOD);
}

TEST(load_bad_input, base_owner_outside_the_capacity_is_refused) {
  core<> c(by_call());
  c.update(100);
  EXPECT_EQ(c->start(c.engine(), task_id{load_capacity::tasks}, by_call()), RTM_LOAD_BAD_ID);
  c.update(200);
  EXPECT_EQ(c.summary().window, 2U);
}

TEST(load_bad_input, core_that_has_not_been_started_is_refused) {
  core<> c(by_call());
  const auto other = std::make_unique<core<>::ledger_type>();
  EXPECT_EQ(c->start(*other, idle, by_call()), RTM_LOAD_CORE_NOT_STARTED);
}

TEST(load_bad_input, core_with_windows_of_its_own_is_refused_and_its_owner_stays) {
  core<> c(by_call());
  const auto other = std::make_unique<core<>::ledger_type>();
  ASSERT_EQ(other->start(0, idle, {1000, 0}), status::ok);
  rtm_load_config how = by_call();
  how.taskEnabled = 0;
  EXPECT_EQ(c.at(10)->start(*other, idle, how), RTM_LOAD_FIXED_WINDOWS);
  ASSERT_EQ(other->snapshot(10), status::ok);
  EXPECT_EQ(other->epoch_sums(idle).exclusive, 10U);
}

TEST(load_bad_input, core_with_a_fault_is_refused) {
  core<> c(by_call());
  EXPECT_EQ(c.engine().isr_exit(0, isr_id{0}), status::isr_underflow);
  EXPECT_EQ(c->start(c.engine(), idle, by_call()), RTM_LOAD_FAULT);
}

// ---- Contexts ----

void expect_contexts(rtm_load_status (*call)(load_type&), std::set<rtm_load_thread> with_tasks,
                     std::set<rtm_load_thread> without_tasks) {
  for (const int task_enabled : {1, 0}) {
    const auto& allowed = task_enabled != 0 ? with_tasks : without_tasks;
    for (const auto thread : {RTM_LOAD_IN_TASK, RTM_LOAD_IN_SWI, RTM_LOAD_IN_HWI, RTM_LOAD_IN_MAIN, RTM_LOAD_IN_STARTUP,
                              static_cast<rtm_load_thread>(6), static_cast<rtm_load_thread>(7)}) {
      rtm_load_config how = all_watched();
      how.taskEnabled = task_enabled;
      how.idleHalts = 1;
      core<> c(how);
      c.update(100);
      machine::current().time = 200;
      machine::current().thread = thread;
      const bool ok = allowed.count(thread) != 0;
      EXPECT_EQ(call(c.load()), ok ? RTM_LOAD_OK : RTM_LOAD_WRONG_CONTEXT)
          << "thread " << thread << ", taskEnabled " << task_enabled;
      machine::current().thread = RTM_LOAD_IN_ANY;
      if (ok) continue;
      c.update(300);
      EXPECT_EQ(c.summary().total_ticks, 200U) << "nothing has changed";
    }
  }
}

constexpr auto in_task = RTM_LOAD_IN_TASK, in_swi = RTM_LOAD_IN_SWI, in_hwi = RTM_LOAD_IN_HWI,
               in_main = RTM_LOAD_IN_MAIN;

TEST(load_context, update_from_tasks_and_from_interrupts_if_tasks_are_not_watched) {
  expect_contexts([](load_type& l) { return l.update(); }, {in_task}, {in_task, in_swi, in_hwi});
}
TEST(load_context, reset_from_main_too) {
  expect_contexts([](load_type& l) { return l.reset(); }, {in_task, in_main}, {in_task, in_main, in_swi, in_hwi});
}
TEST(load_context, set_min_idle_from_everywhere_but_start_up) {
  expect_contexts([](load_type& l) { return l.set_min_idle(3); }, {in_task, in_main, in_swi, in_hwi},
                  {in_task, in_main, in_swi, in_hwi});
}
TEST(load_context, idle_from_a_task) {
  expect_contexts([](load_type& l) { return l.idle(); }, {in_task}, {in_task});
}
TEST(load_context, halt_begin_from_a_task) {
  expect_contexts([](load_type& l) { return l.halt_begin(); }, {in_task}, {in_task});
}
TEST(load_context, getters_from_everywhere) {
  const auto all = {in_task,
                    in_main,
                    in_swi,
                    in_hwi,
                    RTM_LOAD_IN_STARTUP,
                    static_cast<rtm_load_thread>(6),
                    static_cast<rtm_load_thread>(7)};
  expect_contexts(
      [](load_type& l) {
        rtm_load_summary s = {};
        return l.get_summary(s);
      },
      all, all);
}

TEST(load_context, start_from_main_or_a_task) {
  for (const auto thread : {in_task, in_swi, in_hwi, in_main, RTM_LOAD_IN_STARTUP}) {
    core<> c(by_call());
    machine::current().thread = thread;
    const bool ok = thread == in_task || thread == in_main;
    EXPECT_EQ(c->start(c.engine(), idle, by_call()), ok ? RTM_LOAD_OK : RTM_LOAD_WRONG_CONTEXT);
  }
}

TEST(load_context, reset_after_a_fault_not_from_interrupts_even_if_tasks_are_not_watched) {
  rtm_load_config how = by_call();
  how.taskEnabled = 0;
  core<> c(how);
  EXPECT_EQ(c.at(10)->hwi_end(isr_id{0}), status::isr_underflow);
  for (const auto thread : {in_swi, in_hwi}) {
    machine::current().thread = thread;
    EXPECT_EQ(c->reset(), RTM_LOAD_WRONG_CONTEXT);
  }
  EXPECT_EQ(c.engine().epoch().epoch, 0U);
  machine::current().thread = in_task;
  EXPECT_EQ(c->reset(), RTM_LOAD_OK);
}

}  // namespace
}  // namespace rtm::test
