// SPDX-License-Identifier: MIT
// What a report says was not recorded.
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "sources/linux/interrupts.hpp"
#include "sources/linux/pid_lives.hpp"
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

// pid 7: forked at 10, exits at 20; forked again at 30.
//   time      10    20    30
//   id        7 ------    1000000007 ---
TEST(pid_reuse, is_decided_by_time_whatever_comes_first) {
  struct told {
    bool is_fork;
    std::uint64_t time_ns;
  };
  std::vector<told> all{{true, 10}, {false, 20}, {true, 30}};
  std::vector<std::size_t> order{0, 1, 2};
  do {
    pid_lives lives;
    for (const std::size_t i : order)
      all[i].is_fork ? lives.forked(7, all[i].time_ns) : lives.exited(7, all[i].time_ns);
    EXPECT_EQ(lives.id_of(7, 29), 7u);
    EXPECT_EQ(lives.id_of(7, 30), 1'000'000'007u);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(pid_reuse, says_from_when_on_ids_are_others) {
  pid_lives lives;
  EXPECT_EQ(lives.forked(7, 10), std::nullopt);
  EXPECT_EQ(lives.forked(7, 30), 30u);
  EXPECT_EQ(lives.exited(7, 20), std::nullopt) << "the fork at 30 has told it already";
  EXPECT_EQ(lives.forked(7, 5), 10u) << "so that of 10 is the second";
  EXPECT_EQ(lives.id_of(7, 10), 1'000'000'007u);
  EXPECT_EQ(lives.id_of(7, 30), 2'000'000'007u);
}

TEST(pid_reuse, by_last_switches_begins_behind_them) {
  pid_lives lives;
  EXPECT_EQ(lives.died(7, 40), 41u);
  EXPECT_EQ(lives.died(7, 20), 21u);
  EXPECT_EQ(lives.id_of(7, 20), 7u);
  EXPECT_EQ(lives.id_of(7, 40), 1'000'000'007u);
  EXPECT_EQ(lives.id_of(7, 41), 2'000'000'007u);
}

}  // namespace
}  // namespace rtm::host::kernel
