// SPDX-License-Identifier: MIT
// A sink (a trace buffer, say) sees exactly the accepted facts, in order, with extended time.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "small.hpp"
#include "threads/capacities.hpp"
#include "threads/fact_stream.hpp"

namespace rtm::test {
namespace {

/// A fact as one line, "isr_enter 3 at 50".
std::string line(fact_kind fact, std::uint64_t time, std::uint32_t id) {
  static const std::vector<std::string> names{"task_switch", "isr_enter", "isr_exit", "swi_enter", "swi_exit",
                                              "point_begin", "point_end", "poll",     "activate",  "wait",
                                              "release",     "terminate", "reset"};
  const std::string at = " at " + std::to_string(time);
  const std::string& name = names.at(static_cast<std::size_t>(fact));
  return fact == fact_kind::poll ? name + at : name + ' ' + std::to_string(id) + at;
}

struct recorder {
  std::vector<std::string> seen;

  template <class Word>
  void accepted(fact_kind fact, Word time, std::uint32_t id) {
    seen.push_back(line(fact, time, id));
  }
};

template <class Capacity>
using recorded = ledger<Capacity, recorder>;
using lines = std::vector<std::string>;

TEST(sink, sees_each_accepted_fact_once_with_its_id) {
  const auto l = std::make_unique<recorded<small>>();
  accept(l->start(5, task_id{2}, {100, 0}));
  accept(l->task_switch(10, task_id{1}));
  accept(l->swi_enter(11, swi_id{1}));
  accept(l->isr_enter(12, isr_id{3}));
  accept(l->point_begin(13, point_id{2}));
  accept(l->point_end(14, point_id{2}));
  accept(l->isr_exit(15, isr_id{3}));
  accept(l->swi_exit(16, swi_id{1}));
  accept(l->task_activate(17, task_id{0}));
  accept(l->task_wait(18, task_id{0}));
  accept(l->task_release(19, task_id{0}));
  accept(l->task_terminate(20, task_id{0}));
  accept(l->poll(21));
  accept(l->reset(22, task_id{3}));
  EXPECT_EQ(l->sink().seen, (lines{"reset 2 at 5", "task_switch 1 at 10", "swi_enter 1 at 11", "isr_enter 3 at 12",
                                   "point_begin 2 at 13", "point_end 2 at 14", "isr_exit 3 at 15", "swi_exit 1 at 16",
                                   "activate 0 at 17", "wait 0 at 18", "release 0 at 19", "terminate 0 at 20",
                                   "poll at 21", "reset 3 at 22"}));
}

TEST(sink, sees_base_owners_by_their_ids) {
  const auto l = std::make_unique<recorded<small>>();
  accept(l->start(0, kernel, {100, 0}));
  accept(l->task_switch(1, idle));
  accept(l->task_switch(2, unknown));
  EXPECT_EQ(l->sink().seen,
            (lines{"reset 4294967294 at 0", "task_switch 4294967293 at 1", "task_switch 4294967295 at 2"}));
}

TEST(sink, sees_no_refused_and_no_ignored_fact) {
  const auto l = std::make_unique<recorded<small>>();
  (void)l->poll(1);
  (void)l->start(0, task_id{4}, {100, 0});
  accept(l->start(0, task_id{0}, {100, 0}));
  (void)l->isr_exit(10, isr_id{1});
  (void)l->poll(20);
  (void)l->reset(30, task_id{4});
  accept(l->reset(40, idle));
  (void)l->poll(500);
  EXPECT_EQ(l->sink().seen, (lines{"reset 0 at 0", "reset 4294967293 at 40"}));
}

TEST(sink, sees_a_switch_to_the_current_owner_as_it_was_told) {
  const auto l = std::make_unique<recorded<small>>();
  accept(l->start(0, task_id{0}, {100, 0}));
  accept(l->task_switch(10, task_id{0}));
  EXPECT_EQ(l->sink().seen.back(), "task_switch 0 at 10");
}

TEST(sink, sees_extended_time_beyond_the_wrap_of_a_narrow_clock) {
  const auto l = std::make_unique<recorded<small_with<std::uint32_t, 16>>>();
  accept(l->start(0xFFF0, idle, {100, 0}));
  accept(l->poll(0x0010));
  accept(l->isr_enter(0x0050, isr_id{0}));
  EXPECT_EQ(l->sink().seen, (lines{"reset 4294967293 at 65520", "poll at 65552", "isr_enter 0 at 65616"}));
}

TEST(sink, sees_a_fact_that_closes_a_window_once) {
  const auto l = std::make_unique<recorded<small>>();
  accept(l->start(0, idle, {100, 0}));
  accept(l->poll(60));
  accept(l->isr_enter(130, isr_id{0}));
  EXPECT_EQ(l->sink().seen, (lines{"reset 4294967293 at 0", "poll at 60", "isr_enter 0 at 130"}));
}

TEST(sink, sees_a_snapshot_as_the_poll_that_it_makes) {
  const auto l = std::make_unique<recorded<small>>();
  accept(l->start(0, idle, {100, 0}));
  accept(l->snapshot(60));
  (void)l->isr_exit(70, isr_id{0});
  (void)l->snapshot(80);
  EXPECT_EQ(l->sink().seen, (lines{"reset 4294967293 at 0", "poll at 60"}));
}

TEST(sink, of_a_busy_core_sees_what_was_told_and_accepted) {
  const auto l = std::make_unique<recorded<words_of_32_bits>>();
  accept(l->start(0, task_id{0}, {fact_stream::window_ticks, fact_stream::max_gap_ticks}));
  fact_stream stream(7, 0);
  lines expected{"reset 0 at 0"};
  for (int i = 0; i < 30'000; ++i) {
    const told t = stream.next();
    ASSERT_EQ(tell(*l, t), t.answer);
    if (t.answer == status::ok) expected.push_back(line(t.fact, t.time, t.id));
  }
  EXPECT_EQ(l->sink().seen, expected);
}

}  // namespace
}  // namespace rtm::test
