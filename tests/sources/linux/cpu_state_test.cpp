// SPDX-License-Identifier: MIT
// What the events of a Linux CPU become. Times are small numbers, so that each line can be checked by eye.
#include "sources/linux/cpu_state.hpp"

#include <gmock/gmock.h>

#include "sources/linux/cpu.hpp"

namespace rtm::host::kernel {
namespace {

TEST(cpu_state, is_unknown_until_the_first_event_that_names_an_owner) {
  cpu of;
  of.seen(10, 7).switched(30, 7, idle_owner).end(50);
  EXPECT_EQ(of.facts(), "start 0 unknown\n10 task 7\n30 idle\n50 poll\n");
  EXPECT_EQ(of.counts().repairs, 0u);
}

TEST(cpu_state, knows_no_owner_in_an_interrupt_whose_entry_lies_before_the_recording) {
  cpu of;
  of.seen(10, 7, in_hard_irq).irq_end(12, 7, 5).seen(20, 7).end(30);
  EXPECT_EQ(of.facts(), "start 0 unknown\n20 task 7\n30 poll\n");
  EXPECT_EQ(of.counts().repairs, 0u);
  EXPECT_EQ(of.counts().hard_irqs.events, 0u);  // nothing is known yet, so nothing is missing
}

TEST(cpu_state, charges_no_interrupt_while_it_is_not_known_whom_it_interrupts) {
  cpu of;
  of.irq(10, no_evidence, 5).irq_end(14, no_evidence, 5).switched(20, 9, 1).irq(30, 1, 5).irq_end(33, 1, 5).end(40);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n10 isr_enter 5 unowned\n14 isr_exit 5 unowned\n20 task 1\n30 isr_enter 5\n33 isr_exit 5\n"
            "40 poll\n");
}

TEST(cpu_state, nests_a_hard_interrupt_in_a_softirq) {  // O29
  cpu of;
  of.switched(0, 0, 100).irq(10, 100, 27).irq_end(14, 100, 27).softirq(14, 100, 3).irq(20, 100, 194);
  of.irq_end(26, 100, 194).softirq_end(50, 100, 3).switched(80, 100, idle_owner).end(100);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n0 task 100\n10 isr_enter 27\n14 isr_exit 27\n14 swi_enter 3\n20 isr_enter 194\n"
            "26 isr_exit 194\n50 swi_exit 3\n80 idle\n100 poll\n");
  EXPECT_EQ(of.counts().repairs, 0u);
}

// The exit of irq 5 is missing; at 40 the task says that it runs by itself.
TEST(cpu_state, ends_a_frame_when_an_event_says_that_nothing_is_served) {
  cpu of;
  of.switched(0, 9, 1).irq(10, 1, 5).seen(15, 1, in_hard_irq).seen(40, 1).end(50);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n0 task 1\n10 isr_enter 5\n15 isr_exit 5 piece\n15 unknown\n40 task 1\n50 poll\n");
  EXPECT_EQ(of.counts().repairs, 1u);
}

TEST(cpu_state, charges_nobody_from_a_loss_to_the_next_sure_owner) {  // O31
  cpu of;
  of.switched(0, 9, 1).switched(10, 1, 2).irq(20, 2, 5).lost(4, 90).irq_end(90, 3, 5).switched(95, 3, idle_owner);
  of.end(100);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n0 task 1\n10 task 2\n20 isr_enter 5\n20 isr_exit 5 piece\n20 unknown\n95 idle\n"
            "100 poll\n");
  ASSERT_EQ(of.losses().size(), 1u);
  EXPECT_EQ(of.losses()[0].lost, 4u);
  EXPECT_EQ(of.losses()[0].from.ticks, 20u);
  EXPECT_EQ(of.losses()[0].end->ticks, 91u);
  EXPECT_EQ(of.counts().lost, 4u);
}

TEST(cpu_state, gives_the_interval_before_a_switch_from_a_stranger_to_nobody) {  // O34
  cpu of;
  of.switched(0, 9, 1).switched(10, 1, 2).switched(40, 5, idle_owner).end(60);
  EXPECT_EQ(of.facts(), "start 0 unknown\n0 task 1\n10 task 2\n10 unknown\n40 idle\n60 poll\n");
  EXPECT_EQ(of.counts().repairs, 1u);
}

TEST(cpu_state, sees_a_lost_switch_by_the_pid_of_any_event) {
  cpu of;
  of.switched(0, 9, idle_owner).seen(10, idle_owner).seen(30, 7).seen(35, 7).switched(40, 7, 8).end(50);
  EXPECT_EQ(of.facts(), "start 0 unknown\n0 idle\n10 unknown\n30 task 7\n40 task 8\n50 poll\n");
  EXPECT_EQ(of.counts().repairs, 1u);
}

TEST(cpu_state, cuts_the_frames_that_a_lost_exit_left_open) {
  cpu of;
  of.switched(0, 9, 1).softirq(10, 1, 3).irq(12, 1, 5).softirq_end(20, 1, 3).end(30);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n0 task 1\n10 swi_enter 3\n12 isr_enter 5\n12 isr_exit 5 piece\n12 swi_exit 3 piece\n"
            "12 unknown\n20 task 1\n30 poll\n");
  EXPECT_EQ(of.counts().repairs, 1u);
}

TEST(cpu_state, resumes_the_frames_around_an_interrupt_whose_entry_was_lost) {
  cpu of;
  of.switched(0, 9, 1).softirq(10, 1, 3).irq_end(20, 1, 5).softirq_end(30, 1, 3).end(40);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n0 task 1\n10 swi_enter 3\n10 swi_exit 3 piece\n10 unknown\n20 task 1\n"
            "20 swi_enter 3 piece\n30 swi_exit 3\n40 poll\n");
  EXPECT_EQ(of.counts().repairs, 1u);
}

TEST(cpu_state, never_puts_a_softirq_on_a_hard_interrupt) {
  cpu of;
  of.switched(0, 9, 1).irq(10, 1, 5).softirq(20, 1, 3).softirq_end(25, 1, 3).end(40);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n0 task 1\n10 isr_enter 5\n10 isr_exit 5 piece\n10 unknown\n20 task 1\n20 swi_enter 3\n"
            "25 swi_exit 3\n40 poll\n");
  EXPECT_EQ(of.counts().repairs, 1u);
}

TEST(cpu_state, ends_every_frame_at_a_switch) {
  cpu of;
  of.switched(0, 9, 1).irq(10, 1, 5).switched(30, 1, 2).end(40);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n0 task 1\n10 isr_enter 5\n10 isr_exit 5 piece\n10 unknown\n30 task 2\n40 poll\n");
  EXPECT_EQ(of.counts().repairs, 1u);
}

TEST(cpu_state, charges_nobody_after_a_time_that_goes_back) {
  cpu of;
  of.switched(0, 9, 1).seen(50, 1).switched(40, 1, 2).seen(60, 2).end(70);
  EXPECT_EQ(of.facts(), "start 0 unknown\n0 task 1\n50 unknown\n60 task 2\n70 poll\n");
  EXPECT_EQ(of.counts().ignored, 1u);
  EXPECT_EQ(of.counts().events, 4u);
}

TEST(cpu_state, counts_what_proves_that_interrupts_are_not_recorded) {
  cpu of;
  of.switched(0, 9, 1).seen(10, 1, in_hard_irq).seen(14, 1, in_hard_irq).seen(15, 1).seen(20, 1, in_hard_irq);
  of.irq(30, 1, 5).seen(31, 1, in_hard_irq).irq_end(32, 1, 5).seen(40, 1, in_soft_irq).seen(47, 1, in_soft_irq);
  EXPECT_EQ(of.counts().hard_irqs, (unseen_interrupts{3, 4}));  // 10 and 14, 20; between the first two 4
  EXPECT_EQ(of.counts().soft_irqs, (unseen_interrupts{2, 7}));
}

TEST(cpu_state, puts_the_frame_of_what_is_told_at_its_end_before_it) {
  cpu of;
  of.switched(0, 9, 1).seen(10, 1).passed(30, 1, 1011, 8).passed(33, 1, 1011, 100).end(40);
  EXPECT_EQ(of.facts(),
            "start 0 unknown\n0 task 1\n22 isr_enter 1011\n30 isr_exit 1011\n30 isr_enter 1011\n33 isr_exit 1011\n"
            "40 poll\n");
}

TEST(cpu_state, takes_frames_beyond_all_reason_for_a_contradiction) {
  cpu of;
  of.switched(0, 9, 1);
  for (std::uint64_t i = 0; i <= cpu_state::most_frames; ++i) of.irq(10 + i, 1, 5);
  EXPECT_EQ(of.counts().repairs, 1u);
}

}  // namespace
}  // namespace rtm::host::kernel
