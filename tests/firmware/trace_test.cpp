// SPDX-License-Identifier: MIT
// The trace of a target against two witnesses: the host's engine over every fact that the target's ledger was told, and
// the target's own windows and sums, which travel in the trace.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "trace_runs.hpp"

namespace truth {
namespace {

using rtm::host::call_row;
using rtm::host::epoch_row;
using rtm::host::source_fact;
using rtm::host::task_row;
using rtm::host::window_row;

// ---- Field by field: names aside, and rows without anything in them ----

std::string text_of(const task_row& row) {
  return std::to_string(row.id) + ": " + std::to_string(row.exclusive) + " ticks, " + std::to_string(row.dispatches) +
         " dispatches";
}
std::string text_of(const call_row& row) {
  std::string text = std::to_string(row.id) + ": " + std::to_string(row.exclusive) + " of " +
                     std::to_string(row.inclusive) + " ticks, " + std::to_string(row.calls) + " calls, " +
                     std::to_string(row.abandoned) + " abandoned";
  for (const auto& span : {row.exclusive_call, row.inclusive_call})
    if (span) text += ", " + std::to_string(span->min) + " to " + std::to_string(span->max);
  return text;
}
bool is_empty(const task_row& row) { return row.exclusive == 0 && row.dispatches == 0; }
bool is_empty(const call_row& row) { return row.inclusive == 0 && row.calls == 0 && row.abandoned == 0; }

template <class Row>
std::string text_of(const char* title, const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows)
    if (!is_empty(row)) text += std::string(title) + " " + text_of(row) + "\n";
  return text;
}
template <class Row>
std::string sums_of(const Row& of) {
  return "idle " + std::to_string(of.base.idle) + ", kernel " + std::to_string(of.base.kernel) + ", unknown " +
         std::to_string(of.base.unknown) + "\n" + text_of("task", of.tasks) + text_of("isr", of.isrs) +
         text_of("swi", of.swis) + text_of("point", of.points);
}
std::string text_of(const window_row& row) {
  return "window " + std::to_string(row.index) + (row.complete ? "" : ", in progress") + " at " +
         std::to_string(row.start) + ", " + std::to_string(row.length) + " ticks\n" + sums_of(row);
}
std::string text_of(const epoch_row& row) {
  return "epoch at " + std::to_string(row.start) + ", " + std::to_string(row.total) + " ticks\n" + sums_of(row);
}

const epoch_row& only_epoch(const rtm::host::report& of) {
  EXPECT_EQ(of.cores.size(), 1U);
  EXPECT_EQ(of.cores.at(0).epochs.size(), 1U);
  return of.cores.at(0).epochs.at(0);
}

/// What the target says of itself is what it should have counted, whatever became of its trace.
void expect_target_is_exact(const traced_run& run) {
  const epoch_row& right = only_epoch(run.of_told);
  std::set<std::uint64_t> told;
  for (const auto& window : run.windows) {
    ASSERT_LT(window.row.index, right.windows.size());
    EXPECT_EQ(text_of(window.row), text_of(right.windows[window.row.index]));
    told.insert(window.row.index);
  }
  EXPECT_EQ(told.size(), right.windows.size());
  ASSERT_EQ(run.snapshots.size(), 1U);
  EXPECT_EQ(text_of(run.snapshots[0].row), text_of(right));
  EXPECT_TRUE(run.snapshots[0].valid);
}

/// From the first instant at which a fact was lost to the one at which the trace goes on, extended.
std::pair<std::uint64_t, std::uint64_t> instants_of(const rtm::host::source_loss& loss, const epoch_row& epoch) {
  return {epoch.start + loss.from.ticks, epoch.start + loss.end.value().ticks - 1};
}

// ---- A trace that loses nothing ----

TEST(firmware_trace, facts_on_the_wire_are_those_that_the_ledger_was_told) {
  const traced_run& run = traced_run_of("trace");
  EXPECT_EQ(run.problems, std::vector<std::string>());
  EXPECT_TRUE(run.losses.empty());
  EXPECT_TRUE(run.has_ended);
  EXPECT_EQ(run.lost_on_target, 0U);
  ASSERT_EQ(run.decoded.size(), run.told.size());
  for (std::size_t i = 0; i < run.told.size(); ++i) ASSERT_EQ(run.decoded[i], run.told[i]) << "fact " << i;
}

TEST(firmware_trace, windows_and_sums_of_the_target_are_those_of_the_replay) {
  const traced_run& run = traced_run_of("trace");
  expect_target_is_exact(run);
  EXPECT_EQ(text_of(only_epoch(run.of_trace)), text_of(only_epoch(run.of_told)));
}

// All overhead included: headers, names, page heads, windows, checksums.
TEST(firmware_trace, mean_size_of_a_fact_is_at_most_3_bytes) {
  const traced_run& run = traced_run_of("trace");
  EXPECT_LE(static_cast<double>(run.trace_bytes) / static_cast<double>(run.told.size()), 3.0);
}

// ---- A trace that is too small ----

TEST(firmware_trace, numbers_of_the_target_stay_exact_while_its_trace_loses_facts) {
  const traced_run& run = traced_run_of("trace_small");
  EXPECT_GT(run.lost_on_target, 500U);
  expect_target_is_exact(run);
}

TEST(firmware_trace, a_too_small_trace_says_how_many_facts_it_lost_and_where) {
  const traced_run& run = traced_run_of("trace_small");
  EXPECT_EQ(run.problems, std::vector<std::string>());
  const epoch_row& right = only_epoch(run.of_told);
  const auto time_of = [&](const source_fact& fact) {  // the run lasts less than one wrap
    return right.start + ((fact.reading_ticks - right.start) & 0xFFFF'FFFFU);
  };
  std::uint64_t lost = 0;
  for (const auto& loss : run.losses) {
    EXPECT_EQ(loss.missing, 0U);
    lost += loss.lost;
    const auto [from, to] = instants_of(loss, right);
    // Lost are those from the first at `from` up to the one that opens the page at `to`, which may share their times.
    const auto in = [&, from = from, to = to](auto past_end) {
      return static_cast<std::uint64_t>(std::count_if(run.told.begin(), run.told.end(), [&](const source_fact& fact) {
        return time_of(fact) >= from && past_end(time_of(fact), to);
      }));
    };
    EXPECT_LE(in(std::less<>()), loss.lost) << "from " << from << " to " << to;
    EXPECT_GT(in(std::less_equal<>()), loss.lost) << "from " << from << " to " << to;
  }
  EXPECT_EQ(lost, run.lost_on_target);
}

TEST(firmware_trace, replay_marks_exactly_the_windows_in_which_facts_were_lost) {
  const traced_run& run = traced_run_of("trace_small");
  const epoch_row& right = only_epoch(run.of_told);
  const epoch_row& replayed = only_epoch(run.of_trace);
  ASSERT_EQ(replayed.windows.size(), right.windows.size());
  std::set<std::uint64_t> touched;
  for (const auto& loss : run.losses) {
    const auto [from, to] = instants_of(loss, right);
    for (const window_row& window : right.windows)
      if (from < window.start + window.length && to >= window.start) touched.insert(window.index);
  }
  std::size_t whole = 0;
  for (const window_row& window : right.windows) {
    const window_row& found = replayed.windows[window.index];
    EXPECT_EQ(found.covered, touched.count(window.index) == 0) << "window " << window.index;
    if (!found.covered) {
      EXPECT_GT(found.base.unknown, 0U) << "window " << window.index;
      EXPECT_EQ(found.length, window.length);
    } else {
      EXPECT_EQ(text_of(found), text_of(window));
      ++whole;
    }
  }
  EXPECT_GT(touched.size(), 2U);
  EXPECT_GT(whole, 2U);
}

// ---- A flight recorder, read after a reset ----

TEST(firmware_trace, a_flight_recorder_holds_the_newest_facts_up_to_the_fault) {
  const traced_run& run = traced_run_of("trace_flight");
  EXPECT_EQ(run.problems, std::vector<std::string>());
  ASSERT_EQ(run.faults.size(), 1U);
  const rtm::host::fault_row& fault = run.faults[0].row;
  EXPECT_EQ(fault.kind, rtm::status::isr_underflow);
  EXPECT_EQ(fault.id, 1U);
  ASSERT_TRUE(only_epoch(run.of_told).fault);
  EXPECT_EQ(fault, *only_epoch(run.of_told).fault);

  // The target was told one more, which it ignored; the recorder had stopped.
  ASSERT_EQ(run.told.back().kind, rtm::fact_kind::poll);
  std::size_t same = 0;
  while (same < run.decoded.size() && same + 1 < run.told.size() &&
         run.decoded[run.decoded.size() - 1 - same] == run.told[run.told.size() - 2 - same])
    ++same;
  EXPECT_GT(same, 600U);

  ASSERT_EQ(run.losses.size(), 1U);
  EXPECT_TRUE(run.losses[0].is_expected);
  // The fact that opens the oldest page is in the state that the page tells.
  EXPECT_EQ(run.losses[0].missing + 1 + same, run.told.size() - 1);
}

TEST(firmware_trace, windows_that_a_flight_recorder_holds_entirely_are_exact) {
  const traced_run& run = traced_run_of("trace_flight");
  const epoch_row& right = only_epoch(run.of_told);
  std::size_t whole = 0;
  for (const window_row& window : only_epoch(run.of_trace).windows) {
    if (!window.complete || !window.covered) continue;
    EXPECT_EQ(text_of(window), text_of(right.windows.at(window.index)));
    ++whole;
  }
  EXPECT_GT(whole, 0U);
}

}  // namespace
}  // namespace truth
