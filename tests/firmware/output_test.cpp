// SPDX-License-Identifier: MIT
// Is what leaves the target complete, the same every time, and consistent in itself?
#include <gmock/gmock.h>

#include <map>

#include "runs.hpp"

namespace truth {
namespace {

const observed_run& run() { return run_of("hooked"); }

TEST(firmware_output, runs_are_identical_to_the_byte_watched_or_not) {
  for (const char* file : {"uart.txt", "facts.timeline"}) {
    const std::string first = file_of("plain_1", file);
    EXPECT_GT(first.size(), 1000U);
    for (const char* other : {"plain_2", "plain_3", "hooked"}) EXPECT_TRUE(file_of(other, file) == first) << other;
  }
}

TEST(firmware_output, windows_arrive_all_in_order_from_both_ledgers) {
  std::map<demo::ledger, std::uint64_t> next;
  for (const demo::block& window : run().windows) {
    EXPECT_EQ(window.index, next[window.from]++);
    EXPECT_EQ(window.start, run().all_hooks.start + window.index * run().names.window_ticks);
    EXPECT_EQ(window.length, run().names.window_ticks);
  }
  EXPECT_EQ(next[demo::ledger::all_hooks], run().names.windows);
  EXPECT_EQ(next[demo::ledger::task_hooks], run().names.windows);
  EXPECT_EQ(run().end.missed_windows, 0U);
}

TEST(firmware_output, sums_are_conserved_in_every_window_and_in_the_epoch_of_both_ledgers) {
  for (const demo::block& window : run().windows) EXPECT_EQ(window.owned(), window.length) << window.index;
  for (const demo::block& epoch : {run().all_hooks, run().task_hooks}) {
    EXPECT_TRUE(epoch.valid);
    EXPECT_EQ(epoch.owned(), epoch.length);
    EXPECT_EQ(epoch.unknown, 0U) << "a port on target starts in a known state";
  }
}

TEST(firmware_output, windows_sum_to_the_epoch_less_the_window_in_progress) {
  demo::block sum;
  for (const demo::block& window : run().windows) {
    if (window.from != demo::ledger::all_hooks) continue;
    sum.length += window.length;
    sum.idle += window.idle;
    sum.kernel += window.kernel;
    for (const auto& [id, task] : window.tasks) sum.tasks[id].exclusive += task.exclusive;
    for (const auto& [id, isr] : window.isrs) sum.isrs[id].exclusive += isr.exclusive;
  }
  const demo::block& all = run().all_hooks;
  EXPECT_LT(all.length - sum.length, run().names.window_ticks);
  std::uint64_t rest = (all.idle - sum.idle) + (all.kernel - sum.kernel);
  for (const auto& [id, task] : all.tasks) rest += task.exclusive - sum.tasks[id].exclusive;
  for (const auto& [id, isr] : all.isrs) rest += isr.exclusive - sum.isrs[id].exclusive;
  EXPECT_EQ(rest, all.length - sum.length);
}

TEST(firmware_output, ledger_with_task_hooks_only_charges_interrupts_and_switches_to_whom_they_stopped) {
  EXPECT_EQ(run().task_hooks.length, run().all_hooks.length);
  EXPECT_EQ(run().task_hooks.isr_ticks(), 0U);
  for (const auto& [who, ticks] : run().sums.task_hooks_only) {
    EXPECT_EQ(told_on_target(run().task_hooks, who), ticks);
  }
  // Interrupts stopped idle too: the whole point.
  EXPECT_GT(run().task_hooks.idle, run().all_hooks.idle);
  EXPECT_LT(run().task_hooks.load().value_or(1), run().all_hooks.load().value_or(0));
}

TEST(firmware_output, sums_on_target_are_those_of_a_slow_accountant) {
  for (const auto& [who, ticks] : run().sums.exclusive) EXPECT_EQ(told_on_target(run().all_hooks, who), ticks);
  std::map<std::uint32_t, demo::call_sums> calls;
  for (const told_call& each : run().sums.calls) {
    calls[each.isr].calls += 1;
    calls[each.isr].exclusive += each.exclusive;
    calls[each.isr].inclusive += each.inclusive;
  }
  EXPECT_EQ(calls.size(), run().all_hooks.isrs.size());
  for (const auto& [id, sent] : run().all_hooks.isrs) {
    EXPECT_EQ(sent.calls, calls[id].calls) << id;
    EXPECT_EQ(sent.exclusive, calls[id].exclusive) << id;
    EXPECT_EQ(sent.inclusive, calls[id].inclusive) << id;
  }
}

}  // namespace
}  // namespace truth
