// SPDX-License-Identifier: MIT
// The fields of an event as text: all the forms that there are, names that look like fields, and what is cut.
#include <gtest/gtest.h>

#include <string>

#include "sources/linux/text_fields.hpp"

namespace rtm::host::kernel {
namespace {

std::string shown(std::string_view fields) {
  const auto found = fields_of_switch(fields);
  if (!found) return "none";
  const auto task = [](const task_fields& of) { return std::to_string(of.pid) + " " + std::string(of.comm); };
  return task(found->previous) + " > " + task(found->next);
}

TEST(text_fields, switch_is_read_in_every_form) {
  EXPECT_EQ(shown("prev_comm=a prev_pid=1 prev_prio=120 prev_state=R ==> next_comm=b next_pid=2 next_prio=120"),
            "1 a > 2 b");
  EXPECT_EQ(shown("prev_comm=a prev_pid=1 prev_prio=120 prev_state=64 next_comm=b next_pid=2 next_prio=120"),
            "1 a > 2 b");
  EXPECT_EQ(shown("a:1 [120] R ==> b:2 [120]"), "1 a > 2 b");
  EXPECT_EQ(shown("swapper/0:0 [120] R+ ==> kworker/0:1H-kb:54 [100]"), "0 swapper/0 > 54 kworker/0:1H-kb");
}

TEST(text_fields, switch_of_old_kernels_says_that_a_task_is_one) {
  EXPECT_EQ(shown("task aaa:7 [120] (R) ==> bbb:8 [120]"), "7 aaa > 8 bbb");
  EXPECT_EQ(shown("task aaa:7 [120] R ==> bbb:8 [120]"), "7 task aaa > 8 bbb") << "a name of today";
}

TEST(text_fields, switch_says_whether_it_is_the_last_of_a_task) {
  const auto is_last = [](std::string_view fields) { return fields_of_switch(fields).value().is_last_of_previous; };
  const auto named = [&](const std::string& state) {
    return is_last("prev_comm=a prev_pid=1 prev_prio=120 prev_state=" + state +
                   " ==> next_comm=b next_pid=2 next_prio=120");
  };
  const auto brief = [&](const std::string& state) { return is_last("a:1 [120] " + state + " ==> b:2 [120]"); };
  for (const std::string state : {"X", "Z", "x"}) {
    EXPECT_TRUE(named(state)) << state;
    EXPECT_TRUE(brief(state)) << state;
    EXPECT_TRUE(brief("(" + state + ")")) << state;
  }
  for (const std::string state : {"R", "R+", "S", "D", "X+", "Z+", "P", "I"}) {
    EXPECT_FALSE(named(state)) << state;
    EXPECT_FALSE(brief(state)) << state;
  }
  EXPECT_TRUE(named("16"));
  EXPECT_TRUE(named("32"));
  EXPECT_FALSE(named("0"));
  EXPECT_FALSE(named("64"));
  EXPECT_FALSE(named("288")) << "preempted";
}

TEST(text_fields, name_of_a_task_may_look_like_fields) {
  EXPECT_EQ(shown("prev_comm=x prev_pid=8 prev_pid=1 prev_prio=1 prev_state=R ==> next_comm=y next_pid=9 next_pid=2 "
                  "next_prio=120"),
            "1 x prev_pid=8 > 2 y next_pid=9");
  EXPECT_EQ(shown("a b: [0] ==>:1 [120] R ==> c ==> d:2 [120]"), "1 a b: [0] ==> > 2 c ==> d");
  EXPECT_EQ(shown("prev_comm= prev_pid=1 prev_prio=1 prev_state=R ==> next_comm= next_pid=2 next_prio=1"), "1  > 2 ");
}

TEST(text_fields, switch_that_is_cut_anywhere_before_it_is_whole_is_none) {
  const std::string whole = "prev_comm=a prev_pid=1 prev_prio=120 prev_state=R ==> next_comm=b next_pid=23 next_prio=";
  for (std::size_t n = 0; n < whole.size(); ++n) EXPECT_EQ(shown(whole.substr(0, n)), "none") << n;
  EXPECT_EQ(shown(whole), "1 a > 23 b");
  const std::string brief = "a:1 [120] R ==> b:23 [120]";
  for (std::size_t n = 0; n < brief.size(); ++n) EXPECT_EQ(shown(brief.substr(0, n)), "none") << n;
}

TEST(text_fields, pid_that_linux_cannot_have_is_none) {
  EXPECT_EQ(shown("a:1 [120] R ==> b:4194305 [120]"), "none");
  EXPECT_EQ(shown("a:1 [120] R ==> b:99999999999999999999999 [120]"), "none");
  EXPECT_EQ(shown("a:-1 [120] R ==> b:2 [120]"), "none");
}

TEST(text_fields, interrupts_are_read) {
  EXPECT_EQ(fields_of_irq("irq=36 name=eth0 rx")->irq, 36U);
  EXPECT_EQ(fields_of_irq("irq=36 name=eth0 rx")->handler, "eth0 rx");
  EXPECT_EQ(fields_of_irq("irq=36 ret=handled")->irq, 36U);
  EXPECT_FALSE(fields_of_irq("irq=3"));
  EXPECT_EQ(vector_of_softirq("vec=3 [action=NET_RX]"), 3U);
  EXPECT_EQ(vector_of_softirq("vec=3"), 3U);
  EXPECT_FALSE(vector_of_softirq("vec=x"));
  EXPECT_EQ(reason_of_ipi("(Rescheduling interrupts)"), "Rescheduling interrupts");
  EXPECT_FALSE(reason_of_ipi("(Resched"));
  EXPECT_EQ(length_ns_of_nmi("perf_event_nmi_handler() delta_ns: 2345 handled: 1"), 2345U);
  EXPECT_FALSE(length_ns_of_nmi("perf_event_nmi_handler() delta_ns: 23"));
}

TEST(text_fields, lives_of_tasks_are_read) {
  EXPECT_EQ(child_of_fork("comm=sh pid=7 child_comm=a child_pid=8 child_pid=9")->pid, 9U);
  EXPECT_EQ(child_of_fork("comm=sh pid=7 child_comm=sh child_pid=9")->comm, "sh");
  EXPECT_EQ(task_of_exit("comm=sh pid=7 prio=120 group_dead=true")->pid, 7U);
  EXPECT_FALSE(task_of_exit("comm=sh pid=7"));
  EXPECT_EQ(fields_of_rename("pid=7 oldcomm=sh newcomm=ls oom_score_adj=0")->comm, "ls");
  EXPECT_EQ(fields_of_rename("pid=7 oldcomm=sh newcomm=ls oom_score_adj=0")->pid, 7U);
  EXPECT_FALSE(fields_of_rename("oldcomm=sh newcomm=ls oom_score_adj=0")->pid);
}

}  // namespace
}  // namespace rtm::host::kernel
