// SPDX-License-Identifier: MIT
// What a report says was not recorded.
#include <gmock/gmock.h>

#include "sources/linux/interrupts.hpp"
#include "sources/linux/tasks.hpp"

namespace rtm::host::kernel {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

source_completeness core(std::uint64_t hard, std::uint64_t soft) {
  source_completeness of;
  of.hard_irqs.events = hard;
  of.soft_irqs.events = soft;
  return of;
}

TEST(missing_classes, are_named_where_nothing_of_them_was_seen) {  // O29
  EXPECT_THAT(missing_classes(core(0, 0), {.switches = true}),
              ElementsAre("interrupts (not one was seen)", "softirqs (not one was seen)"));
  EXPECT_THAT(missing_classes(core(0, 0), {.switches = true}, {true, true}), ElementsAre("interrupts", "softirqs"));
  EXPECT_THAT(missing_classes(core(0, 0), {.irq_handler = true, .softirq = true, .switches = true}), IsEmpty());
  EXPECT_THAT(missing_classes(core(0, 0), {.vectors = true, .softirq = true, .switches = true}), IsEmpty());
}

TEST(missing_classes, are_named_exactly_where_events_prove_them) {
  EXPECT_THAT(missing_classes(core(3, 1), {.irq_handler = true, .switches = true}),
              ElementsAre("irq_vectors (x86) or ipi (Arm)", "softirq"));
}

TEST(missing_classes, may_be_the_switches_themselves) {
  EXPECT_THAT(missing_classes(core(0, 0), {.irq_handler = true, .softirq = true}), ElementsAre("sched_switch"));
}

TEST(irq_ids, never_meet_those_of_vectors) {
  EXPECT_EQ(id_of_irq(999), 999u);
  EXPECT_EQ(id_of_irq(1000), 1'000'001'000u);
  interrupts all;
  EXPECT_EQ(all.id_of_vector("local_timer"), 1000u);
}

// Another task begins with a fork of a pid that is taken.
TEST(pid_reuse, is_seen_by_forks_alone) {
  tasks all;
  all.forked(7);
  EXPECT_EQ(all.id_of(7), 7u);
  all.forked(7);
  EXPECT_EQ(all.id_of(7), 1'000'000'007u);
}

TEST(pid_reuse, is_seen_by_a_last_switch_alone) {
  tasks all;
  all.exited(7);
  EXPECT_EQ(all.id_of(7), 7u) << "it still runs to its last switch";
  all.died(7);
  EXPECT_EQ(all.id_of(7), 1'000'000'007u);
  all.forked(7);
  EXPECT_EQ(all.id_of(7), 1'000'000'007u) << "the fork that began it";
}

TEST(pid_reuse, is_seen_by_exit_and_fork) {
  tasks all;
  all.forked(8);
  all.exited(7);
  all.died(7);
  EXPECT_EQ(all.id_of(7), 7u);
  all.forked(7);
  EXPECT_EQ(all.id_of(7), 1'000'000'007u);
}

}  // namespace
}  // namespace rtm::host::kernel
