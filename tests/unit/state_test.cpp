// SPDX-License-Identifier: MIT
// What does every call answer before the start, while the ledger measures, and after a fault?
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "small.hpp"

namespace rtm::test {
namespace {

/// Each fact once, in an order that is legal at one instant, with task 0 as the base owner.
std::vector<status> every_fact(ledger<small>& to, std::uint32_t now) {
  return {to.poll(now),
          to.task_switch(now, task_id{1}),
          to.task_activate(now, task_id{1}),
          to.task_wait(now, task_id{1}),
          to.task_release(now, task_id{1}),
          to.task_terminate(now, task_id{1}),
          to.point_begin(now, point_id{0}),
          to.point_end(now, point_id{0}),
          to.swi_enter(now, swi_id{0}),
          to.isr_enter(now, isr_id{0}),
          to.isr_exit(now, isr_id{0}),
          to.swi_exit(now, swi_id{0})};
}

std::vector<status> all(status answer) { return std::vector<status>(12, answer); }

TEST(ledger, before_start_answers_not_started_to_every_call) {
  const auto l = std::make_unique<ledger<small>>();
  for (const std::uint32_t now : {0U, 1U, 0x8000'0000U, 0xFFFF'FFFFU}) {
    EXPECT_EQ(every_fact(*l, now), all(status::not_started));
    EXPECT_EQ(l->snapshot(now), status::not_started);
    EXPECT_EQ(l->reset(now, task_id{0}), status::not_started);
    EXPECT_EQ(l->close_period(now), status::not_started);
  }
}

TEST(ledger, before_start_shows_nothing) {
  const auto l = std::make_unique<ledger<small>>();
  (void)l->poll(77);
  EXPECT_EQ(all_values(*l), (values{{"latest: no window", 1}}));
  fault f;
  f.kind = status::bad_id;
  EXPECT_EQ(l->first_fault(f), status::ok);
  EXPECT_EQ(f.kind, status::ok);
}

TEST(ledger, before_start_leaves_the_header_of_the_reader_alone) {
  const auto l = std::make_unique<ledger<small>>();
  window_header window;
  window.index = 42;
  EXPECT_EQ(l->latest_window(window), status::no_window);
  EXPECT_EQ(window.index, 42U);
}

TEST(ledger, that_measures_accepts_every_fact) {
  const auto l = started({1000, 0}, 0, task_id{0});
  EXPECT_EQ(every_fact(*l, 0), all(status::ok));
  EXPECT_EQ(l->reset(5, task_id{0}), status::ok);
  EXPECT_EQ(every_fact(*l, 5), all(status::ok));
  EXPECT_EQ(l->snapshot(5), status::ok);
}

TEST(ledger, after_a_fault_ignores_and_counts_every_fact) {
  const auto l = started({1000, 0}, 0, task_id{0});
  EXPECT_EQ(l->isr_exit(10, isr_id{0}), status::isr_underflow);
  EXPECT_EQ(every_fact(*l, 11), all(status::ignored));
  EXPECT_EQ(l->epoch().ignored, 12U);
  EXPECT_FALSE(l->epoch().valid);
}

TEST(ledger, after_a_fault_changes_nothing_else_by_what_it_ignores) {
  const auto l = started({100, 0}, 0, task_id{0});
  accept(l->isr_enter(150 - 80, isr_id{1}));
  accept(l->poll(120));
  EXPECT_EQ(l->isr_exit(130, isr_id{2}), status::isr_mismatch);
  EXPECT_EQ(l->snapshot(130), status::ignored);
  const values before = all_values(*l);
  for (const std::uint32_t now : {130U, 131U, 5000U, 0U, 0xFFFF'FFFFU}) (void)every_fact(*l, now);
  EXPECT_EQ(l->snapshot(9999), status::ignored);
  values after = all_values(*l);
  EXPECT_EQ(after["ignored"], 60U);
  after.erase("ignored");
  EXPECT_EQ(after, before);
}

TEST(ledger, after_a_fault_does_not_count_snapshots_as_ignored_facts) {
  const auto l = started({1000, 0});
  EXPECT_EQ(l->isr_exit(10, isr_id{0}), status::isr_underflow);
  EXPECT_EQ(l->snapshot(11), status::ignored);
  EXPECT_EQ(l->snapshot(12), status::ignored);
  EXPECT_EQ(l->epoch().ignored, 0U);
}

TEST(ledger, whose_snapshot_comes_too_late_is_invalid_from_then_on) {
  const auto l = started({1000, 100});
  accept(l->isr_enter(50, isr_id{0}));
  EXPECT_EQ(l->snapshot(151), status::gap_exceeded);
  EXPECT_EQ(epoch_sums_of(*l), (values{{"idle", 50}}));
  EXPECT_EQ(l->snapshot(60), status::ignored);
  fault f;
  accept(l->first_fault(f));
  EXPECT_EQ(f.kind, status::gap_exceeded);
  EXPECT_EQ(f.fact, fact_kind::poll);
  EXPECT_EQ(f.time_ticks, 50U);
}

TEST(ledger, started_twice_forgets_everything) {
  const auto twice = started({100, 0}, 7, task_id{1});
  accept(twice->point_begin(10, point_id{1}));
  accept(twice->task_switch(20, task_id{2}));
  accept(twice->point_begin(30, point_id{2}));
  accept(twice->isr_enter(90, isr_id{3}));
  accept(twice->isr_exit(150, isr_id{3}));
  accept(twice->reset(160, idle));
  EXPECT_EQ(twice->swi_exit(170, swi_id{0}), status::swi_underflow);
  EXPECT_EQ(twice->poll(170), status::ignored);
  EXPECT_EQ(twice->start(500, task_id{0}, {50, 0}), status::ok);

  const auto once = started({50, 0}, 500, task_id{0});
  EXPECT_EQ(all_values(*twice), all_values(*once));
  for (ledger<small>* l : {twice.get(), once.get()}) {
    EXPECT_EQ(every_fact(*l, 520), all(status::ok));
    accept(l->task_switch(530, task_id{2}));
    accept(l->snapshot(560));
  }
  EXPECT_EQ(all_values(*twice), all_values(*once));
}

TEST(ledger, that_refuses_a_second_start_measures_on) {
  const auto l = started({100, 50}, 0, task_id{1});
  accept(l->isr_enter(10, isr_id{0}));
  EXPECT_EQ(l->start(20, task_id{1}, {100, 101}), status::bad_config);
  EXPECT_EQ(l->start(20, task_id{4}, {100, 0}), status::bad_config);
  accept(l->isr_exit(30, isr_id{0}));
  accept(l->snapshot(40));
  EXPECT_EQ(epoch_sums_of(*l), (values{{"task 1", 20}, {"isr 0", 20}, {"isr 0 inclusive", 20}, {"isr 0 calls", 1}}));
}

TEST(ledger, that_refuses_its_first_start_is_not_started) {
  const auto l = std::make_unique<ledger<small>>();
  EXPECT_EQ(l->start(0, task_id{4}, {100, 0}), status::bad_config);
  EXPECT_EQ(l->start(0, task_id{0}, {100, 101}), status::bad_config);
  EXPECT_EQ(l->poll(1), status::not_started);
}

}  // namespace
}  // namespace rtm::test
